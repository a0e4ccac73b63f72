/* Who has which rows: each row once, in bands, cyclically or in slabs, whatever the sizes and the number of parts. */
#include "check.h"
#include "parts.h"

/* Sizes with a few rows, one row more or less than a unit, halos that are not as deep as bands, and some that are. */
static const struct {
    const char *hotspot, *set; /* the latter without the number */
    ptrdiff_t size[8];         /* of what is divided; ends at 0 */
} cases[] = {
    { "vecadd", "n=", { 1, 2, 3, 7, 64, 1009 } },
    { "dot", "n=", { 1, 32768, 32769, 98304, 100001 } },
    { "matmul", "n=3,k=2,m=", { 1, 2, 5, 19 } },
    { "mandelbrot", "width=3,height=", { 1, 2, 5, 29, 64 } },
    { "julia", "width=3,height=", { 1, 4, 31 } },
    { "laplace", "width=3,height=", { 3, 4, 63, 64, 129, 1031 } },
    { "blur", "width=3,height=", { 1, 2, 9, 128, 517 } },
    { "moldyn", "particles=", { 1, 300, 2003, 20011 } },
};
enum { CASES = sizeof cases / sizeof *cases, MOST_PARTS = 9 };

static const ptrdiff_t depths[] = { 0, 1, 3, 64, 1000 }; /* of halos; 0: the usual */
enum { DEPTHS = sizeof depths / sizeof *depths };

struct divided {
    struct tri_case c;
    struct tri_parts *parts;
    const struct tri_division *d;
    ptrdiff_t rows; /* what is divided: rows, or layers of cells */
    char says[100];
};

/* Divides it as the first of n processes does: no part needs a device or a thread. */
static bool divide(struct divided *d, size_t n, ptrdiff_t halo_rows, struct tri_error *e)
{
    const int device = 0;
    const struct tri_placement placement = { TRI_SIMD, n, 0, 1, &device, &tri_transport_here,
                                             halo_rows };
    d->parts = tri_parts_new(&d->c, &placement, e);
    return d->parts;
}

static const struct tri_part *part(const struct divided *d, size_t i)
{
    return &d->parts->part[i];
}

/* The number in the whole of row k of a part. */
static ptrdiff_t row_of(const struct divided *d, size_t i, ptrdiff_t k)
{
    return part(d, i)->first + k * (d->d->how == TRI_CYCLIC ? (ptrdiff_t)d->parts->n : 1);
}

static void expect_each_once(const struct divided *d)
{
    text_auto_t *seen = calloc((size_t)d->rows, 1);
    cr_assert_not_null(seen);
    for (size_t i = 0; i < d->parts->n; i++)
        for (ptrdiff_t k = 0; k < part(d, i)->rows; k++) {
            ptrdiff_t row = row_of(d, i, k);
            cr_assert(row >= 0 && row < d->rows && !seen[row], "%s: row %td of part %zu", d->says,
                      row, i);
            seen[row] = 1;
        }
    for (ptrdiff_t row = 0; row < d->rows; row++)
        cr_assert(seen[row], "%s: nobody has row %td", d->says, row);
}

/* In whole units, of which only the last one may be smaller. */
static void expect_equal_shares(const struct divided *d)
{
    ptrdiff_t unit = d->d->unit ? d->d->unit : 1, least = PTRDIFF_MAX, most = 0;
    for (size_t i = 0; i < d->parts->n; i++) {
        ptrdiff_t units = (part(d, i)->rows + unit - 1) / unit;
        least = units < least ? units : least;
        most = units > most ? units : most;
        cr_expect(d->d->how == TRI_CYCLIC || part(d, i)->first % unit == 0, "%s: part %zu", d->says,
                  i);
    }
    cr_expect(least >= 1 && most - least <= 1, "%s: %td to %td", d->says, least, most);
}

/* Bands and slabs lie one after the other. */
static void expect_contiguous(const struct divided *d)
{
    ptrdiff_t next = 0;
    for (size_t i = 0; i < d->parts->n; i++) {
        cr_expect(part(d, i)->first == next, "%s: part %zu begins at %td", d->says, i,
                  part(d, i)->first);
        next += part(d, i)->rows;
    }
    cr_expect(next == d->rows, "%s", d->says);
}

/* No deeper than a band, nor than there are steps. */
static ptrdiff_t depth_of(const struct divided *d, ptrdiff_t asked)
{
    ptrdiff_t flattest = d->rows / (ptrdiff_t)d->parts->n,
              steps = (ptrdiff_t)d->c.value[d->d->steps].integer;
    asked = asked < flattest ? asked : flattest;
    return asked < steps ? asked : steps;
}

/* A band and its halo are inside the whole; the halo is as deep as agreed, but at the edges of the whole, and each
 * neighbour can fill it from rows of its own. */
static void expect_halos(const struct divided *d, ptrdiff_t asked)
{
    const struct tri_parts *p = d->parts;
    asked = asked ? asked : TRI_USUAL_HALO_ROWS;
    cr_expect(p->depth == (p->n == 1 || !d->d->stencil ? 0 : depth_of(d, asked)), "%s: %td deep",
              d->says, p->depth);
    for (size_t i = 0; i < p->n; i++) {
        const struct tri_part *own = part(d, i);
        ptrdiff_t above = p->halo[i].above, held = own->c.value[d->d->rows].integer,
                  below = held - above - own->rows, after = d->rows - own->first - own->rows;
        cr_expect(above == (own->first < p->depth ? own->first : p->depth), "%s: above %zu",
                  d->says, i);
        cr_expect(below == (after < p->depth ? after : p->depth), "%s: below %zu", d->says, i);
        cr_expect(own->rows >= p->depth, "%s: part %zu cannot fill a halo", d->says, i);
    }
}

/* Rows of a band are used in the whole's memory. */
static void expect_in_place(const struct divided *d)
{
    for (size_t i = 0; i < d->parts->n; i++)
        for (int o = 0; o < TRI_MAX_OPERANDS; o++) {
            ptrdiff_t low = part(d, i)->first - d->parts->halo[i].above;
            if (!d->d->divided[o] || !d->c.operand[o])
                continue;
            size_t row = tri_operand_bytes(&d->c, o) / (size_t)d->rows;
            cr_expect(part(d, i)->c.operand[o] ==
                          (void *)((char *)d->c.operand[o] + (size_t)low * row),
                      "%s: operand %d of part %zu", d->says, o, i);
        }
}

/* A path sees its slab's layers, and one part has all. */
static void expect_layers(const struct divided *d)
{
    for (size_t i = 0; i < d->parts->n; i++) {
        struct tri_rows seen = tri_layers_of(&part(d, i)->c, d->rows);
        cr_expect(seen.first == part(d, i)->first && seen.count == part(d, i)->rows, "%s: part %zu",
                  d->says, i);
    }
}

static void expect_laws(const struct divided *d, ptrdiff_t depth)
{
    expect_each_once(d);
    expect_equal_shares(d);
    if (d->d->how == TRI_SLABS)
        expect_layers(d);
    if (d->d->how != TRI_CYCLIC)
        expect_contiguous(d);
    if (d->d->how == TRI_BANDS) {
        expect_halos(d, depth);
        expect_in_place(d);
    }
}

/* More parts than there are units are refused with a line that says how many are enough. */
static void expect_refusal(struct divided *d, size_t n)
{
    ptrdiff_t unit = d->d->unit ? d->d->unit : 1;
    char enough[100];
    struct tri_error e;
    cr_expect(!divide(d, n, 0, &e) && e.status == TRI_FAILED, "%s: was divided", d->says);
    snprintf(enough, sizeof enough, " is enough for %td of %zu parts", (d->rows + unit - 1) / unit,
             n);
    cr_expect(strstr(e.text, "too little to divide: ") == e.text && strstr(e.text, enough),
              "%s: %s", d->says, e.text);
}

static void expect_laws_for(struct divided *d, size_t n)
{
    ptrdiff_t unit = d->d->unit ? d->d->unit : 1;
    if ((ptrdiff_t)n > (d->rows + unit - 1) / unit) {
        expect_refusal(d, n);
        return;
    }
    for (int k = 0; k < (d->d->stencil ? DEPTHS : 1); k++) {
        cr_assert(divide(d, n, depths[k], &failure), "%s: %s", d->says, failure.text);
        expect_laws(d, depths[k]);
        tri_parts_free(d->parts);
    }
}

static void expect_laws_of(const struct tri_hotspot *h, const struct tri_variant *v,
                           const char *set, ptrdiff_t size)
{
    struct divided d = { .c = case_of_variant(h, v, set), .d = v->division };
    d.rows = d.d->how == TRI_SLABS ? d.d->exchange->layers(&d.c) : size;
    for (size_t n = 1; n <= MOST_PARTS; n++) {
        snprintf(d.says, sizeof d.says, "%s, %s, %s, in %zu", h->name, v->name, set, n);
        expect_laws_for(&d, n);
    }
    tri_case_free(&d.c);
}

/* Some variants have a division of their own. */
static bool is_new(const struct tri_hotspot *h, size_t variant)
{
    const struct tri_division *d = tri_variant_at(h, variant)->division;
    bool new = d;
    for (size_t i = 0; i < variant; i++)
        new &= tri_variant_at(h, i)->division != d;
    return new;
}

Test(division, laws)
{
    for (size_t k = 0; k < CASES; k++)
        for (size_t s = 0; s < 8 && cases[k].size[s]; s++) {
            const struct tri_hotspot *h = tri_hotspot_named(cases[k].hotspot, TRI_FLOAT);
            char set[60];
            snprintf(set, sizeof set, "%s%td", cases[k].set, cases[k].size[s]);
            for (size_t i = 0; i < tri_variant_count(h); i++)
                if (is_new(h, i))
                    expect_laws_of(h, tri_variant_at(h, i), set, cases[k].size[s]);
        }
}

/* What can be divided is in the table above. */
Test(division, all)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_FLOAT);
        bool known = !tri_variant_last(h)->division;
        for (size_t k = 0; k < CASES; k++)
            known |= strcmp(cases[k].hotspot, h->name) == 0;
        cr_expect(known, "%s", h->name);
    }
}
