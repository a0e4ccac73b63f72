/*
 * All paths of a hotspot against one run of the reference, which is slow here: at a large size, and with
 * parameters that its author knows to be hard, such as a view.  Add such cases to `cases`.
 */
#include "check.h"

/* ---- Cases: for one hotspot ---- */

#define SEAHORSE "xmin=-0.7439,xmax=-0.7434,ymin=0.1316,ymax=0.1321"

static const struct {
    const char *hotspot, *settings,
        *values; /* of the last setting, with blanks between them; NULL: none is missing */
} cases[] = {
    /* Everything escapes, at once and a little later; nothing does; what takes longest. */
    { "mandelbrot", "width=101,height=67,xmin=2.5,xmax=4,ymin=2,ymax=3" },
    { "mandelbrot", "width=101,height=67,xmin=0.5,xmax=2.5,ymin=0.5,ymax=2.5" },
    { "mandelbrot", "width=101,height=67,xmin=-0.1,xmax=0.1,ymin=-0.1,ymax=0.1" },
    { "mandelbrot", INSTRUMENTED ? "width=23,height=17,iterations=20000," SEAHORSE
                                 : "width=101,height=67,iterations=20000," SEAHORSE },

    /* Orbits that overflow within a block of steps, to infinity and on to NaN. */
    { "mandelbrot", "width=101,height=67,xmin=-1e6,xmax=1e6,ymin=-1e6,ymax=1e6" },
    { "mandelbrot", "width=101,height=67,xmin=-1e6,xmax=-999999,ymin=0,ymax=1e-9" },
    { "mandelbrot", "width=64,height=3,xmin=-64,xmax=64,ymin=-1,ymax=2" },

    /* Around c = -2, where an orbit that has reached 2 grows by less than anywhere else: the one
     * place where rounding might bring it back.  Some ULPs of double, then some of float. */
    { "mandelbrot", "width=64,height=256,xmin=-2.000000000000007105427357601001858711242675781,"
                    "xmax=-1.999999999999992894572642398998141288757324218,"
                    "ymin=-5.9604644775390625e-8,ymax=5.9604644775390625e-8" },
    { "mandelbrot", "width=64,height=256,xmin=-2.000003814697265625,xmax=-1.999996185302734375,"
                    "ymin=-0.001953125,ymax=0.001953125" },
    { "mandelbrot", "width=37,height=41,xmin=-2,xmax=-1.9999999999999996,ymin=0,ymax=1e-300" },

    /* |z(8)|^2 is just below 4 if fused, and 4 if not: listing 7 fuses it at every eighth step. */
    { "mandelbrot", "width=1,height=1,xmin=-0.7736892851753483,ymin=0.35264987424380606" },
    { "mandelbrot", "width=1,height=1,xmin=-0.773688972,ymin=0.352650076" },
    { "mandelbrot", "width=1,height=1,xmin=0.0960936099,ymin=0.702457547" },

    /* Inside: beside the cardioid and the disc, in smaller discs, up to the right edge of the view;
     * orbits that go round for long before the bits repeat. */
    { "mandelbrot", "width=101,height=67,xmin=-1,xmax=0,ymin=-0.3,ymax=0.3" },
    { "mandelbrot",
      "width=101,height=67,xmin=0.24,xmax=0.26,ymin=-0.01,ymax=0.01,iterations=5000" },
    { "mandelbrot",
      "width=101,height=67,xmin=-0.76,xmax=-0.74,ymin=-0.01,ymax=0.01,iterations=5000" },
    { "mandelbrot",
      "width=101,height=67,xmin=-1.26,xmax=-1.24,ymin=-0.01,ymax=0.01,iterations=5000" },
    { "mandelbrot",
      "width=101,height=67,xmin=-0.22,xmax=-0.02,ymin=0.63,ymax=0.75,iterations=3000" },
    { "mandelbrot",
      "width=101,height=67,xmin=-1.78,xmax=-1.74,ymin=-0.01,ymax=0.01,iterations=3000" },
    { "mandelbrot", "width=5000,height=2,xmin=-2,xmax=0.5,ymin=0,ymax=0.02" },

    /* What a team of the GPU takes: tiles, whole, cut off, and just one. */
    { "mandelbrot", "width=101,height=67,iterations=300" },
    { "mandelbrot", "width=1,height=1" },
    { "mandelbrot", "width=31,height=7" },
    { "mandelbrot", "width=33,height=9" },
    { "mandelbrot", "width=64,height=16" },
    { "mandelbrot", "width=300,height=1" },
    { "mandelbrot", "width=1,height=300" },

    /* Limits beside and on the ends of blocks. */
    { "mandelbrot", "width=67,height=101,iterations=", "1 2 7 8 9 15 16 17 31 33 127 129 1001" },

    /* One column, one row, and less than the coursework has to step by. */
    { "mandelbrot", "width=1,height=3001,xmin=-0.75,xmax=1" },
    { "mandelbrot", "width=3001,height=1,ymin=0.1,ymax=1" },
    { "mandelbrot", "width=3,height=9" },
    { "mandelbrot", "width=4,height=4" },

    /* Ends of strips; vectors that caches do not hold, in double and in float, with loose ends. */
    { "vecadd", "n=", "1023 1024 1025" },
    { "vecadd", INSTRUMENTED ? "n=100007" : "n=2800007" },

    /* Ends of tiles, of blocks, and of the blocks' columns, in double and in float. */
    { "dot", "n=", "2047 2049 4095 4097 16383 16384 16385 32767 32769" },
    { "dot", INSTRUMENTED ? "n=200001" : "n=4194305" },
    { "dot", INSTRUMENTED ? "n=200003" : "n=16777217" },
    /* Fewer neighbours than elsewhere. */
    { "blur", "passes=9,channels=1,width=1,height=301" },
    { "blur", "passes=9,channels=4,width=301,height=1" },
    { "blur", "passes=9,channels=3,width=2,height=301" },
    { "blur", "passes=9,channels=2,width=301,height=2" },
    { "blur", "passes=9,channels=2,width=3,height=3" },

    /* More passes than fit into a visit, and just as many; no passes. */
    { "blur", "channels=3,width=601,height=67,passes=", "0 15 16 17 33" },

    /* More blocks of a CPU than one, and more tiles of a GPU; one tile, and hardly more. */
    { "blur", "passes=21,channels=1,width=4099,height=301" },
    { "blur", "passes=21,channels=2,width=2051,height=301" },
    { "blur", "passes=21,channels=3,width=1367,height=301" },
    { "blur", "passes=21,channels=4,width=1027,height=301" },
    { "blur", "passes=21,channels=4,width=128,height=64" },
    { "blur", "passes=21,channels=4,width=129,height=65" },
    { "blur", "passes=21,channels=3,width=171,height=129" },
    { "blur", "passes=21,channels=1,width=531,height=41" },
    { "blur", "passes=21,channels=3,width=101,height=301" },
    /* The disc, and all that stays or leaves together; more of an edge; dust. */
    { "julia", "width=301,height=203" },
    { "julia", "width=301,height=203,xmin=-0.5,xmax=0.5,ymin=-0.5,ymax=0.5" },
    { "julia", "width=101,height=67,xmin=1.5,xmax=2.5,ymin=1.5,ymax=2.5" },
    { "julia", "width=301,height=203,cre=-0.8,cim=0.156" },
    { "julia", "width=101,height=67,cre=-0.8,cim=0.156,iterations=1000" },
    { "julia", "width=101,height=67,cre=-0.75,cim=0.01,iterations=4095" },
    { "julia", "width=101,height=67,cre=0.4,cim=0.4,iterations=100" },

    /* The smallest bound around the largest c, and one that squares overflow on the way to. */
    { "julia", "width=101,height=67,cre=-2,cim=2,bound=8" },
    { "julia", "width=101,height=67,cre=-2,cim=0,bound=8,iterations=300" },
    { "julia", "width=101,height=67,cre=-0.8,cim=0.156,bound=1e30,iterations=100" },
    { "julia", "width=101,height=67,xmin=-1e6,xmax=1e6,ymin=-1e6,ymax=1e6" },
    { "julia", "width=101,height=67,xmin=-1e6,xmax=1e6,ymin=-1e6,ymax=1e6,bound=1e30" },
    { "julia", "width=64,height=3,xmin=-64,xmax=64,ymin=-1,ymax=2" },

    /* Numbers that are denormal, and grow from there. */
    { "julia", "width=101,height=7,xmin=0.5,xmax=1.5,ymin=-1e-308,ymax=1e-308,iterations=2000" },
    { "julia", "width=101,height=7,xmin=0.5,xmax=1.5,ymin=-1e-38,ymax=1e-38,iterations=2000" },
    { "julia", "width=101,height=67,xmin=-1e-160,xmax=1e-160,ymin=-1e-160,ymax=1e-160" },
    { "julia", "width=101,height=67,cre=1e-310,cim=-1e-320,xmin=-1.1,xmax=1.1,ymin=-1,ymax=1" },

    /* Limits beside and on the ends of batches. */
    { "julia", "width=67,height=101,cre=-0.4,cim=0.6,iterations=",
      "1 2 4 5 6 9 17 20 21 25 32 33 36 49 51 52 65" },

    { "julia", "width=1,height=3001" },
    { "julia", "width=3001,height=1,ymin=0.1" },
    { "julia", "width=5000,height=7,cre=-0.8,cim=0.156" },
    /* Steps that are no multiple of those of a pass, none, just one; on both sides of where pieces and
     * tiles meet; stopped early, at once and never; nothing but border. */
    { "laplace", "width=301,height=277,steps=", "0 1 17" },
    { "laplace", "width=113,height=225,steps=16" },
    { "laplace", "width=112,height=224,steps=33" },
    { "laplace", "width=1100,height=40,steps=41" },
    { "laplace", "width=40,height=1100,steps=41" },
    { "laplace", "width=3,height=1000,steps=40" },
    { "laplace", "width=1000,height=2,steps=9" },
    { "laplace", "width=301,height=277,steps=200,tolerance=0.01" },
    { "laplace", "width=301,height=277,steps=200,tolerance=0.0025" },
    { "laplace", "width=301,height=277,steps=20,tolerance=1e-9" },
    { "laplace", "width=301,height=277,steps=20,tolerance=1000000" },
    /* Forces alone; a few steps more; nothing that moves; a lattice, whose candidates lie exactly
     * on cells' edges; few cells, one and two to an edge; more candidates than lists hold; fewer
     * particles than cells; nearly all within the cut-off. */
    { "moldyn", "particles=1009,steps=0" },
    { "moldyn", "particles=2003,steps=7" },
    { "moldyn", "particles=1009,steps=25,dt=0.01,temperature=4,disturbance=0.1" },
    { "moldyn", "particles=1000,temperature=0,disturbance=0" },
    { "moldyn", "particles=1000,temperature=0,disturbance=0,density=1,cutoff=1" },
    { "moldyn", "particles=60,steps=25,density=1" },
    { "moldyn", "particles=140,steps=25,cutoff=2.6" },
    { "moldyn", INSTRUMENTED ? "particles=2500,steps=0,cutoff=10" : "particles=3001,cutoff=10" },
    { "moldyn", "particles=1201,density=0.0001,temperature=4,dt=0.01" },
    { "moldyn", "particles=150,cutoff=5,steps=5" },
    /* Single rows and columns, primes, beside and on the edges of tiles, of blocks of panels, and of
     * slabs. */
    { "matmul", "m=1,n=1,k=1000" },
    { "matmul", "m=1,n=1009,k=3" },
    { "matmul", "m=1009,n=1,k=3" },
    { "matmul", "m=101,n=103,k=107" },
    { "matmul", "n=", "255 256 257" },
    { "matmul", "m=97,n=129,k=601" },
    { "matmul", "m=193,n=519,k=255" },
};
enum { CASES = sizeof cases / sizeof *cases };

EACH_OF(paths, large_size, struct each, each_hotspot())
{
    char settings[400];
    const struct tri_hotspot *h = hotspot_in(r);
    for (size_t k = 0; k < choices(h); k++)
        expect_all_agree(h, case_settings(h, k, LARGE, settings, sizeof settings), false);
}

/* ---- Each case, with all choices ---- */

/* What is hard for mandelbrot is for listings. */
static bool is_of(const struct tri_hotspot *h, const char *name)
{
    return strcmp(h->name, name) == 0 ||
           (strcmp(h->name, "listings") == 0 && strcmp(name, "mandelbrot") == 0);
}

/* A case with a value that begins there; returns where the next one does, or NULL. */
static const char *agree_with_value(const struct tri_hotspot *h, const char *choice, size_t c,
                                    const char *value)
{
    char settings[400], both[600];
    int length = (int)strcspn(value, " ");
    snprintf(settings, sizeof settings, "%s%.*s", cases[c].settings, length, value);
    expect_all_agree(h, join(choice, settings, both, sizeof both), true);
    return value[length] ? value + length + 1 : NULL;
}

EACH_OF(paths, hard_cases, struct each, each_hotspot())
{
    char choice[200];
    const struct tri_hotspot *h = hotspot_in(r);
    for (size_t c = 0; c < CASES; c++)
        for (size_t k = 0; is_of(h, cases[c].hotspot) && k < choices(h); k++) {
            const char *value = cases[c].values ? cases[c].values : "";
            choice_settings(h, k, choice, sizeof choice);
            while (value)
                value = agree_with_value(h, choice, c, value);
        }
}

Test(paths, cases_are_of_hotspots_that_there_are)
{
    FOR_EACH (r, cases)
        cr_expect(tri_hotspot_named(r->hotspot, TRI_FLOAT), "there is no hotspot %s", r->hotspot);
}
