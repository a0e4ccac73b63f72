/* Numbers that others have published, as rows. */
#include "beside.h"
#include "check.h"
#include "rows.h"

#include <string.h>

static const char *written(const char *name, const char *text)
{
    put_file(name, text);
    return in_scratch(name);
}

static void expect_answer(struct store *s, const char *sql, const char *wanted)
{
    char text[400] = "";
    store_text(s, sql, NULL, text, sizeof text);
    cr_expect(strcmp(text, wanted) == 0, "%s: \"%s\", not \"%s\"", sql, text, wanted);
}

Test(published, csv)
{
    const char *file = written("a.csv", "date,problem,application,platform,fom\r\n"
                                        "1,triad,CUDA,\"GPU, large\",0.5\r\n"
                                        "2,triad,CUDA,\"GPU, large\",0.25\r\n"
                                        "\r\n"
                                        "2,triad,\"a \"\"b\"\"\",X,\n"
                                        "2,triad,CUDA,\"GPU, large\",1\n");
    store_auto_t *s = rows_load_all(file, &failure);
    cr_assert(s, "%s", failure.text);
    expect_answer(s, "select count(*) from row", "2");
    expect_answer(s,
                  "select json_extract(json, '$.kernel_s.all') || kernel_s || device || variant || "
                  "reps || line from row where absent is null",
                  "[0.5,0.25,1.0]0.5GPU, largeCUDA32");
    expect_answer(s, "select variant || absent from row where absent is not null",
                  "a \"b\"no result is published");
}

Test(published, csv_of_rates)
{
    store_auto_t *s = rows_load_all(
        written("a.csv", "precision,rate,compiler,platform,application,problem\nfloat,4,gcc,P,A,x"),
        &failure);
    cr_assert(s, "%s", failure.text);
    expect_answer(s, "select kernel_s || precision || compiler || hotspot from row",
                  "0.25floatgccx");
}

/* ---- JSON ---- */

#define CONTEXT "\"context\": {\"executable\": \"./a/prog\", \"host_name\": \"host\"}"

Test(published, google_benchmark)
{
    store_auto_t *s = rows_load_all(
        written("g.json",
                "{\n  " CONTEXT ", \"benchmarks\": [\n"
                "{\"name\": \"BM_a\", \"run_name\": \"BM_a\", \"run_type\": \"iteration\", "
                "\"real_time\": 2, \"time_unit\": \"ms\", \"threads\": 4},\n"
                "{\"name\": \"BM_a\", \"run_name\": \"BM_a\", \"run_type\": \"iteration\", "
                "\"real_time\": 4, \"time_unit\": \"ms\", \"threads\": 4},\n"
                "{\"name\": \"BM_a_median\", \"run_name\": \"BM_a\", \"run_type\": \"aggregate\", "
                "\"aggregate_name\": \"median\", \"real_time\": 9, \"time_unit\": \"ms\", "
                "\"threads\": 4},\n"
                "{\"name\": \"BM_b\", \"real_time\": 7, \"error_occurred\": true, "
                "\"error_message\": \"no file\"}]}"),
        &failure);
    cr_assert(s, "%s", failure.text);
    expect_answer(s,
                  "select group_concat(hotspot || coalesce(kernel_s, absent) || peer || cpu) "
                  "from (select * from row order by id)",
                  "BM_a0.003proghost,BM_bno fileproghost");
    store_auto_t *medians = rows_load_all(
        written("m.json",
                "{" CONTEXT ", \"benchmarks\": [{\"name\": \"BM_a_median\", \"run_name\": "
                "\"BM_a\", \"aggregate_name\": \"median\", \"real_time\": 9}, "
                "{\"name\": \"BM_a_mean\", \"run_name\": \"BM_a\", \"aggregate_name\": "
                "\"mean\", \"real_time\": 7}]}"),
        &failure);
    cr_assert(medians, "%s", failure.text);
    expect_answer(medians, "select abs(kernel_s - 9e-9) < 4e-24 from row", "1");
}

Test(published, array_of_rows)
{
    char line[4096], text[5000];
    SIDE("a", { "simd", 1, 1, 1 });
    FILE *in = fopen(in_scratch("a"), "r");
    cr_assert(in && fgets(line, sizeof line, in));
    fclose(in);
    snprintf(text, sizeof text, "[\n%s]\n", line);
    store_auto_t *s = rows_load_all(written("a.json", text), &failure);
    cr_assert(s, "%s", failure.text);
    expect_answer(s, "select path from row", "simd");
}

struct refused {
    const char text[300], said[160];
};
static const struct refused refused[] = {
    { "problem,application,platform\n", ":1: needs the columns" },
    { "problem,application,platform,time,fom\na,b,c,1,1\n", ":1: needs the columns" },
    { "problem,application,platform,time\na,b,c,0\n", ":2: time 0: has to be a positive number" },
    { "problem,application,platform,time\na,b,c,1s\n", ":2: time 1s: has to be" },
    { "problem,application,platform,rate\na,b,c,1e-320\n", ":2: rate 1e-320: has to be" },
    { "problem,application,platform,time\na,,c,1\n", ":2: has no application" },
    { "problem,application,platform,time\na,b,\"c,1\n", ":2: a quote is not closed" },
    { "problem,application,platform,time\na,\xff,c,1\n", ":2: is not UTF-8" },
    { "problem,application,platform,time\n", "has no rows" },
    { "[1]", ":1: is no row of JSON" },
    { "[{}]", ":1: has no \"schema\"" },
    { "[\n", "is no JSON" },
    { "{\n\"benchmarks\": 1}", "has neither rows nor \"benchmarks\"" },
    { "{\n\"benchmarks\": [{\"name\": \"a\"}]}", "benchmark 1: needs a name and a positive" },
    { "{\"schema\": 1, \"hotspot\": \"a\", \"path\": \"simd\", \"precision\": \"float\", \"cpu\": "
      "\"c\", \"absent\": \"x\"}\n",
      "has no \"params\", \"threads\", \"device\", \"compiler\"" },
};

EACH_OF(published, is_refused, struct numbered, numbered(sizeof refused / sizeof *refused))
{
    const struct refused *one = &refused[r->k];
    store_auto_t *s = rows_load_all(written("x", one->text), &failure);
    cr_expect(!s && failure.status == TRI_USAGE && strstr(failure.text, one->said), "%s: %s",
              one->said, failure.text);
}
