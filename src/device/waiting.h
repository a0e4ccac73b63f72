/* How the host waits for NVIDIA GPUs: set and restored while a process runs. */
#pragma once

#include "nvidia.h"
#include "measure.h"

/* Of each device: the flags that the runtime has chosen, and what they were changed to. */
struct tri_waiting {
    struct {
        bool known;
        unsigned runtimes;
        enum tri_wait now;
    } device[TRI_NVIDIA_DEVICES];
};

/* Has the host wait in this way for the first `devices`; the driver is asked nothing where it does already.  False: it
 * cannot be told so of one of them, or there is none. */
bool tri_waiting_set(struct tri_waiting *, const struct tri_cuda_context *, int devices,
                     enum tri_wait);

/* What tri_device_wait() was last told: for what has the host wait in another way for a while. */
enum tri_wait tri_device_told_to_wait(void);
