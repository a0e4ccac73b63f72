/* Rows for tests of figures. */
#include "drawn.h"

#include <stdarg.h>

struct store *no_rows(void)
{
    struct tri_error e = { 0 };
    struct store *rows = store_in_memory(&e);
    cr_assert(rows, "%s", e.text);
    return rows;
}

void empty(struct store *rows)
{
    must(store_run(rows, "delete from row", &failure));
}

static json_t *json_of(const char *text)
{
    json_error_t why;
    json_t *json = json_loads(text, 0, &why);
    cr_assert(json, "%s in %s", why.text, text);
    return json;
}

void add_drawn(struct store *rows, const char *format, ...)
{
    char more[500], text[520];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(more, sizeof more, format, arguments);
    va_end(arguments);
    for (char *at = more; (at = strchr(at, '\''));)
        *at = '"';
    snprintf(text, sizeof text, "{%s}", more);
    json_auto_t *other = json_of(text),
                *row = json_of("{\"hotspot\":\"h\",\"path\":\"simd\",\"precision\":\"double\","
                               "\"params\":{},\"threads\":1,\"device\":null,\"cpu\":\"c\","
                               "\"compiler\":\"cc\",\"instructions\":1e9,\"bytes\":1e7,"
                               "\"kernel_s\":{\"median\":1},\"ceiling_fma_per_s\":1e9,"
                               "\"ceiling_bytes_per_s\":1e9}");
    json_object_update(row, other);
    size_t line = (size_t)store_last(rows) + 1;
    must(store_load(rows, row, "file", line, &failure));
}

void add(struct store *rows, const char *path, int resolution, double seconds, double fma)
{
    add_drawn(rows,
              "'path':'%s','params':{'resolution':%d,'kind':'green'},'kernel_s':{'median':%g},"
              "'ceiling_fma_per_s':%g",
              path, resolution, seconds, fma);
}

void choose_latest(struct store *rows)
{
    must(rows_prepare(rows, &failure) &&
         rows_choose(rows, "insert into chosen_row select id from row", &failure));
}
