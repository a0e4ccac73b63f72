/* 4.0: declare reduction: of a structure, in an operation of one's own. */
#include "probe.h"

struct largest {
    int value, at;
};

#pragma omp declare target
static struct largest larger(struct largest a, struct largest b)
{
    return b.value > a.value ? b : a;
}
#pragma omp end declare target
#pragma omp declare reduction(larger: struct largest: omp_out = larger(omp_out, omp_in)) \
        initializer(omp_priv = (struct largest){ -1, -1 })

int main(void)
{
    struct largest all = { -1, -1 };
    int host = 0;
    #pragma omp target teams distribute parallel for reduction(larger: all) reduction(|: host) \
            map(tofrom: all, host)
    for (int i = 0; i < N; i++) {
        all = larger(all, (struct largest){ i * 17 % N, i });
        host |= omp_is_initial_device();
    }
    return probe_says(host, all.value == N - 1 && all.at * 17 % N == N - 1);
}
