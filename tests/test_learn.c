/* learn: its files, and how it classifies the messages of compilers and programs.  tests/delivery/learn.sh runs the
 * lessons. */
#include "learn.h"

#include "check.h"

#include <criterion/redirect.h>
#include <signal.h>
#include <unistd.h>

static struct course course = { .folder = "/nowhere",
                                .lesson = { { "01-where", "Where" }, { "04-scalars", "Scalars" } },
                                .n = 2 };

/* ---- Names, progress, hints ------------------------------------------------------------------- */

Test(learn, lessons_by_name_and_number)
{
    static const char *const names[] = { "scalars", "4", "04", "04-scalars" };
    FOR_EACH (r, names)
        cr_expect_eq(course_find(&course, *r, &failure), &course.lesson[1], "%s", *r);
    cr_expect_null(course_find(&course, "scalar", &failure));
    cr_expect_eq(failure.status, TRI_USAGE);
    expect_text(failure.text, "did you mean scalars?");
    cr_expect_null(course_find(&course, "", &failure));
    cr_expect_null(course_find(&course, "5", &failure));
}

Test(learn, progress_is_lines)
{
    struct progress p;
    must(progress_parse(&p, &course, "04-scalars solved 2\n\n01-where tried 0\n", &failure));
    cr_expect_eq(p.state[0], TRIED);
    cr_expect_eq(p.state[1], SOLVED);
    cr_expect_eq(p.hints[1], 2);
    cr_expect_eq(progress_next(&p, &course, 0), 0);
    cr_expect_eq(progress_next(&p, &course, 1), 2);
}

Test(learn, progress_that_is_none)
{
    static const char *const texts[] = { "04-scalars\n", "05-none solved 0\n",
                                         "01-where solved 3\n", "01-where done 0\n",
                                         "01-where solved 0 more\n" };
    FOR_EACH (r, texts) {
        struct progress p;
        struct tri_error e = { 0 };
        cr_expect_not(progress_parse(&p, &course, *r, &e), "%s", *r);
        expect_text(e.text, "progress.txt: ");
    }
}

Test(learn, progress_comes_back_from_its_file)
{
    struct progress p = { { TRIED, SKIPPED }, { 1, 0 } }, q;
    const char *path = in_scratch("progress.txt");
    cr_assert(progress_read(&q, &course, path, &failure), "no file: %s", failure.text);
    cr_expect_eq(q.state[0], NEW);
    must(progress_write(&p, &course, path, &failure));
    must(progress_read(&q, &course, path, &failure));
    cr_expect(memcmp(&p, &q, sizeof p) == 0);
}

Test(learn, two_hints)
{
    size_t n;
    cr_expect(strncmp(hint_in("one\n---\n\ntwo\n", 0, &n), "one", 3) == 0 && n == 3);
    cr_expect(strcmp(hint_in("one\n---\n\ntwo\n", 1, &n), "two\n") == 0 && n == 4);
    hint_in("only one\n", 1, &n);
    cr_expect_eq(n, 0);
}

/* ---- Verdicts --------------------------------------------------------------------------------- */

static struct grade v;

static void expect_verdict(enum kind kind, const char *words)
{
    cr_expect_eq(v.kind, kind, "%s", v.text);
    cr_expect(strstr(v.text, words), "'%s' is not in '%s'", words, v.text);
}

Test(learn, header_is_included)
{
    cr_expect(includes_lesson("/* x */\n  # include \"lesson.h\"\n"));
    cr_expect(includes_lesson("#include \"lesson.h\""));
    cr_expect_not(includes_lesson("// #include \"lesson.h\"\n"));
    cr_expect_not(includes_lesson(""));
    cr_expect(asks_for_sanitizer("#if __has_feature(thread_sanitizer)\n"));
    cr_expect(asks_for_sanitizer("#ifdef __SANITIZE_THREAD__\n"));
    cr_expect_not(asks_for_sanitizer("#include \"lesson.h\"\n"));
}

/* Lines as clang and gcc print them. */
static void expect_parsed(const char *printed, const char *own, const char *other)
{
    struct preprocessed p;
    must(preprocessed_parse(&p, printed, &course, &course.lesson[0], &failure));
    cr_expect_str_eq(p.own, own);
    cr_expect_str_eq(p.other, other);
    preprocessed_free(&p);
}

Test(learn, own_lines_and_what_is_included)
{
    expect_parsed(
        "# 1 \"/w/01.c\"\n# 1 \"<built-in>\" 1\nint x;\n# 1 \"/w/01.c\" 2\n"
        "# 1 \"/nowhere/judge/student/lesson.h\" 1\n# 3 \"/nowhere/01-where/lesson.h\" 1\nint y;\n"
        "# 1 \"/usr/include/math.h\" 1 3\n# 2 \"/w/01.c\" 2\n#pragma omp target\nint z;",
        "#pragma omp target\nint z;", "");
    expect_parsed("# 0 \"/w/01.c\"\n# 1 \"/usr/include/stdc-predef.h\" 1 3 4\n# 0 \"/w/01.c\" 2\n"
                  "# 1 \"/w/a\\\"b.h\" 1\nint y;\n# 2 \"/w/01.c\" 2\n",
                  "", "/w/a\\\"b.h");
    expect_parsed("# 1 \"/w/01.c\"\n# 1 \"/nowhere/04-scalars/lesson.h\" 1\n", "",
                  "/nowhere/04-scalars/lesson.h");
    expect_parsed("", "", "");
}

Test(learn, names_of_a_header)
{
    char names[200];
    names_declared(
        "/* f(x) is not one */\nvoid twice(int n);\nstatic int one(void)\n{ return omp_get_team_num(); }\n"
        "struct a { int b; };\ndouble two (int); /* open",
        names);
    cr_expect_str_eq(names, "twice\none\n");
}

/* How a step has ended: its status, what it has printed, the run's report; and the verdict. */
static const struct {
    enum { PROGRAM, COMPILER, LINKER } step;
    int status;
    const char *said, *report;
    enum kind kind;
    const char *words;
} ended[] = {
    { PROGRAM, 0, "", "note n = 3: fine\nright 1234\n", RIGHT, "right" },
    { PROGRAM, 0, "", "skipped 1234 needs a GPU\n", CANNOT_TELL, "skipped: needs a GPU" },
    { PROGRAM, 0, "", "", WRONG, "before the judge could look" },
    { PROGRAM, 0, "", "note n = 3: fine\n", WRONG, "before the judge could look" },
    { PROGRAM, 1 << 8, "", "wrong n = 3: b differs\n", WRONG, "n = 3: b differs" },
    { PROGRAM, SIGSEGV, "", "right 1234\n", WRONG, "crashed (Segmentation fault)" },
    /* The last words of runtimes. */
    { PROGRAM, SIGABRT, "omptarget error: Source location information not present.", "", WRONG,
      "runtime has stopped" },
    { PROGRAM, SIGABRT,
      "omptarget fatal error 1: failure of target construct while offloading is mandatory", "",
      WRONG, "runtime has stopped" },
    { PROGRAM, SIGABRT, "libgomp: cuCtxSynchronize error: an illegal memory access was encountered",
      "", WRONG, "runtime has stopped" },
    { LINKER, 1 << 8, "undefined reference to `twice'\n", NULL, WRONG, "a function is missing" },
    { LINKER, 1 << 8, "undefined reference to `twice'\nclang-linker-wrapper: error: 'ld' failed\n",
      NULL, WRONG, "a function is missing" },
    { LINKER, 1 << 8,
      "undefined reference to `weight'\nclang-linker-wrapper: error: 'clang' failed\n", NULL, WRONG,
      "a variable is missing there" },
    /* The linker of the device that fails by itself, and for a reason. */
    { LINKER, 1 << 8,
      "clang-nvlink-wrapper: error: Unsupported file type\n"
      "clang-linker-wrapper: error: 'clang' failed\n",
      NULL, CANNOT_TELL, "not in your file" },
    { LINKER, 1 << 8, "error   : unresolved symbol weight\nnvptx mkoffload: fatal error\n", NULL,
      WRONG, "a variable is missing there" },
    { LINKER, 1 << 8,
      "nvlink error   : Undefined reference to '_ZN4impl15setCriticalLockEP10omp_lock_t' "
      "in 'program.cubin'\nclang-linker-wrapper: error: 'nvlink' failed\n",
      NULL, WRONG, "has no critical there" },
    { COMPILER, 1 << 8, "x.c:1: error: unknown clause\n", NULL, WRONG, "does not compile" },
    /* Which is not the file's fault. */
    { COMPILER, 1 << 8, "fatal error: error in backend: IO failure: No space left on device\n",
      NULL, CANNOT_TELL, "The disk is full" },
    { LINKER, 1 << 8, "fatal error: error in backend: IO failure: No space left on device\n", NULL,
      CANNOT_TELL, "The disk is full" },
};

Test(learn, verdicts)
{
    for (size_t i = 0; i < sizeof ended / sizeof *ended; i++) {
        struct child c = { .ran = true, .status = ended[i].status };
        strcpy(c.said, ended[i].said);
        if (ended[i].step == PROGRAM)
            grade_run(&v, &c, ended[i].report, "1234");
        else if (ended[i].step == COMPILER)
            grade_compiler(&v, &c, false);
        else
            grade_linker(&v, &c);
        expect_verdict(ended[i].kind, ended[i].words);
        cr_expect(i > 0 || strcmp(v.notes, "n = 3: fine\n") == 0, "%s", v.notes);
    }
    const struct child hung = { .ran = true, .timed_out = true, .status = SIGKILL };
    grade_run(&v, &hung, "", "1234");
    expect_verdict(WRONG, "10 seconds");
}

Test(learn, only_the_judge_says_right)
{
    static const char *const forged[] = { "right\n",      "right \n",
                                          "right 123\n",  "right 12345\n",
                                          "skipped it\n", "note n = 3: fine\nskipped 123 it\n",
                                          "right 123",    "right 1234\nright 1235\n" };
    const struct child good = { .ran = true };
    FOR_EACH (r, forged) {
        grade_run(&v, &good, *r, "1234");
        expect_verdict(WRONG, "a verdict of its own");
        cr_expect(v.cheats);
    }
    grade_run(&v, &good, "right 1234", "1234");
    cr_expect(v.kind == RIGHT && !v.cheats);
}

Test(learn, compilers_words_stay_and_are_explained)
{
    struct child c = { .ran = true, .status = 1 << 8, .said = "x.c:1: error: unknown clause\n" };
    grade_compiler(&v, &c, false);
    cr_expect_str_eq(v.compiler, c.said);
    cr_expect(v.advice && strstr(v.advice, "misspelt"));
    struct child warned = {
        .ran = true, .said = "x.c:1: warning: extra tokens at the end of '#pragma omp target'\n"
    };
    grade_compiler(&v, &warned, true);
    cr_expect(v.compiled && v.advice && strstr(v.advice, "is ignored"));
    strcpy(c.said, "x.c:1: error: something else\n");
    v = (struct grade){ 0 };
    grade_compiler(&v, &c, false);
    cr_expect_null(v.advice);
}

/* ---- Several at once -------------------------------------------------------------------------- */

static bool print_number(size_t i, void *least)
{
    printf("%zu\n", i);
    if (i == 1)
        _exit(0); /* before what it has printed has got anywhere */
    return i >= *(size_t *)least;
}

static void work(int jobs)
{
    int failures = 0;
    size_t least = 3;
    cr_redirect_stdout();
    must(workers_do(5, jobs, print_number, &least, &failures, &failure));
    fflush(stdout);
    cr_expect_eq(failures, 2, "%d at once: %d failures", jobs, failures);
    cr_expect_stdout_eq_str("0\n2\n3\n4\n");
}

EACH_OF(learn, workers_print_in_their_order, struct numbered, numbered(2))
{
    work(r->k == 0 ? 1 : 3);
}

static bool takes(struct request *r, const char *first, const char *second, struct tri_error *e)
{
    char *argv[] = { (char *)"learn", (char *)first, (char *)second, NULL };
    return learn_options(r, second ? 3 : first ? 2 : 1, argv, e);
}

Test(learn, options)
{
    struct request r;
    must(takes(&r, "check", "--jobs=3", &failure));
    cr_expect(r.verb == CHECK && r.jobs == 3);
    must(takes(&r, "--export=out", NULL, &failure));
    cr_expect(r.verb == EXPORT && strcmp(r.folder, "out") == 0);
    cr_expect_not(takes(&r, "check", "--jobs=0", &failure));
    expect_text(failure.text, "--jobs '0': 1 to 64");
    cr_expect_not(takes(&r, "list", "--jobs=2", &failure));
    cr_expect_not(takes(&r, "list", "--export=out", &failure));
    expect_text(failure.text, "--export: unexpected argument 'list'");
    static const char *const wrong[][2] = {
        { "--exprot", "unknown option --exprot; did you mean --export (see --help)" },
        { "--zzzzzz", "unknown option --zzzzzz (see --help)" },
        { "--export", "--export: needs a value (see --help)" },
        { "--work=", "--work: has to be the name of a folder" },
        { "--all=3", "--all: does not take a value (see --help)" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cr_expect_not(takes(&r, wrong[i][0], NULL, &failure));
        cr_expect_str_eq(failure.text, wrong[i][1]);
    }
    cr_expect_eq(failure.status, TRI_USAGE);
}
