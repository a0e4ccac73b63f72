/* versus --in-turns: who runs when, what is said of programs that do not, and how runs in the same rounds are compared. */
#include "beside.h"

#include <math.h>
#include <sys/stat.h>

/* ---- Programs that only say that they had a round ---- */

/* Writes its name and the number of the round to "order", for each of its tables of so many rounds; then a row. */
static void write_program(const char *name, const char *tables, const char *end)
{
    FILE *out = fopen(in_scratch(name), "w");
    cr_assert(out);
    fprintf(
        out,
        "#!/bin/sh\n"
        "says() { printf $1 >&9; head -c 1 <&9 >/dev/null; }\n"
        "for word; do case $word in --json=*) json=${word#*=} ;; esac; done\n"
        "echo \"$*\" >>%s/words\n"
        "says d\n"
        "for rounds in %s; do\n"
        "    i=0\n"
        "    while [ $((i += 1)) -le $rounds ]; do printf '%s%%s ' $i >>%s/order; says r; done\n"
        "    printf '| ' >>%s/order; says d\n"
        "done\n"
        "cp %s/row $json\n"
        "%s\n",
        in_scratch(""), tables, name, in_scratch(""), in_scratch(""), in_scratch(""), end);
    cr_assert(fclose(out) == 0 && chmod(in_scratch(name), 0755) == 0);
}

static void write_row(void)
{
    SIDE("row", { "simd", 500, 2, 1 });
}

/* The output, or the error. */
static char *turns_of(const char *a, const char *b, long runs, const char *keep)
{
    char file[2][300], folder[300], name[] = "vecadd", all[] = "--all", *words[] = { name, all };
    snprintf(file[0], sizeof file[0], "%s", in_scratch(a));
    snprintf(file[1], sizeof file[1], "%s", in_scratch(b));
    snprintf(folder, sizeof folder, "%s", in_scratch(keep));
    struct versus v = { .file = { file[0], file[1] },
                        .files = 2,
                        .measures = true,
                        .in_turns = { .program = { file[0], file[1] },
                                      .words = words,
                                      .n = 2,
                                      .runs = runs,
                                      .keep = *keep ? folder : NULL },
                        .request.threads = 1 };
    v.out = begin_text();
    bool good = versus(&v, &failure);
    char *text = end_text();
    return good ? text : (free(text), strdup(failure.text));
}

static char *text_in(const char *name)
{
    return contents(in_scratch(name), NULL);
}

static void expect_file(const char *name, const char *text)
{
    char *found = text_in(name);
    cr_expect_str_eq(found, text);
    free(found);
}

/* One round after the other; now one, now the other is first; who is done waits for the other's table. */
Test(in_turns, order)
{
    write_row();
    write_program("a", "3 1", "");
    write_program("b", "1 2", "");
    char *table = turns_of("a", "b", 1, "");
    expect_file("order", "a1 b1 | a2 a3 | a1 b1 b2 | | ");
    expect_text(table, "1.00 x");
    expect_text(table, "The rounds of 1 row of A and B do not pair");
    free(table);
}

/* Each run has new processes and files; only the first audits. */
Test(in_turns, runs)
{
    write_row();
    write_program("a", "1", "");
    write_program("b", "1", "");
    char *table = turns_of("a", "b", 2, "rows"), *words = text_in("words");
    for (size_t i = 0; i < 4; i++) {
        static const char *const files[] = { "rows/A1.jsonl", "rows/B1.jsonl", "rows/A2.jsonl",
                                             "rows/B2.jsonl" };
        char *rows = text_in(files[i]);
        expect_text(words, files[i]);
        expect_text(rows, "mandelbrot");
        free(rows);
    }
    expect_text(words, "vecadd --all --json=");
    cr_expect(strstr(strstr(words, "A2.jsonl"), "--audit=off") &&
              strstr(words, "--audit=off") > strstr(words, "B1.jsonl"));
    free(words);
    free(table);
    table = turns_of("a", "b", 1, "rows");
    expect_text(table, "has rows already, A1.jsonl");
    free(table);
}

/* ---- Programs that fail ---- */

static void expect_failure(const char *b, enum tri_status status, const char *why)
{
    write_row();
    write_program("a", "5", "");
    char *said = turns_of("a", b, 1, "");
    expect_text(said, why);
    cr_expect(failure.status == status);
    free(said);
}

Test(in_turns, failures)
{
    expect_failure("none", TRI_USAGE, "none: No such file or directory");
    expect_failure("row", TRI_USAGE, "row: Permission denied");
    write_program("b", "1", "exit 3");
    expect_failure("b", TRI_FAILED, "b: has ended with status 3");
    write_program("b", "1", "kill -9 $$");
    expect_failure("b", TRI_FAILED, "b: signal 9 (Killed)");
    write_program("b", "", "");
    put_file("b", "#!/bin/sh\n");
    expect_failure("b", TRI_USAGE, "b: has ended before it measured anything");
}

/* ---- Runs in the same rounds ---- */

enum { ROUNDS = 11 };

/* Each round takes four times as long as the one before, and B `slower` times as long as A. */
static void add_drifting(const char *name, double slower, long rounds)
{
    FILE *out = begin_side(name);
    double time = 1;
    fputs(
        "{\"schema\":1,\"hotspot\":\"mandelbrot\",\"path\":\"simd\",\"precision\":\"double\",\"params\":{},\"threads\":1,"
        "\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,\"bytes\":1e7,\"kernel_s\":{\"all\":[",
        out);
    for (size_t i = 0; i < ROUNDS; i++, time *= 4)
        fprintf(out, "%s%.17g", i ? "," : "", time * slower * (1 + 0.002 * (double)(i % 3)));
    fprintf(out,
            "],\"median\":%.17g},\"rounds\":%ld,"
            "\"ceiling_fma_per_s\":1e9,\"ceiling_bytes_per_s\":1e9}\n",
            pow(4, ROUNDS / 2) * slower * 1.004, rounds);
    fclose(out);
}

static void expect_sides(const char *a, const char *b, const char *said, int expected)
{
    int status;
    char *table = table_of_sides(a, b, 0.05, &status);
    expect_text(table, said);
    cr_expect(status == expected, "status %d, not %d: %s", status, expected, table);
    free(table);
}

/* Programs that tell their rounds have had the same ones; files that were not measured now need not. */
Test(in_turns, rounds_that_pair)
{
    add_drifting("row", 1, 1);
    write_program("a", "1", "");
    write_program("b", "1", "");
    char *table = turns_of("a", "b", 1, "");
    expect_text(table, "1.00 x");
    cr_expect(!strstr(table, "do not pair"), "%s", table);
    free(table);
    int status;
    add_drifting("other", 1, 2);
    table = table_of_sides("row", "other", 0.05, &status);
    cr_expect(!strstr(table, "do not pair"), "%s", table);
    free(table);
}

Test(in_turns, no_drift_enters)
{
    add_drifting("a1", 1, 1);
    add_drifting("b1", 1.1, 1);
    expect_sides("a1", "b1", "0.91 x", 1);
    expect_sides("b1", "a1", "faster", 0);
    expect_sides("a1", "a1", "no difference", 0);
    add_drifting("b1", 1.1, 2);
    expect_sides("a1", "b1", "cannot tell", 3); /* they are of other rounds */
}

/* Of several runs each is compared with the one that was beside it; if one is beside none, all are compared as a whole. */
Test(in_turns, several_runs)
{
    add_drifting("a1", 1, 1);
    add_drifting("a2", 50, 2);
    add_drifting("b1", 1.1, 1);
    add_drifting("b2", 55, 2);
    expect_sides("a1,a2", "b1,b2", "0.91 x", 1);
    expect_sides("a1,a2", "b2,b1", "0.91 x", 1);
    add_drifting("b2", 55, 3);
    expect_sides("a1,a2", "b1,b2", "cannot tell", 3);
    expect_sides("a1,a2", "b1", "cannot tell", 3);
}
