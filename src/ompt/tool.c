/* The tool: what it is told of kernels and copies, it tells who listens, and of other events who asks for them. */
#include "tool.h"

static bool hears;

bool tri_tool_hears(void)
{
    return hears;
}

#ifdef TRI_HAS_OMPT
# include <stdlib.h>

static ompt_set_callback_t set_callback;

bool tri_tool_hear(ompt_callbacks_t event, ompt_callback_t heard, bool on)
{
    return hears && set_callback(event, on ? heard : NULL) == ompt_set_always;
}

static void at_kernel(ompt_scope_endpoint_t point, ompt_data_t *target, ompt_id_t *id,
                      unsigned teams)
{
    tri_listener.kernel(point == ompt_scope_begin, teams);
}

static void at_data(ompt_scope_endpoint_t point, ompt_data_t *task, ompt_data_t *target,
                    ompt_id_t *id, ompt_target_data_op_t kind, void *source, int source_device,
                    void *goal, int goal_device, size_t bytes, const void *code)
{
    bool to = kind == ompt_target_data_transfer_to_device ||
              kind == ompt_target_data_transfer_to_device_async;
    bool from = kind == ompt_target_data_transfer_from_device ||
                kind == ompt_target_data_transfer_from_device_async;
    struct tri_copy c = { to ? source : goal, to ? goal : source, bytes, to,
                          to ? goal_device : source_device };
    if (kind == ompt_target_data_alloc && point == ompt_scope_begin && tri_listener.allocates)
        tri_listener.allocates(source, bytes);
    if (kind == ompt_target_data_alloc && point == ompt_scope_end && tri_listener.allocated)
        tri_listener.allocated(source, goal, bytes);
    if (kind == ompt_target_data_delete && point == ompt_scope_begin && tri_listener.freed)
        tri_listener.freed(source);
    if (to || from)
        tri_listener.copy(point == ompt_scope_begin, &c);
}

static void at_construct(ompt_target_t kind, ompt_scope_endpoint_t point, int device,
                         ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *target,
                         const void *code)
{
    tri_listener.construct(&(struct tri_construct){ .begins = point == ompt_scope_begin,
                                                    .enters = kind == ompt_target_enter_data ||
                                                              kind == ompt_target_enter_data_nowait,
                                                    .exits = kind == ompt_target_exit_data,
                                                    .device = device,
                                                    .task = task ? task->value : 0 });
}

/* LLVM's device runtime asks for its callbacks only once, when it is loaded. */
static int begin(ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
    set_callback = (ompt_set_callback_t)lookup("ompt_set_callback");
    hears = set_callback;
    if (!hears)
        return 0;
    set_callback(ompt_callback_target_data_op_emi, (ompt_callback_t)at_data);
    set_callback(ompt_callback_target_submit_emi, (ompt_callback_t)at_kernel);
    if (tri_listener.construct)
        set_callback(ompt_callback_target_emi, (ompt_callback_t)at_construct);
    if (tri_listener.started)
        tri_listener.started();
    return 1;
}

static void end(ompt_data_t *data)
{
}

/* If the user has named another tool, the runtime gets that. */
ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime)
{
    static ompt_start_tool_result_t tool = { begin, end, { 0 } };
    const char *others = getenv("OMP_TOOL_LIBRARIES");
    return others && *others ? NULL : &tool;
}
#endif
