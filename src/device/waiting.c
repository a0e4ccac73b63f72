/* How the host waits for NVIDIA GPUs.  The primary context of a GPU belongs to the process, so its flags are those of the
 * offload runtime and of CUDA peers alike; since CUDA 11 they can be changed while it is in use. */
#include "waiting.h"

static bool set_one(struct tri_waiting *w, const struct tri_cuda_context *cuda, int device,
                    enum tri_wait how)
{
    if (!w->device[device].known) {
        if (!tri_nvidia_get_waiting(cuda, device, &w->device[device].runtimes))
            return false;
        w->device[device].known = true;
        w->device[device].now = TRI_WAIT_RUNTIME;
    }
    if (how == w->device[device].now)
        return true;
    unsigned flags = how == TRI_WAIT_AWAKE ? 0 : w->device[device].runtimes;
    if (!tri_nvidia_set_waiting(cuda, device, flags))
        return false;
    w->device[device].now = how;
    return true;
}

bool tri_waiting_set(struct tri_waiting *w, const struct tri_cuda_context *cuda, int devices,
                     enum tri_wait how)
{
    bool good = devices > 0;
    for (int device = 0; device < devices && device < TRI_NVIDIA_DEVICES; device++)
        good = set_one(w, cuda, device, how == TRI_WAIT_AWAKE ? how : TRI_WAIT_RUNTIME) && good;
    return good;
}
