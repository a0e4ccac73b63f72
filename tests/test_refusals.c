/* The error messages of the shared command line, and of programs that measure.  tools.sh tests exit status and
 * output. */
#include "check.h"
#include "hotspot.h"
#include "options.h"
#include "refusals.h"

#include <unistd.h>

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
    { "mandelbrot --set width", "--set width: has to be name=value" },
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
    { "mandelbrot --set ,", "--set : has to be name=value" },
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
}

Test(compare, refusals_of_all)
{
    expect_refusals(by_compare, of_all);
}

Test(render, refusals_of_all)
{
    expect_refusals(by_render, of_all);
}

/* An image of one path: --devices chooses it. */
Test(render, refusals_of_devices)
{
    static const struct refusal of_devices[] = {
        { "mandelbrot --path simd --devices 1",
          "--devices: are shared by path offload only, not by simd" },
        { "mandelbrot --halo staged", "--halo staged: is of ranks, and no MPI launcher*" },
        { NULL, NULL },
    };
    expect_refusals(by_render, of_devices);
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
    { "--peers=nosuch", "--peers nosuch: has to be of cuda, *scalar*" },
    { "--peers=scaler", "--peers scaler: did you mean scalar? (cuda, *scalar*)" },
    { "--peers=", "--peers : has to be of cuda, *scalar*" },
    { "--progress=yes", "--progress: does not take a value (see --help)" },
    { "mandelbrot --set resolution=4,iterations=20 --peers=scalar,cuda-hello",
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
