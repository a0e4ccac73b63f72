/* The error messages of the shared command line, of programs that measure, and of each program's own options.
 * tools.sh tests exit status and output. */
#include "check.h"
#include "hotspot.h"
#include "request.h"
#include "refused.h"
#include "triptych.h"
#include "versus.h"

#include <fnmatch.h>

/* "-a {-b 1|-c}" are two command lines, "-a -b 1" and "-a -c", with the same message; in it, {} stands for what is
 * between their braces, and {-} for the option in that: "-b". */
struct refusal {
    const char *words;   /* blanks between them, '' is an empty one */
    const char *message; /* all of it; * is what depends on the machine, and long lists */
};

enum { MOST_WORDS = 12 };

static void expect_refusal(refuser *refused, const struct refusal *r)
{
    char text[600], *rest = text, *word, *words[MOST_WORDS + 1] = { (char *)"program" };
    int n = 1;
    struct tri_error e = { 0 };
    cr_assert(strlen(r->words) < sizeof text, "%s", r->words);
    strcpy(text, r->words);
    while (*r->words && (word = strsep(&rest, " "))) {
        cr_assert(n < MOST_WORDS, "%s", r->words);
        words[n++] = strcmp(word, "''") == 0 ? word + 2 : word;
    }
    bool is_refused = refused(n, words, &e);
    cr_expect(is_refused && e.status == TRI_USAGE, "%s: status %d", r->words, (int)e.status);
    cr_expect(fnmatch(r->message, e.text, 0) == 0, "%s: \"%s\", not \"%s\"", r->words, e.text,
              r->message);
}

/* One of the command lines of a refusal that is of several: `one` is what is between its braces. */
static void expect_one_refusal(refuser *refused, const struct refusal *r, const char *one)
{
    char words[600], message[600];
    const char *end = strchr(r->words, '}') + 1, *place = strchr(r->message, '{');
    int before = (int)strcspn(r->words, "{"), length = (int)strcspn(one, "|}");
    int named = place && place[1] == '-' && (int)strcspn(one, " ") < length ? (int)strcspn(one, " ")
                                                                            : length;
    snprintf(words, sizeof words, "%.*s%.*s%s", before, r->words, length, one, end);
    if (place)
        snprintf(message, sizeof message, "%.*s%.*s%s", (int)(place - r->message), r->message,
                 named, one, strchr(place, '}') + 1);
    else
        snprintf(message, sizeof message, "%s", r->message);
    expect_refusal(refused, &(struct refusal){ words, message });
}

/* Expects of each command line that it is a wrong request, in these words. */
static void expect_refusals(refuser *refused, const struct refusal *refusals)
{
    for (const struct refusal *r = refusals; r->words; r++) {
        const char *one = strchr(r->words, '{');
        if (!one)
            expect_refusal(refused, r);
        for (; one && *one != '}'; one += 1 + strcspn(one + 1, "|}"))
            expect_one_refusal(refused, r, one + 1);
    }
}

/* A program's own refusals, in a test of its suite. */
#define REFUSALS(suite, program, ...)                                                      \
    Test(suite, refusals)                                                                  \
    {                                                                                      \
        expect_refusals(program, (const struct refusal[]){ __VA_ARGS__, { NULL, NULL } }); \
    }

/* ---- What all programs take ---- */

static const struct refusal of_all[] = {
    /* Settings: one of each kind of message; what else is refused of them, test_params.c. */
    { "mandelbrot --set width=0", "--set width=0: has to be an integer from 1 to 1073741824" },
    { "mandelbrot --set xmin=5", "--set xmax=1: has to be greater than xmin, which is 5" },
    { "mandelbrot --set width=1073741824,height=1073741824",
      "--set height=1073741824: operands up to count would need more than 2^63 bytes" },
    { "mandelbrot --set width=1073741824,height=1000000",
      "--set height=1000000,width=1073741824: needs * GB, but no more than * GB are free" },
    { "mandelbrot --set resolution=1048576",
      "--set height=2097152,width=3145728: needs * GB, but no more than * GB are free" },
    { "mandelbrot --set widht=3",
      "--set widht: mandelbrot has no such parameter; did you mean width?" },
    { "mandelbrot --set width", "--set width: has to be name=value, *" },
    { "mandelbrot --set width=1,2",
      "--set 2: has to be name=value, as in a=1,b=2: no parameter has two values" },
    { "mandelbrot --set ''", "--set: has to be name=value" },
    { "mandelbrot --set arithmetic=fused",
      "--set arithmetic=fused: mandelbrot has no such parameter; listings has" },
    { "mandelbrot --path smid",
      "--path smid: did you mean simd? (origin, reference, simd, avx2, offload)" },
    { "mandelbrot --path gpu", "--path gpu: has to be of origin, reference, simd, avx2, offload" },
    { "mandelbrot --path {''|simd,}",
      "--path : has to be of origin, reference, simd, avx2, offload" },
    { "mandelbrot --precision doubel", "--precision doubel: did you mean double? (float, double)" },
    { "mandelbrot --precision half", "--precision half: has to be of float, double" },
    { "mandelbrot --threads 0", "--threads=0: has to be an integer from 1 to 1024" },
    { "mandelbrot {--threads=-1|--threads=1025|--threads=4294967297|--threads=two}",
      "{}: has to be an integer from 1 to 1024" },
    { "mandelbrot mandelbrod", "hotspot mandelbrod: did you mean mandelbrot? (*mandelbrot*)" },
    { "mandelbrot xyzzy", "hotspot xyzzy: has to be of *mandelbrot*" },
    { "mandelbrot {--colour|-xyz}", "unknown option {} (see --help)" },
    { "mandelbrot --pathh simd", "unknown option --pathh; did you mean --path? (see --help)" },
    { "mandelbrot -q", "unknown option -q (see --help)" },
    { "mandelbrot {--set|--path|--threads|--variant}", "{}: needs a value (see --help)" },
    { "mandelbrot -o", "-o: needs a value (see --help)" },
    { "mandelbrot --help=me", "--help me: has to be of all, man, words, *" },
    { "listings --set arithmetic=fusd",
      "--set arithmetic=fusd: did you mean fused? (fused, plain, listing4, listing7, coursework)" },
    { "listings --set arithmetic=best",
      "--set arithmetic=best: has to be one of fused, plain, listing4, listing7, coursework" },
    { "mandelbrot --set ,", "--set : has to be name=value, *" },
    { "mandelbrot --variant tuend", "--variant tuend: did you mean tuned? (plain, *…)" },
    { "mandelbrot --variant xyzzy", "--variant xyzzy: has to be of plain, *…" },
    { "mandelbrot --variant ''", "--variant : has to be of plain, *…" },
    { "blur --variant tiles", "--variant tiles: blur has none of that name (plain, *tuned)" },
    { "listings --variant tuned", "--variant tuned: listings has none of that name (plain)" },
    { NULL, NULL },
};

Test(options, refusals)
{
    expect_refusals(by_bench, of_all);
    expect_refusals(by_compare, of_all);
    expect_refusals(by_render, of_all);
}

/* ---- What those take that measure ---- */

static const struct refusal of_measuring[] = {
    { "blur dot --variant tiles",
      "--variant tiles: none of these hotspots has one of that name (plain, *tuned)" },
    { "{--sweep|--reps|--resume}", "{}: needs a value (see --help)" },
    { "{--sweep resolution|--sweep =3}", "{}: has to be name=value,value,..." },
    { "mandelbrot {--sweep resolution=|--sweep teams=0|--sweep teams=-1|"
      "--sweep teams=99999999999|--sweep teams=1e6}",
      "{}: has to be an integer from 1 to 1048576" },
    { "mandelbrot --sweep resolution=4,0",
      "--sweep resolution=0: has to be an integer from 1 to 1048576" },
    { "mandelbrot --sweep resolution=4,,5",
      "--sweep resolution=: has to be an integer from 1 to 1048576" },
    { "mandelbrot --sweep resolutoin=4",
      "--sweep resolutoin: mandelbrot has no such parameter; did you mean resolution?" },
    { "listings --sweep arithmetic=fused,plane",
      "--sweep arithmetic=plane: did you mean plain? (fused, plain, listing4, listing7, coursework)" },
    { "{--sweep resolution=4 --sweep resolution=5|"
      "mandelbrot --sweep resolution:resolution=1}",
      "--sweep resolution: given twice" },
    { "mandelbrot --sweep width=16 width:height=8,32", "--sweep width: given twice" },
    { "mandelbrot --sweep width:height=8,32 height=16", "--sweep height: given twice" },
    { "mandelbrot --sweep cre=0", "--sweep cre=0: mandelbrot has no such parameter; julia has" },
    { "mandelbrot --sweep xmin=0,1", "--sweep xmax=1: has to be greater than xmin, which is 1" },
    { "mandelbrot --sweep threads=1,0", "--sweep threads=0: has to be an integer from 1 to 1024" },
    { "mandelbrot {--sweep threads=1025|--sweep threads=}",
      "{}: has to be an integer from 1 to 1024" },
    { "mandelbrot --sweep teams=1,1048577",
      "--sweep teams=1048577: has to be an integer from 1 to 1048576" },
    { "{--tolerance 5|--figures new}", "unknown option {-} (see --help)" },
    { "--page new.html", "unknown option --page*(see --help)" },
    { "--sweep threads-per-team=1025",
      "--sweep threads-per-team=1025: has to be an integer from 1 to 1024" },
    { "--sweep schedule=dinamic",
      "--sweep schedule dinamic: did you mean dynamic? (static, dynamic, guided)" },
    { "--sweep schedule=usual", "--sweep schedule usual: has to be of static, dynamic, guided" },
    { "--sweep path=smid",
      "--sweep path smid: did you mean simd? (origin, reference, simd, avx2, offload)" },
    { "--sweep precision=single", "--sweep precision single: has to be of float, double" },
    { "--sweep path=simd path=avx2", "--sweep path: given twice" },
    { "laplace --sweep halo-rows=0",
      "--sweep halo-rows=0: has to be an integer from 1 to 1048576" },
    { "mandelbrot --sweep host-memory=pinned",
      "--sweep host-memory: has an option of its own: --host-memory pageable,pinned" },
    { "mandelbrot --sweep ''", "--sweep : has to be name=value,value,..." },
    { "mandelbrot --sweep :resolution=1",
      "--sweep :resolution: mandelbrot has no such parameter*" },
    { "laplace {--set tolerance=nan|--set tolerance=-1}",
      "{}: has to be a number from 0 to 1000000" },
    { "vecadd --devices 64,1",
      "--devices=64,1: has to be a number from 1 to 64, all, or numbers of devices from 0 to 63, as in 0,2 (for one by its number: OMP_DEFAULT_DEVICE)" },
    { "vecadd {--devices=,0|--devices=0,|--devices=1,,2|--devices=65|--devices=some}",
      "{}: has to be a number from 1 to 64, all, or numbers*" },
    { "vecadd --path offload --devices 1,00000000000000000000000000000000001",
      "--devices: 1 is named twice" },
    { "laplace --weak", "--weak: needs --devices, or --sweep devices=... or ranks=..." },
    { "--path simd --sweep path=avx2",
      "--path: --sweep path=... decides that, leave one of them out" },
    { "--sweep precision=float --precision double",
      "--precision: --sweep precision=... decides that, leave one of them out" },
    { "--threads 2 --sweep threads=1,2",
      "--threads: --sweep threads=... decides that, leave one of them out" },
    { "mandelbrot --set resolution=4 --sweep resolution=8",
      "--set resolution: --sweep resolution=... decides that, leave one of them out" },
    { "mandelbrot --set width=4 --sweep height:width=8",
      "--set width: --sweep width=... decides that, leave one of them out" },
    { "vecadd --sweep n=10,1000000000000",
      "--sweep n=1000000000000: needs * GB, but no more than * GB are free" },
    { "--reps 2 resolution=4", "hotspot resolution=4: has to be of *mandelbrot*" },
    { "--reps 0", "--reps=0: has to be an integer from 1 to 1000" },
    { "{--reps=-3|--reps=1001|--reps=many}", "{}: has to be an integer from 1 to 1000" },
    { "--repss 3", "unknown option --repss; did you mean --reps? (see --help)" },
    { "--host-memory pined", "--host-memory pined: did you mean pinned? (pageable, pinned)" },
    { "--host-memory paged,", "--host-memory paged: has to be of pageable, pinned" },
    { "--host-memory ''", "--host-memory : has to be of pageable, pinned" },
    { "--require-offload=cpu", "--require-offload=cpu: has to be gpu, or without a value" },
    { "--peers=nosuch", "--peers nosuch: has to be of cuda, *parallel-for*" },
    { "--peers=paralel-for",
      "--peers paralel-for: did you mean parallel-for? (cuda, *parallel-for*)" },
    { "--peers=", "--peers : has to be of cuda, *parallel-for*" },
    { "--progress=yes", "--progress: does not take a value (see --help)" },
    { "mandelbrot --set resolution=4,iterations=20 --peers=parallel-for,cuda-hello",
      "--peers=cuda-hello: is no peer of mandelbrot" },
    { "mandelbrot dot --peers=cuda-hello",
      "--peers=cuda-hello: is no peer of any of these hotspots" },
    { "mandelbrot --set resolution=4 --variant tiles --path simd",
      "--path simd: mandelbrot has none in any precision and variant that was asked for (reference, offload)" },
    { "mandelbrot --sweep variant=plain,tuend",
      "--sweep variant tuend: did you mean tuned? (plain, *…)" },
    { "blur --sweep variant=plain,tiles",
      "--sweep variant tiles: blur has none of that name (plain, *tuned)" },
    { "blur --sweep path=simd,origin",
      "--sweep path origin: blur has none in any precision that was asked for (reference, simd, avx2, offload)" },
    { "mandelbrot --sweep variant=plain variant=tuned", "--sweep variant: given twice" },
    { "mandelbrot --variant plain --sweep variant=plain,tuned",
      "--variant: --sweep variant=... decides that, leave one of them out" },
    { "listings --path origin --precision float",
      "--path origin: listings has none in any precision that was asked for (reference, simd, avx2, offload)" },
    { "listings vecadd --path origin",
      "--path origin: vecadd has none in any precision that was asked for (reference, simd, avx2, offload)" },
    { NULL, NULL },
};

Test(measuring, refusals)
{
    expect_refusals(by_bench, of_measuring);
}

/* ---- The requests that the shared command line makes ---- */

/* What a command line of this word (NULL: of none) asks for; fails the test if it is wrong. */
static struct request parsed(const char *word)
{
    struct request r;
    char *words[] = { (char *)"bench", (char *)word, NULL };
    must(parse_options(&request_argp, word ? 2 : 1, words, &r, &r, &failure));
    return r;
}

static bool asks_for_hotspot(const struct request *r, const char *name)
{
    for (size_t i = 0; i < r->hotspots; i++)
        if (strcmp(r->hotspot[i], name) == 0)
            return true;
    return false;
}

/* What reruns a report is for those who ask for it. */
Test(options, hotspots_of_reports_are_named)
{
    struct request all = parsed(NULL);
    cr_expect(!all.hotspots_given && all.hotspots > 0);
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        cr_expect(asks_for_hotspot(&all, h->name) == !h->by_name, "%s", h->name);
    }
    struct request one = parsed("listings,vecadd,listings");
    cr_expect(one.hotspots_given && one.hotspots == 2);
    cr_expect_str_eq(one.hotspot[0], "listings");
}

Test(options, descriptions_say_what_is_of_reports)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++)
        for (int p = 0; p < TRI_PRECISIONS; p++) {
            const struct tri_hotspot *h = tri_hotspot_at(i, (enum tri_precision)p);
            cr_expect(h->by_name == (strcmp(h->name, "listings") == 0), "%s", h->name);
        }
}

/* ---- Each program's own options ---- */

/* ---- bench ---- */

static const struct refusal of_bench[] = {
    { "--list {--json new.json|--db new.db|--reps 3|--set resolution=4|--threads 1|"
      "--path simd|--precision float|--variant tuned|--format json|--rows a|--import a|"
      "mandelbrot|--all|--fom|--self-check}",
      "{-}: --list lists and does nothing else" },
    { "--self-check {--json new.json|--reps 3|--path simd|mandelbrot|--all|--rows a|--set n=4}",
      "{-}: --self-check checks and does nothing else" },
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

REFUSALS(study, by_study, { "", "needs the names of studies, all or list (see --help)" },
         { "{scalling|fma,scalling}", "study scalling: did you mean scaling? (*)" },
         { "xyzzy", "study xyzzy: has to be of guard, schedule, scaling*" },
         { "all,fma", "study all: has to be of *" },
         { "fma --tolerance 3", "unknown option --tolerance (see --help)" },
         { "fma --figurs new", "unknown option --figurs; did you mean --figures? (see --help)" },
         { "fma --page", "--page: needs a value (see --help)" },
         { "list {--page new.html|--figures new|--rows rows.json|--json rows.json|"
           "--set resolution=4|--threads 1|--path simd|--precision float|--variant tuned}",
           "{-}: study list lists and does nothing else" },
         { "list mandelbrot", "mandelbrot: study list lists and does nothing else" },
         { "fma --rows rows.json {--json new.json|--db new.db|--resume new.json|--reps 3}",
           "{-}: study with --rows reads rows and does nothing else" },
         { "fma --rows rows.json --require-offload",
           "--require-offload: study with --rows reads rows and does nothing else" },
         { "fma --page new.htm", "--page new.htm: has to end in .html" },
         { "scaling --set iterations=9,resolution=4",
           "--set resolution: --sweep resolution=... decides that, leave one of them out" },
         { "scaling julia", "hotspot julia: study scaling is of listings" },
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
         { "blur {--sweep path=origin|--path simd}",
           "{}: the table of blur shows path avx2, offload" },
         { "roofline blur --sweep path=origin", "--sweep path origin: blur has none*" },
         { "precision --peers=parallel-for --sweep resolution=4",
           "--peers=parallel-for: the table of precision shows path*" },
         { "schedule --sweep schedule=guided",
           "--sweep schedule=guided: the table of schedule shows schedule static, dynamic" },
         { "fma --sweep arithmetic=fused",
           "--sweep arithmetic=fused: the table of fma shows arithmetic plain, listing4" },
         { "launch --sweep teams=7",
           "--sweep teams=7: the table of launch shows teams 132, 500, 2000" },
         { "roofline vecadd --set n=1000000000000",
           "--set n=1000000000000: needs * GB, but no more than * GB are free" },
         { "guard --json p.html --page p.html", "--json p.html: is the file of --page p.html*" },
         { "guard --page p.html -o p.html", "-o p.html: is the file of --page p.html*" },
         { "guard --rows a,p.html --page p.html", "--page p.html: is the file of --rows p.html*" },
         { "all --json studies.html", "--json studies.html: is the file of --page studies.html*" },
         { "guard --figures new --json new", "--json new: is the file of --figures new*" },
         { "guard --figures . --rows a,guard-1.svg",
           "--figures .: a figure may take the place of --rows guard-1.svg*" })

REFUSALS(versus, by_versus, { "", "needs two files of rows or more (see --help)" },
         { "a", "a: needs another file to compare it with" },
         { "1 2 3 4 5 6 7 8 9", "versus: no more than 8 files*" },
         { "a b {--tolerance=-1|--tolerance=1001|--tolerance=5x|--tolerance=nan}",
           "{}: has to be a number of percent from 0 to 1000" },
         { "a b --cannot-tell=maybe", "--cannot-tell=maybe: has to be pass or fail" },
         { "a b {--cannot-tell|--tolerance}", "{}: needs a value (see --help)" },
         { "a,,c b", "a,,c: a name between its commas is empty" },
         { "a b,", "b,: a name between its commas is empty" },
         { "a b --tolerence 3",
           "unknown option --tolerence; did you mean --tolerance? (see --help)" },
         { "a b --hotspot dot,,blur", "hotspot: a name is empty" },
         { "a b --path smid", "--path smid: did you mean simd? (*)" },
         { "--sweep threads=1 a b", "unknown option --sweep*(see --help)" },
         { "a b {--json new.json|--reps 3}", "unknown option {-}*(see --help)" },
         { "a b --rows a -o x.svg", "unknown option --rows*(see --help)" },
         { "a b --peers", "unknown option --peers*(see --help)" },
         { "a b {--set resolution=4|--threads 2}", "{-}: versus reads rows and does nothing else" },
         { "a b -o b", "-o b: is the file of versus b*" },
         { "a b,c -o c", "-o c: is the file of versus c*" })

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

REFUSALS(draw, by_draw, { "", "needs the name of a figure (see --help)" },
         { "rooflin", "figure rooflin: did you mean roofline? (*)" },
         { "xyzzy", "figure xyzzy: has to be of *" },
         { "roofline --rows", "--rows: needs a value (see --help)" },
         { "roofline ,", "hotspot: a name is empty" },
         { "roofline --rows a --sweep resolution=4 -o x.svg",
           "unknown option --sweep*(see --help)" },
         { "roofline --rows a -o x.svg --page new.html", "unknown option --page*(see --help)" },
         { "roofline --rows a -o x.svg {--threads 1|--set n=4}",
           "{-}: draw reads rows and does nothing else" },
         { "roofline --rows a,b -o b", "-o b: is the file of --rows b*" })

REFUSALS(explore, by_explore, { "vecadd", "hotspot vecadd: explore shows mandelbrot or julia" },
         { "mandelbrot,julia", "hotspot julia: explore shows mandelbrot or julia" },
         { "--script", "--script: needs a value (see --help)" },
         { "--palette lagon", "--palette lagon: did you mean lagoon? (*)" },
         { "--path simd,avx2", "--path: name one, others are a key away" },
         { "--path origin", "mandelbrot, plain, has no path origin" },
         { "--path simd {--variant plain,tuned|--variant all}",
           "{-}: name one, others are a key away" },
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
         { "--set xmin=0,xmax=1e-300", "double ends here: it cannot tell a pixel from the next" })

REFUSALS(verdict, by_verdict, { "{|--svg new.svg}", "needs files of rows (see --help)" },
         { "a --svg", "--svg: needs a value (see --help)" },
         { "a --svg new.png", "--svg new.png: has to end in .svg" },
         { "a b.svg --svg b.svg", "--svg b.svg: is the file of verdict b.svg*" },
         { "a -o n.svg --svg n.svg", "-o n.svg: is the file of --svg n.svg*" },
         { "a b -o b", "-o b: is the file of verdict b*" },
         { "a --pp=yes", "--pp: does not take a value (see --help)" },
         { "a --hotspot dot,", "hotspot: a name is empty" },
         { "a --path gpu", "--path gpu: has to be of *" },
         { "a {--set n=4|--threads 2}", "{-}: verdict reads rows and does nothing else" },
         { "a --tolerance 3", "unknown option --tolerance (see --help)" })

REFUSALS(doctor, by_doctor, { "--json new.json --reps 3", "unknown option --json*(see --help)" },
         { "{--set resolution=4|--threads 1|--path simd|--precision float|--variant tuned|"
           "-o new.txt}",
           "{-}: doctor looks at this machine and does nothing else" },
         { "mandelbrot", "mandelbrot: doctor looks at this machine and does nothing else" },
         { "--features collapse", "hotspot collapse: has to be of *" },
         { "--features --set resolution=4",
           "--set: doctor looks at this machine and does nothing else" },
         { "--features=colapse", "--features colapse: did you mean collapse? (*)" },
         { "--fatures", "unknown option --fatures; did you mean --features? (see --help)" },
         { "--format json", "--format: goes with --features" },
         { "{--cc sh|--flags -O3|--cc sh --compare a|--flags -O3 --compare a}",
           "{-}: goes with --features" },
         { "--features --cc {''|no-such-cc|.|/|./no-such-cc|/dev/null}",
           "--cc *: cannot be run; has to be a C compiler, its name in PATH or its path" },
         { "--features --cc", "--cc: needs a value (see --help)" },
         { "--features --flags ''",
           "--flags: has to be a compiler's flags, such as '-O3 -fopenmp'" },
         { "--features --compare a", "--compare: shows files of rows, and --features writes them" },
         { "--compare a b --set n=4", "--set: doctor looks at this machine and does nothing else" },
         { "--compare a b -o b", "-o b: is the file of --compare b*" },
         { "{--compare|a --compare}", "--compare: needs a value (see --help)" },
         { "--features --format jsno", "--format jsno: did you mean json? (text, json)" })

REFUSALS(compare, by_compare, { "--picture", "--picture: needs a value (see --help)" },
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
         { "dot --timeout {0|86401|x}", "--timeout={}: has to be an integer from 1 to 86400" },
         { "dot --timeout 5 --audit off", "--timeout: is for paths in a process of their own, *" },
         { "dot --random {0|-1|1000000001|x}",
           "--random={}: has to be an integer from 1 to 1000000000" },
         { "dot --random 2 --seed {-1|4294967296|x}",
           "--seed={}: has to be an integer from 0 to 4294967295" },
         { "dot --seed 1", "--seed: is for --random" },
         { "mandelbrot --random 2 --path origin", "--random: not of path origin, *" },
         { "mandelbrot --special", "--special: mandelbrot has no real inputs" },
         { "mandelbrot --random 2 --picture a.png", "--random: not with --picture, *" },
         { "matmul --random 2 --set n=1000,m=1000",
           "--random: no case of matmul with these --set has 1 MiB at most" },
         { "mandelbrot julia --path reference --set resolution=2,size=-5",
           "--set size=-5: has to be an integer from 1 to *" })

/* (An image of one path: --devices chooses it.) */
static const struct refusal of_render[] = {
    { "mandelbrot --path simd --devices 1",
      "--devices: are shared by path offload only, not by simd" },
    { "mandelbrot --halo staged", "--halo staged: is of ranks, and no MPI launcher*" },
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
    { "mandelbrot --set ,resolution=4", "--set : has to be name=value, *" },
    { NULL, NULL },
};

Test(render, refusals)
{
    expect_refusals(by_render, of_render);
}
