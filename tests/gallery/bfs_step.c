/* A step of breadth-first search, from below: who is not seen yet (-1) looks for a neighbour at this depth. */
#include <triptych/hotspot.h>

static double depth_of(const struct tri_case *c, size_t i) { return i % 5 < 3 ? -1 : (double)(i % 5 - 2); }

#pragma omp declare target
static int look(int i, int depth, const int *start, const int *end, const int *seen)
{
    for (int k = start[i]; seen[i] < 0 && k < start[i + 1]; k++)
        if (seen[end[k]] == depth)
            return depth + 1;
    return seen[i];
}
#pragma omp end declare target

void bfs_step_reference(int n, int edges, int depth, const int start[n + 1], const int end[edges], const int seen[n], int next[n])
{
    for (int i = 0; i < n; i++)
        next[i] = look(i, depth, start, end, seen);
}

void bfs_step_simd(int n, int edges, int depth, const int start[n + 1], const int end[edges], const int seen[n], int next[n])
{
    #pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < n; i++)
        next[i] = look(i, depth, start, end, seen);
}

void bfs_step_offload(int n, int edges, int depth, const int start[n + 1], const int end[edges], const int seen[n], int next[n])
{
    #pragma omp target teams distribute parallel for map(to: start[:n + 1], end[:edges], seen[:n]) map(from: next[:n])
    for (int i = 0; i < n; i++)
        next[i] = look(i, depth, start, end, seen);
}

const struct tri_hotspot bfs_step = {
    .params = { { "edges", "of the graph", .initial = 3000, .min = 1, .max = 1e9 }, { "depth", "of those that are seen from", .initial = 1, .min = 0, .max = 1e6 } },
    .operands = { { "start", .fill = tri_fill_offsets, .below = "edges" }, { "end", .fill = tri_fill_scattered, .below = "n" }, { "seen", .value = depth_of } },
};
/* wrong, since it leaves out those that were seen before: sed '/_offload/,/^}/s/next\[i\] =/if (seen[i] < 0) next[i] =/' */
