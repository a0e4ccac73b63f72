/* Records the copies to and from devices, by OMPT.  Compilers without omp-tools.h have no OMPT, and ThreadSanitizer uses
 * it for its own tool. */
#include "ledger.h"

#include "check.h"

enum { MOST = 4096 };

static struct copy {
    const char *host;
    size_t bytes;
    bool to;
} copy[MOST];
static int n;
static bool kept;

bool ledger_is_kept(void)
{
    return kept;
}

void ledger_begin(void)
{
    n = 0;
}

struct copies ledger_of(const void *array, size_t bytes)
{
    struct copies all = { 0 };
    const char *first = array;
    for (int i = 0; i < n && i < MOST; i++) {
        if (copy[i].host < first || copy[i].host >= first + bytes)
            continue;
        all.to += copy[i].to;
        all.from += !copy[i].to;
        *(copy[i].to ? &all.bytes_to : &all.bytes_from) += copy[i].bytes;
    }
    return all;
}

#if defined(__has_include)
# if __has_include(<omp-tools.h>) && !INSTRUMENTED
#  define HAS_OMPT
# endif
#endif

#ifdef HAS_OMPT
# include <omp-tools.h>

static void at_data(ompt_scope_endpoint_t point, ompt_data_t *task, ompt_data_t *target,
                    ompt_id_t *id, ompt_target_data_op_t kind, void *source, int source_device,
                    void *goal, int goal_device, size_t bytes, const void *code)
{
    bool to = kind == ompt_target_data_transfer_to_device ||
              kind == ompt_target_data_transfer_to_device_async;
    bool from = kind == ompt_target_data_transfer_from_device ||
                kind == ompt_target_data_transfer_from_device_async;
    int i = 0;
    if (point != ompt_scope_begin || (!to && !from))
        return;
    #pragma omp atomic capture
    i = n++;
    if (i < MOST)
        copy[i] = (struct copy){ to ? source : goal, bytes, to };
}

static int begin(ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
    ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    kept =
        set && set(ompt_callback_target_data_op_emi, (ompt_callback_t)at_data) == ompt_set_always;
    return kept;
}

static void end(ompt_data_t *data)
{
}

/* Its name is the runtime's. */
ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime)
{
    static ompt_start_tool_result_t tool = { begin, end, { 0 } };
    return &tool;
}
#endif
