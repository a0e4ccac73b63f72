/* Right: the second region with nowait depends on the first. */
void chain_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target data map(to: x[:n]) map(from: y[:n])
    {
        #pragma omp target teams distribute parallel for nowait depend(out: y[0])
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = a * x[i];
        #pragma omp target teams distribute parallel for nowait depend(inout: y[0])
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] += 1;
        #pragma omp taskwait
    }
}
/* mistakes/second_too_early: Wrong: a region does not wait for the one with nowait before it: sed 's/ depend(out: y\[0\])//; s/ nowait depend(inout: y\[0\])//' */
/* mistakes/depend_on_pointer: Wrong: depend(out: v) names the pointer, depend(inout: v[0]) what it points to. So nothing orders the regions: sed 's/^    #pragma omp target data/    double *v = y;\n&/; s/(out: y\[0\])/(out: v)/; s/from: y/from: v/; s/inout: y/inout: v/; s/^  .*y\[i\]/    v[i]/' */
