/* Helpers of all tests. */
#define _GNU_SOURCE /* nftw */
#include "check.h"

#include "build_info.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

struct tri_error failure;

void free_text(char **text)
{
    free(*text);
}

void close_store(struct store **s)
{
    store_close(*s);
}

struct tri_case case_of(const struct tri_hotspot *hotspot, const char *settings)
{
    return case_of_variant(hotspot, &hotspot->plain, settings);
}

struct tri_case case_of_variant(const struct tri_hotspot *hotspot,
                                const struct tri_variant *variant, const char *settings)
{
    struct tri_case c = prepared(hotspot, settings);
    cr_assert(tri_case_choose(&c, variant, &failure), "%s: %s", variant->name, failure.text);
    cr_assert(tri_case_allocate(&c, &failure), "%s: %s", settings, failure.text);
    return c;
}

struct tri_case reference_of(const struct tri_hotspot *hotspot, const char *settings)
{
    struct tri_case c = case_of(hotspot, settings);
    run_path(&c, TRI_REFERENCE);
    return c;
}

void use_hotspot(const struct tri_entry *entry)
{
    must(tri_hotspots_use(tri_version(), &entry, 1, &failure));
}

struct tri_case prepared(const struct tri_hotspot *hotspot, const char *settings)
{
    struct tri_case c;
    tri_case_init(&c, hotspot);
    cr_assert(!*settings || tri_case_set(&c, settings, &failure), "%s: %s", settings, failure.text);
    return c;
}

void run_path(struct tri_case *c, enum tri_path path)
{
    tri_case_poison(c);
    cr_assert(tri_case_run(c, path, &failure), "path %s: %s", tri_path_name(path), failure.text);
}

void expect_agreement(struct tri_case *c, enum tri_path path, const struct tri_case *reference,
                      const char *settings)
{
    run_path(c, path);
    expect_scratch(c, settings);
    struct tri_difference d = tri_case_difference(c, reference);
    cr_assert(d.points > 0);
    cr_expect(tri_agrees(c->variant, reference, &d),
              "%s, %s, path %s, %s, %s: %zu of %zu points differ from the reference, the first is "
              "number %zu; by up to %g and %g ULPs",
              c->hotspot->name, c->variant->name, tri_path_name(path),
              tri_precision_name(c->hotspot->precision), settings, d.different, d.points, d.first,
              d.largest, d.max_ulps);
}

void expect_paths_agree(struct tri_case *c, const struct tri_case *reference, const char *settings)
{
    struct tri_error why;
    for (int path = 0; path < TRI_PATHS; path++)
        if (tri_path_has_variants((enum tri_path)path) &&
            can_run(c->hotspot, c->variant, (enum tri_path)path, &why))
            expect_agreement(c, (enum tri_path)path, reference, settings);
}

void expect_all_agree(const struct tri_hotspot *h, const char *settings, bool between)
{
    case_auto_t reference = case_of(h, settings), c = case_of(h, settings);
    run_path(&reference, TRI_REFERENCE);
    for (size_t i = 0; tri_variant_at(h, i); i++) {
        const struct tri_variant *v = tri_variant_at(h, i);
        if (!between && !is_end(h, v))
            continue;
        cr_assert(tri_case_choose(&c, v, &failure), "%s, %s: %s", v->name, settings, failure.text);
        expect_paths_agree(&c, &reference, settings);
    }
}

void set_times(struct tri_times *t, size_t n, const double *seconds)
{
    tri_times_free(t);
    for (size_t i = 0; i < n; i++)
        cr_assert(tri_times_add(t, seconds[i], NULL));
}

bool measure_path(struct tri_case *c, enum tri_path path, const struct tri_case *reference,
                  const struct tri_effort *effort, struct tri_measurement *m, struct tri_error *e)
{
    struct tri_contender who = tri_path_contender(c->hotspot, c->variant, path);
    return tri_measure(c, &who, reference, effort, m, e);
}

#if ADDRESS_SANITIZER
/* libomp lets go of some of its own when teams change their size. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libomp.so";
}
#endif

/* ---- Paths ---- */

static bool demanded(enum tri_path path)
{
    const char *offload = getenv("OMP_TARGET_OFFLOAD");
    return path == TRI_OFFLOAD && TRIPTYCH_OFFLOAD && offload &&
           strcasecmp(offload, "mandatory") == 0;
}

bool is_end(const struct tri_hotspot *h, const struct tri_variant *v)
{
    return v == tri_variant_at(h, 0) || v == tri_variant_last(h);
}

bool can_run(const struct tri_hotspot *hotspot, const struct tri_variant *variant,
             enum tri_path path, struct tri_error *why)
{
    *why = (struct tri_error){ 0 };
    if (!tri_path_of(hotspot, variant, path))
        return tri_fail(why, TRI_FAILED, "path %s: %s, %s, has none in %s", tri_path_name(path),
                        hotspot->name, variant->name, tri_precision_name(hotspot->precision));
    if (INSTRUMENTED && !is_end(hotspot, variant))
        return tri_fail(why, TRI_FAILED, "%s: sanitizers look at the ends of the ladder",
                        variant->name);
    bool can = tri_path_available(path, why);
    cr_assert(can || !demanded(path), "%s", why->text);
    return can && tri_variant_available(variant, path, why);
}

void need_variant(const struct tri_hotspot *hotspot, const struct tri_variant *variant,
                  enum tri_path path)
{
    struct tri_error why;
    if (!can_run(hotspot, variant, path, &why))
        cr_skip_test("%s", why.text);
}

void need_path(const struct tri_hotspot *hotspot, enum tri_path path)
{
    need_variant(hotspot, &hotspot->plain, path);
}

static size_t choices_of(const struct tri_param *p)
{
    size_t n = 0;
    while (p->kind == TRI_CHOICE && n < TRI_MAX_CHOICES && p->choices[n])
        n++;
    return n ? n : 1;
}

size_t choices(const struct tri_hotspot *h)
{
    size_t n = 1;
    for (int i = 0; h->params[i].name; i++)
        n *= choices_of(&h->params[i]);
    return n;
}

const char *choice_settings(const struct tri_hotspot *h, size_t k, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; h->params[i].name; i++) {
        const struct tri_param *p = &h->params[i];
        if (p->kind != TRI_CHOICE)
            continue;
        size_t n = choices_of(p), choice = n > 1 ? k % n : (size_t)p->initial;
        used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used ? "," : "", p->name,
                                 p->choices[choice]);
        cr_assert(used < size);
        k /= n;
    }
    return text;
}

/* ---- Parameters of tests ---- */

struct criterion_test_params numbered(size_t n)
{
    struct numbered *rows = cr_malloc(n * sizeof *rows);
    for (size_t k = 0; k < n; k++)
        rows[k].k = k;
    return cr_make_param_array(struct numbered, rows, n);
}

struct criterion_test_params each_hotspot(void)
{
    size_t n = 0;
    struct each *all = cr_malloc(tri_hotspot_count() * TRI_PRECISIONS * sizeof *all);
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        for (int p = 0; p < TRI_PRECISIONS; p++)
            all[n++] = (struct each){ h, p };
    return cr_make_param_array(struct each, all, n);
}

const struct tri_hotspot *hotspot_in(const struct each *one)
{
    return tri_hotspot_at(one->hotspot, (enum tri_precision)one->precision);
}

/* ---- Sizes ---- */

/* Rows, columns, and what else there may be, or the one extent of a hotspot that has no more; no
 * multiples of any number of lanes. */
static const struct {
    int extent[TRI_MAX_RANK], only;
} sizes[] = {
    { { 1, 1, 1 }, 1 },       { { 2, 2, 2 }, 2 },         { { 5, 7, 3 }, 7 },
    { { 67, 101, 5 }, 4159 }, { { 201, 303, 7 }, 30011 }, { { 401, 701, 9 }, 300007 },
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

/* ---- Several devices ---- */

void need_devices(void)
{
    need_path(tri_hotspot_named("vecadd", TRI_DOUBLE), TRI_OFFLOAD);
    must(tri_device_start(&failure));
    if (tri_devices() < 2)
        cr_skip_test("%d device", tri_devices());
}

void expect_bits_of(struct tri_launch launch, struct tri_case *c, const struct tri_case *reference,
                    const char *says)
{
    cr_assert(tri_case_launch(c, TRI_OFFLOAD, &launch, &failure), "%s on %d devices: %s", says,
              launch.devices, failure.text);
    struct tri_difference d = tri_case_difference(c, reference);
    cr_expect(tri_agrees(c->variant, reference, &d),
              "%s %s %s on %d devices, halo-rows=%d: %zu of %zu differ, from %zu on",
              c->hotspot->name, c->variant->name, says, launch.devices, launch.halo_rows,
              d.different, d.points, d.first);
}

static bool is_left_as_found(const struct tri_case *c, int operand)
{
    return tri_operand_in(c, operand) && tri_operand_role(c, operand) == TRI_SCRATCH &&
           tri_operand_is_read(c, operand);
}

static void expect_found(const struct tri_case *c, int first, const char *says)
{
    case_auto_t filled = *c;
    memset(filled.operand, 0, sizeof filled.operand);
    cr_assert(tri_case_allocate(&filled, &failure), "%s: %s", says, failure.text);
    for (int o = first; o < TRI_SLOTS; o++)
        if (is_left_as_found(c, o))
            cr_expect(memcmp(c->operand[o], filled.operand[o], tri_operand_bytes(c, o)) == 0,
                      "%s, %s, %s: %s is not left as it was found", c->hotspot->name,
                      c->variant->name, says, tri_operand_in(c, o)->name);
}

void expect_scratch(const struct tri_case *c, const char *says)
{
    int first = 0;
    while (first < TRI_SLOTS && !is_left_as_found(c, first))
        first++;
    if (first < TRI_SLOTS) /* filling a case takes as long as many a path */
        expect_found(c, first, says);
}

size_t differing(const struct tri_case *c, const struct tri_case *other)
{
    return tri_case_difference(c, other).different;
}

/* ---- Files ---- */

char *contents(const char *path, size_t *size)
{
    char *text = NULL;
    size_t length, piece;
    char buffer[4096];
    FILE *in = fopen(path, "rb"), *out = open_memstream(&text, &length);
    cr_assert(in && out, "%s cannot be read", path);
    while ((piece = fread(buffer, 1, sizeof buffer, in)) > 0)
        fwrite(buffer, 1, piece, out);
    fclose(in);
    fclose(out);
    if (size)
        *size = length;
    return text;
}

void make_bytes(const char *path, const void *bytes, size_t n)
{
    FILE *out = fopen(path, "wb");
    cr_assert(out && fwrite(bytes, 1, n, out) == n && fclose(out) == 0, "%s cannot be written",
              path);
}

void make_file(const char *path, const char *text)
{
    make_bytes(path, text, strlen(text));
}

static FILE *text_stream;
static char *text_begun;

FILE *begin_text(void)
{
    static size_t size;
    text_stream = open_memstream(&text_begun, &size);
    cr_assert(text_stream);
    return text_stream;
}

char *end_text(void)
{
    fclose(text_stream);
    return text_begun;
}

void expect_fails(bool good, const char *words)
{
    cr_expect(!good && failure.status != TRI_AGREED && strstr(failure.text, words),
              "%s, \"%s\", not \"%s\"", good ? "good" : "failed", failure.text, words);
}

void expect_refuses(bool good, const char *words)
{
    expect_fails(good, words);
    cr_expect_eq(failure.status, TRI_USAGE);
}

void expect_text(const char *text, const char *words)
{
    cr_expect(strstr(text, words), "no \"%s\" in\n%s", words, text);
}

static char folder[64];
static pid_t owner; /* processes that a test forks must not remove it */

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *where)
{
    return remove(path);
}

static void remove_folder(void)
{
    if (getpid() == owner)
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

const char *scratch(void)
{
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "/tmp/triptych-test-XXXXXX");
        cr_assert(mkdtemp(folder), "no folder for the test's files");
        owner = getpid();
        atexit(remove_folder);
    }
    return folder;
}

const char *in_scratch(const char *name)
{
    static char names[8][200];
    static int next;
    char *path = names[next++ % 8];
    snprintf(path, sizeof names[0], "%s/%s", scratch(), name);
    return path;
}

struct store *new_store(void)
{
    struct store *s = store_in_memory(&failure);
    cr_assert(s, "%s", failure.text);
    return s;
}

void put_file(const char *name, const char *text)
{
    char path[100];
    snprintf(path, sizeof path, "%s", name);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(in_scratch(path), 0777);
        *slash = '/';
    }
    make_file(in_scratch(name), text);
}

json_t *object_of(const char *object)
{
    char *text = strdup(object);
    for (char *at = text; (at = strchr(at, '\''));)
        *at = '"';
    json_t *json = json_loads(text, 0, NULL);
    free(text);
    cr_assert(json, "%s", object);
    return json;
}
