/*
 * Rungs that overlap copies and kernels, called as in a program: with no data on the device.  tri_case_run(), and
 * so test_paths.c, never does that.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "build_info.h"
#include "check.h"
#include "ledger.h"
#include "stripes.h"
#include "triptych.h"

#include <dlfcn.h>

struct copies {
    int to, from;
    size_t bytes_to, bytes_from;
};

enum { MOST = 4096 };

static struct copy {
    const char *host;
    size_t bytes;
    bool to;
} copy[MOST];
static int copied;

/* False: this compiler's runtime tells nothing. */
static bool ledger_is_kept(void)
{
    struct tri_error e;
    return tri_device_start(&e) && tri_ledger_tells();
}

static void note(const struct tri_event *e)
{
    int i = 0;
    if (!e->begins || (e->kind != TRI_COPY_TO && e->kind != TRI_COPY_FROM))
        return;
    #pragma omp atomic capture
    i = copied++;
    if (i < MOST)
        copy[i] = (struct copy){ e->host, e->bytes, e->kind == TRI_COPY_TO };
}

/* Of arrays that begin there and have so many bytes, since ledger_begin(): other copies do not count. */
static void ledger_begin(void)
{
    copied = 0;
    tri_ledger_watch = note;
}

static struct copies ledger_of(const void *array, size_t bytes)
{
    struct copies all = { 0 };
    const char *first = array;
    for (int i = 0; i < copied && i < MOST; i++) {
        if (copy[i].host < first || copy[i].host >= first + bytes)
            continue;
        all.to += copy[i].to;
        all.from += !copy[i].to;
        *(copy[i].to ? &all.bytes_to : &all.bytes_from) += copy[i].bytes;
    }
    return all;
}

Test(overlapped, stripes_are_all_of_it)
{
    for (ptrdiff_t length = 0; length < 40; length++) {
        cr_expect(stripe_begin(length, STRIPES, 0) == 0);
        cr_expect(stripe_begin(length, STRIPES, STRIPES) == length);
        for (int k = 0; k < STRIPES; k++) {
            ptrdiff_t of = stripe_begin(length, STRIPES, k + 1) - stripe_begin(length, STRIPES, k);
            cr_expect(of == length / STRIPES || of == length / STRIPES + 1, "%td: %td", length, of);
        }
    }
}

/* ---- Bits ---- */

struct each_case {
    const char *hotspot, *settings;
};

/* Also from the edges inwards each stripe comes once, and a neighbour of the middle comes last. */
Test(overlapped, from_the_edges_is_all_of_it)
{
    for (int stripes = 1; stripes <= 17; stripes++) {
        uint32_t seen = 0;
        for (int k = 0; k < stripes; k++)
            seen |= UINT32_C(1) << from_the_edges(stripes, k);
        cr_expect(seen == (UINT32_C(1) << stripes) - 1);
        cr_expect(from_the_edges(stripes, 0) == 0);
        cr_expect(from_the_edges(stripes, stripes - 1) == stripes / 2);
    }
}

/* Fewer rows than stripes, as many, one more; odd sizes; margins that meet, and that cover all. */
static const struct each_case cases[] = {
    { "vecadd", "n=1" },
    { "vecadd", "n=7" },
    { "vecadd", "n=8,form=update" },
    { "vecadd", "n=9" },
    { "vecadd", "n=33,form=update" },
    { "vecadd", "n=100003" },
    { "vecadd", "n=100003,form=update" },
    { "mandelbrot", "width=31,height=1" },
    { "mandelbrot", "width=1,height=7" },
    { "mandelbrot", "width=67,height=45" },
    { "julia", "width=31,height=1" },
    { "julia", "width=129,height=9" },
    { "julia", "width=67,height=131" },
    { "blur", "width=1,height=1,passes=3" },
    { "blur", "width=31,height=5,passes=0" },
    { "blur", "width=31,height=45,passes=0" },
    { "blur", "width=31,height=45,passes=1" },
    { "blur", "width=31,height=45,passes=2,channels=4,depth=16" },
    { "blur", "width=17,height=45,passes=4,channels=1" },
    { "blur", "width=17,height=45,passes=22" },
    { "blur", "width=17,height=45,passes=300" },
};
enum { CASES = sizeof cases / sizeof *cases };

/* A case, and whether it is of blur's other variant. */
struct number {
    int at, precision, other;
};

/* One, which is skipped, in a build without offload: a process for each test is dear. */
static struct criterion_test_params all_cases(void)
{
    size_t n = 0;
    struct number *all = cr_malloc(sizeof *all * CASES * TRI_PRECISIONS * 2);
    for (int i = 0; i < (TRIPTYCH_OFFLOAD ? CASES : 1); i++)
        for (int p = 0; p < TRI_PRECISIONS; p++)
            for (int other = 0; other <= (strcmp(cases[i].hotspot, "blur") == 0); other++)
                all[n++] = (struct number){ i, p, other };
    return cr_make_param_array(struct number, all, n);
}

static struct tri_case begin_of(const struct each_case *of, const char *variant, int precision)
{
    const struct tri_hotspot *h = tri_hotspot_named(of->hotspot, (enum tri_precision)precision);
    const struct tri_variant *v = tri_variant_named(h, variant);
    need_variant(h, v, TRI_OFFLOAD);
    return case_of_variant(h, v, of->settings);
}

static struct tri_case begin(const struct number *r)
{
    return begin_of(&cases[r->at], r->other ? "rows-overlapped" : "overlapped", r->precision);
}

static size_t difference(const struct tri_case *c, const char *settings)
{
    case_auto_t reference = reference_of(c->hotspot, settings);
    return differing(c, &reference);
}

EACH_OF(overlapped, by_itself, struct number, all_cases())
{
    const struct each_case *of = &cases[r->at];
    case_auto_t c = begin(r);
    c.variant->path[TRI_OFFLOAD](&c);
    cr_expect(*c.ran_on > TRI_CPU);
    cr_expect(difference(&c, of->settings) == 0, "%s %s: %zu points differ", of->hotspot,
              of->settings, difference(&c, of->settings));
    for (int o = 0; o < TRI_SLOTS; o++)
        cr_expect(!c.operand[o] || !is_on_device(c.operand[o]), "operand %d stays there", o);
}

/* ---- Copies ---- */

static int least(ptrdiff_t a, ptrdiff_t b)
{
    return (int)(a < b ? a : b);
}

/* How many stripes there are, as each rung cuts its case. */
static int stripes_of(const struct tri_case *c)
{
    if (strcmp(c->hotspot->name, "vecadd") == 0)
        return least((ptrdiff_t)c->length[0], 4 * STRIPES);
    ptrdiff_t rows = tri_case_value(c, "height").integer;
    if (strcmp(c->hotspot->name, "mandelbrot") == 0)
        return least(rows, 2 * STRIPES);
    if (strcmp(c->hotspot->name, "blur") != 0)
        return least(rows, STRIPES);
    ptrdiff_t whole = rows / (5 * tri_case_value(c, "passes").integer + 1);
    return whole < 1 ? 1 : least(whole, STRIPES);
}

/* Of what is written all goes home, in stripes, once; of what is large and read all comes, once.  Tickets
 * (src/hotspots/common/tickets.h) begin at 0 in each region, and so are copied there. */
static void expect_copies(const struct tri_case *c, int operand, bool here)
{
    size_t bytes = tri_operand_bytes(c, operand);
    struct copies n = ledger_of(c->operand[operand], bytes);
    bool written = tri_operand_is_written(c, operand), read = tri_operand_is_read(c, operand);
    bool table = strcmp(tri_operand_in(c, operand)->name, "table") == 0; /* julia's comes whole */
    int to = here || !read ? 0
             : table       ? 1
                           : stripes_of(c),
        from = here || !written ? 0 : stripes_of(c);
    const char *name = c->hotspot->name;
    if (strcmp(tri_operand_in(c, operand)->name, "progress") == 0)
        return;
    cr_expect(n.to == to && n.bytes_to == (to ? bytes : 0),
              "%s, operand %d: %d copies of %zu bytes there", name, operand, n.to, n.bytes_to);
    cr_expect(n.from == from && n.bytes_from == (from ? bytes : 0),
              "%s, operand %d: %d copies of %zu bytes back", name, operand, n.from, n.bytes_from);
}

EACH_OF(overlapped, copies_each_stripe_once, struct number, all_cases())
{
    case_auto_t c = begin(r);
    if (!ledger_is_kept())
        cr_skip_test("this runtime tells nothing of its copies");
    ledger_begin();
    c.variant->path[TRI_OFFLOAD](&c);
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c.operand[o])
            expect_copies(&c, o, false);
}

/* What is on the device is its owner's to be fetched: the time of a kernel has no copies in it. */
EACH_OF(overlapped, copies_nothing_that_is_there, struct number, all_cases())
{
    case_auto_t c = begin(r);
    if (!ledger_is_kept())
        cr_skip_test("this runtime tells nothing of its copies");
    must(tri_device_enter(&c, &failure));
    ledger_begin();
    c.variant->path[TRI_OFFLOAD](&c);
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c.operand[o])
            expect_copies(&c, o, true);
    tri_device_exit(&c);
    cr_expect(difference(&c, cases[r->at].settings) == 0);
}

#if TRIPTYCH_OFFLOAD
static bool no_room;
static int refused;

/* In place of the runtime's. */
void *omp_target_alloc(size_t bytes, int device)
{
    static void *(*allocate)(size_t, int);
    if (!allocate)
        allocate = (void *(*)(size_t, int))dlsym(RTLD_NEXT, "omp_target_alloc");
    refused += no_room;
    return no_room || !allocate ? NULL : allocate(bytes, device);
}

/* Where stripes cannot share memory, the array is mapped as a whole: no result is lost. */
EACH_OF(overlapped, without_stripes, struct number, all_cases())
{
    const struct each_case *of = &cases[r->at];
    case_auto_t c = begin(r);
    no_room = true;
    c.variant->path[TRI_OFFLOAD](&c);
    no_room = false;
    cr_expect(refused == 1, "asked %d times for memory", refused);
    cr_expect(difference(&c, of->settings) == 0, "%s %s", of->hotspot, of->settings);
    for (int o = 0; o < TRI_SLOTS; o++)
        cr_expect(!c.operand[o] || !is_on_device(c.operand[o]), "operand %d stays there", o);
}
#endif

/* One of vecadd's inputs is on the device already: the other one is copied whole, and the result is right. */
static void expect_with_one_there(const char *settings, int operand)
{
    const struct each_case of = { "vecadd", settings };
    case_auto_t c = begin_of(&of, "overlapped", TRI_FLOAT);
    float *there = c.operand[operand];
    size_t n = c.length[operand];
    #pragma omp target enter data map(to: there[:n])
    c.variant->path[TRI_OFFLOAD](&c);
    #pragma omp target exit data map(from: there[:n])
    cr_expect(difference(&c, settings) == 0, "%s, operand %d", settings, operand);
}

Test(overlapped, one_input_is_there)
{
    expect_with_one_there("n=1009", 0);
    expect_with_one_there("n=1009", 1);
    expect_with_one_there("n=1009,form=update", 0);
    expect_with_one_there("n=1009,form=update", 1);
}

/* Where the byte is on the device. */
static char *on_device(const void *byte)
{
#if TRIPTYCH_OFFLOAD
    return omp_get_mapped_ptr(byte, omp_get_default_device());
#else
    return (void)byte, NULL;
#endif
}

/* Whether an entry begins at that byte: then it can be taken away, and made again. */
static bool has_own_entry(char *byte)
{
#if TRIPTYCH_OFFLOAD
    int device = omp_get_default_device();
    void *there = omp_get_mapped_ptr(byte, device);
    return omp_target_disassociate_ptr(byte, device) == 0 &&
           omp_target_associate_ptr(byte, there, 1, 0, device) == 0;
#else
    return byte == NULL;
#endif
}

/* Each stripe is mapped by itself, and none is left. */
Test(overlapped, stripes_are_mapped_by_themselves)
{
    enum { ROWS = 5, ROW = 24 };
    char array[ROWS * ROW];
    if (!tri_device_start(&failure))
        cr_skip_test("%s", failure.text);
    for (int stripes = 1; stripes <= 8; stripes++) {
        void *room = map_stripes(array, ROW, ROWS, stripes);
        cr_assert(room);
        for (int i = 0; i < ROWS; i++)
            cr_expect(on_device(array + i * ROW) == (char *)room + i * ROW);
        for (int k = 1; k < stripes && k < ROWS; k++)
            cr_expect(has_own_entry(array + stripe_at(ROW, ROWS, stripes, k)), "%d stripes, %d",
                      stripes, k);
        unmap_stripes(room, array, ROW, ROWS, stripes);
        for (int i = 0; i < ROWS; i++)
            cr_expect(!is_on_device(array + i * ROW), "%d stripes, row %d", stripes, i);
    }
}
