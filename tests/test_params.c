/* Parsing parameters: what is accepted, what is refused, and the error messages. */
#include "fake.h"

#include <float.h>
#include <signal.h>

/* ---- Refused: with status 2, one line that holds these words, and the case as it was ---- */

static const struct {
    const char *hotspot, *settings;
    const char *says[3];
} refused[] = {
    { "mandelbrot", "", { "has to be name=value" } },
    { "mandelbrot", "width", { "width", "name=value" } },
    { "mandelbrot", "width=3,", { "name=value" } },
    { "mandelbrot", ",width=3", { "name=value" } },
    { "mandelbrot", "=3", { "no such parameter" } },
    { "mandelbrot", "widht=3", { "widht", "did you mean width?" } },
    { "mandelbrot", "Width=3", { "did you mean width?" } },
    { "mandelbrot", "zoom=3", { "zoom", "no such parameter" } },
    { "mandelbrot",
      "arithmetic=listing4",
      { "arithmetic=listing4: mandelbrot has no such parameter; listings has" } },
    { "mandelbrot", "channels=3", { "channels=3: mandelbrot has no such parameter; blur has" } },
    { "blur", "iterations=9", { "no such parameter; ", "mandelbrot, listings have" } },
    { "mandelbrot", "iter=3", { "did you mean iterations?" } },
    { "mandelbrot", "width=", { "width=", "an integer from 1 to 1073741824" } },
    { "mandelbrot", "width=0", { "width=0", "an integer from 1 to 1073741824" } },
    { "mandelbrot", "height=0", { "height=0", "an integer from 1" } },
    { "mandelbrot", "resolution=0", { "resolution=0", "an integer from 1 to 1048576" } },
    { "mandelbrot", "iterations=0", { "iterations=0", "an integer from 1 to 1000000000" } },
    { "mandelbrot", "width=-1", { "width=-1", "an integer from 1" } },
    { "mandelbrot", "width=1.5", { "width=1.5", "an integer from 1" } },
    { "mandelbrot", "width=1e3", { "width=1e3", "an integer from 1" } },
    { "mandelbrot", "width=0x10", { "width=0x10", "an integer from 1" } },
    { "mandelbrot", "width=12px", { "width=12px", "an integer from 1" } },
    { "mandelbrot", "width= 5", { "width= 5", "an integer from 1" } },
    { "mandelbrot", "xmin=\t1", { "xmin=\t1", "a number from" } },
    { "mandelbrot", "width=ten", { "width=ten", "an integer from 1" } },
    { "mandelbrot", "width=nan", { "width=nan", "an integer from 1" } },
    { "mandelbrot", "width=1073741825", { "width=1073741825", "to 1073741824" } },
    { "mandelbrot", "width=99999999999999999999", { "width=9", "to 1073741824" } },
    { "mandelbrot", "width=-99999999999999999999", { "width=-9", "to 1073741824" } },
    { "mandelbrot", "xmin=nan", { "xmin=nan", "a number from -1000000 to 1000000" } },
    { "mandelbrot", "xmin=-nan", { "xmin=-nan", "a number from" } },
    { "mandelbrot", "xmax=inf", { "xmax=inf", "a number from" } },
    { "mandelbrot", "xmin=-inf", { "xmin=-inf", "a number from" } },
    { "mandelbrot", "ymax=1e999", { "ymax=1e999", "a number from" } },
    { "mandelbrot", "ymax=1000000.5", { "ymax=1000000.5", "to 1000000" } },
    { "mandelbrot", "xmin=left", { "xmin=left", "a number from" } },
    { "mandelbrot", "xmin=", { "xmin=", "a number from" } },
    { "mandelbrot", "xmin=1", { "xmax", "greater than xmin" } },
    { "mandelbrot", "xmin=3", { "xmax", "greater than xmin", "3" } },
    { "mandelbrot", "xmin=0.5,xmax=0.5", { "xmax=0.5", "greater than xmin" } },
    { "mandelbrot", "ymin=2,ymax=-2", { "ymax=-2", "greater than ymin" } },
    { "listings", "arithmetic=fusd", { "did you mean fused?", "listing7" } },
    { "listings", "arithmetic=FUSED", { "arithmetic=FUSED", "fused", "coursework" } },
    { "listings", "arithmetic=exact", { "one of fused, plain", "listing4", "coursework" } },
    { "listings", "arithmetic=", { "one of fused, plain" } },
    { "listings", "width=3,arithmetic=best,height=3", { "arithmetic=best", "one of" } },
    { "mandelbrot", "width=7,height=no", { "height=no" } },
    { "mandelbrot", "width=1073741824,height=1073741824", { "height=", "2^63" } },
    { "fake", "rows=1000000000000000,cols=1000000000000000", { "rows=", "2^63" } },
    { "fake", "rows=1000000000000000,cols=4000,depth=1", { "rows=", "2^63" } },
    { "fake", "low=7", { "high", "greater than low" } },
    { "fake", "low=-7,high=-7", { "high=-7", "greater than low" } },
    { "fake", "cols=-1", { "cols=-1", "an integer from 0" } },
    { "dot", "n=0", { "an integer from 1" } },
    { "dot", "n=1.5", { "an integer from 1" } },
    { "dot", "n=1000000000001", { "to 1000000000000" } },
    { "dot", "m=5", { "no such parameter" } },
    { "matmul", "n=1,m=1,k=", { "k" } },
    { "vecadd", "form=add", { "one of sum, update" } },
    { "vecadd", "form=summ", { "did you mean sum?" } },
};

static const struct tri_hotspot *named(const char *name, enum tri_precision precision)
{
    return strcmp(name, "fake") == 0 ? fake(precision) : tri_hotspot_named(name, precision);
}

static void check_refused(const char *hotspot, const char *settings, const char *const says[3])
{
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        struct tri_case c, before;
        struct tri_error e = { 0 };
        tri_case_init(&c, named(hotspot, (enum tri_precision)p));
        memcpy(&before, &c, sizeof c);
        cr_assert(!tri_case_set(&c, settings, &e), "%s: %s", hotspot, settings);
        cr_expect(e.status == TRI_USAGE, "%s: status %d", settings, (int)e.status);
        for (int i = 0; i < 3 && says[i]; i++)
            cr_expect(strstr(e.text, says[i]), "%s: \"%s\" does not say \"%s\"", settings, e.text,
                      says[i]);
        cr_expect(!strchr(e.text, '\n'));
        cr_expect(memcmp(&before, &c, sizeof c) == 0, "%s: has changed the case", settings);
    }
}

Test(params, refused)
{
    FOR_EACH (r, refused)
        check_refused(r->hotspot, r->settings, r->says);
}

/* What each hotspot refuses of its own parameters, with blanks between settings; the message has the name. */
static const struct {
    const char *hotspot, *settings;
} own[] = {
    { "blur", "passes=-1 passes=1.5 width=0 height=0 channels=0 channels=5 depth=12 depth=0 "
              "passes= depth=8.0 width=1e300 height=nan" },
    { "dot", "n=0 n=-1 n=1.5 n=1000000000001 m=5" },
    { "laplace", "n=0 width=0 steps=-1 steps=1.5 tolerance=-1e-9 tolerance=nan tolerance=1e7 "
                 "conductor=plate steps=1000000001 n=1048577 taken=3 tolerance=" },
    { "matmul", "n=0 m=-1 k=1.5 n=1048577 variant=tuned p=3 k=" },
    { "moldyn", "particles=0 particles=-1 particles=1.5 particles=100000000 steps=-1 density=0 "
                "density=1.1 cutoff=0.5 cutoff=11 dt=0 dt=0.1 dt=nan mapping=cell temperature=-1 "
                "disturbance=1 cutoff=inf seed=x particles= cells=3" },
    { "vecadd", "n=0 n=1000000000001 form=add form=summ" },
};

Test(params, refused_of_each_hotspot)
{
    FOR_EACH (r, own) {
        char all[500], *rest = all, *one;
        snprintf(all, sizeof all, "%s", r->settings);
        while ((one = strsep(&rest, " "))) {
            char name[40];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(one, "="), one);
            check_refused(r->hotspot, one, (const char *const[3]){ name, ": " });
        }
    }
}

/* ---- Taken: and this is what they mean ---- */

static const struct {
    const char *hotspot, *settings, *meaning;
} taken[] = {
    { "mandelbrot", "width=7", "resolution=500,iterations=1000,width=7,height=1000" },
    { "mandelbrot", "resolution=10",
      "resolution=10,iterations=1000,width=30,"
      "height=20,xmin=-2,xmax=1,ymin=-1,ymax=1" },
    { "mandelbrot", "height=7,resolution=10",
      "resolution=10,iterations=1000,"
      "width=30,height=7" },
    { "mandelbrot", "width=3,width=5", "resolution=500,iterations=1000,width=5" },
    { "mandelbrot", "width=+8", "resolution=500,iterations=1000,width=8," },
    { "mandelbrot", "xmin=1,xmax=1e0,xmax=2",
      "resolution=500,iterations=1000,"
      "width=1500,height=1000,xmin=1,xmax=2," },
    { "listings", "iterations=1000000000,arithmetic=coursework",
      "resolution=500,iterations=1000000000,width=1500,height=1000,xmin=-2,xmax=1,ymin=-1,ymax=1,"
      "arithmetic=coursework," },
    { "fake", "rows=2", "rows=2,cols=4,depth=3,scale=0.5,low=-5,high=5,kind=green" },
    { "fake", "rows=2,cols=0,kind=red", "rows=2,cols=0,depth=3,scale=0.5,low=-5,high=5,kind=red" },
    { "fake", "high=100,low=99", "rows=4,cols=8,depth=3,scale=0.5,low=99,high=100,kind=green" },
};

static const char *description(const struct tri_case *c, char *text, size_t size)
{
    cr_assert(tri_case_describe(c, text, size) < (int)size);
    return text;
}

Test(params, taken)
{
    FOR_EACH (r, taken) {
        char text[500];
        struct tri_case c = prepared(named(r->hotspot, TRI_DOUBLE), r->settings);
        description(&c, text, sizeof text);
        cr_expect(strncmp(text, r->meaning, strlen(r->meaning)) == 0, "%s means %s, not %s",
                  r->settings, text, r->meaning);
    }
}

/* A default that follows is in its range, or named with what it follows from. */
Test(params, defaults_that_follow_are_in_range)
{
    struct tri_error e = { .status = TRI_AGREED };
    struct tri_case c = prepared(&fake_double, "");
    cr_expect(!tri_case_set(&c, "rows=600000000000000", &e) && e.status == TRI_USAGE);
    cr_expect_str_eq(e.text, "rows=600000000000000: makes cols 1.2e+15, which has to be "
                             "an integer from 0 to 1000000000000000");
    cr_expect(tri_case_set(&c, "rows=600000000000,cols=1", &e), "%s", e.text);
}

/* ---- Several calls add up; defaults follow what they depend on until they are given ---- */

Test(params, calls_add_up)
{
    struct tri_case c = prepared(&fake_double, "");
    must(tri_case_set(&c, "rows=5", &failure) && c.value[FAKE_COLS].integer == 10);
    cr_expect(c.given[FAKE_ROWS] && !c.given[FAKE_COLS]);
    must(tri_case_set(&c, "cols=3", &failure));
    must(tri_case_set(&c, "rows=7", &failure) && c.value[FAKE_COLS].integer == 3);
    cr_expect(c.length[FAKE_OUT] == 7 * 3 * 3 && c.length[FAKE_Y] == 3 && c.length[FAKE_N] == 7);
    cr_assert(!tri_case_set(&c, "rows=9,low=50", &failure));
    cr_expect(c.value[FAKE_ROWS].integer == 7 && c.length[FAKE_N] == 7);
}

/* ---- What describes a case makes it again, to the last bit ---- */

OF_EACH_HOTSPOT(params, round_trip)
{
    char text[800], choice[200];
    for (size_t k = 0; k < choices(h); k++) {
        struct tri_case c, again;
        tri_case_init(&c, h);
        tri_case_init(&again, h);
        choice_settings(h, k, choice, sizeof choice);
        must(!*choice || tri_case_set(&c, choice, &failure));
        must(tri_case_set(&again, description(&c, text, sizeof text), &failure));
        cr_expect(memcmp(c.value, again.value, sizeof c.value) == 0, "%s", text);
        cr_expect(memcmp(c.length, again.length, sizeof c.length) == 0, "%s", text);
    }
}

Test(params, round_trip_of_awkward_numbers)
{
    static const double numbers[] = { 0.1,  1 / 3.0, -0.74364388703715099, 5e-324, DBL_MIN, 0.0,
                                      -0.0, 1e300,   0x1.fffffffffffffp-1, -1e300 };
    FOR_EACH (r, numbers) {
        char text[300];
        struct tri_case c, again;
        tri_case_init(&c, &fake_double);
        tri_case_init(&again, &fake_double);
        c.value[FAKE_SCALE].real = *r;
        cr_assert(tri_case_set(&again, description(&c, text, sizeof text), &failure), "%s: %s",
                  text, failure.text);
        cr_expect(memcmp(&c.value[FAKE_SCALE], &again.value[FAKE_SCALE], sizeof(double)) == 0, "%s",
                  text);
    }
}

Test(params, description_is_cut_like_snprintf)
{
    char whole[500], cut[20] = "xxxxxxxxxxxxxxxxxxx";
    struct tri_case c = prepared(tri_hotspot_at(0, TRI_FLOAT), "");
    int length = tri_case_describe(&c, whole, sizeof whole);
    cr_expect(length == (int)strlen(whole));
    cr_expect(tri_case_describe(&c, cut, 10) == length);
    cr_expect(strncmp(cut, whole, 9) == 0 && cut[9] == '\0' && cut[10] == 'x');
    cr_expect(tri_case_describe(&c, NULL, 0) == length);
}

/* A mistake in the program, in a release build as well: never a value from beside the array. */
Test(params, unknown_to_the_program, .signal = SIGABRT)
{
    struct tri_case c = case_of(tri_hotspot_named("mandelbrot", TRI_DOUBLE), "");
    tri_case_value(&c, "widht");
}

Test(params, errors_may_be_ignored)
{
    struct tri_case c = prepared(&fake_double, "");
    FOR_EACH (r, refused)
        if (strcmp(r->hotspot, "fake") == 0)
            cr_expect(!tri_case_set(&c, r->settings, NULL));
}

/* ---- A long line must not overflow anything ---- */

Test(params, long_settings)
{
    enum { LENGTH = 100000 };
    static char text[LENGTH + 1];
    struct tri_case c = prepared(&fake_double, "");
    memset(text, 'a', LENGTH);
    text[LENGTH] = '\0';
    cr_expect(!tri_case_set(&c, text, &failure) && strlen(failure.text) < sizeof failure.text - 1);
    memcpy(text, "rows=", 5);
    cr_expect(!tri_case_set(&c, text, &failure) && strlen(failure.text) < 200, "%s", failure.text);
    memset(text + 5, '9', LENGTH - 5);
    cr_expect(!tri_case_set(&c, text, &failure) && strlen(failure.text) < 200, "%s", failure.text);
}

Test(params, ranges_in_words)
{
    char text[100];
    tri_param_range(&fake_double.params[FAKE_LOW], text, sizeof text);
    cr_expect(strcmp(text, "an integer from -100 to 100") == 0, "%s", text);
    tri_param_range(&fake_double.params[FAKE_SCALE], text, sizeof text);
    cr_expect(strcmp(text, "a number from -1e+300 to 1e+300") == 0, "%s", text);
    tri_param_range(&fake_double.params[FAKE_KIND], text, sizeof text);
    cr_expect(strcmp(text, "red, green, blue") == 0, "%s", text);
    tri_param_range(&fake_double.params[FAKE_KIND], text, 7);
    cr_expect(strcmp(text, "red, g") == 0, "%s", text);
}
