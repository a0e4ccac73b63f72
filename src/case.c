/* A case's memory, and running one path over it. */
#include "triptych.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, POISON = 0xA5 };

double tri_zero(const struct tri_case *c, size_t i)
{
    (void)c, (void)i;
    return 0;
}

enum tri_role tri_operand_role(const struct tri_case *c, int operand)
{
    const struct tri_operand *o = &c->hotspot->operands[operand];
    return o->role_of ? o->role_of(c) : o->role;
}

bool tri_operand_is_read(const struct tri_case *c, int operand)
{
    enum tri_role role = tri_operand_role(c, operand);
    bool has_value = c->hotspot->operands[operand].value;
    return role == TRI_IN || role == TRI_INOUT || (role == TRI_SCRATCH && has_value);
}

bool tri_operand_is_written(const struct tri_case *c, int operand)
{
    enum tri_role role = tri_operand_role(c, operand);
    return role == TRI_OUT || role == TRI_INOUT;
}

static size_t element_bytes(const struct tri_case *c, int operand)
{
    switch (c->hotspot->operands[operand].type) {
    case TRI_INT32: return sizeof(int32_t);
    case TRI_UINT16: return sizeof(uint16_t);
    case TRI_FLOATING: break;
    }
    return c->hotspot->precision == TRI_FLOAT ? sizeof(float) : sizeof(double);
}

size_t tri_operand_bytes(const struct tri_case *c, int operand)
{
    return c->length[operand] * element_bytes(c, operand);
}

size_t tri_case_bytes(const struct tri_case *c)
{
    size_t total = 0;
    for (int o = 0; c->hotspot->operands[o].name; o++)
        total += tri_operand_bytes(c, o);
    return total;
}

static void set(const struct tri_case *c, int operand, size_t i, double x)
{
    void *to = c->operand[operand];
    switch (c->hotspot->operands[operand].type) {
    case TRI_INT32: ((int32_t *)to)[i] = (int32_t)x; return;
    case TRI_UINT16: ((uint16_t *)to)[i] = (uint16_t)x; return;
    case TRI_FLOATING: break;
    }
    if (c->hotspot->precision == TRI_FLOAT)
        ((float *)to)[i] = (float)x;
    else
        ((double *)to)[i] = x;
}

double tri_scattered(int stream, size_t i)
{
    static const uint64_t irrational[] = {
        0x9E3779B97F4A7C15, /* the golden ratio less 1, in 2^-64ths */
        0x6A09E667F3BCC909, /* the root of two less 1 */
    };
    return (double)(((uint64_t)i + 1) * irrational[stream] >> 11) * 0x1p-52 - 1;
}

static void fill(struct tri_case *c, int operand)
{
    if (c->input && operand == c->hotspot->input.operand) {
        memcpy(c->operand[operand], c->input->sample, tri_operand_bytes(c, operand));
        return;
    }
    #pragma omp parallel for
    for (size_t i = 0; i < c->length[operand]; i++)
        set(c, operand, i, c->hotspot->operands[operand].value(c, i));
}

/* Of those whose size follows from parameters. */
static const struct tri_operand *largest_operand(const struct tri_case *c)
{
    const struct tri_operand *all = c->hotspot->operands, *largest = all;
    size_t most = 0;
    for (int o = 0; all[o].name; o++)
        if (all[o].rank > 0 && tri_operand_bytes(c, o) > most) {
            most = tri_operand_bytes(c, o);
            largest = &all[o];
        }
    return largest;
}

/* Names the parameters behind the largest operand: those are the ones to make smaller. */
static bool fail_memory(const struct tri_case *c, size_t bytes, size_t available,
                        struct tri_error *e)
{
    char text[160] = "";
    const struct tri_operand *largest = largest_operand(c);
    for (int d = 0; d < largest->rank; d++) {
        int p = largest->shape[d];
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s=%lld", d ? "," : "",
                 c->hotspot->params[p].name, (long long)c->value[p].integer);
    }
    return tri_fail(e, TRI_USAGE, "--set %s: needs %.3g GB, but no more than %.3g GB are free",
                    text, (double)bytes * 1e-9, (double)available * 1e-9);
}

bool tri_case_fits(const struct tri_case *c, size_t copies, struct tri_error *e)
{
    size_t available = tri_memory_bytes(), one = tri_case_bytes(c);
    if (one <= available / copies)
        return true;
    return fail_memory(c, one > SIZE_MAX / copies ? SIZE_MAX : one * copies, available, e);
}

bool tri_case_allocate(struct tri_case *c, struct tri_error *e)
{
    if (!tri_case_fits(c, 1, e))
        return false;
    c->ran_on = calloc(1, sizeof *c->ran_on);
    bool good = c->ran_on;
    for (int o = 0; good && c->hotspot->operands[o].name; o++) {
        size_t bytes = tri_operand_bytes(c, o);
        if (tri_operand_role(c, o) == TRI_ABSENT)
            continue;
        /* Not a byte more than asked for: AddressSanitizer sees the first one beyond. */
        good = posix_memalign(&c->operand[o], ALIGNMENT, bytes) == 0;
        if (good && tri_operand_role(c, o) == TRI_IN)
            fill(c, o);
    }
    if (!good) {
        tri_case_free(c);
        return tri_fail(e, TRI_FAILED, "out of memory: %s needs %.3g GB", c->hotspot->name,
                        (double)tri_case_bytes(c) * 1e-9);
    }
    tri_case_poison(c);
    return true;
}

void tri_case_free(struct tri_case *c)
{
    for (int o = 0; o < TRI_MAX_OPERANDS; o++) {
        free(c->operand[o]);
        c->operand[o] = NULL;
    }
    free(c->ran_on);
    c->ran_on = NULL;
}

void tri_case_poison(struct tri_case *c)
{
    for (int o = 0; c->hotspot->operands[o].name; o++) {
        if (!c->operand[o] || tri_operand_role(c, o) == TRI_IN)
            continue;
        if (tri_operand_is_read(c, o))
            fill(c, o);
        else
            memset(c->operand[o], POISON, tri_operand_bytes(c, o));
    }
    *c->ran_on = TRI_NOWHERE;
}

bool tri_case_run(struct tri_case *c, enum tri_path path, struct tri_error *e)
{
    if (!c->hotspot->path[path])
        return tri_fail(e, TRI_FAILED, "%s has no path %s in %s", c->hotspot->name,
                        tri_path_name(path), tri_precision_name(c->hotspot->precision));
    if (!tri_path_available(path, e))
        return false;
    if (path == TRI_OFFLOAD)
        return tri_device_run(c, e);
    c->hotspot->path[path](c);
    *c->ran_on = TRI_CPU;
    return true;
}
