/* Rows for the tests of versus. */
#include "beside.h"

FILE *begin_side(const char *name)
{
    FILE *out = fopen(in_scratch(name), "w");
    cr_assert(out);
    return out;
}

void add_beside(FILE *out, const char *path, int resolution, int threads, const char *input,
                double median)
{
    fprintf(
        out,
        "{\"schema\":1,\"hotspot\":\"mandelbrot\",\"path\":\"%s\",\"precision\":\"double\","
        "\"params\":{\"resolution\":%d},\"threads\":%d,\"input\":%s,\"device\":null,"
        "\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,\"bytes\":1e7,"
        "\"kernel_s\":{\"min\":%g,\"median\":%g,\"max\":%g,\"all\":[%g,%g,%g,%g,%g,%g,%g,%g,%g,%g,%g]},"
        "\"ceiling_fma_per_s\":1e9,\"ceiling_bytes_per_s\":1e9}\n",
        path, resolution, threads, input, median * 0.99, median, median * 1.02, median * 0.99,
        median, median, median, median, median, median, median, median, median, median * 1.02);
}

void put_side(const char *name, const struct beside *rows)
{
    FILE *out = begin_side(name);
    for (; rows->path; rows++)
        add_beside(out, rows->path, rows->resolution, rows->threads,
                   rows->input ? rows->input : "null", rows->median);
    fclose(out);
}

/* The names in a list, each with the folder before it. */
static const char *list_in_scratch(const char *list, char *text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (const char *name = list; name; name = strchr(name, ',') ? strchr(name, ',') + 1 : NULL) {
        char one[20];
        snprintf(one, sizeof one, "%.*s", (int)strcspn(name, ","), name);
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", used ? "," : "", in_scratch(one));
        cr_assert(used < size);
    }
    return text;
}

char *table_of_files(const char *a, const char *b, double tolerance, int *status)
{
    struct versus v = { .file = { a, b },
                        .files = 2,
                        .tolerance = tolerance,
                        .cannot_tell = VERSUS_CANNOT_TELL,
                        .request.threads = 1 };
    v.out = begin_text();
    must(versus(&v, &failure));
    *status = versus_status(&v);
    return end_text();
}

char *table_of_sides(const char *a, const char *b, double tolerance, int *status)
{
    char lists[2][1000];
    return table_of_files(list_in_scratch(a, lists[0], sizeof *lists),
                          list_in_scratch(b, lists[1], sizeof *lists), tolerance, status);
}

char *table_beside(double tolerance, bool *regressed)
{
    int status;
    char *text = table_of_sides("a", "b", tolerance, &status);
    *regressed = status == TRI_FAILED;
    return text;
}

void expect_beside(const char *table, const char *said, bool regressed, bool expected)
{
    expect_text(table, said);
    cr_expect(regressed == expected, "\"%s\": %s", said, regressed ? "regressed" : "let through");
}
