/* doctor, run: its output is consistent, and agrees with the build of the program. */
#include "build_info.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What bench --doctor prints, with an assignment or none before it; its status in *status. */
static char *report(const char *assignment, int *status)
{
    char command[1000], *text = calloc(1, 1 << 16);
    const char *folder = getenv("TRIPTYCH_BUILD_DIR");
    cr_assert(text);
    if (!folder)
        cr_skip_test("TRIPTYCH_BUILD_DIR is not set");
    snprintf(command, sizeof command, "%s/bench", folder);
    if (access(command, X_OK) != 0)
        cr_skip_test("bench is not built");
    snprintf(command, sizeof command, "%s '%s/bench' --doctor", assignment, folder);
    FILE *pipe = popen(command, "r");
    cr_assert(pipe);
    size_t length = fread(text, 1, (1 << 16) - 1, pipe);
    *status = pclose(pipe);
    cr_assert_gt(length, 0);
    return text;
}

Test(doctor_report, reports_and_exits_as_it_says)
{
    int status;
    char *text = report("", &status);
    bool works = strstr(text, "\n  offload works on ");
    cr_assert(WIFEXITED(status));
    cr_expect_eq(WEXITSTATUS(status), works ? 0 : 1, "%s", text);
    cr_expect(strstr(text, "\nFindings\n") && strstr(text, "\nVerdict\n"), "%s", text);
    cr_expect_eq(strstr(text, "on the CPU itself (LLVM's host plugin)") != NULL,
                 (strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin") != NULL), "%s", text);
    cr_expect(works || strstr(text, "\n  do: "), "%s", text);
    free(text);
}

Test(doctor_report, sees_that_offload_is_disabled)
{
    int status;
    char *text = report("OMP_TARGET_OFFLOAD=DISABLED", &status);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    cr_expect_eq(strstr(text, "PROBLEM  OMP_TARGET_OFFLOAD: ") != NULL, TRIPTYCH_OFFLOAD, "%s",
                 text);
    free(text);
}
