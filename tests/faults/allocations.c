/*
 * A library to preload: makes one allocation of a program fail.  Allocations that come from the same place, by the same
 * calls, are one.
 *
 *     FAULTS_LIST=FILE    writes a line for each place that Triptych's code leads to: its number, and the library that allocates
 *     FAULTS_AT=NUMBER    the first allocation at that place fails; with FAULTS_SHOW, the calls that lead there go to stderr
 *     FAULTS_MARK=FILE    is made when it fails
 *     FAULTS_IN=NAME      of the program; others that it starts are left alone
 *
 * Places are known by addresses, so these have to be the same in each run (setarch -R).
 */
#define _GNU_SOURCE /* RTLD_NEXT, dladdr() */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CALLS = 60, OWN = 2, PLACES = 1 << 16 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER; /* only taken when listing: a run that injects a failure may fork */
static uint64_t seen[PLACES];
static uint64_t wanted;
static FILE *list;
static atomic_bool failed;
static __thread bool inside
    __attribute__((tls_model("initial-exec"))); /* of what backtrace() and the list allocate */

static const char *name_of(const void *address)
{
    Dl_info found;
    if (!dladdr(address, &found) || !found.dli_fname)
        return "?";
    const char *slash = strrchr(found.dli_fname, '/');
    return slash ? slash + 1 : found.dli_fname;
}

/* ---- Triptych's code, and its programs' ---- */

static struct {
    uintptr_t begin, end;
} own[8];
static size_t owned;

static int note_own(struct dl_phdr_info *object, size_t size, void *unused)
{
    (void)size, (void)unused;
    const char *slash = strrchr(object->dlpi_name, '/');
    if (*object->dlpi_name && (!slash || strncmp(slash, "/libtriptych", 12) != 0 ||
                               strncmp(slash, "/libtriptych-cuda", 17) == 0))
        return 0; /* CUDA's own runtime is linked into that one, and ends a process that has no memory */
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t begin = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && part->p_flags & PF_X && owned < sizeof own / sizeof *own) {
            own[owned].begin = begin;
            own[owned++].end = begin + part->p_memsz;
        }
    }
    return 0;
}

static bool is_own(const void *address)
{
    for (size_t i = 0; i < owned; i++)
        if ((uintptr_t)address - own[i].begin < own[i].end - own[i].begin)
            return true;
    return false;
}

static void begin(void)
{
    const char *at = getenv("FAULTS_AT"), *file = getenv("FAULTS_LIST"),
               *program = getenv("FAULTS_IN");
    if (!program || strcmp(program, program_invocation_short_name) != 0)
        return;
    dl_iterate_phdr(note_own, NULL);
    wanted = at ? strtoull(at, NULL, 16) : 0;
    list = file ? fopen(file, "ae") : NULL;
    if (file && !list)
        abort();
}

/* How many calls lead from Triptych to here; 0: Triptych has not asked for it. */
static int calls_from_own(void *const *call, int n)
{
    for (int i = OWN; i < n; i++)
        if (is_own(call[i]))
            return i + 1;
    return 0;
}

/* Whether one of the runtimes has asked, which end the process themselves if they get nothing, or what lies between is Triptych's
 * to mend: the C library, and libraries that say so. */
static bool is_mendable(void *const *call, int n)
{
    static const char *const libraries[] = { "libc.",  "libjansson.", "libsqlite3.",
                                             "libpng", "libz.",       "libm." };
    for (int i = OWN; i < n - 1; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof libraries / sizeof *libraries; k++)
            known |= strncmp(name_of(call[i]), libraries[k], strlen(libraries[k])) == 0;
        if (!known)
            return false;
    }
    return true;
}

static bool is_new(uint64_t place)
{
    size_t i = place % PLACES;
    for (size_t tried = 0; tried < PLACES && seen[i]; tried++, i = (i + 1) % PLACES)
        if (seen[i] == place)
            return false;
    seen[i] = place;
    return true;
}

static uint64_t place_of(void *const *call, int n)
{
    uint64_t place = 14695981039346656037u; /* FNV-1a */
    for (int i = OWN; i < n; i++)
        place = (place ^ (uintptr_t)call[i]) * 1099511628211u;
    return place | 1;
}

static void add_to_list(uint64_t place, void *const *call, int n)
{
    pthread_mutex_lock(&lock);
    if (is_new(place) && is_mendable(call, n)) {
        fprintf(list, "%016llx %s\n", (unsigned long long)place, name_of(call[OWN]));
        fflush(list);
    }
    pthread_mutex_unlock(&lock);
}

/* Whether it is the place that is to fail. */
static bool at_place(void *const *call, int n)
{
    uint64_t place = place_of(call, n);
    if (n == 0)
        return false;
    if (list)
        add_to_list(place, call, n);
    if (place != wanted || atomic_exchange(&failed, true))
        return false;
    if (getenv("FAULTS_MARK"))
        close(open(getenv("FAULTS_MARK"), O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
    if (getenv("FAULTS_SHOW"))
        backtrace_symbols_fd(call + OWN, n - OWN, 2);
    return true;
}

static bool is_to_fail(void)
{
    void *call[CALLS];
    if (inside)
        return false;
    inside = true;
    pthread_once(&once, begin);
    int n = list || wanted ? backtrace(call, CALLS) : 0;
    bool fails = at_place(call, calls_from_own(call, n));
    inside = false;
    if (fails)
        errno = ENOMEM;
    return fails;
}

/* ---- Allocations ---- */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);

void *malloc(size_t size)
{
    return is_to_fail() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return is_to_fail() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return is_to_fail() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return is_to_fail() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (is_to_fail())
        return ENOMEM;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}
