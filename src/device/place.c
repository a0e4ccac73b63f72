/* Where the device's regions run. */
#include "data.h"

static enum tri_place place = TRI_NOWHERE;
_Atomic size_t tri_kernels_told;

enum tri_place tri_device_place(void)
{
    return place;
}

void tri_device_set_place(enum tri_place p)
{
    place = p;
}
