#!/bin/bash
# tests/delivery/grade.sh BUILD -- a class of planted answers graded: right ones, wrong ones, and cheats, each of which is named
# and harms nothing.
set -uo pipefail

build=$(realpath "${1:-${TRIPTYCH_BUILD_DIR:?the build folder}}")
unset LIBOMP_USE_HIDDEN_HELPER_TASK # by which ctest makes nowait wait
[[ ${TRIPTYCH_PRESET-} == llvm-host ]] || exit 77 # where all is judged
command -v bwrap unzip >/dev/null || exit 77
bwrap --ro-bind / / --unshare-pid --unshare-net true || exit 77 # no namespaces here
. "${TRIPTYCH_SOURCE_DIR:?}/tests/shared/course.sh"

# says STUDENT LESSON SOLVED WORDS: the line of the CSV
says() {
    grep -F "\"$1\",\"$2\",\"$3\"," class.csv | grep -qF -- "$4" && return
    grep -F "\"$1\",\"$2\"" class.csv >out
    complain "$1, $2: not '$3', '$4'"
}

# --- A class ---
hand_in() { mkdir -p "class/$1" && cat >"class/$1/$2.c"; }

head='#include "lesson.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
'
# cheat NAME: the solution of lesson 1, and before it the standard input: a function cheat()
cheat() {
    { echo "$head"; cat; sed 's/^{/{ cheat();/; /lesson.h/d' "$lessons/01-where/solution.c"; } | hand_in "$1" 01-where
}

hand_in anna 01-where <"$lessons/01-where/solution.c"
hand_in anna 02-map <"$lessons/02-map/solution.c"
mkdir -p class/ben
patches=("$lessons"/02-map/wrong/*.patch)
patch -s -o class/ben/02-map.c "$lessons/02-map/solution.c" "${patches[0]}"
hand_in ben/my-lessons 01-where <"$lessons/01-where/exercise.c"
hand_in carla 01-where </dev/null
hand_in carla 02-map <<<'#include "lesson.h"
oh'
sed 's/$/\r/' "$lessons/01-where/solution.c" | hand_in '=dieter, "D"' 01-where
mkdir -p class/emil class/.hidden
ln -s "$lessons/01-where/solution.c" class/emil/01-where.c
head -c 200000 /dev/zero | hand_in emil 02-map
echo precious >"$work/precious"

cheat deletes <<<"static void cheat(void) { if (system(\"rm -rf * ~/* ../* $work /tmp/* /home/*\")) return; }"
cheat deletes-itself <<<'static void cheat(void) { remove("notes.c"); unlink(__FILE__); }'
cheat forks <<<'static void cheat(void) { for (;;) fork(); }'
cheat forks-on <<<'static void cheat(void) { for (int i = 0; i < 3000; i++) if (fork() == 0) _exit(0); }'
cheat network <<<'static void cheat(void) { struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(80) };
    inet_pton(AF_INET, "1.1.1.1", &a.sin_addr); connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&a, sizeof a); }'
cheat reads <<<"static void cheat(void) { FILE *f = fopen(\"$lessons/01-where/solution.c\", \"r\"); if (f) fclose(f); }"
cheat reads-asm <<<"__asm__(\".section .rodata\\n.incbin \\\"$lessons/01-where/solution.c\\\"\\n.text\"); static void cheat(void) {}"
cheat memory <<<'static void cheat(void) { for (;;) { volatile char *p = malloc(1 << 24); *p = 1; } }'
cheat disk <<<'static void cheat(void) { char *s = calloc(1, 1 << 20); for (int i = 0; i < 4000; i++) { char n[30]; sprintf(n, "f%d", i);
    FILE *f = fopen(n, "w"); for (int k = 0; f && k < 60; k++) fwrite(s, 1, 1 << 20, f); if (f) fclose(f); } }'
cheat kills <<<'#include <signal.h>
static void cheat(void) { kill(-1, SIGKILL); }'
cheat loops <<<'static void cheat(void) { for (volatile int i = 0;; i = 1) ; }'
hand_in includes 01-where <<<"#include \"lesson.h\"
#include \"$lessons/01-where/solution.c\""

# forger NAME: a function that does not compute, and what is written instead
forger() {
    { echo "$head"; cat; echo 'void twice(ptrdiff_t n, const double *a, double *b, int *on_device) { (void)n, (void)a, (void)b, (void)on_device; cheat(); }'; } |
        hand_in "$1" 01-where
}
forger prints <<<'static void cheat(void) { puts("SOLVED"); exit(0); }'
forger writes <<<'static void cheat(void) { FILE *f = fopen(getenv("LEARN_REPORT"), "w"); fputs("right 0123456789abcdef\n", f); fclose(f); _exit(0); }'
forger skips <<<'static void cheat(void) { FILE *f = fopen(getenv("LEARN_REPORT"), "w"); fputs("skipped needs a GPU\n", f); fclose(f); _exit(0); }'
forger descriptors <<<'static void cheat(void) { for (int i = 3; i < 99; i++) dprintf(i, "right 0123456789abcdef\n"); _exit(0); }'
forger main <<<'static void cheat(void) {}
int main(void) { puts("SOLVED"); return 0; }'
forger replaces <<<'static void cheat(void) {}
__attribute__((visibility("hidden"))) int vfprintf(FILE *f, const char *s, __builtin_va_list a) { (void)s, (void)a; return fputs("right", f); }
void wrong(const char *s, ...) { (void)s; exit(0); }
__attribute__((visibility("hidden"))) int __libc_start_main(void) { puts("right"); _exit(0); }'
forger early <<<'static void cheat(void) {}
__attribute__((section(".preinit_array"), used)) static void (*early)(void) = cheat;'
forger earlier <<<'static void cheat(void) {}
__asm__(".pushsection .text\n.type early, @gnu_indirect_function\nearly: ret\n.popsection");'
forger late <<<'static void cheat(void) {}
__attribute__((destructor)) static void late(void) { FILE *f = fopen(getenv("LEARN_REPORT"), "w"); fputs("right 0123456789abcdef\n", f); fclose(f); }'
forger knows <<<'extern const double *truth(const double *) __asm__("true_values");
static void cheat(void) { truth(0); }'

# --- What is wrong with requests ---
expect 2 "takes a folder of students' folders" grade
expect 2 'No such file' grade nowhere
expect 2 'no folder in it has a file named after a lesson' grade "$lessons/01-where"
expect 2 '--csv, --reports and --no-sandbox belong to grade' list --csv class.csv
expect 2 'File exists' grade class --reports class
expect 2 'cannot be created' grade class --csv nowhere/class.csv
echo no zip >class.zip
expect 2 'it is no zip' grade class.zip
(PATH=$work "$learn" grade class) >out 2>&1
status=$?
((status == 2)) && grep -q 'no sandbox can be made here' out || complain "without bwrap: status $status"

# --- A zip, with one folder around all, a link, and a name that leads elsewhere ---
mkdir -p zip/spring/anna zip/spring/ben
cp "$lessons/01-where/solution.c" zip/spring/anna/01-where.c
ln -s /etc/passwd zip/spring/ben/01-where.c
ln -s / zip/spring/carla
(cd zip && cmake -E tar cf ../class.zip --format=zip spring)
expect 0 'anna     S' grade class.zip --csv class.csv
says anna 01-where yes '""'
says ben 01-where no 'a link or a folder'
grep -q carla class.csv && complain 'a link to a folder is a student'
head -c 300M /dev/zero >zip/spring/anna/02-map.c
(cd zip && cmake -E tar cf ../large.zip --format=zip spring)
expect 2 'MiB' grade large.zip
rm -r zip large.zip

# --- The class ---
expect 0 'S solved' grade class --csv class.csv --reports reports
cp out table
says anna 01-where yes '""'
says anna 02-map yes '""'
says anna 03-sections no 'was not handed in'
says ben 01-where no 'as it was handed out'
says ben 02-map no 'n = 1009'
says carla 01-where no 'is empty'
says carla 02-map no 'does not compile'
grep -qF "\"'=dieter, \"\"D\"\"\",\"01-where\",\"yes\"" class.csv || complain 'a name like a formula'
says emil 01-where no 'a link or a folder'
says emil 02-map no 'longer than 128 KiB'
says deletes 01-where no 'deletes files'
says deletes-itself 01-where no 'deletes files'
# On a busy machine they leave no time to who counts them, and that is what is said.
says forks 01-where no 'processes'
says forks-on 01-where no 'processes'
says network 01-where no 'uses the network'
says reads 01-where no 'reads files of the course'
says reads-asm 01-where no 'reads files of the course'
says includes 01-where no 'reads files of the course'
says memory 01-where no 'more than 2048 MiB'
says disk 01-where yes ''
says kills 01-where no 'processes that watch it'
says loops 01-where no 'did not end within 10 seconds'
says prints 01-where no 'before the judge could look'
for forger in writes skips descriptors; do says $forger 01-where no 'a verdict of its own'; done
says main 01-where no 'is there a main'
says replaces 01-where no 'ran on the host'
says early 01-where no 'runs before the judge'
says earlier 01-where no 'runs before the judge'
says late 01-where no 'ran on the host'
says knows 01-where no 'function is missing'
[[ -f precious && -f $lessons/01-where/solution.c && -f class/deletes-itself/01-where.c ]] || complain 'a file is gone'
grep -qE '^deletes  +!' table || complain 'the table'
grep -qE '^forks, 01-where: .*processes' table || complain 'cheats are not named'
! grep -q 'program printed' reports/anna.txt || complain 'the cage shows'
grep -q '^SOLVED' reports/anna.txt && grep -q '^2 of ' reports/anna.txt || complain "a student's report"
students=(class/*) texts=(reports/*)
((${#students[@]} == ${#texts[@]})) || complain 'not a report for each student'

exit $((failures > 0))
