/* Sweeps: from the axes on the command line to setups. */
#include "batch.h"
#include "checked.h"

#include "lists.h"
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Axes ---- */

/* "width:height" */
static size_t names_length(const char *axis)
{
    return strcspn(axis, "=");
}

static size_t count_values(const char *axis)
{
    size_t n = 1;
    for (const char *s = axis + names_length(axis); *s; s++)
        n += *s == ',';
    return n;
}

/* Value number i, of length *length. */
static const char *value_at(const char *axis, size_t i, size_t *length)
{
    const char *value = axis + names_length(axis) + 1;
    for (; i > 0; i--)
        value = next_item(value);
    *length = item_length(value);
    return value;
}

bool sweeps_over(const struct sweep *s, const char *settings)
{
    for (size_t i = 0; i < s->axes; i++)
        if (is_axis_of(s->axis[i], settings, strcspn(settings, "=")))
            return true;
    return false;
}

bool sweeps_host_memory(const struct sweep *s, enum tri_host_memory memory)
{
    return s->host_memory[memory] || (memory == TRI_PAGEABLE && !s->host_memory[TRI_PINNED]);
}

/* ---- Axes of a launch ---- */

static const struct tri_setting *setting_of(const char *axis)
{
    return tri_setting_named(axis, names_length(axis));
}

bool is_launch_axis(const char *axis)
{
    return setting_of(axis);
}

static const char *choice_at(size_t i, const void *setting)
{
    const struct tri_setting *s = setting;
    return i < (size_t)s->max ? s->value((int)i + 1) : NULL;
}

void sweep_help(FILE *out)
{
    enum { COLUMNS = 78, INDENT = 18 };
    const struct tri_setting *s;
    fputs("Settings of a run (--sweep):\n", out);
    for (size_t i = 0; (s = tri_setting_at(i)); i++) {
        char text[400], range[40];
        snprintf(range, sizeof range, "1 to %d", s->max);
        snprintf(text, sizeof text, "%s (%s)", s->meaning,
                 s->value ? list_names(choice_at, s).s : range);
        fprintf(out, "  %-*s", INDENT, s->name);
        print_wrapped(out, COLUMNS, INDENT + 2, INDENT + 2, text);
    }
}

static error_t parse_launch_value(struct request *r, const struct tri_setting *s, const char *text,
                                  int *value)
{
    char option[48];
    long n = 0;
    snprintf(option, sizeof option, "--sweep %s", s->name);
    if (s->value) {
        error_t status = parse_name_of(r, option, text, choice_at, s, value);
        *value += status == 0;
        return status;
    }
    if (!parse_integer(r, option, text, 1, s->max, &n))
        return EINVAL;
    *value = (int)n;
    return 0;
}

/* Reads all values of an axis, only to check them. */
static error_t check_launch_axis(struct request *r, const struct tri_setting *s, const char *axis)
{
    error_t status = 0;
    for (size_t i = 0; status == 0 && i < count_values(axis); i++) {
        size_t length;
        int value = 0;
        const char *at = value_at(axis, i, &length);
        char *text = strndup(at, length);
        status = text ? parse_launch_value(r, s, text, &value) : ENOMEM;
        free(text);
    }
    return status;
}

/* ---- The command line ---- */

static error_t fail_twice(struct request *r, const char *name)
{
    return usage_error(r, "--sweep %.*s: given twice", (int)name_length(name), name);
}

/* The name that occurs twice in an axis, or in an axis before it; NULL: none. */
static const char *twice_in(const struct sweep *s, const char *axis)
{
    const char *twice = NULL;
    for (const char *name = axis; name && !twice; name = next_name(name))
        if (next_name(name) && is_axis_of(next_name(name), name, name_length(name)))
            twice = name;
    for (size_t i = 0; i < s->axes && !twice; i++)
        twice = shared_name(axis, s->axis[i]);
    return twice;
}

error_t parse_axis(struct sweep *s, struct request *r, const char *text)
{
    const char *values = text + names_length(text) + 1;
    if (names_length(text) == 0 || !text[names_length(text)])
        return usage_error(r, "--sweep %.40s: has to be name=value,value,...", text);
    if (names(text, "host-memory"))
        return usage_error(
            r, "--sweep host-memory: has an option of its own: --host-memory pageable,pinned");
    bool *given = names(text, "path")        ? &s->path_given
                  : names(text, "precision") ? &s->precision_given
                  : names(text, "variant")   ? &s->variants_given
                                             : NULL;
    if (given && *given)
        return fail_twice(r, text);
    if (given)
        *given = true;
    if (given == &s->path_given)
        return parse_paths(r, "--sweep path", values, s->path);
    if (given == &s->variants_given)
        return parse_variants(r, "--sweep variant", values, &s->variants);
    if (given)
        return parse_precisions(r, "--sweep precision", values, s->precision);
    if (s->axes == MAX_AXES)
        return usage_error(r, "--sweep %.40s: no more than %d at once", text, MAX_AXES);
    if (twice_in(s, text))
        return fail_twice(r, twice_in(s, text));
    s->axis[s->axes++] = text;
    return setting_of(text) ? check_launch_axis(r, setting_of(text), text) : 0;
}

bool sweep_given(const struct sweep *s)
{
    return s->axes > 0 || s->path_given || s->precision_given || s->variants_given;
}

/* ---- Combinations ---- */

static bool is_of(const char *axis, const struct tri_hotspot *h)
{
    if (setting_of(axis))
        return true;
    for (const char *name = axis; name; name = next_name(name))
        if (tri_param_named(h, name, name_length(name)) < 0)
            return false;
    return true;
}

/* "width=512,height=512" */
static void print_settings(FILE *out, const char *axis, const char *value, size_t length)
{
    for (const char *name = axis; name; name = next_name(name))
        fprintf(out, "%s%.*s=%.*s", name == axis ? "" : ",", (int)name_length(name), name,
                (int)length, value);
}

size_t sweep_count(const struct sweep *s, const struct tri_hotspot *h)
{
    size_t n = 1;
    for (size_t i = 0; i < s->axes; i++)
        if (is_of(s->axis[i], h) && !tri_multiply_sizes(n, count_values(s->axis[i]), &n))
            return (size_t)-1;
    return n;
}

/* The axis' value in combination k, of length *length; NULL: the hotspot does not have it.  Called for the axes in
 * their order: *below is the number of combinations of this axis and those after it, and becomes that of those
 * after it. */
static const char *value_of(const char *axis, const struct tri_hotspot *h, size_t k, size_t *below,
                            size_t *length)
{
    if (!is_of(axis, h))
        return NULL;
    *below /= count_values(axis);
    return value_at(axis, k / *below % count_values(axis), length);
}

enum part { NAMES, VALUES, SETTINGS };

/* "form,threads", "sum,4" or, of the parameters only, "form=sum". */
static char *list(const struct sweep *s, const struct tri_hotspot *h, size_t k, enum part part)
{
    char *text = NULL;
    size_t size, below = sweep_count(s, h), length;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < s->axes; i++) {
        const char *axis = s->axis[i], *value = value_of(axis, h, k, &below, &length);
        if (!value || (part == SETTINGS && setting_of(axis)))
            continue;
        if (ftell(out) > 0)
            fputc(',', out);
        if (part == NAMES)
            fprintf(out, "%.*s", (int)names_length(axis), axis);
        else if (part == VALUES)
            fprintf(out, "%.*s", (int)length, value);
        else
            print_settings(out, axis, value, length);
    }
    if (out)
        fclose(out);
    return text;
}

char *sweep_names(const struct sweep *s, const struct tri_hotspot *h)
{
    return list(s, h, 0, NAMES);
}

char *sweep_values(const struct sweep *s, const struct tri_hotspot *h, size_t k)
{
    return list(s, h, k, VALUES);
}

static bool set_launch(const struct sweep *s, const struct tri_hotspot *h, size_t k,
                       struct setup *setup, struct tri_error *e)
{
    size_t below = sweep_count(s, h), length;
    for (size_t i = 0; i < s->axes; i++) {
        const char *value = value_of(s->axis[i], h, k, &below, &length);
        const struct tri_setting *launch = setting_of(s->axis[i]);
        if (!launch || !value)
            continue;
        struct request unused;
        char *text = strndup(value, length);
        if (!text)
            return tri_fail(e, TRI_FAILED, "out of memory");
        parse_launch_value(&unused, launch, text, tri_setting_in(&setup->launch, launch));
        free(text);
    }
    return true;
}

/* ---- Weak scaling ---- */

/* The rows of the first variant that has any: plain may be for one device only. */
const struct tri_param *grown_param(const struct tri_hotspot *h)
{
    const struct tri_variant *v;
    for (size_t i = 0; (v = tri_variant_at(h, i)); i++)
        if (v->division)
            return &h->params[v->division->rows];
    return NULL;
}

bool grow_case(struct tri_case *c, int times, struct tri_error *e)
{
    const struct tri_param *p = grown_param(c->hotspot);
    char setting[100];
    if (!p || times <= 1)
        return true;
    int64_t rows = c->value[p - c->hotspot->params].integer; /* 0 or more */
    int64_t grown = rows > INT64_MAX / times ? INT64_MAX : rows * times;
    snprintf(setting, sizeof setting, "%.40s=%lld", p->name, (long long)grown);
    return tri_case_set(c, setting, e);
}

struct tri_case ungrown_case(const struct tri_case *c, int times)
{
    const struct tri_param *p = grown_param(c->hotspot);
    struct tri_case one = *c;
    if (p)
        one.value[p - c->hotspot->params].integer /= times;
    return one;
}

static bool grow(const struct sweep *s, struct setup *setup, struct tri_error *e)
{
    const struct tri_launch *l = &setup->launch;
    int parts = l->devices > l->ranks ? l->devices : l->ranks;
    struct tri_error why;
    if (!s->weak || grow_case(&setup->c, parts, &why))
        return true;
    name_setting("--set", &why);
    return tri_fail(e, why.status, "--weak, %d times as large: %s", parts, why.text);
}

bool sweep_setup(const struct sweep *s, const struct tri_case *base, size_t k, struct setup *setup,
                 struct tri_error *e)
{
    const struct tri_hotspot *h = base->hotspot;
    *setup = (struct setup){ .c = *base };
    for (int i = 0; base->input && h->params[i].name; i++)
        if (tri_param_of_input(h, i) && sweeps_over(s, h->params[i].name))
            return fail_of_input("--sweep", h->params[i].name, e);
    char *settings = list(s, h, k, SETTINGS);
    bool good = settings || tri_fail(e, TRI_FAILED, "out of memory");
    if (good && *settings)
        good = tri_case_set(&setup->c, settings, e) || name_setting("--sweep", e);
    free(settings);
    return good && set_launch(s, h, k, setup, e) && grow(s, setup, e);
}

bool same_param(const struct tri_case *a, const struct tri_case *b, int i)
{
    return a->hotspot->params[i].kind == TRI_REAL ? a->value[i].real == b->value[i].real
                                                  : a->value[i].integer == b->value[i].integer;
}

bool same_case(const struct tri_case *a, const struct tri_case *b)
{
    bool same = a->hotspot == b->hotspot;
    for (int i = 0; same && a->hotspot->params[i].name; i++)
        same = same_param(a, b, i);
    return same;
}

/* ---- Which options exclude each other ---- */

/* The error for an axis that no hotspot has: that of the first hotspot. */
static bool check_axis(const char *axis, const struct request *r, struct tri_error *e)
{
    struct tri_case c;
    for (size_t i = 0; i < r->hotspots; i++)
        if (is_of(axis, tri_hotspot_named(r->hotspot[i], TRI_DOUBLE)))
            return true;
    tri_case_init(&c, tri_hotspot_named(r->hotspot[0], TRI_DOUBLE));
    return tri_case_set(&c, axis, e) || name_setting("--sweep", e);
}

static bool has_axis(const struct sweep *s, const char *name)
{
    for (size_t i = 0; i < s->axes; i++)
        if (names(s->axis[i], name))
            return true;
    return false;
}

/* Whether nothing is given twice, as in --threads 2 --sweep threads=1,2. */
static bool check_once(const struct sweep *s, const struct request *r, struct tri_error *e)
{
    const char *name = s->path_given && r->paths_given              ? "path"
                       : s->precision_given && r->precisions_given  ? "precision"
                       : s->variants_given && r->variants_given     ? "variant"
                       : has_axis(s, "threads") && r->threads_given ? "threads"
                                                                    : NULL;
    return !name ||
           tri_fail(e, TRI_USAGE, "--%s: --sweep %s=... decides that, leave one of them out", name,
                    name);
}

/* The case grows with one of these axes. */
static bool check_weak(const struct sweep *s, struct tri_error *e)
{
    return !s->weak || has_axis(s, "devices") || has_axis(s, "ranks") ||
           tri_fail(e, TRI_USAGE, "--weak: needs --devices, or --sweep devices=... or ranks=...");
}

bool sweep_check(const struct sweep *s, const struct request *r, struct tri_error *e)
{
    if (!check_once(s, r, e) || !check_weak(s, e))
        return false;
    for (size_t i = 0; i < s->axes; i++)
        if (!check_axis(s->axis[i], r, e))
            return false;
    return true;
}

/* An axis of one and all n of them.  Its text is the sweep's own. */
static void add_axis(struct sweep *s, const char *name, int n, char text[40])
{
    snprintf(text, 40, n == 1 ? "%s=1" : "%s=1,%d", name, n);
    s->axis[s->axes++] = text;
}

/* Of ranks, unless the user has said how many. */
static bool sweep_ranks(struct sweep *s, struct tri_error *e)
{
    if (tri_ranks() == 1 || has_axis(s, "ranks"))
        return true;
    if (s->axes == MAX_AXES)
        return tri_fail(e, TRI_USAGE, "--sweep: ranks are an axis, and no more than %d at once",
                        MAX_AXES);
    add_axis(s, "ranks", tri_ranks(), s->ranks);
    return true;
}

bool sweep_devices(struct sweep *s, const struct request *r, struct tri_error *e)
{
    int n;
    struct request told = *r; /* path may be an axis */
    sweep_tell(s, &told);
    if (!sweep_ranks(s, e) || !request_devices(&told, &n, e))
        return false;
    if (n == 0)
        return true;
    if (has_axis(s, "devices"))
        return tri_fail(e, TRI_USAGE,
                        "--devices: --sweep devices=... decides that, leave one of them out");
    if (s->axes == MAX_AXES)
        return tri_fail(e, TRI_USAGE, "--devices: no more than %d axes at once", MAX_AXES);
    add_axis(s, "devices", n, s->devices);
    return true;
}

void sweep_tell(const struct sweep *s, struct request *r)
{
    if (s->path_given) {
        memcpy(r->path, s->path, sizeof r->path);
        r->paths_by = s->path_of_study ? NULL : "--sweep path";
    }
    if (s->precision_given)
        memcpy(r->precision, s->precision, sizeof r->precision);
    if (s->variants_given)
        r->variants = s->variants;
}
