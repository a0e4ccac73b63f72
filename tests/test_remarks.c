/* What compilers say of loops, and where in a source that is: by hand. */
#include "check.h"
#include "remarks.h"

#include <criterion/criterion.h>

static const char text[] =
    "#include \"real.h\"\n"                               /* 1 */
    "enum { SOME = 3 };\n"                                /* 2 */
    "struct pair { int a; };\n"                           /* 3 */
    "INLINE real X(help)(int n) /* for (;;) other() */\n" /* 4 */
    "{\n"                                                 /* 5 */
    "    struct pair p = { 1 };\n"                        /* 6 */
    "    for (int i = 0; i < n; i++)\n"                   /* 7 */
    "        n += p.a;\n"                                 /* 8 */
    "    return n;\n"                                     /* 9 */
    "}\n"                                                 /* 10 */
    "static void other(int *p);\n"                        /* 11 */
    "static void other(int *p)\n"                         /* 12 */
    "{\n"                                                 /* 13 */
    "    while (*p)\n"                                    /* 14 */
    "        // X(help)(3)\n"                             /* 15 */
    "        p[0]--;\n"                                   /* 16 */
    "}\n"                                                 /* 17 */
    "static const struct gait X(way) = { X(help), 1 };\n" /* 18 */
    "static void X(run_simd)(void)\n"                     /* 19 */
    "{\n"                                                 /* 20 */
    "    go(&X(way));\n"                                  /* 21 */
    "}\n"                                                 /* 22 */
    "static void X(run_plain)(void)\n"                    /* 23 */
    "{\n"                                                 /* 24 */
    "    int another = 1;\n"                              /* 25 */
    "    do {\n"                                          /* 26 */
    "        other(&another);\n"                          /* 27 */
    "    } while (another);\n"                            /* 28 */
    "}\n"                                                 /* 29 */
    "const struct tri_hotspot X(it) = {\n"                /* 30 */
    "    .reference = X(run_plain),\n"                    /* 31 */
    "    .plain = {\n"                                    /* 32 */
    "        \"plain\", \"as it stands\",\n"              /* 33 */
    "        .path = { [TRI_SIMD] = X(run_simd) },\n"     /* 34 */
    "    },\n"                                            /* 35 */
    "};\n"                                                /* 36 */
    "const struct tri_variant X(it_tuned)[] = {\n"        /* 37 */
    "    { \"tuned\", \"another\",\n"                     /* 38 */
    "      .path = { [TRI_SIMD] = X(run_plain), [TRI_AVX2] = X(run_simd) } },\n"
    "};\n"; /* 40 */

static struct source parsed(void)
{
    struct source s;
    cr_assert(source_parse(&s, strdup(text)));
    return s;
}

static bool is_reached(const struct source *s, size_t line)
{
    const struct function *f = source_function(s, line);
    return f && f->reached;
}

Test(source, functions)
{
    struct source s = parsed();
    const struct function *help = source_function(&s, 8), *other = source_function(&s, 16);
    cr_assert(help && other);
    cr_expect(help->length == 4 && strncmp(help->name, "help", 4) == 0 && help->by_precision);
    cr_expect(help->first == 4 && help->last == 10);
    cr_expect(other->length == 5 && strncmp(other->name, "other", 5) == 0 && !other->by_precision);
    cr_expect(other->first == 12 && other->last == 17);
    cr_expect(source_function(&s, 18)->last == 18 && source_function(&s, 28)->first == 23);
    cr_expect(!source_function(&s, 1));
    source_free(&s);
}

/* What comments mention is not called; what a table names is. */
Test(source, reaches)
{
    struct source s = parsed();
    source_reach(&s, "plain", TRI_SIMD);
    cr_expect(is_reached(&s, 20) && is_reached(&s, 18) && is_reached(&s, 7));
    cr_expect(!is_reached(&s, 14) && !is_reached(&s, 25));
    source_reach(&s, "plain", TRI_REFERENCE);
    cr_expect(is_reached(&s, 14) && is_reached(&s, 25) && !is_reached(&s, 7));
    source_reach(&s, "tuned", TRI_SIMD); /* and not what stands behind it in the line */
    cr_expect(is_reached(&s, 25) && !is_reached(&s, 20));
    source_reach(&s, "tuned", TRI_AVX2);
    cr_expect(is_reached(&s, 20) && !is_reached(&s, 25));
    source_reach(&s, "steps", TRI_SIMD);
    cr_expect(!is_reached(&s, 14) && !is_reached(&s, 20), "there is no such variant");
    source_free(&s);
}

Test(source, loops)
{
    struct source s = parsed();
    cr_expect(source_loop(&s, 7) == 7 && source_loop(&s, 8) == 7 && source_loop(&s, 6) == 0);
    cr_expect(source_loop(&s, 16) == 14 && source_loop(&s, 27) == 26 && source_loop(&s, 1) == 0);
    source_free(&s);
}

/* What clang says of a directive's loop it says at the directive. */
Test(source, loops_of_directives)
{
    static const char lesson[] = "static void X(sum)(void)\n"                            /* 1 */
                                 "{\n"                                                   /* 2 */
                                 "    while (first())\n"                                 /* 3 */
                                 "        ;\n"                                           /* 4 */
                                 "    #pragma omp target teams distribute parallel \\\n" /* 5 */
                                 "        for map(to: a)\n"                              /* 6 */
                                 "    for (int i = 0; i < n; i++)\n"                     /* 7 */
                                 "        a[i]++;\n"                                     /* 8 */
                                 "    #pragma omp parallel\n"                            /* 9 */
                                 "    a[0]--;\n"                                         /* 10 */
                                 "}\n";                                                  /* 11 */
    static const size_t loops[] = { 0, 0, 0, 3, 3, 7, 7, 7, 7, 7, 7, 7 };
    struct source s;
    cr_assert(source_parse(&s, strdup(lesson)));
    for (size_t line = 1; line <= 11; line++)
        cr_expect(source_loop(&s, line) == loops[line], "%zu: %zu", line, source_loop(&s, line));
    source_free(&s);
}

static struct loops said(const char *compiler, const char *words)
{
    struct source s = parsed();
    struct loops l;
    cr_assert(loops_parse(&l, compiler, "/a/it.c", words, &s));
    source_free(&s);
    return l;
}

Test(loops, of_clang)
{
    struct loops l = said(
        "clang 19.1.7",
        "/a/it.c:14:9: remark: loop not vectorized: it has no end; or so [-Rpass-analysis=x]\n"
        "/a/it.c:14:5: remark: loop not vectorized [-Rpass-missed=loop-vectorize]\n"
        "/a/other.c:26:5: remark: loop not vectorized [-Rpass-missed=loop-vectorize]\n"
        "/a/it.c:8:9: remark: vectorized loop (vectorization width: 4, interleaved count: 1) [x]\n"
        "/a/it.c:7:5: remark: vectorized loop (vectorization width: 8, interleaved count: 2) [x]\n"
        "/a/it.c:7:5: remark: vectorized loop (vectorization width: 8, interleaved count: 1) [x]\n"
        "/a/it.c:26:5: remark: completely unrolled loop with 3 iterations [-Rpass=loop-unroll]\n"
        "/a/it.c:2:5: remark: loop not vectorized [-Rpass-missed=loop-vectorize]\n");
    cr_assert(l.n == 3);
    cr_expect(l.loop[0].line == 7 && l.loop[0].vectorised && l.loop[0].width == 8);
    cr_expect(l.loop[0].interleaved == 2);
    cr_expect(l.loop[1].line == 14 && !l.loop[1].vectorised && !l.loop[1].unrolled);
    cr_expect_str_eq(l.loop[1].reason, "it has no end");
    cr_expect(l.loop[2].line == 26 && l.loop[2].unrolled == 3);
    loops_free(&l);
}

Test(loops, of_gcc)
{
    struct loops l =
        said("gcc 12.2.0",
             "/a/it.c:14:9: missed: couldn't vectorize loop\n"
             "/a/it.c:2:9: missed: not vectorized: control flow in loop.\n"
             "/a/it.c:14:9: missed: not vectorized: something else.\n"
             "/a/it.c:8:9: optimized: loop vectorized using 16 byte vectors\n"
             "/a/it.c:8:9: optimized: loop vectorized using 32 byte vectors\n"
             "/a/it.c:27:9: optimized: loop with 8 iterations completely unrolled (header ...)\n");
    cr_assert(l.n == 3);
    cr_expect(l.loop[0].line == 7 && l.loop[0].bytes == 32 && l.loop[0].vectorised);
    cr_expect_str_eq(l.loop[1].reason, "control flow in loop");
    cr_expect(l.loop[2].line == 26 && l.loop[2].unrolled == 8);
    loops_free(&l);
}

Test(loops, of_nvc)
{
    struct loops l =
        said("nvc 24.5", "help:\n"
                         "      7, Generated vector simd code for the loop\n"
                         "     14, Loop not vectorized/parallelized: contains call\n"
                         "         FMA (fused multiply-add) instruction(s) generated\n");
    cr_assert(l.n == 2);
    cr_expect(l.loop[0].line == 7 && l.loop[0].vectorised && l.loop[0].width == 0);
    cr_expect_str_eq(l.loop[1].reason, "contains call");
    loops_free(&l);
}
