/* 5.0: OMPT: a tool is told of each region, as profilers need it. */
#include "probe.h"

#include <omp-tools.h>

static int begun, ended;

static void at_target(ompt_target_t kind, ompt_scope_endpoint_t end, int device, ompt_data_t *task,
                      ompt_id_t target, const void *code)
{
    (void)device, (void)task, (void)target, (void)code;
    begun += kind == ompt_target && end == ompt_scope_begin;
    ended += kind == ompt_target && end == ompt_scope_end;
}

static int begin(ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
    ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    (void)device, (void)data;
    return set && set(ompt_callback_target, (ompt_callback_t)at_target) != ompt_set_error;
}

static void end(ompt_data_t *data)
{
    (void)data;
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime)
{
    static ompt_start_tool_result_t tool = { begin, end, { 0 } };
    (void)version, (void)runtime;
    return &tool;
}

int main(void)
{
    int host = 1;
    for (int turn = 0; turn < 3; turn++) {
        #pragma omp target map(tofrom: host)
        host = omp_is_initial_device();
    }
    return probe_says(host, begun == 3 && ended == 3);
}
