/* Parsing compiler remarks about loops, and finding the loops in a source: from texts written by hand. */
#include "check.h"
#include "remarks.h"

static const char text[] = "#include \"real.h\"\n"                            /* 1 */
                           "enum { SOME = 3 }; /* one line */\n"              /* 2 */
                           "struct pair { int a; };\n"                        /* 3 */
                           "INLINE real help(int n) /* for (;;) other() */\n" /* 4 */
                           "{\n"                                              /* 5 */
                           "    struct pair p = { 1 };\n"                     /* 6 */
                           "    for (int i = 0; i < n; i++)\n"                /* 7 */
                           "        n += p.a;\n"                              /* 8 */
                           "    return n;\n"                                  /* 9 */
                           "}\n"                                              /* 10 */
                           "static void other(int *p);\n"                     /* 11 */
                           "static void other(int *p)\n"                      /* 12 */
                           "{\n"                                              /* 13 */
                           "    while (*p)\n"                                 /* 14 */
                           "        // help(3)\n"                             /* 15 */
                           "        p[0]--;\n"                                /* 16 */
                           "}\n"                                              /* 17 */
                           "static const struct gait way = { help, 1 };\n"    /* 18 */
                           "void it_simd(void)\n"                             /* 19 */
                           "{\n"                                              /* 20 */
                           "    go(&way);\n"                                  /* 21 */
                           "}\n"                                              /* 22 */
                           "void it_reference(void)\n"                        /* 23 */
                           "{\n"                                              /* 24 */
                           "    int another = 1;\n"                           /* 25 */
                           "    do {\n"                                       /* 26 */
                           "        other(&another);\n"                       /* 27 */
                           "    } while (another);\n"                         /* 28 */
                           "}\n"                                              /* 29 */
                           "void it_two_steps_simd(void)\n"                   /* 30 */
                           "{\n"                                              /* 31 */
                           "    it_simd();\n"                                 /* 32 */
                           "}\n";                                             /* 33 */

static struct source parsed(void)
{
    struct source s;
    cr_assert(source_parse(&s, strdup(text)));
    return s;
}

static bool is_reached(const struct source *s, size_t line)
{
    return s->line[s->line[line].definition].reached;
}

static const char *function_at(const struct source *s, size_t line)
{
    return s->line[s->line[line].definition].name;
}

Test(source, functions)
{
    struct source s = parsed();
    cr_expect_str_eq(function_at(&s, 1), "");
    cr_expect_str_eq(function_at(&s, 2), "SOME");
    for (size_t line = 4; line <= 10; line++)
        cr_expect_str_eq(function_at(&s, line), "help", "%zu", line);
    for (size_t line = 12; line <= 17; line++)
        cr_expect_str_eq(function_at(&s, line), "other", "%zu", line);
    cr_expect(s.line[8].definition == 4 && s.line[16].definition == 12);
    cr_expect_str_eq(function_at(&s, 18), "way");
    cr_expect(s.line[28].definition == 23);
    source_free(&s);
}

/* What comments mention is not called; what a table names is. */
Test(source, reaches)
{
    struct source s = parsed();
    source_reach(&s, "it", "plain", TRI_SIMD);
    cr_expect(is_reached(&s, 20) && is_reached(&s, 18) && is_reached(&s, 7));
    cr_expect(!is_reached(&s, 14) && !is_reached(&s, 25));
    source_reach(&s, "it", "plain", TRI_REFERENCE);
    cr_expect(is_reached(&s, 14) && is_reached(&s, 25) && !is_reached(&s, 7));
    source_reach(&s, "it", "two-steps", TRI_SIMD);
    cr_expect(is_reached(&s, 31) && is_reached(&s, 20) && is_reached(&s, 7) && !is_reached(&s, 25));
    source_reach(&s, "it", "tuned", TRI_SIMD);
    cr_expect(!is_reached(&s, 31) && !is_reached(&s, 14) && !is_reached(&s, 20),
              "there is no such variant");
    source_free(&s);
}

Test(source, loops)
{
    struct source s = parsed();
    cr_expect(source_loop(&s, 7) == 7 && source_loop(&s, 8) == 7 && source_loop(&s, 6) == 0);
    cr_expect(source_loop(&s, 16) == 14 && source_loop(&s, 27) == 26 && source_loop(&s, 1) == 0);
    cr_expect(source_loop(&s, 41) == 0 && source_loop(&s, 4000) == 0, "of another file");
    source_free(&s);
}

/* What clang says of a directive's loop it says at the directive. */
Test(source, loops_of_directives)
{
    static const char lesson[] = "static void sum(void)\n"                               /* 1 */
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

/* What is found in a compiler's words. */
static struct source said(const char *compiler, const char *words)
{
    struct source s = parsed();
    text_auto_t *copy = strdup(words);
    cr_assert(loops_parse(&s, compiler, "/a/it.c", copy));
    return s;
}

/* Of how many loops something is said. */
static size_t loops_in(const struct source *s)
{
    size_t n = 0;
    for (size_t i = 1; i <= s->lines; i++)
        n += s->line[i].loop != NULL;
    return n;
}

static json_int_t number_of(const struct source *s, size_t line, const char *name)
{
    return json_integer_value(json_object_get(s->line[line].loop, name));
}

static bool is_vectorised(const struct source *s, size_t line)
{
    return json_is_true(json_object_get(s->line[line].loop, "vectorised"));
}

static const char *reason_of(const struct source *s, size_t line)
{
    const char *reason = json_string_value(json_object_get(s->line[line].loop, "reason"));
    return reason ? reason : "";
}

Test(loops, of_clang)
{
    struct source s =
        said("clang 19.1.7",
             "/a/it.c:14:9: remark: loop not vectorized: it has no end. ; or so\n"
             "/a/it.c:14:5: remark: loop not vectorized\n"
             "/a/other.c:26:5: remark: loop not vectorized\n"
             "/a/it.c:8:9: remark: vectorized loop (vectorization width: 4, interleaved count: 1)\n"
             "/a/it.c:7:5: remark: vectorized loop (vectorization width: 8, interleaved count: 2)\n"
             "/a/it.c:7:5: remark: vectorized loop (vectorization width: 8, interleaved count: 1)\n"
             "/a/it.c:26:5: remark: completely unrolled loop with 3 iterations\n"
             "/a/it.c:2:5: remark: loop not vectorized\n");
    cr_assert(loops_in(&s) == 3 && s.line[7].loop && s.line[14].loop && s.line[26].loop);
    cr_expect(is_vectorised(&s, 7) && number_of(&s, 7, "width") == 8 &&
              number_of(&s, 7, "interleaved") == 2);
    cr_expect(!is_vectorised(&s, 14) && !number_of(&s, 14, "unrolled"));
    cr_expect_str_eq(reason_of(&s, 14), "it has no end");
    cr_expect(number_of(&s, 26, "unrolled") == 3);
    source_free(&s);
}

/* A reason is of the loop that comes after it, and of no other. */
Test(loops, of_clang_and_their_reasons)
{
    struct source s = said(
        "clang 19.1.7", "/a/it.c:8:9: remark: the cost-model indicates that vectorization is dear\n"
                        "/a/it.c:7:5: remark: loop not vectorized\n"
                        "/a/it.c:14:5: remark: loop not vectorized\n"
                        "/a/it.c:26:5: remark: vectorized loop\n");
    cr_assert(loops_in(&s) == 3);
    cr_expect_str_eq(reason_of(&s, 7), "the cost-model indicates that vectorization is dear");
    cr_expect_str_eq(reason_of(&s, 14), "");
    cr_expect(is_vectorised(&s, 26) && number_of(&s, 26, "width") == 0);
    source_free(&s);
}

Test(loops, of_gcc)
{
    struct source s =
        said("gcc 12.2.0",
             "/a/it.c:14:9: missed: couldn't vectorize loop\n"
             "/a/it.c:27:9: optimized: loop with 8 iterations completely unrolled (header ...)\n"
             "/a/it.c:2:9: missed: not vectorized: control flow in loop.\n"
             "/a/it.c:14:9: missed: not vectorized: something else.\n"
             "/a/it.c:8:9: optimized: loop vectorized using 16 byte vectors\n"
             "/a/it.c:8:9: optimized: loop vectorized using 32 byte vectors\n");
    cr_assert(loops_in(&s) == 3);
    cr_expect(number_of(&s, 7, "bytes_wide") == 32 && is_vectorised(&s, 7));
    cr_expect_str_eq(reason_of(&s, 14), "control flow in loop");
    cr_expect(number_of(&s, 26, "unrolled") == 8 && !*reason_of(&s, 26));
    source_free(&s);
}

Test(loops, of_nvc)
{
    struct source s =
        said("nvc 24.5", "help:\n"
                         "      7, Generated vector simd code for the loop\n"
                         "     14, Loop not vectorized/parallelized: contains call\n"
                         "         FMA (fused multiply-add) instruction(s) generated\n");
    cr_assert(loops_in(&s) == 2);
    cr_expect(is_vectorised(&s, 7) && number_of(&s, 7, "width") == 0);
    cr_expect_str_eq(reason_of(&s, 14), "contains call");
    source_free(&s);
}
