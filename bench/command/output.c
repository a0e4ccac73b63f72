/* What the programs leave: output, whole or not at all, and an exit status. */
#include "output.h"

#include "file.h"
#include "sibling.h"

#include <errno.h>
#include <string.h>

bool name_option(const char *option, struct tri_error *e)
{
    struct tri_error plain = *e;
    return tri_fail(e, plain.status, "%s %s", option, plain.text);
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
    if (work(data, e))
        return tri_file_commit(&file, e) || name_option("-o", e);
    tri_file_abandon(&file);
    return false;
}

int finish(const char *program, bool good, bool disagreed, struct tri_error *e)
{
    if (good && (fflush(stdout) != 0 || ferror(stdout)))
        good = tri_fail(e, TRI_FAILED, "standard output: %s", strerror(errno));
    if (!good)
        return tri_report(program_name(program), e);
    return disagreed ? TRI_FAILED : TRI_AGREED;
}
