/* Right: what one thread stores over another's label is found in the next round, of which there are as many as are needed. */
void labels_reference(ptrdiff_t n, const int32_t left[n], const int32_t right[n], int32_t label[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        label[i] = (int32_t)i;
    for (int changed = 1; changed;) {
        changed = 0;
        for (ptrdiff_t i = 0; i < n; i++) {
            const int32_t a = label[left[i]], b = label[right[i]];
            changed |= a != b;
            label[left[i]] = label[right[i]] = a < b ? a : b;
        }
    }
}

void labels_offload(ptrdiff_t n, const int32_t left[n], const int32_t right[n], int32_t label[n])
{
    #pragma omp target data map(to: left[0:n], right[0:n]) map(from: label[0:n])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            label[i] = (int32_t)i;
        for (int changed = 1; changed;) {
            changed = 0;
            #pragma omp target teams distribute parallel for map(tofrom: changed)
            for (ptrdiff_t i = 0; i < n; i++) {
                int32_t a, b;
                #pragma omp atomic read
                a = label[left[i]];
                #pragma omp atomic read
                b = label[right[i]];
                if (a == b)
                    continue;
                #pragma omp atomic write
                label[a < b ? right[i] : left[i]] = a < b ? a : b;
                #pragma omp atomic write
                changed = 1;
            }
        }
    }
}
