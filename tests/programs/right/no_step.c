/* Right: no step at first: the host copies what it begins with, and a region tells where it ran. */
#include <triptych/hotspot.h>
#include <triptych/ran_on.h>

#include <string.h>

void no_step_reference(int n, int steps, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    for (int s = 0; s < steps; s++)
        for (int i = 0; i < n; i++)
            y[i] = y[i] / 2 + s;
}

void no_step_offload(int n, int steps, const double x[n], double y[n], int *place)
{
    #pragma omp target map(from: place[:1])
    *place = ran_on();
    memcpy(y, x, (size_t)n * sizeof *y);
    for (int s = 0; s < steps; s++) {
        #pragma omp target teams distribute parallel for map(always, tofrom: y[:n])
        for (int i = 0; i < n; i++)
            y[i] = y[i] / 2 + s;
    }
    #pragma omp target update to(y[:n])
}

const struct tri_hotspot no_step = {
    .params = { { "steps", "steps", .initial = 0, .min = 0, .max = 1000 } },
};
/* deceits/host_steps: Wrong: the host takes the steps: sed '/omp target teams/d' */
