/* bench -- how fast?  Every hotspot, every path that can run, both precisions. */
#include "bench.h"

#include "cold.h"
#include "command_line.h"
#include "doctor.h"
#include "file.h"
#include "files.h"
#include "interrupt.h"
#include "progress.h"
#include "rerun.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Runs ---- */

static bool check_required(const struct bench *b, struct tri_error *e)
{
    if (b->require_offload && !tri_device_start(e))
        return false;
    if (b->require_gpu && tri_device_place() != TRI_GPU)
        return tri_fail(e, TRI_FAILED, "--require-offload=gpu: the device is the %s, not a GPU",
                        tri_place_name(tri_device_place()));
    return true;
}

/* ---- Lists ---- */

static void list_peer(FILE *out, const struct peer *p)
{
    struct tri_error why;
    bool available = peer_available(p, &why);
    fprintf(out, "peer    %-12s %-16s %s%s%s\n", p->hotspot ? p->hotspot : "every one",
            p->contender.peer, p->meaning,
            available ? "" : "; cannot run: ", available ? "" : why.text);
}

static void list_variants(FILE *out, const struct tri_hotspot *h)
{
    for (size_t i = 0; tri_variant_at(h, i); i++) {
        const struct tri_variant *v = tri_variant_at(h, i);
        fprintf(out, "variant %-12s %-16s %s%s%s\n", h->name, v->name, v->idea,
                v->needs ? "; needs " : "", v->needs ? v->needs : "");
    }
}

static void list_hotspots(FILE *out)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        fprintf(out, "hotspot %-12s %s%s\n", h->name, h->formula,
                h->by_name ? "; only where it is named" : "");
    }
    for (size_t i = 0; i < tri_hotspot_count(); i++)
        list_variants(out, tri_hotspot_at(i, TRI_DOUBLE));
}

static bool list_studies(void *bench, struct tri_error *e)
{
    (void)e;
    study_list(((struct bench *)bench)->out);
    return true;
}

static bool list(void *bench, struct tri_error *e)
{
    FILE *out = ((struct bench *)bench)->out;
    struct tri_error why;
    char cores[24];
    (void)e;
    list_hotspots(out);
    for (size_t i = 0; figures[i].name; i++)
        fprintf(out, "figure  %-12s %s\n", figures[i].name, figures[i].meaning);
    for (int p = 0; p < TRI_PATHS; p++) {
        bool available = tri_path_available((enum tri_path)p, &why);
        fprintf(out, "path    %-12s %s%s%s\n", tri_path_name((enum tri_path)p),
                tri_path_meaning((enum tri_path)p),
                available ? "" : "; cannot run: ", available ? "" : why.text);
    }
    for (size_t i = 0; i < peer_count(); i++)
        list_peer(out, peer_at(i, TRI_DOUBLE));
    snprintf(cores, sizeof cores, "%d core%s", tri_cpu_cores(), tri_cpu_cores() == 1 ? "" : "s");
    fprintf(out, "cpu     %-12s %s\n", cores, tri_cpu_name());
    if (tri_device_start(NULL))
        fprintf(out, "device  %-12s %s\n", tri_place_name(tri_device_place()), tri_device_name());
    return true;
}

/* ---- Rows and runs ---- */

/* Where the finished rows of a run that is interrupted are; NULL: nowhere. */
static const char *rows_file(const struct bench *b)
{
    return b->resume.file ? b->resume.file : b->json ? b->json : b->db;
}

/* A row appended to half a line would be lost, and half a row could no longer be cut off. */
static bool ends_whole(const char *json, struct tri_error *e)
{
    char last = '\n';
    if (store_is_database(json))
        return tri_fail(e, TRI_USAGE, "--json %.200s: is a database, which --db adds to", json);
    struct stat s;
    int fd = stat(json, &s) == 0 && S_ISREG(s.st_mode) ? open(json, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0 && s.st_size > 0 && pread(fd, &last, 1, s.st_size - 1) != 1)
        last = '\n';
    if (fd >= 0)
        close(fd);
    return last == '\n' ||
           tri_fail(e, TRI_USAGE,
                    "--json %.200s: ends in half a line; if that is half a row, --resume goes on "
                    "with it",
                    json);
}

static bool fail_open(const struct bench *b, struct tri_error *e)
{
    return tri_fail(e, TRI_USAGE, "%s %.200s: cannot be written: %s", rows_option(b), b->json,
                    strerror(errno));
}

/* A file that another run has just locked is no longer ours to remove. */
static bool lock_json(struct bench *b, struct tri_error *e)
{
    bool good = resume_lock(b->json_fd, rows_option(b), b->json, e);
    b->json_is_new = b->json_is_new && good;
    return good;
}

/* Whoever is told that nothing was done finds no new file. */
static bool open_json(struct bench *b, struct tri_error *e)
{
    const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    if (!b->json || b->resume.file)
        return true;
    b->json_fd = open(b->json, flags | O_EXCL, 0666);
    b->json_is_new = b->json_fd >= 0;
    if (!b->json_is_new)
        b->json_fd = open(b->json, flags, 0666);
    if (b->json_fd < 0 || (b->json_is_new && !tri_folder_flush(b->json)))
        return fail_open(b, e);
    return lock_json(b, e) && ends_whole(b->json, e);
}

/* Lines are locked before they are read, so that what is there stays all there is. */
static bool read_lines(struct bench *b, struct tri_error *e)
{
    b->json = b->resume.file;
    b->json_fd = open(b->json, O_WRONLY | O_APPEND | O_CLOEXEC);
    int why = errno;
    if ((b->json_fd >= 0 && !lock_json(b, e)) || !resume_read(&b->resume, b->json, e))
        return false;
    errno = why;
    return b->json_fd >= 0 || fail_open(b, e);
}

/* To go on with a file is to add to it. */
static bool read_done(struct bench *b, struct tri_error *e)
{
    if (!b->resume.file)
        return true;
    if (b->json || b->db)
        return tri_fail(e, TRI_USAGE, "%s: --resume FILE appends to FILE, leave one of them out",
                        b->json ? "--json" : "--db");
    return store_is_database(b->resume.file) ? resume_read(&b->resume, b->resume.file, e)
                                             : read_lines(b, e);
}

/* What is resumed is its store; studies keep rows in memory where nobody has asked for them. */
static bool open_store(struct bench *b, struct tri_error *e)
{
    b->store = b->resume.store;
    if (!b->store && b->db)
        b->store = store_open(b->db, STORE_WRITE, e);
    else if (!b->store && (b->json || b->studies))
        b->store = store_in_memory(e);
    if (b->store && b->json)
        store_append_to(b->store, b->json_fd);
    return b->store || !(b->db || b->json || b->studies) || (b->db && name_option("--db", e));
}

/* The last thing to be opened, since what a resumed file ends in is cut off.  The device is started
 * before anything else can start it unseen. */
static bool open_rows(struct bench *b, struct tri_error *e)
{
    if (b->request.path[TRI_OFFLOAD])
        tri_device_start(NULL);
    return check_required(b, e) && open_json(b, e) && resume_cut(&b->resume, b->json_fd, e) &&
           open_store(b, e);
}

static bool close_rows(const struct bench *b, bool good, struct tri_error *e)
{
    struct stat s;
    store_close(b->store ? b->store : b->resume.store);
    if (b->json_fd < 0)
        return good;
    if (!good && b->json_is_new && fstat(b->json_fd, &s) == 0 && s.st_size == 0)
        unlink(b->json);
    if (close(b->json_fd) == 0 || !good)
        return good;
    return tri_fail(e, TRI_FAILED, "%s %.200s: %s", rows_option(b), b->json, strerror(errno));
}

static bool run_all(void *bench, struct tri_error *e)
{
    if (!open_rows(bench, e))
        return false;
    bench_announce(bench);
    return bench_measure(bench, e);
}

/* Every setting is checked, and every file opened, before anything is computed. */
static bool measure_all(struct bench *b, struct tri_error *e)
{
    bool good = plan_make(&b->plan, &b->sweep, &b->request, e) && bench_has_named(b, e) &&
                plan_fits(&b->plan, &b->sweep, e) && read_done(b, e);
    if (good) {
        interrupt_guard(rows_file(b));
        good = write_output(&b->request, &b->out, run_all, b, e);
    }
    good = close_rows(b, good, e);
    plan_free(&b->plan);
    return good;
}

/* ---- Studies ---- */

static bool run_studies(void *reruns, struct tri_error *e)
{
    struct reruns *r = reruns;
    if (!reruns_begin(r, e))
        return false;
    bool good = r->bench->rows ? reruns_read(r, e) : open_rows(r->bench, e) && reruns_measure(r, e);
    return good && reruns_end(r, e);
}

static bool show_studies(struct bench *b, struct tri_error *e)
{
    struct reruns r;
    bool good = reruns_prepare(&r, b, e) && (b->rows || read_done(b, e));
    if (good) {
        interrupt_guard(rows_file(b));
        good = write_output(&b->request, &b->out, run_studies, &r, e);
    }
    good = close_rows(b, good, e);
    reruns_free(&r);
    return good;
}

/* ---- Reading ---- */

static bool print_versus(void *bench, struct tri_error *e)
{
    struct bench *b = bench;
    return versus(&b->versus, &b->request, b->out, &b->disagreed, e);
}

static bool compare_rows(struct bench *b, struct tri_error *e)
{
    if (b->versus.files == 1)
        return tri_fail(e, TRI_USAGE, "--versus %.200s: needs another file to set beside it",
                        b->versus.file[0]);
    return write_output(&b->request, &b->out, print_versus, b, e);
}

/* ---- Putting it together ---- */

static bool check_files(const struct bench *b, struct tri_error *e)
{
    struct named_file file[8 + MAX_VERSUS] = {
        { "-o", b->request.output, FILE_WRITTEN },
        { "--json", b->json, FILE_WRITTEN },
        { "--db", b->db, FILE_WRITTEN },
        { "--resume", b->resume.file, FILE_WRITTEN },
        { "--page", page_name(b), FILE_WRITTEN },
        { "--figures", b->figures, FIGURES_WRITTEN },
        { "--input", b->request.input, FILE_READ },
        { "--rows", b->rows, FILES_READ },
    };
    for (size_t i = 0; i < b->versus.files; i++)
        file[8 + i] = (struct named_file){ "--versus", b->versus.file[i], FILE_READ };
    return files_apart(file, sizeof file / sizeof *file, e);
}

static bool check(const struct bench *b, struct tri_error *e)
{
    if (b->json && b->db)
        return tri_fail(e, TRI_USAGE, "--db: --json writes rows, too, leave one of them out");
    return options_agree(b, e) && check_files(b, e);
}

/* Set where OMP_PROC_BIND is bench's own word, not the user's. */
static const char bound_here[] = "TRIPTYCH_BOUND_BY_BENCH";

/* Left alone, threads share cores for seconds after a part on one thread.  A runtime reads where
 * to put them before main(): so once more from the start, unless the user has said something. */
static void keep_threads_apart(char **argv)
{
    if (getenv("OMP_PROC_BIND") || setenv("OMP_PROC_BIND", "true", 1) != 0)
        return;
    setenv(bound_here, "true", 1);
    execv("/proc/self/exe", argv);
}

/* The doctor looks at the user's environment. */
static void forget_binding(void)
{
    if (!getenv(bound_here))
        return;
    unsetenv("OMP_PROC_BIND");
    unsetenv(bound_here);
}

int main(int argc, char **argv)
{
    keep_threads_apart(argv);
    struct bench b = { .json_fd = -1, .versus.tolerance = 0.05, .out = stdout };
    struct tri_error e;
    if (!parse_options(&bench_argp, argc, argv, &b, &b.request))
        return tri_report("bench", &b.request.error);
    if (!check(&b, &e))
        return finish("bench", false, false, &e);
    if (b.doctor) {
        forget_binding();
        return doctor();
    }
    b.summary = wants_summary(&b);
    b.request.usual = b.studies ? USUAL_TUNED : USUAL_ENDS;
    progress_asked(b.progress);
    tri_device_guard("bench");
    bool good;
    if (b.cold)
        good = answer_cold(&b, &e);
    else if (b.parts)
        good = answer_parts(&b, &e);
    else if (b.list_studies)
        good = write_output(&b.request, &b.out, list_studies, &b, &e);
    else if (b.list)
        good = write_output(&b.request, &b.out, list, &b, &e);
    else if (b.versus.files > 0)
        good = compare_rows(&b, &e);
    else if (b.figure)
        good = draw(b.figure, b.rows, &b.request, &e);
    else if (b.studies)
        good = show_studies(&b, &e);
    else
        good = measure_all(&b, &e);
    return finish("bench", good, b.disagreed, &e);
}
