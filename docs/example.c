/* A Mandelbrot set, computed on the GPU (on the CPU, where Triptych is built for none) into memory of one's own. */
#include <triptych/triptych.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    struct tri_case c;
    struct tri_error e;
    enum tri_path path = tri_path_available(TRI_OFFLOAD, NULL) ? TRI_OFFLOAD : TRI_SIMD;
    int32_t *count = (int32_t *)aligned_alloc(TRI_ALIGNMENT, 32 * 72 * sizeof *count); /* 0: within the set */
    tri_case_init(&c, tri_hotspot_named("mandelbrot", TRI_DOUBLE));
    if (!tri_case_set(&c, "width=72,height=32", &e) || !tri_case_bind(&c, "count", count, 32 * 72 * sizeof *count, &e) ||
        !tri_case_allocate(&c, &e) || !tri_case_run(&c, path, &e))
        return tri_report("example", &e);
    for (int i = 0; i < 32 * 72; i++)
        printf("%c%s", count[i] ? " .:-+*"[count[i] / 3 % 6] : '#', i % 72 == 71 ? "\n" : "");
    tri_case_free(&c);
    free(count);
    return printf("by %s\n", tri_path_name(path)) < 0;
}
