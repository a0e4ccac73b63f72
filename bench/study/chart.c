/* A chart's data: what of the sheet it shows. */
#include "study.h"

#include <stdlib.h>

extern const char chart_sql[], chart_gp[];

bool plot_sheet(struct store *s, const json_t *chart, const char *hotspot, const char *command,
                struct tri_error *e)
{
    char *json = json_dumps(chart, JSON_COMPACT), name[200];
    const char *const text[] = { json, hotspot, command };
    bool good = (json || tri_fail(e, TRI_FAILED, "out of memory")) && store_run(s, chart_sql, e) &&
                store_run(s, "delete from plot", e) &&
                store_tell(s, "insert into plot values (?1, ?2, ?3)", text, 3, e);
    free(json);
    if (!good)
        return false;
    store_text(s, "select name from sheet", NULL, name, sizeof name);
    if (store_number(s, "select count(*) from along", NULL) == 0)
        return tri_fail(e, TRI_FAILED, "study %s: its table has no %s", name,
                        json_string_value(json_object_get(chart, "head")));
    return store_number(s, "select count(VALUE) from CELLS", NULL) > 0 ||
           tri_fail(e, TRI_FAILED, "nothing of it could be measured here");
}

struct drawing chart_drawing(struct store *s)
{
    return (struct drawing){ chart_gp,
                             { "FIGURE", "CURVES", "LINES", "PANELS", "BY_PANELS", "CELLS" },
                             s };
}
