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
    fprintf(out,
            "{\"schema\":1,\"hotspot\":\"mandelbrot\",\"path\":\"%s\",\"precision\":\"double\","
            "\"params\":{\"resolution\":%d},\"threads\":%d,\"input\":%s,\"device\":null,"
            "\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,\"bytes\":1e7,"
            "\"kernel_s\":{\"min\":%g,\"median\":%g,\"max\":%g},\"ceiling_fma_per_s\":1e9,"
            "\"ceiling_bytes_per_s\":1e9}\n",
            path, resolution, threads, input, median * 0.99, median, median * 1.02);
}

void add_path(FILE *out, const char *path, int resolution, int threads, double median)
{
    add_beside(out, path, resolution, threads, "null", median);
}

char *table_beside(double tolerance, bool *regressed)
{
    struct versus v = { .file = { in_scratch("a"), in_scratch("b") },
                        .files = 2,
                        .tolerance = tolerance,
                        .request.threads = 1 };
    struct tri_error e = { 0 };
    char *text = NULL;
    size_t size;
    v.out = open_memstream(&text, &size);
    cr_assert(versus(&v, &e), "%s", e.text);
    fclose(v.out);
    *regressed = v.regressed;
    return text;
}

void expect_beside(const char *table, const char *said, bool regressed, bool expected)
{
    cr_expect(strstr(table, said), "no \"%s\" in\n%s", said, table);
    cr_expect(regressed == expected, "\"%s\": %s", said, regressed ? "regressed" : "let through");
}
