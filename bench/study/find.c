/* Finding rows by what they have: lists "name=value,name=value". */
#include "derive.h"

#include <string.h>

struct text row_value(const struct row *r, const char *name)
{
    struct text t = { "" };
    const json_t *value = row_setting(r, name);
    if (strcmp(name, "path") == 0)
        snprintf(t.s, sizeof t.s, "%s", r->path);
    else if (json_is_string(value))
        snprintf(t.s, sizeof t.s, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(t.s, sizeof t.s, "%lld", (long long)json_integer_value(value));
    else if (json_is_number(value))
        snprintf(t.s, sizeof t.s, "%.10g", json_number_value(value));
    return t;
}

void print_assignment(FILE *out, const struct row *r, const char *name)
{
    const json_t *value = json_object_get(r->params, name);
    fprintf(out, "%s%s=", ftell(out) > 0 ? "," : "", name);
    if (json_is_real(value))
        fprintf(out, "%.17g", json_real_value(value));
    else
        fputs(row_value(r, name).s, out);
}

bool has_all(const struct row *r, const char *list, const char *but)
{
    while (list && *list) {
        char name[40];
        size_t length, other;
        snprintf(name, sizeof name, "%.*s", (int)name_length(list), list);
        const char *value = value_in(list, name, &length);
        struct text own = row_value(r, name);
        if (!value)
            return false;
        if (!value_in(but, name, &other) &&
            (strlen(own.s) != length || strncmp(own.s, value, length) != 0))
            return false;
        list = next_item(list);
    }
    return true;
}

const struct row *find_row(const struct rows *rows, const char *line, const char *where,
                           const char *over)
{
    const struct row *absent = NULL;
    for (size_t i = rows->n; i-- > 0;) {
        const struct row *r = &rows->row[i];
        char both[400];
        snprintf(both, sizeof both, "%s,%s", over ? over : "", where ? where : "");
        if (!has_all(r, over, NULL) || !has_all(r, where, over) || !has_all(r, line, both))
            continue;
        if (!r->absent)
            return r;
        absent = absent ? absent : r;
    }
    return absent;
}
