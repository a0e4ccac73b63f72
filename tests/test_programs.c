/* The error messages of each program's own options.  Those of shared options and of measuring are in
 * test_refusals.c. */
#include "doctor.h"
#include "explore_options.h"
#include "figure.h"
#include "refusals.h"
#include "rerun.h"
#include "verdict.h"
#include "versus.h"

/* ---- bench ---- */

static const struct refusal of_bench[] = {
    { "--list {--json new.json|--db new.db|--reps 3|--set resolution=4|--threads 1|"
      "--path simd|--precision float|--variant tuned|--format json|--rows a|--import a|"
      "mandelbrot|--all|--fom}",
      "{-}: --list lists and does nothing else" },
    { "--list=all", "--list: does not take a value (see --help)" },
    { "{--import|--rows|--format}", "{}: needs a value (see --help)" },
    { "--import {a|a --json new.json}", "--import: needs --db, the database that gets the rows" },
    { "--import a --db b {--json c|--reps 3|--format csv|--rows c|-o c|--all|--fom|mandelbrot}",
      "{-}: --import adds rows and does nothing else" },
    { "--import a,b --db b", "--db b: is the file of --import b*" },
    { "--rows a {--all|--peers|mandelbrot|--reps 3|--json b|--set n=4}",
      "{-}: --rows reads rows and does nothing else" },
    { "--rows a,b --format csv -o b", "-o b: is the file of --rows b*" },
    { "--format jsno", "--format jsno: did you mean json? (text, json, csv, gbench, gha)" },
    { "--format xml", "--format xml: has to be of text, json, csv, gbench, gha" },
    { "--format ''", "--format : has to be of text, json, csv, gbench, gha" },
    { "{--fom --format csv|--rows a --fom --format gha}", "--fom: goes with --format text" },
    { "--alll", "unknown option --alll; did you mean --all? (see --help)" },
    { NULL, NULL },
};

Test(bench, refusals)
{
    expect_refusals(by_bench, of_bench);
}

/* ---- study ---- */

static bool by_study(int n, char **words, struct tri_error *e)
{
    struct studies s;
    struct reruns r;
    if (!study_options(&s, n, words, e))
        return true;
    if (s.list)
        return false;
    bool good = reruns_prepare(&r, &s, e);
    reruns_free(&r);
    return !good;
}

static const struct refusal of_study[] = {
    { "", "needs the names of studies, all or list (see --help)" },
    { "{scalling|fma,scalling|--study scalling}", "study scalling: did you mean scaling? (*)" },
    { "xyzzy", "study xyzzy: has to be of guard, schedule, scaling*" },
    { "all,fma", "study all: has to be of *" },
    { "--study", "--study: needs a value (see --help)" },
    { "fma --tolerance 3", "unknown option --tolerance (see --help)" },
    { "fma --figurs new", "unknown option --figurs; did you mean --figures? (see --help)" },
    { "fma --page", "--page: needs a value (see --help)" },
    { "list {--page new.html|--figures new|--rows rows.json|--json rows.json|"
      "--set resolution=4|--threads 1|--path simd|--precision float|--variant tuned}",
      "{-}: study list lists and does nothing else" },
    { "mandelbrot --study list", "mandelbrot: study list lists and does nothing else" },
    { "fma --rows rows.json {--json new.json|--db new.db|--resume new.json|--reps 3}",
      "{-}: study with --rows reads rows and does nothing else" },
    { "fma --rows rows.json --require-offload",
      "--require-offload: study with --rows reads rows and does nothing else" },
    { "fma --page new.htm", "--page new.htm: has to end in .html" },
    { "scaling --set iterations=9,resolution=4",
      "--set resolution: --sweep resolution=... decides that, leave one of them out" },
    { "{scaling julia|julia --study scaling}", "hotspot julia: study scaling is of listings" },
    { "scaling,fma julia",
      "hotspot julia: of several studies each has its own hotspots; name a single study" },
    { "difference --peers", "--peers: study difference is of paths only" },
    { "difference --reps 3", "--reps: study difference takes no times*" },
    { "difference {--precision float|--sweep precision=float}",
      "--precision: study difference is of both*" },
    { "{difference --sweep resolution=0|scaling --sweep resolution=0|"
      "all --sweep resolution=0}",
      "--sweep resolution=0: has to be an integer from 1 to 1048576" },
    { "all --sweep resolutoin=4", "--sweep resolutoin: none of the studies has this axis" },
    { "scaling,fma --sweep n=4", "--sweep n: none of the studies has this axis" },
    { "scaling,fma --set n=4", "--set n=4: listings has no such parameter; * have" },
    { "breakdown --sweep schedule=static,dynamic",
      "--sweep schedule: study breakdown has no part*" },
    { "remarks --sweep threads=1,2", "--sweep threads: study remarks has no part*" },
    { "blur {--sweep path=origin|--path simd}", "{}: the table of blur shows path avx2, offload" },
    { "roofline blur --sweep path=origin", "--sweep path origin: blur has none*" },
    { "precision --peers=scalar --sweep resolution=4",
      "--peers=scalar: the table of precision shows path*" },
    { "schedule --sweep schedule=guided",
      "--sweep schedule=guided: the table of schedule shows schedule static, dynamic" },
    { "fma --sweep arithmetic=fused",
      "--sweep arithmetic=fused: the table of fma shows arithmetic plain, listing4" },
    { "launch --sweep teams=7", "--sweep teams=7: the table of launch shows teams 132, 500, 2000" },
    { "roofline vecadd --set n=1000000000000",
      "--set n=1000000000000: needs * GB, but no more than * GB are free" },
    { "guard --json p.html --page p.html", "--json p.html: is the file of --page p.html*" },
    { "guard --page p.html -o p.html", "-o p.html: is the file of --page p.html*" },
    { "guard --rows a,p.html --page p.html", "--page p.html: is the file of --rows p.html*" },
    { "all --json studies.html", "--json studies.html: is the file of --page studies.html*" },
    { "guard --figures new --json new", "--json new: is the file of --figures new*" },
    { "guard --figures . --rows a,guard-1.svg",
      "--figures .: a figure may take the place of --rows guard-1.svg*" },
    { NULL, NULL },
};

Test(study, refusals)
{
    expect_refusals(by_study, of_study);
}

/* ---- versus ---- */

static bool by_versus(int n, char **words, struct tri_error *e)
{
    struct versus v;
    return !versus_options(&v, n, words, e);
}

static const struct refusal of_versus[] = {
    { "", "needs two files of rows or more (see --help)" },
    { "a", "a: needs another file to compare it with" },
    { "{1 2 3 4 5 6 7 8 9|--versus 1 2 3 4 5 6 7 8 9}", "versus: no more than 8 files*" },
    { "--versus", "--versus: needs a value (see --help)" },
    { "a b {--tolerance=-1|--tolerance=1001|--tolerance=5x|--tolerance=nan}",
      "{}: has to be a number of percent from 0 to 1000" },
    { "a b --cannot-tell=maybe", "--cannot-tell=maybe: has to be pass or fail" },
    { "a b {--cannot-tell|--tolerance}", "{}: needs a value (see --help)" },
    { "a,,c b", "a,,c: a name between its commas is empty" },
    { "a b,", "b,: a name between its commas is empty" },
    { "a b --tolerence 3", "unknown option --tolerence; did you mean --tolerance? (see --help)" },
    { "{a b --hotspot mandelbrod|--versus a b --path simd mandelbrod}",
      "hotspot mandelbrod: did you mean mandelbrot? (*)" },
    { "a b --path smid", "--path smid: did you mean simd? (*)" },
    { "--sweep threads=1 a b", "unknown option --sweep*(see --help)" },
    { "a b {--json new.json|--reps 3}", "unknown option {-}*(see --help)" },
    { "a b --rows a -o x.svg", "unknown option --rows*(see --help)" },
    { "a b --peers", "unknown option --peers*(see --help)" },
    { "a b {--set resolution=4|--threads 2}", "{-}: versus reads rows and does nothing else" },
    { "a b -o b", "-o b: is the file of versus b*" },
    { "a b,c -o c", "-o c: is the file of versus c*" },
    { NULL, NULL },
};

Test(versus, refusals)
{
    expect_refusals(by_versus, of_versus);
}

/* What cannot be told has a status of its own, unless another is asked for; what is worse is worse. */
Test(versus, statuses)
{
    static const struct {
        const char *option;
        int status;
    } asked[] = { { NULL, 3 }, { "--cannot-tell=pass", 0 }, { "--cannot-tell=fail", 1 } };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct versus v;
        char program[] = "versus", a[] = "a", b[] = "b", option[40] = "";
        char *words[] = { program, a, b, option, NULL };
        if (asked[i].option)
            snprintf(option, sizeof option, "%s", asked[i].option);
        must(versus_options(&v, 3 + (asked[i].option != NULL), words, &failure));
        cr_expect(versus_status(&v) == 0);
        v.undecided = true;
        cr_expect(versus_status(&v) == asked[i].status, "%zu: %d", i, versus_status(&v));
        v.regressed = true;
        cr_expect(versus_status(&v) == 1);
    }
}

/* ---- draw ---- */

static bool by_draw(int n, char **words, struct tri_error *e)
{
    struct draw d;
    return !draw_options(&d, n, words, e);
}

static const struct refusal of_draw[] = {
    { "", "needs the name of a figure (see --help)" },
    { "rooflin", "figure rooflin: did you mean roofline? (*)" },
    { "xyzzy", "figure xyzzy: has to be of *" },
    { "--draw", "--draw: needs a value (see --help)" },
    { "roofline --rows", "--rows: needs a value (see --help)" },
    { "{roofline mandelbrod|mandelbrod --draw roofline}",
      "hotspot mandelbrod: did you mean mandelbrot? (*)" },
    { "roofline --rows a --sweep resolution=4 -o x.svg", "unknown option --sweep*(see --help)" },
    { "roofline --rows a -o x.svg --page new.html", "unknown option --page*(see --help)" },
    { "roofline --rows a -o x.svg {--threads 1|--set n=4}",
      "{-}: draw reads rows and does nothing else" },
    { "roofline --rows a,b -o b", "-o b: is the file of --rows b*" },
    { NULL, NULL },
};

Test(draw, refusals)
{
    expect_refusals(by_draw, of_draw);
}

/* ---- explore ---- */

static bool by_explore(int n, char **words, struct tri_error *e)
{
    struct explore k;
    struct explorer x;
    return !explore_options(&k, n, words, e) || !explore_begin(&k, &x, e);
}

static const struct refusal of_explore[] = {
    { "vecadd", "hotspot vecadd: explore shows mandelbrot or julia" },
    { "mandelbrot,julia", "hotspot julia: explore shows mandelbrot or julia" },
    { "--script", "--script: needs a value (see --help)" },
    { "--palette lagon", "--palette lagon: did you mean lagoon? (*)" },
    { "--path simd,avx2", "--path: name one, others are a key away" },
    { "--path origin", "mandelbrot, plain, has no path origin" },
    { "--path simd {--variant plain,tuned|--variant all}", "{-}: name one, others are a key away" },
    { "julia --path simd --variant v0", "julia, v0, has no path simd" },
    { "--precision float,double", "--precision: name one, float or double" },
    { "{--devices 1|--halo auto}", "{-}: explore computes on one device" },
    { "-o x.png", "-o: explore writes what its script or a key saves" },
    { "--set width=8193", "--set width=8193: explore takes 1 to 8192" },
    { "--set resolution=9999", "--set width=29997: explore takes 1 to 8192" },
    { "mandelbrot --set iterations=2000000",
      "--set iterations=2000000: explore takes 1 to 1048576" },
    { "julia --set iterations=5000", "--set iterations=5000: *" },
    { "mandelbrot --set cre=1", "--set cre=1: mandelbrot has no such parameter; julia has" },
    { "--set xmin=0,xmax=1e-300", "double ends here: it cannot tell a pixel from the next" },
    { NULL, NULL },
};

Test(explore, refusals)
{
    expect_refusals(by_explore, of_explore);
}

/* ---- verdict ---- */

static bool by_verdict(int n, char **words, struct tri_error *e)
{
    struct verdict_request v;
    return !verdict_options(&v, n, words, e);
}

static const struct refusal of_verdict[] = {
    { "{|--svg new.svg}", "needs files of rows (see --help)" },
    { "--verdict", "--verdict: needs a value (see --help)" },
    { "a --svg", "--svg: needs a value (see --help)" },
    { "a --svg new.png", "--svg new.png: has to end in .svg" },
    { "a b.svg --svg b.svg", "--svg b.svg: is the file of verdict b.svg*" },
    { "a -o n.svg --svg n.svg", "-o n.svg: is the file of --svg n.svg*" },
    { "a b -o b", "-o b: is the file of verdict b*" },
    { "a --pp=yes", "--pp: does not take a value (see --help)" },
    { "{a --hotspot dott|--verdict a b --path simd dott}", "hotspot dott: did you mean dot? (*)" },
    { "a --path gpu", "--path gpu: has to be of *" },
    { "a {--set n=4|--threads 2}", "{-}: verdict reads rows and does nothing else" },
    { "a --tolerance 3", "unknown option --tolerance (see --help)" },
    { NULL, NULL },
};

Test(verdict, refusals)
{
    expect_refusals(by_verdict, of_verdict);
}

/* ---- doctor ---- */

static bool by_doctor(int n, char **words, struct tri_error *e)
{
    struct doctoring d;
    return !doctor_options(&d, n, words, e);
}

static const struct refusal of_doctor[] = {
    { "--json new.json --reps 3", "unknown option --json*(see --help)" },
    { "{--set resolution=4|--threads 1|--path simd|--precision float|--variant tuned|"
      "-o new.txt}",
      "{-}: doctor looks at this machine and does nothing else" },
    { "mandelbrot --doctor", "mandelbrot: doctor looks at this machine and does nothing else" },
    { "--features collapse", "hotspot collapse: has to be of *" },
    { "--features --set resolution=4",
      "--set: doctor looks at this machine and does nothing else" },
    { "--features=colapse", "--features colapse: did you mean collapse? (*)" },
    { "--fatures", "unknown option --fatures; did you mean --features? (see --help)" },
    { "--format json", "--format: goes with --features" },
    { "--features --format jsno", "--format jsno: did you mean json? (text, json)" },
    { NULL, NULL },
};

Test(doctor, refusals)
{
    expect_refusals(by_doctor, of_doctor);
}

/* ---- compare ---- */

static const struct refusal of_compare[] = {
    { "--picture", "--picture: needs a value (see --help)" },
    { "--pictures a.png", "unknown option --pictures; did you mean --picture? (see --help)" },
    { "--sweep threads=1", "unknown option --sweep*(see --help)" },
    { "mandelbrot julia --picture a.png", "--picture: name one hotspot to draw" },
    { "mandelbrot --picture s.png -o s.png", "-o s.png: is the file of --picture s.png*" },
    { "mandelbrot --set width=0 --picture a.png",
      "--set width=0: has to be an integer from 1 to 1073741824" },
    { "--path origin", "--path origin: blur has none*" },
    { "julia --path origin --set size=4", "--path origin: julia has none*" },
    { "mandelbrot --path origin", "--path origin: mandelbrot has none*" },
    { "listings --path origin --precision float", "--path origin: listings has none*" },
    { "mandelbrot julia --path reference --set resolution=2,size=-5",
      "--set size=-5: has to be an integer from 1 to *" },
    { NULL, NULL },
};

Test(compare, refusals)
{
    expect_refusals(by_compare, of_compare);
}

/* ---- render ---- */

static const struct refusal of_render[] = {
    { "--sweep threads=1", "unknown option --sweep*(see --help)" },
    { "mandelbrot --palette embr", "--palette embr: did you mean ember? (*)" },
    { "mandelbrot --palette teal", "--palette teal: has to be of *coursework*" },
    { "mandelbrot --palette", "--palette: needs a value (see --help)" },
    { "mandelbrot --path simd,reference", "--path: name one, an image is computed once" },
    { "mandelbrot --precision float,double", "--precision: name one, float or double" },
    { "mandelbrot --variant plain,tuned",
      "--variant: name one of mandelbrot, an image is computed once" },
    { "mandelbrot julia", "hotspot: name one to draw (of mandelbrot, julia)" },
    { "dot", "hotspot dot: has no picture" },
    { "mandelbrot --path origin", "--path origin: mandelbrot, *, does not have it in double" },
    { "--coursework 0 4", "--coursework W=0: has to be an integer from 4 to *" },
    { "--coursework 3 4", "--coursework W=3: has to be an integer from 4 to *" },
    { "--coursework 4 0", "--coursework H=0: has to be an integer from 1 to *" },
    { "--coursework 4 -4", "--coursework H=-4: has to be an integer from 1 to *" },
    { "--coursework 99999999999999999999 4",
      "--coursework W=99999999999999999999: has to be an integer from 4 to *" },
    { "--coursework {4|4 -o}", "--coursework 4: needs two integers, W H" },
    { "--coursework", "--coursework: needs a value (see --help)" },
    { "--coursework 1000000000 1000000000", "--coursework 1000000000 1000000000: needs * GB*" },
    { "julia --coursework 4 4", "hotspot julia: --coursework W H is an image of listings" },
    { "--coursework 4 4 --set width=3", "--set width: --coursework W H sets everything itself" },
    { "--coursework 4 4 --precision float", "--precision float: --coursework W H is in double" },
    { "--coursework 4 4 --palette ember",
      "--palette ember: --coursework W H has its own, coursework" },
    { "mandelbrot --set ,resolution=4", "--set : has to be name=value" },
    { NULL, NULL },
};

Test(render, refusals)
{
    expect_refusals(by_render, of_render);
}
