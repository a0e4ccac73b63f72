/* Numbers and cases as people read them. */
#include "ceilings.h"
#include "output.h"
#include "lost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The prefix of value's power of a thousand, "" for none; *value in its unit. */
static const char *si_prefix(double *value)
{
    static const char *const prefixes[] = { "n", "u", "m", "", "k", "M", "G", "T", "P", "E" };
    bool scaled = *value > 0 && isfinite(*value);
    int power = scaled ? (int)floor(log10(*value * 1.0005) / 3) : 0; /* 999.7 is 1.00 k */
    power = power < -3 ? -3 : power > 6 ? 6 : power;
    *value /= pow(1000, power);
    return prefixes[power + 3];
}

struct text si(double value, const char *unit)
{
    struct text t = { "-" };
    if (isnan(value))
        return t;
    const char *prefix = si_prefix(&value);
    int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    const char *space = *prefix && strlen(unit) > 5 ? " " : ""; /* ms, but M iterations */
    snprintf(t.s, sizeof t.s, "%.*f %s%s%s", digits, value, prefix, space, unit);
    return t;
}

struct text percent(double share)
{
    struct text t;
    snprintf(t.s, sizeof t.s, isfinite(share) ? "%.*f %%" : "-", share < 0.0995 ? 1 : 0,
             100 * share);
    return t;
}

struct text marked_share(double share)
{
    struct text t = percent(share);
    if (share > TRI_MOST_SHARE)
        strcat(t.s, "!");
    return t;
}

struct text ratio(double x)
{
    struct text t = { "-" };
    if (!isnan(x))
        snprintf(t.s, sizeof t.s, "%.*f x", x < 9.95 ? 2 : x < 99.5 ? 1 : 0, x);
    return t;
}

struct text ratio_within(struct tri_interval i)
{
    struct text t = ratio(i.middle), margin = percent(tri_interval_width(&i));
    size_t used = strlen(t.s);
    if (!isnan(i.low))
        snprintf(t.s + used, sizeof t.s - used, " +-%.12s", margin.s);
    return t;
}

bool begins_letter(char c)
{
    return (c & 0xc0) != 0x80; /* the others are a letter's rest in UTF-8 */
}

void print_word(FILE *out, const char *word)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:,=+@%-";
    if (*word && strspn(word, plain) == strlen(word)) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){ *word, '\0' }, out);
    fputc('\'', out);
}

void print_case(FILE *out, const struct tri_case *c)
{
    size_t size = (size_t)tri_case_describe(c, NULL, 0) + 1;
    char *params = malloc(size);
    if (params)
        tri_case_describe(c, params, size);
    else
        note_lost();
    fprintf(out, "%s: %s\n%s\n", c->hotspot->name, c->hotspot->formula, params ? params : "");
    free(params);
}

void print_build_kind(FILE *out, const struct tri_hotspot *h)
{
    const char *kind = tri_build_kind(h);
    if (strstr(kind, "not optimised"))
        fputs("Built without optimisation (-O2, -O3): its times say nothing about the hardware.\n",
              out);
    if (strstr(kind, "fast-math"))
        fputs(
            "Built with -ffast-math, or a part of it: results need not have the reference's bits.\n",
            out);
}

void print_intrinsics(FILE *out)
{
    if (strcmp(tri_intrinsics(), "AVX2") != 0)
        fprintf(out, "No processor with AVX2: the intrinsics of path avx2 are done by %s.\n",
                tri_intrinsics());
}

struct text contender_name(const char *peer, enum tri_path path, const char *variant)
{
    struct text t;
    if (peer)
        snprintf(t.s, sizeof t.s, "%s", peer);
    else
        snprintf(t.s, sizeof t.s, "%s%s%s", tri_path_name(path), variant ? " " : "",
                 variant ? variant : "");
    return t;
}

struct text in_host_memory(struct text name, enum tri_host_memory memory)
{
    size_t length = strlen(name.s);
    if (memory != TRI_PAGEABLE)
        snprintf(name.s + length, sizeof name.s - length, " %s", tri_host_memory_name(memory));
    return name;
}
