/* Test sizes for any hotspot, from its description. */
#include "sizes.h"

#include "check.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Rows, columns, and what else there may be, or the one extent of a hotspot that has no more; no
 * multiples of any number of lanes. */
static const struct {
    int extent[TRI_MAX_RANK], only;
} sizes[] = {
    { { 1, 1, 1 }, 1 },      { { 2, 2, 2 }, 2 },         { { 5, 7, 3 }, 7 },
    { { 67, 101, 5 }, 101 }, { { 201, 303, 7 }, 30011 }, { { 401, 701, 9 }, 300007 },
};

int extents(const struct tri_hotspot *h, int param[TRI_MAX_PARAMS])
{
    bool named[TRI_MAX_PARAMS] = { false };
    int n = 0;
    for (int o = 0; h->operands[o].name; o++)
        for (int d = 0; d < h->operands[o].rank; d++) {
            int p = h->operands[o].shape[d];
            if (!named[p])
                param[n++] = p;
            named[p] = true;
        }
    return n;
}

/* Of an extent that has few values, such as the channels of a pixel, one of them. */
static int within(const struct tri_param *p, int extent)
{
    return extent <= p->max ? extent : (extent - 1) % (int)p->max + 1;
}

const char *extent_settings(const struct tri_hotspot *h, const int *extent, char *text, size_t size)
{
    int param[TRI_MAX_PARAMS], n = extents(h, param);
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        const struct tri_param *p = &h->params[param[i]];
        used += (size_t)snprintf(text + used, size - used, "%s%s=%d", i ? "," : "", p->name,
                                 within(p, extent[i % TRI_MAX_RANK]));
        cr_assert(used < size);
    }
    return text;
}

const char *size_settings(const struct tri_hotspot *h, size_t k, char *text, size_t size)
{
    int param[TRI_MAX_PARAMS];
    return extent_settings(h, extents(h, param) == 1 ? &sizes[k].only : sizes[k].extent, text,
                           size);
}

const char *join(const char *a, const char *b, char *text, size_t size)
{
    cr_assert((size_t)snprintf(text, size, "%s%s%s", a, *a && *b ? "," : "", b) < size);
    return text;
}

const char *case_settings(const struct tri_hotspot *h, size_t k, size_t s, char *text, size_t size)
{
    char choice[200], extent[200];
    return join(choice_settings(h, k, choice, sizeof choice),
                size_settings(h, s, extent, sizeof extent), text, size);
}
