/* What a row says: its values, the work and the ceilings in it, and its settings. */
#include "rows.h"

#include <math.h>
#include <string.h>

/* ---- Values ----------------------------------------------------------------------------------- */

bool same_json(const json_t *a, const json_t *b)
{
    const char *name;
    json_t *value;
    if (json_is_number(a) && json_is_number(b))
        return json_number_value(a) == json_number_value(b);
    if (!json_is_object(a) || !json_is_object(b))
        return json_equal(a, b);
    json_object_foreach((json_t *)a, name, value)
    {
        if (!same_json(value, json_object_get(b, name)))
            return false;
    }
    return json_object_size(a) == json_object_size(b);
}

double number_for(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

bool count_for(const json_t *object, const char *key, size_t *count)
{
    double number = number_for(object, key);
    bool good = number >= 0 && number <= 0x1p53 && trunc(number) == number;
    if (good)
        *count = (size_t)number;
    return good;
}

/* 0 where there is none. */
static double number_or_0(const json_t *row, const char *key)
{
    double number = number_for(row, key);
    return isnan(number) ? 0 : number;
}

struct tri_work row_work(const json_t *row)
{
    return (struct tri_work){
        .units = number_for(row, "units"),
        .instructions = number_for(row, "instructions"),
        .additions = number_or_0(row, "additions"),
        .integers = number_or_0(row, "integer_instructions"),
        .bytes = number_for(row, "bytes"),
        .near_bytes = number_or_0(row, "near_bytes"),
    };
}

/* The row has the bandwidth of its own work only. */
struct tri_ceiling row_ceiling(const json_t *row)
{
    const char *memory = json_string_value(json_object_get(row, "ceiling_bytes_of"));
    size_t footprint = 0;
    count_for(row, "ceiling_footprint", &footprint);
    return (struct tri_ceiling){
        .fma_per_second = number_for(row, "ceiling_fma_per_s"),
        .additions_per_second = number_or_0(row, "ceiling_additions_per_s"),
        .mixed_per_second = number_or_0(row, "ceiling_mixed_per_s"),
        .integers_per_second = number_or_0(row, "ceiling_integers_per_s"),
        .bytes_per_second = number_for(row, "ceiling_bytes_per_s"),
        .bytes_read_per_second = (double)NAN,
        .near_bytes_per_second = number_or_0(row, "ceiling_near_bytes_per_s"),
        .footprint = footprint,
        .cached = memory && strcmp(memory, tri_resource_name(TRI_CACHE)) == 0,
        .how = "as measured before",
    };
}

/* ---- Settings --------------------------------------------------------------------------------- */

const char *const run_settings[] = { "input", "threads",          "schedule",
                                     "teams", "threads-per-team", NULL };

const json_t *row_setting(const struct row *r, const char *name)
{
    const char *key = strcmp(name, "threads-per-team") == 0 ? "threads_per_team" : name;
    const json_t *param = json_object_get(r->params, name);
    return param ? param : json_object_get(r->json, key);
}

/* Of a device's row the threads of the CPU say nothing. */
static const json_t *said(const struct row *r, const char *name)
{
    bool unsaid = r->device && strcmp(name, "threads") == 0;
    const json_t *value = unsaid ? NULL : row_setting(r, name);
    return value ? value : json_null();
}

bool says_setting(const struct row *r, const char *name)
{
    return !json_is_null(said(r, name));
}

bool same_setting(const struct row *a, const struct row *b, const char *name)
{
    return same_json(said(a, name), said(b, name));
}

bool same_settings(const struct row *a, const struct row *b, const char *but)
{
    bool same = true;
    for (size_t i = 0; same && run_settings[i]; i++)
        same = (but && strcmp(run_settings[i], but) == 0) || same_setting(a, b, run_settings[i]);
    return same;
}

bool same_contender(const struct row *a, const struct row *b)
{
    const char *variant = a->variant ? a->variant : "", *other = b->variant ? b->variant : "";
    return strcmp(a->path, b->path) == 0 && strcmp(variant, other) == 0 &&
           strcmp(a->precision, b->precision) == 0;
}

bool same_kind(const struct row *a, const struct row *b)
{
    return strcmp(a->hotspot, b->hotspot) == 0 && same_contender(a, b);
}

void print_contender(FILE *out, const struct row *r)
{
    fprintf(out, "%s%s%s %s", r->path, r->variant ? " " : "", r->variant ? r->variant : "",
            r->precision);
}

void print_setting(FILE *out, const char *before, const struct row *r, const char *name)
{
    const json_t *value = said(r, name);
    fprintf(out, "%s%s=", before, name);
    if (json_is_string(value))
        fputs(json_string_value(value), out);
    else if (json_is_integer(value))
        fprintf(out, "%lld", (long long)json_integer_value(value));
    else if (json_is_number(value))
        fprintf(out, "%.10g", json_number_value(value));
    else
        fputc('-', out);
}
