/* A chart's data: what of the sheet it shows. */
#include "chart.h"

extern const char chart_sql[];

static void add_names(sqlite3_str *sql, const struct chart *chart)
{
    for (size_t i = 0; i < STUDY_COLUMNS && chart->curve[i]; i++)
        sqlite3_str_appendf(sql, "%s%Q", i ? ", " : "", chart->curve[i]);
}

bool plot_sheet(const struct plot *p, const struct study *study, struct tri_error *e)
{
    static const char shown[] = "select count(VALUE) from CELLS";
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendall(sql, chart_sql);
    sqlite3_str_appendf(
        sql,
        "delete from plot; insert into plot select %d, %Q, (select place "
        "from cell join heading using (place) where line = 0 and head and text = %Q), "
        "json_array(",
        p->chart->shows, p->hotspot, p->chart->head);
    add_names(sql, p->chart);
    sqlite3_str_appendall(sql, ")");
    if (!store_write(p->store, sql, e))
        return false;
    if (store_number(p->store, "select count(x) from plot", NULL) == 0)
        return tri_fail(e, TRI_FAILED, "study %s: its table has no %s", study->name,
                        p->chart->head);
    return store_number(p->store, shown, NULL) > 0 ||
           tri_fail(e, TRI_FAILED, "nothing of it could be measured here");
}

/* What is drawn, and its unit, where the chart does not say something else. */
static const struct {
    const char *y, *unit;
} quantities[DERIVED_IDEA + 1] = {
    [DERIVED_TIME] = { "time", "s" },
    [DERIVED_RATE] = { "rate", NULL }, /* the hotspot's */
    [DERIVED_SPEED_UP] = { "times as fast", "" },
    [DERIVED_EFFICIENCY] = { "efficiency", "%" },
};

static void set_label(FILE *script, const char *name, const char *text, const char *usual)
{
    set_text(script, name, 0, text ? text : usual ? usual : "");
}

bool write_chart(const void *plot, FILE *script, struct tri_error *e)
{
    static const char *const kinds[] = {
        [CHART_CURVES] = "curves", [CHART_BARS] = "bars", [CHART_HEAT] = "heat"
    };
    const struct plot *p = plot;
    const struct chart *c = p->chart;
    set_text(script, "KIND", 0, kinds[c->kind]);
    set_text(script, "CHART", 0, c->title);
    set_label(script, "HOTSPOT", p->hotspot, NULL);
    set_text(script, "COMMAND", 0, p->command);
    set_label(script, "X_LABEL", c->x, c->head);
    set_label(script, "QUANTITY", c->y, quantities[c->shows].y);
    set_label(script, "UNIT", c->unit, quantities[c->shows].unit);
    fprintf(script, "LOG_X = %d\nLOG_Y = %d\nIDEAL = %d\n", c->log_x, c->log_y, c->ideal);
    return set_table(script, "CURVES", p->store, e) && set_table(script, "LINES", p->store, e) &&
           set_table(script, "CELLS", p->store, e);
}
