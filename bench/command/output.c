/* The output of a program, written completely or not at all, and its exit status. */
#include "output.h"

#include "build_info.h"
#include "file.h"
#include "lost.h"
#include "process.h"

#include <errno.h>
#include <string.h>

bool name_option(const char *option, struct tri_error *e)
{
    struct tri_error plain = *e;
    return tri_fail(e, plain.status, "%s %s", option, plain.text);
}

bool name_setting(const char *option, struct tri_error *e)
{
    bool of_parameter = e && e->status == TRI_USAGE && strchr(e->text, ':');
    return of_parameter && name_option(option, e);
}

bool write_output(const struct request *r, FILE **out, bool (*work)(void *data, struct tri_error *),
                  void *data, struct tri_error *e)
{
    struct tri_file file;
    *out = stdout;
    if (!r->output)
        return work(data, e);
    if (!tri_file_begin(&file, r->output, e))
        return name_option("-o", e);
    *out = file.stream;
    if (work(data, e) && nothing_is_lost(e))
        return tri_file_commit(&file, e) || name_option("-o", e);
    tri_file_abandon(&file);
    return false;
}

void print_verdict(FILE *out, const struct outcome *v)
{
    if (*v->wrong)
        fprintf(out, "VERDICT: wrong: %s\n", v->wrong);
    else if (v->nothing)
        fputs("VERDICT: incomplete: nothing could run\n", out);
    else if (v->no_offload && TRIPTYCH_OFFLOAD)
        fputs("VERDICT: incomplete: offload could not run\n", out);
    else if (v->not_audited > 0)
        fprintf(out, "VERDICT: incomplete: not audited: %d row%s\n", v->not_audited,
                v->not_audited > 1 ? "s" : "");
    else
        fputs("VERDICT: ok\n", out);
}

bool print_failure(const struct tri_error *e)
{
    if (e->status == TRI_FAILED)
        puts("VERDICT: failed");
    return false;
}

bool offload_is_whole(const struct request *r, struct tri_error *e)
{
    return !request_asks_path(r, TRI_OFFLOAD) || !tri_device_is_broken(e);
}

int finish(const char *program, bool good, bool disagreed, struct tri_error *e)
{
    if (good && (fflush(stdout) != 0 || ferror(stdout)))
        good = tri_fail(e, TRI_FAILED, "standard output: %s", strerror(errno));
    if (!good || !nothing_is_lost(e))
        return tri_report(program_name(program), e);
    return disagreed ? TRI_FAILED : TRI_AGREED;
}
