/* Steps of a script: valid arguments, and error messages. */
#include "check.h"
#include "explorer.h"

static bool read(const char *line, struct step *s, bool *found, struct tri_error *e)
{
    char text[200];
    snprintf(text, sizeof text, "%s", line);
    return step_read(s, text, found, e);
}

/* ---- What is taken ---- */

static const struct {
    const char *line;
    enum step_kind kind;
    const char *word; /* or NULL */
    int index;
    double number[MAX_ARGUMENTS];
} taken[] = {
    { "size 1920 1080", STEP_SIZE, NULL, 0, { 1920, 1080 } },
    { "  size\t1 8192\r\n", STEP_SIZE, NULL, 0, { 1, 8192 } },
    { "point 3.5 -2", STEP_POINT, NULL, 0, { 3.5, -2 } },
    { "drag 1 2 3 4 # to there", STEP_DRAG, NULL, 0, { 1, 2, 3, 4 } },
    { "zoom 1.25 100 200", STEP_ZOOM, NULL, 0, { 1.25, 100, 200 } },
    { "view -0.75 1e-1 1e-5", STEP_VIEW, NULL, 0, { -0.75, 0.1, 1e-5 } },
    { "mandelbrot#", STEP_MANDELBROT, NULL, 0, { 0 } },
    { "julia -0.8 0.156", STEP_JULIA, NULL, 0, { -0.8, 0.156 } },
    { "path avx2", STEP_PATH, NULL, TRI_AVX2, { 0 } },
    { "variant tuned", STEP_VARIANT, "tuned", 0, { 0 } },
    { "precision double", STEP_PRECISION, NULL, TRI_DOUBLE, { 0 } },
    { "iterations 1048576", STEP_ITERATIONS, NULL, 0, { 1048576 } },
    { "palette ember", STEP_PALETTE, NULL, 1, { 0 } },
    { "difference paint", STEP_DIFFERENCE, NULL, DIFFERENCE_PAINTED, { 0 } },
    { "key j", STEP_KEY, NULL, 1, { 0 } },
    { "time 1000", STEP_TIME, NULL, 0, { 1000 } },
    { "card", STEP_CARD, NULL, 0, { 0 } },
    { "save a.png", STEP_SAVE, "a.png", 0, { 0 } },
};

Test(step, what_is_taken)
{
    bool seen[STEPS_THERE_ARE] = { 0 };
    FOR_EACH (r, taken) {
        struct step s = { 0 };
        bool found;
        cr_assert(read(r->line, &s, &found, &failure), "%s: %s", r->line, failure.text);
        cr_expect(found && s.kind == r->kind && s.index == r->index, "%s", r->line);
        cr_expect(memcmp(s.number, r->number, sizeof s.number) == 0, "%s", r->line);
        cr_expect(!s.word == !r->word && (!s.word || strcmp(s.word, r->word) == 0));
        seen[s.kind] = true;
        free(s.word);
    }
    for (int kind = 0; kind < STEPS_THERE_ARE; kind++)
        cr_expect(seen[kind], "step %d is not tried", kind);
}

Test(step, lines_without_one)
{
    static const char *const lines[] = { "", "\n", "  \t\r\n", "# size 1 1", "   # key q" };
    FOR_EACH (row, lines) {
        struct step s;
        bool found = true;
        cr_expect(read(*row, &s, &found, &failure) && !found, "%s", *row);
    }
}

Test(step, every_key_has_a_meaning)
{
    size_t n = 0;
    for (; key_name_at(n, NULL); n++) {
        cr_expect(strlen(key_name_at(n, NULL)) == 1 && *key_meaning_at(n));
        for (size_t k = 0; k < n; k++)
            cr_expect(*key_name_at(k, NULL) != *key_name_at(n, NULL));
    }
    cr_expect(n > 10 && !key_meaning_at(n));
}

/* ---- What is refused ---- */

static const struct {
    const char *line, *says;
} refused[] = {
    { "sise 1 1",
      "step sise: did you mean size? (size, point, drag, zoom, view, mandelbrot, julia, path, "
      "variant, precision, iterations, palette, difference, key, time, save, card)" },
    { "SIZE 1 1", "step SIZE: *" },
    { "size", "size: has to be: size WIDTH HEIGHT" },
    { "size 1", "size: has to be: size WIDTH HEIGHT" },
    { "size 1 2 3", "size: has to be: size WIDTH HEIGHT" },
    { "drag 1 2 3 4 5 6 7 8", "drag: has to be: drag X0 Y0 X1 Y1" },
    { "mandelbrot 1", "mandelbrot: has to be: mandelbrot" },
    { "julia", "julia: has to be: julia RE IM" },
    { "path", "path: has to be: path NAME" },
    { "save a b.png", "save: has to be: save FILE.png" },
    { "size 0 1", "size WIDTH=0: has to be an integer from 1 to 8192" },
    { "size 1 8193", "size HEIGHT=8193: has to be an integer from 1 to 8192" },
    { "size 1.5 1", "size WIDTH=1.5: has to be an integer from 1 to 8192" },
    { "size 1x 1", "size WIDTH=1x: has to be an integer from 1 to 8192" },
    { "zoom 0 1 1", "zoom FACTOR=0: has to be a number from 1e-06 to 1000000" },
    { "zoom -2 1 1", "zoom FACTOR=-2: has to be a number from 1e-06 to 1000000" },
    { "zoom nan 1 1", "zoom FACTOR=nan: has to be a number from 1e-06 to 1000000" },
    { "zoom 2 inf 1", "zoom X=inf: has to be a number from -65536 to 65536" },
    { "view 0 0 0", "view WIDTH=0: has to be a number from 1e-15 to 1000000" },
    { "view 2e6 0 1", "view RE=2e6: has to be a number from -1000000 to 1000000" },
    { "julia 2.5 0", "julia RE=2.5: has to be a number from -2 to 2" },
    { "iterations 0", "iterations N=0: has to be an integer from 1 to 1048576" },
    { "time 1001", "time N=1001: has to be an integer from 1 to 1000" },
    { "path gpu", "path gpu: has to be of origin, reference, simd, avx2, offload" },
    { "precision half", "precision half: has to be of float, double" },
    { "palette lagon",
      "palette lagon: did you mean lagoon? (lagoon, ember, grey, field, coursework)" },
    { "difference on", "difference on: *" },
    { "key x", "key x: *" },
    { "key ab", "key ab: has to be of m, j, p, v, f, +, -, c, d, r, h, s, k, q" },
};

static void expect_says(const char *line, const char *found, const char *wanted)
{
    size_t n = strcspn(wanted, "*");
    cr_expect(strncmp(found, wanted, n) == 0 && (wanted[n] || !found[n]),
              "%s: says \"%s\", not \"%s\"", line, found, wanted);
}

Test(step, refusals)
{
    FOR_EACH (r, refused) {
        struct step s = { 0 };
        struct tri_error e = { 0 };
        bool found;
        cr_expect(!read(r->line, &s, &found, &e), "%s is taken", r->line);
        cr_expect(e.status == TRI_USAGE && !s.word, "%s", r->line);
        expect_says(r->line, e.text, r->says);
    }
}

/* ---- Scripts ---- */

static const char *file_of(const char *text)
{
    const char *name = in_scratch("script");
    make_file(name, text);
    return name;
}

Test(step, a_script_is_read_line_by_line)
{
    struct script s;
    must(script_read(&s, file_of("# a tour\n\nsize 4 3\nkey d\n  save x.png"), &failure));
    cr_assert(s.n == 3);
    cr_expect(s.step[0].kind == STEP_SIZE && s.step[0].line == 3);
    cr_expect(s.step[1].kind == STEP_KEY && s.step[1].line == 4);
    cr_expect(s.step[2].kind == STEP_SAVE && s.step[2].line == 5);
    cr_expect_str_eq(s.step[2].word, "x.png");
    script_free(&s);
    cr_expect(s.n == 0);
}

/* In these words, after `before` and the name of the file. */
static void expect_refused(const char *before, const char *file, const char *says)
{
    struct script s;
    struct tri_error e;
    char wanted[300];
    snprintf(wanted, sizeof wanted, "%s%s%s", before, file, says);
    cr_expect(!script_read(&s, file, &e) && e.status == TRI_USAGE);
    cr_expect_str_eq(e.text, wanted);
}

Test(step, scripts_that_are_refused)
{
    expect_refused("", file_of("size 4 3\nsave x.png\n\nsize 4\n"),
                   ":4: size: has to be: size WIDTH HEIGHT");
    expect_refused("--script ", file_of("# nothing\n\n"), ": holds no step");
    expect_refused("--script ", file_of(""), ": holds no step");
    expect_refused("--script ", in_scratch("none"), ": cannot be read: No such file or directory");
    expect_refused("--script ", scratch(), ": cannot be read: Is a directory");
}
