/* Results that are right but for where they lie. */
#define _GNU_SOURCE /* qsort_r */
#include "inside.h"

#include "case.h"

#include <stdlib.h>
#include <string.h>

/* ---- Two dimensions ---- */

static bool is_transposed(const char *is, const char *wanted, size_t rows, size_t columns,
                          size_t bytes)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            if (memcmp(is + (j * rows + i) * bytes, wanted + (i * columns + j) * bytes, bytes) != 0)
                return false;
    return true;
}

size_t tri_swapped_rows(const struct tri_case *is, const struct tri_case *wanted, int operand)
{
    const struct tri_operand *o = tri_operand_in(wanted, operand);
    if (o->rank != 2 || o->length_of || o->each > 1)
        return 0;
    const size_t rows = (size_t)wanted->value[o->shape[0]].integer,
                 columns = (size_t)wanted->value[o->shape[1]].integer;
    bool swapped = rows > 1 && columns > 1 &&
                   is_transposed(is->operand[operand], wanted->operand[operand], rows, columns,
                                 tri_number_bytes(wanted, operand));
    return swapped ? rows : 0;
}

/* ---- Order ---- */

static int by_bytes(const void *a, const void *b, void *bytes)
{
    return memcmp(a, b, *(size_t *)bytes);
}

static bool same_when_sorted(char *a, char *b, size_t n, size_t bytes)
{
    qsort_r(a, n, bytes, by_bytes, &bytes);
    qsort_r(b, n, bytes, by_bytes, &bytes);
    return memcmp(a, b, n * bytes) == 0;
}

bool tri_is_reordered(const struct tri_case *is, const struct tri_case *wanted, int operand)
{
    enum { MOST = 1 << 24 };
    const size_t bytes = tri_number_bytes(wanted, operand),
                 all = tri_operand_bytes(wanted, operand);
    if (all > MOST || tri_operand_in(wanted, operand)->any_order || wanted->length[operand] < 2)
        return false;
    char *a = malloc(all), *b = malloc(all);
    bool same = a && b;
    if (same) {
        memcpy(a, is->operand[operand], all);
        memcpy(b, wanted->operand[operand], all);
        same = same_when_sorted(a, b, all / bytes, bytes);
    }
    free(a);
    free(b);
    return same;
}
