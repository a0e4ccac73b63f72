/* A study's table, as it is shown. */
#include "sheet.h"

#include "rows.h"

extern const char sheet_sql[], sheet_look_sql[];

bool sheet_begin(struct store *store, const char *name, const char *report, struct tri_error *e)
{
    const char *const text[] = { name, report };
    return store_run(store, sheet_sql, e) &&
           store_tell(store, "insert into sheet values (?1, ?2)", text, 2, e);
}

bool sheet_end(struct store *store, struct tri_error *e)
{
    return store_run(store, sheet_look_sql, e);
}

bool sheet_print(struct store *store, FILE *out, struct tri_error *e)
{
    return print_lines(out, store, "select text from printed", e);
}

json_t *sheet_json(struct store *store, struct tri_error *e)
{
    return answer_json(store, "select json from page", e);
}
