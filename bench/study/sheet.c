/* A study's table, as it is shown, and the charts of it. */
#include "study.h"

#include <stdlib.h>

extern const char sheet_sql[], sheet_look_sql[], chart_sql[], chart_gp[];

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

const struct figure study_chart = {
    .sql = chart_sql,
    .commands = chart_gp,
    .table = { "FIGURE", "CURVES", "LINES", "PANELS", "BY_PANELS", "CELLS" },
};

bool plot_sheet(struct store *s, const json_t *chart, const char *hotspot, const char *command,
                struct tri_error *e)
{
    char *json = json_dumps(chart, JSON_COMPACT);
    const char *const text[] = { json, hotspot, command };
    bool good = (json || tri_fail(e, TRI_FAILED, "out of memory")) &&
                store_run(s, "delete from plot", e) &&
                store_tell(s, "insert into plot values (?1, ?2, ?3)", text, 3, e) &&
                figure_prepare(&study_chart, s, e);
    free(json);
    return good;
}
