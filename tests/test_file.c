/* Files that are written whole or not at all. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "check.h"
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* In place of the C library's: what a file was before its mode was set, and what was flushed. */
static mode_t mode_before;
static bool modes_refused;
int files_flushed, folders_flushed;

int fchmod(int fd, mode_t mode)
{
    struct stat s;
    if (fstat(fd, &s) == 0)
        mode_before = s.st_mode & 0777;
    if (modes_refused)
        return errno = EPERM, -1;
    return (int)syscall(SYS_fchmod, fd, mode);
}

int fsync(int fd)
{
    struct stat s;
    if (fstat(fd, &s) == 0)
        *(S_ISDIR(s.st_mode) ? &folders_flushed : &files_flushed) += 1;
    return (int)syscall(SYS_fsync, fd);
}

/* What lies in the scratch folder. */
static int files(void)
{
    int n = 0;
    DIR *folder = opendir(scratch());
    cr_assert(folder);
    for (struct dirent *d; (d = readdir(folder));)
        n += strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0;
    closedir(folder);
    return n;
}

static void expect_contents(const char *path, const char *text)
{
    text_auto_t *found = contents(path, NULL);
    cr_expect(strcmp(found, text) == 0, "%s holds %s", path, found);
}

static void begin(struct tri_file *f, const char *path)
{
    must(tri_file_begin(f, path, &failure));
}

static void commit(struct tri_file *f)
{
    must(tri_file_commit(f, &failure));
}

/* A file with this text, from beginning to end. */
static void write_file(const char *path, const char *text)
{
    struct tri_file f;
    begin(&f, path);
    fputs(text, f.stream);
    commit(&f);
}

static void expect_mode(const char *path, mode_t mode)
{
    struct stat s;
    cr_expect(stat(path, &s) == 0 && (s.st_mode & 0777) == mode, "%s: %o", path, s.st_mode);
}

Test(file, appears_at_the_end)
{
    struct tri_file f;
    const char *path = in_scratch("x.txt");
    begin(&f, path);
    fputs("one ", f.stream);
    must(tri_file_write(&f, "two", 3, &failure));
    cr_expect(access(path, F_OK) != 0, "there before it is finished");
    commit(&f);
    tri_file_abandon(&f); /* which has ended */
    expect_contents(path, "one two");
    cr_expect(files() == 1, "something was left behind");
}

Test(file, replaces_an_old_one_at_the_end)
{
    struct tri_file f;
    const char *path = in_scratch("x.txt");
    make_file(path, "old");
    begin(&f, path);
    fputs("new", f.stream);
    fflush(f.stream);
    expect_contents(path, "old");
    commit(&f);
    expect_contents(path, "new");
    cr_expect(files() == 1);
}

Test(file, abandoned_leaves_everything_as_it_was)
{
    struct tri_file f;
    const char *path = in_scratch("x.txt"), *other = in_scratch("y.txt");
    make_file(path, "old");
    begin(&f, path);
    fputs("new", f.stream);
    tri_file_abandon(&f);
    tri_file_abandon(&f);
    expect_contents(path, "old");
    begin(&f, other);
    fputs("new", f.stream);
    tri_file_abandon(&f);
    cr_expect(access(other, F_OK) != 0 && files() == 1);
}

/* ---- Names that cannot be written to: known before anything is computed ---- */

Test(file, bad_paths)
{
    char long_name[400] = "";
    memset(long_name, 'n', sizeof long_name - 1);
    mkdir(in_scratch("folder"), 0777);
    cr_assert(symlink("nowhere", in_scratch("dangling")) == 0);
    make_file(in_scratch("plain"), "old");
    const char *const bad[] = {
        "",
        "/tmp/",
        long_name,
        "/proc/x.txt",
        scratch(),
        in_scratch("missing/x.txt"),
        in_scratch("folder"),
        in_scratch("folder/"),
        in_scratch("dangling"),
        /* a file, not a folder */ in_scratch("plain/x.txt"),
    };
    FOR_EACH (r, bad) {
        struct tri_file f;
        struct tri_error e = { 0 };
        cr_expect(!tri_file_begin(&f, *r, &e), "%s: accepted", *r);
        cr_expect(e.status == TRI_USAGE && *e.text && !strchr(e.text, '\n'), "%s: %s", *r, e.text);
        tri_file_abandon(&f);
    }
    cr_expect(files() == 3);
}

Test(file, read_only)
{
    struct tri_file f;
    const char *path = in_scratch("x.txt");
    if (geteuid() == 0)
        cr_skip_test("root may write to every file");
    make_file(path, "old");
    chmod(path, 0444);
    cr_expect(!tri_file_begin(&f, path, &failure) && failure.status == TRI_USAGE, "%s",
              failure.text);
    expect_contents(path, "old");
}

/* ---- What a file keeps ---- */

Test(file, keeps_its_mode)
{
    const char *path = in_scratch("x.txt"), *fresh = in_scratch("y.txt");
    make_file(path, "old");
    chmod(path, 0640);
    umask(027);
    write_file(path, "new");
    expect_mode(path, 0640);
    write_file(fresh, "new");
    expect_mode(fresh, 0640);
}

/* No one else may read, not even for a moment, what replaces a private file. */
Test(file, never_wider_than_the_old_one)
{
    const char *path = in_scratch("x.txt");
    make_file(path, "old");
    chmod(path, 0600);
    umask(0);
    write_file(path, "new");
    cr_expect((mode_before & 0077) == 0, "%o before its mode was set", mode_before);
    expect_mode(path, 0600);
}

/* A machine that loses its power has either file, and a name for it. */
Test(file, is_flushed_with_its_folder)
{
    write_file(in_scratch("x.txt"), "");
    cr_expect(files_flushed == 1 && folders_flushed == 1, "%d files, %d folders", files_flushed,
              folders_flushed);
}

Test(file, stays_behind_its_link)
{
    struct stat s;
    const char *path = in_scratch("x.txt"), *link = in_scratch("link.txt");
    make_file(path, "old");
    cr_assert(symlink("x.txt", link) == 0);
    write_file(link, "new");
    cr_expect(lstat(link, &s) == 0 && S_ISLNK(s.st_mode));
    expect_contents(path, "new");
}

/* ---- Devices and pipes are written straight to ---- */

Test(file, may_be_a_device)
{
    struct stat s;
    write_file("/dev/null", "gone");
    cr_expect(stat("/dev/null", &s) == 0 && S_ISCHR(s.st_mode), "the device was replaced");
}

Test(file, may_be_a_pipe)
{
    char said[8] = "";
    const char *path = in_scratch("pipe");
    cr_assert(mkfifo(path, 0666) == 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    write_file(path, "through");
    cr_expect(read(reader, said, sizeof said - 1) == 7 && strcmp(said, "through") == 0);
    close(reader);
}

/* ---- Full disks ---- */

Test(file, on_a_full_device)
{
    struct tri_file f;
    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("there is no /dev/full");
    begin(&f, "/dev/full");
    fputs("too much", f.stream);
    cr_expect(!tri_file_commit(&f, &failure));
    cr_expect(failure.status == TRI_FAILED && strstr(failure.text, "/dev/full: ") &&
                  strstr(failure.text, "No space left"),
              "%s", failure.text);
}

Test(file, on_a_full_disk)
{
    struct tri_file f;
    static char much[1 << 16];
    const char *path = in_scratch("x.txt");
    make_file(path, "old");
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 4096, RLIM_INFINITY });
    begin(&f, path);
    bool good = tri_file_write(&f, much, sizeof much, &failure) && tri_file_commit(&f, &failure);
    cr_expect(!good && failure.status == TRI_FAILED && strstr(failure.text, path), "%s",
              failure.text);
    tri_file_abandon(&f);
    expect_contents(path, "old");
    cr_expect(files() == 1, "the temporary file is still there");
}

/* ---- Ends of the process ---- */

/* Begins the file in a new process, and has that end by a signal; 0: by exit(3). */
static int begin_and_end(const char *path, int by)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct tri_file f;
        struct tri_error e = { 0 };
        tri_file_begin(&f, path, &e);
        fputs("half", f.stream);
        fflush(f.stream);
        if (by == SIGABRT)
            abort();
        if (by)
            raise(by);
        exit(3);
    }
    cr_assert(child > 0 && waitpid(child, &status, 0) == child);
    return status;
}

Test(file, leaves_nothing_when_the_process_ends, .disabled = INSTRUMENTED)
{
    static const int ends[] = { 0,      SIGTERM, SIGINT, SIGABRT, SIGSEGV,
                                SIGBUS, SIGFPE,  SIGILL, SIGKILL };
    const char *path = in_scratch("x.txt");
    make_file(path, "old");
    FOR_EACH (r, ends) {
        int status = begin_and_end(path, *r);
        if (*r)
            cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == *r, "signal %d: %x", *r, status);
        else
            cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 3, "exit: %x", status);
        expect_contents(path, "old");
        cr_expect(files() == 1, "signal %d: the temporary file is still there", *r);
    }
}

/* ---- Two at once ---- */

Test(file, several_do_not_get_in_each_others_way)
{
    struct tri_file a, b;
    begin(&a, in_scratch("a.txt"));
    begin(&b, in_scratch("b.txt"));
    fputs("A", a.stream);
    fputs("B", b.stream);
    commit(&a);
    tri_file_abandon(&b);
    expect_contents(in_scratch("a.txt"), "A");
    cr_expect(files() == 1);
}

/* ---- Folders that have no files without names ---- */

/* From now on, in this process, the kernel knows no such call with any of these bits in its third
 * argument. */
static bool forbid(unsigned call, unsigned bits)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof rules / sizeof *rules, rules };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

Test(file, where_all_files_have_names)
{
    struct tri_file f;
    const char *path = in_scratch("x.txt"), *fresh = in_scratch("y.txt");
    if (!forbid(SYS_openat, O_TMPFILE & ~O_DIRECTORY))
        cr_skip_test("no filter of system calls here");
    cr_assert(open(scratch(), O_TMPFILE | O_WRONLY, 0600) < 0);
    cr_expect(!tri_file_begin(&f, in_scratch("missing/x.txt"), &failure) &&
              failure.status == TRI_USAGE);
    cr_expect(!tri_file_begin(&f, "/proc/x.txt", &failure) && failure.status == TRI_USAGE);
    make_file(path, "old");
    chmod(path, 0600);
    umask(022);
    begin(&f, path);
    fputs("new", f.stream);
    fflush(f.stream);
    expect_contents(path, "old");
    cr_expect(files() == 1, "a name before there is a file");
    commit(&f);
    expect_contents(path, "new");
    expect_mode(path, 0600);
    cr_expect((mode_before & 0077) == 0, "%o before its mode was set", mode_before);
    begin(&f, path);
    modes_refused = true;
    cr_expect(!tri_file_commit(&f, &failure) && files() == 1, "half of a copy is left");
    modes_refused = false;
    begin(&f, fresh);
    fputs("more", f.stream);
    tri_file_abandon(&f);
    write_file(fresh, "fresh");
    expect_contents(fresh, "fresh");
    expect_mode(fresh, 0644);
    cr_expect(files() == 2 && folders_flushed == 2);
}

Test(file, that_cannot_be_linked)
{
    const char *path = in_scratch("x.txt");
    if (!forbid(SYS_linkat, ~0u))
        cr_skip_test("no filter of system calls here");
    write_file(path, "new");
    expect_contents(path, "new");
    cr_expect(files() == 1);
}
