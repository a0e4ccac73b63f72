/* A study's table, as it is shown. */
#include "study.h"

extern const char sheet_sql[], sheet_look_sql[];

bool study_sheet(const struct study *study, struct store *store, bool *disagrees,
                 struct tri_error *e)
{
    static const char marked[] = "select count(*) from cell join heading using (place) "
                                 "where derived = 'different' and text glob '*!'";
    if (!store_run(store, sheet_sql, e))
        return false;
    *disagrees = store_number(store, marked, NULL) > 0;
    if (store_number(store, "select count(*) from line", NULL) == 0)
        return tri_fail(e, TRI_FAILED, "study %s: nothing of it could be measured", study->name);
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
