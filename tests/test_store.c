/* Result rows in SQLite: after any failure the file opens, with every finished row once. */
#include "stores.h"

#include "lost.h"
#include "output.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- What is there ---------------------------------------------------------------------------- */

Test(store, gives_back_what_it_took)
{
    const char *file = in_scratch("rows.db");
    struct store *s = opened(file, STORE_WRITE);
    expect_added(s, 1, ",\"kernel_s\":{\"median\":0.25},\"reps\":3,\"mine\":[1,{\"a\":null}]");
    expect_added(s, 2, ",\"kernel_s\":{\"median\":0.125}");
    store_close(s);
    s = opened(file, STORE_READ);
    json_auto_t *row = row_of(
                    1, ",\"kernel_s\":{\"median\":0.25},\"reps\":3,\"mine\":[1,{\"a\":null}]"),
                *found = json_loads(asked(s, "select json from row where threads = 1"), 0, NULL);
    cr_expect(json_equal(row, found), "all of the row");
    cr_expect_str_eq(asked(s, "select kernel_ms from times order by threads"), "250.0 125.0");
    cr_expect_str_eq(asked(s, "select reps from row where hotspot = 'dot' and threads = 1"), "3");
    cr_expect_str_eq(asked(s, "select json_extract(params, '$.n') from row"), "1000 1000");
    cr_expect(store_last(s) == 2 && store_is_database(file));
    cr_expect(!added(s, 3, "", &failure) && strstr(failure.text, "row not written"),
              "only to be read");
    store_close(s);
}

Test(store, has_a_measurement_once)
{
    store_auto_t *s = opened(in_scratch("rows.db"), STORE_WRITE);
    expect_added(s, 1, ",\"reps\":3");
    expect_added(s, 2, ",\"reps\":4");
    expect_added(s, 1, ",\"reps\":5");
    cr_expect_str_eq(asked(s, "select reps from row order by id"), "4 5", "the last one counts");
    expect_added(s, 1, ",\"absent\":\"not here\"");
    cr_expect_str_eq(asked(s, "select reps from row order by id"), "4 5", "absent: it was there");
    expect_added(s, 3, ",\"absent\":\"not here\"");
    expect_added(s, 3, ",\"absent\":\"nor there\"");
    cr_expect_str_eq(asked(s, "select absent from row where threads = 3"), "nor there");
    expect_added(s, 3, ",\"reps\":6");
    cr_expect_str_eq(asked(s, "select reps from row order by id"), "4 5 6", "it could be had");
}

/* A view of what was measured last, whatever the build. */
Test(store, knows_the_latest)
{
    store_auto_t *s = opened(in_scratch("rows.db"), STORE_WRITE);
    for (int build = 1; build <= 2; build++) {
        json_auto_t *row = row_of(1, "");
        json_object_set_new(row, "build", json_sprintf("%d", build));
        cr_expect(store_add(s, row, &failure), "%s", failure.text);
    }
    cr_expect_str_eq(asked(s, "select build from times order by id"), "1 2");
    cr_expect_str_eq(asked(s, "select build from latest"), "2");
}

/* jq and others write 2.0 as 2, and sort what they write. */
Test(store, numbers_are_values)
{
    json_auto_t *one = json_loads("{\"params\":{\"a\":2.0,\"b\":0.1},\"threads\":2}", 0, NULL),
                *two = json_loads("{\"threads\":2.0,\"params\":{\"b\":1e-1,\"a\":2},\"rate\":1}", 0,
                                  NULL),
                *other = json_loads("{\"threads\":2,\"params\":{\"a\":3,\"b\":0.1}}", 0, NULL);
    text_auto_t *a = store_identity(one), *b = store_identity(two), *c = store_identity(other);
    cr_expect_str_eq(a, b);
    cr_expect_str_neq(a, c);
}

Test(store, of_lines)
{
    const char *file = in_scratch("rows.jsonl");
    int fd = open(file, O_WRONLY | O_CREAT | O_APPEND, 0666), full = open("/dev/full", O_WRONLY);
    store_auto_t *s = store_in_memory(&failure);
    cr_assert(fd >= 0 && s, "%s", failure.text);
    store_append_to(s, fd);
    json_auto_t *row = row_of(1, "");
    cr_expect(store_load(s, row, "before.jsonl", 7, &failure), "%s", failure.text);
    expect_added(s, 2, "");
    char *text = contents(file, NULL);
    cr_expect(strchr(text, '\n') == text + strlen(text) - 1, "what was read is no new line");
    free(text);
    cr_expect_str_eq(asked(s, "select file || line from row where line"), "before.jsonl7");
    if (full >= 0) {
        store_append_to(s, full);
        expect_fails(added(s, 3, "", &failure), "row not written");
        cr_expect_str_eq(asked(s, "select threads from row"), "1 2", "the line and the row");
    }
}

/* Of 8 MB of rows, most are in a temporary file. */
Test(store, of_many_lines)
{
    enum { ROWS = 4000 };
    char more[2000];
    store_auto_t *s = store_in_memory(&failure);
    cr_assert(s, "%s", failure.text);
    snprintf(more, sizeof more, ",\"mine\":\"%0*d\"", (int)sizeof more - 20, 0);
    for (int i = 1; i <= ROWS; i++)
        expect_added(s, i, more);
    cr_expect(sqlite3_memory_used() < 6 << 20, "%lld bytes", (long long)sqlite3_memory_used());
    cr_expect_str_eq(asked(s, "select count(*) from row where threads > 0"), "4000");
}

/* A machine that loses its power keeps what it has been told is there, with the journal's name in its folder. */
Test(store, is_flushed)
{
    const char *file = in_scratch("rows.db");
    struct store *s = opened(file, STORE_WRITE);
    expect_added(s, 1, "");
    cr_expect_str_eq(asked(s, "pragma synchronous"), "3");
    store_close(s);
    s = opened(file, STORE_WRITE);
    cr_expect_str_eq(asked(s, "pragma synchronous"), "3");
    cr_expect_str_eq(asked(s, "pragma journal_mode"), "delete");
    store_close(s);
}

/* The last word of each counts, and what is absent takes no measurement's place. */
Test(store, takes_all_of_another)
{
    store_auto_t *from = store_in_memory(&failure), *s = opened(in_scratch("rows.db"), STORE_WRITE);
    cr_assert(from, "%s", failure.text);
    expect_added(s, 1, ",\"reps\":3");
    expect_added(s, 2, ",\"reps\":4");
    json_auto_t *row = row_of(2, ",\"reps\":5");
    cr_expect(store_load(from, row, "read.jsonl", 1, &failure), "%s", failure.text);
    expect_added(from, 2, ",\"reps\":6");
    expect_added(from, 1, ",\"absent\":\"not there\"");
    expect_added(from, 3, ",\"reps\":7");
    cr_expect(store_add_all(s, from, &failure), "%s", failure.text);
    cr_expect_str_eq(asked(s, "select reps from row order by threads"), "3 6 7");
    cr_expect_str_eq(asked(s, "select count(file) from row"), "0", "as if measured here");
}

/* ---- Which files ------------------------------------------------------------------------------ */

Test(store, begins_with_its_first_row)
{
    const char *file = in_scratch("rows.db");
    struct stat st;
    struct store *s = opened(file, STORE_WRITE);
    cr_expect(stat(file, &st) != 0, "nothing was added");
    cr_expect_str_eq(asked(s, "select count(*) from row"), "0");
    store_close(s);
    cr_expect(stat(file, &st) != 0);
    expect_no_store(file, STORE_READ, "cannot be opened");
    expect_no_store(in_scratch("none/rows.db"), STORE_WRITE, "No such file");
    expect_no_store("", STORE_WRITE, "No such file");
    cr_assert(symlink("nothing", in_scratch("link.db")) == 0);
    expect_no_store(in_scratch("link.db"), STORE_WRITE, "a link to nothing");
    cr_assert(chdir(scratch()) == 0);
    s = opened(":memory:", STORE_WRITE);
    expect_added(s, 1, "");
    cr_expect(stat(":memory:", &st) == 0, "a file like any other");
    store_close(s);
}

Test(store, refuses_what_is_none)
{
    const char *text = in_scratch("rows.jsonl"), *other = in_scratch("other.db");
    FILE *out = fopen(text, "w");
    for (int i = 0; i < 100; i++)
        fputs("{\"schema\":1,\"hotspot\":\"dot\"}\n", out);
    fclose(out);
    text_auto_t *before = contents(text, NULL);
    run_sql(other, "create table row(mine)");
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
        expect_no_store(text, (enum store_mode)mode, "is no database");
        expect_no_store(other, (enum store_mode)mode, "another program");
    }
    text_auto_t *after = contents(text, NULL);
    cr_expect_str_eq(before, after);
    cr_expect(!store_is_database(text) && store_is_database(other));
    expect_no_store("/dev/null", STORE_WRITE, "is no database");
    expect_no_store("/dev/full", STORE_READ, "is no database");
}

/* As a user who may not write it, since root may write all. */
Test(store, read_only)
{
    const char *file = in_scratch("rows.db");
    struct tri_error e = { 0 };
    struct store *s = opened(file, STORE_WRITE);
    expect_added(s, 1, "");
    store_close(s);
    cr_assert(chmod(file, 0444) == 0 && chmod(scratch(), 0755) == 0);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(77);
        s = store_open(file, STORE_READ, &e);
        bool read = s && strcmp(asked(s, "select threads from row"), "1") == 0;
        store_close(s);
        s = store_open(file, STORE_WRITE, &e);
        _exit(!read ? 1 : s ? 2 : e.status == TRI_USAGE && strstr(e.text, "read-only") ? 0 : 3);
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        cr_skip_test("root cannot become another user here");
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d", WEXITSTATUS(status));
}

/* A member that takes pages. */
static const char *filler(void)
{
    static char text[9000];
    snprintf(text, sizeof text, ",\"filler\":\"%08000d\"", 0);
    return text;
}

/* ---- What goes wrong -------------------------------------------------------------------------- */

static void expect_whole(const char *file, const char *threads)
{
    store_auto_t *s = opened(file, STORE_READ);
    cr_expect_str_eq(asked(s, "pragma integrity_check"), "ok");
    cr_expect_str_eq(asked(s, "select threads from row order by threads"), threads);
}

Test(store, on_a_full_disk)
{
    const char *file = in_scratch("rows.db");
    struct stat st;
    char threads[4000] = "1";
    store_auto_t *s = opened(file, STORE_WRITE);
    expect_added(s, 1, "");
    cr_assert(stat(file, &st) == 0);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ (rlim_t)st.st_size + 30000, RLIM_INFINITY });
    int n = 2;
    for (; n < 100 && added(s, n, filler(), &failure); n++)
        snprintf(threads + strlen(threads), sizeof threads - strlen(threads), " %d", n);
    cr_expect(n > 2 && n < 100, "row %d is refused", n);
    cr_expect(failure.status == TRI_FAILED && strstr(failure.text, "row not written: "), "%s",
              failure.text);
    expect_text(failure.text, "File too large");
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });
    expect_whole(file, threads);
    expect_added(s, 1, ",\"reps\":1");
}

/* Whichever page is lost: nothing is added to the file, and nobody takes what is left for all of it. */
Test(store, damaged)
{
    enum { PAGE = 4096 };
    const char *file = in_scratch("rows.db"), *damaged = in_scratch("damaged.db");
    char lost[PAGE];
    size_t size;
    memset(lost, 0xff, sizeof lost);
    struct store *s = opened(file, STORE_WRITE);
    for (int i = 1; i <= 5; i++)
        expect_added(s, i, filler());
    store_close(s);
    text_auto_t *whole = contents(file, &size);
    cr_assert(size > 10 * (size_t)PAGE, "%zu bytes", size);
    for (size_t page = 1; page < size / PAGE; page++) {
        int fd = open(damaged, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        cr_assert(write(fd, whole, size) == (ssize_t)size);
        cr_assert(pwrite(fd, lost, PAGE, (off_t)(page * PAGE)) == PAGE && close(fd) == 0);
        expect_no_store(damaged, STORE_READ, "is a damaged database");
        expect_no_store(damaged, STORE_WRITE, "is a damaged database");
    }
}

/* However much of the first row fits: there is the row, or there is no file. */
Test(store, of_a_first_row_on_a_full_disk)
{
    enum { STEP = 2500 };
    const char *file = in_scratch("rows.db"), *journal = in_scratch("rows.db-journal");
    struct stat st;
    int refused = 0;
    bool good = false;
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t size = 0; !good && size < 200000; size += STEP) {
        struct tri_error e = { 0 };
        struct store *s = opened(file, STORE_WRITE);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){ size, RLIM_INFINITY });
        good = added(s, 1, filler(), &e);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });
        refused += !good;
        cr_expect(good || e.status == TRI_FAILED, "%d: %s", (int)size, e.text);
        cr_expect((stat(file, &st) == 0) == good && stat(journal, &st) != 0, "%d", (int)size);
        if (size == 0)
            expect_added(s, 2, "");
        store_close(s);
        if (size == 0)
            cr_expect(unlink(file) == 0, "there was room again");
    }
    cr_expect(good && refused > 3, "%d refused", refused);
    expect_whole(file, "1");
}

Test(store, takes_all_of_another_or_nothing)
{
    const char *file = in_scratch("rows.db");
    struct stat st;
    store_auto_t *from = store_in_memory(&failure), *s = opened(file, STORE_WRITE);
    for (int i = 2; i < 22; i++)
        expect_added(from, i, filler());
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 100000, RLIM_INFINITY });
    expect_fails(store_add_all(s, from, &failure), "row not written");
    cr_expect(stat(file, &st) != 0, "no new file");
    expect_added(s, 1, "");
    expect_fails(store_add_all(s, from, &failure), "row not written");
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });
    expect_whole(file, "1");
    cr_expect(store_add_all(s, from, &failure), "%s", failure.text);
    cr_expect_str_eq(asked(s, "select count(*) from row"), "21");
}

/* Whatever of SQLite's allocations fails first: there is an error, and no row. */
Test(store, without_memory)
{
    const char *file = in_scratch("rows.db");
    json_auto_t *row = row_of(2, "");
    store_auto_t *first = opened(file, STORE_WRITE);
    expect_added(first, 1, "");
    size_t failed = 0, added_rows = 0;
    for (sqlite3_int64 room = 300; room < 4000000; room += room / 16) {
        struct store *s = opened(file, STORE_WRITE);
        sqlite3_hard_heap_limit64(sqlite3_memory_used() + room + 1);
        bool good = store_add(s, row, &failure);
        sqlite3_hard_heap_limit64(0);
        cr_expect(good ||
                  (failure.status == TRI_FAILED && strstr(failure.text, "row not written")));
        store_close(s);
        failed += !good;
        added_rows += good;
        cr_expect_str_eq(asked(first, "select count(*) from row"), good ? "2" : "1");
        run_sql(file, "delete from row where threads = 2");
    }
    cr_expect(failed > 0 && added_rows > 0);
}

/* A member that could not be added, an answer that did not come: nothing is written, and the program fails. */
Test(store, what_is_lost_is_not_written)
{
    store_auto_t *s = opened(in_scratch("rows.db"), STORE_WRITE);
    expect_added(s, 1, "");
    sqlite3_hard_heap_limit64(sqlite3_memory_used() + 1);
    long long rows = store_number(s, "select count(*) from row where threads = 1", NULL);
    sqlite3_hard_heap_limit64(0);
    cr_expect(rows == -1 && !nothing_is_lost(&failure));
    cr_expect(strstr(failure.text, "out of memory"));
    cr_expect(!added(s, 2, "", &failure));
    cr_expect_str_eq(asked(s, "select count(*) from row"), "1");
    cr_expect(finish("bench", true, false, &failure) == TRI_FAILED);
}

/* Both begin the file, and both have all of their rows in it. */
Test(store, of_two_runs_at_once)
{
    const char *file = in_scratch("rows.db");
    enum { RUNS = 3, EACH = 30 };
    pid_t child[RUNS];
    int go[2];
    char byte;
    cr_assert(pipe(go) == 0);
    for (int i = 0; i < RUNS; i++)
        if ((child[i] = fork()) == 0) {
            struct tri_error e = { 0 };
            close(go[1]);
            if (read(go[0], &byte, 1) < 0)
                _exit(3);
            struct store *s = store_open(file, STORE_WRITE, &e);
            bool good = s;
            for (int k = 1; good && k <= EACH; k++)
                good = added(s, 1000 * i + k, "", &e) && added(s, 9999, "", &e);
            if (!good)
                fprintf(stderr, "%s\n", e.text);
            _exit(!good);
        }
    close(go[0]);
    close(go[1]); /* all at once */
    for (int i = 0; i < RUNS; i++) {
        int status;
        waitpid(child[i], &status, 0);
        cr_expect(status == 0, "run %d has failed", i);
    }
    store_auto_t *s = opened(file, STORE_READ);
    cr_expect_str_eq(asked(s, "pragma integrity_check"), "ok");
    cr_expect_str_eq(asked(s, "select count(*) from row"), "91");
    cr_expect_str_eq(asked(s, "select count(*) from row where threads = 9999"), "1");
}

/* Adds rows and says of each that it is there, until it is killed. */
static void add_for_ever(const char *file, int first, int said)
{
    struct tri_error e = { 0 };
    struct store *s = store_open(file, STORE_WRITE, &e);
    for (int n = first; s && added(s, n, "", &e) && write(said, &n, sizeof n) == sizeof n;)
        n++;
    _exit(1);
}

/* TRIPTYCH_KILLS=100 build/.../triptych-tests --filter store/killed_at_any_moment */
Test(store, killed_at_any_moment)
{
    const char *file = in_scratch("rows.db"), *asked_for = getenv("TRIPTYCH_KILLS");
    int kills = asked_for ? atoi(asked_for) : 8, next = 1, n;
    for (int i = 0; i < kills; i++) {
        int said[2];
        cr_assert(pipe(said) == 0);
        pid_t child = fork();
        if (child == 0)
            add_for_ever(file, next, said[1]);
        close(said[1]);
        usleep((useconds_t)(rand() % 40000));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        while (read(said[0], &n, sizeof n) == sizeof n)
            next = n + 1;
        close(said[0]);
        if (access(file, F_OK) != 0)
            continue; /* killed before there was anything */
        store_auto_t *s = opened(file, STORE_WRITE);
        cr_expect_str_eq(asked(s, "pragma integrity_check"), "ok");
        int rows = atoi(asked(s, "select count(*) from row")), last = next - 1;
        cr_expect(rows == last || rows == last + 1, "%d rows, and %d were said", rows, last);
        cr_expect(atoi(asked(s, "select coalesce(max(threads), 0) from row")) == rows);
        next = rows + 1;
    }
}

/* ---- Schemas ---- */

/* Refused in one line, to be read and to be written, and not touched. */
static void expect_refused(const char *file, const char *says)
{
    size_t size, size_after;
    text_auto_t *before = contents(file, &size);
    expect_no_store(file, STORE_READ, says);
    expect_no_store(file, STORE_WRITE, says);
    expect_no_store(file, STORE_WRITE, "select json from row order by id");
    text_auto_t *after = contents(file, &size_after);
    cr_expect(size == size_after && memcmp(before, after, size) == 0, "%s is written", file);
}

Test(store, of_another_schema)
{
    const char *file = in_scratch("rows.db");
    struct store *s = opened(file, STORE_WRITE);
    expect_added(s, 1, "");
    store_close(s);
    run_sql(file, "pragma user_version = 5");
    expect_refused(file, "has schema 5, not 7; to carry its rows over: sqlite3 ");
    run_sql(file, "pragma user_version = 99");
    expect_refused(file, "has schema 99, not 7; to carry its rows over: sqlite3 ");
}

Test(store, of_an_empty_file)
{
    const char *empty = in_scratch("empty.db");
    make_file(empty, "");
    cr_expect(store_is_database(empty) && !store_is_database(in_scratch("none.db")));
    expect_no_store(empty, STORE_READ, " adds rows");
    store_close(opened(empty, STORE_WRITE));
    store_auto_t *s = opened(empty, STORE_READ);
    cr_expect_str_eq(asked(s, "select count(*) from times"), "0");
}
