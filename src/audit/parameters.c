/* The parameters of a case that is made from another one. */
#include "inside.h"

#include "hotspot.h"

#include <math.h>
#include <stdio.h>

bool tri_is_length(const struct tri_hotspot *h, int i)
{
    bool any = false;
    for (int o = 0; o < TRI_MAX_OPERANDS && h->operands[o].name; o++)
        for (int d = 0; d < h->operands[o].rank; d++)
            any |= h->operands[o].shape[d] == i;
    return any;
}

bool tri_may_be_length(const struct tri_hotspot *h, int i)
{
    bool any = tri_is_length(h, i);
    for (int o = 0; o < TRI_MAX_OPERANDS && h->operands[o].name; o++)
        any |= h->operands[o].length_of != NULL;
    return any;
}

/* "name=value,"; nothing for what keeps its default. */
static int setting(const struct tri_case *from, int i, double number, char *text, size_t size)
{
    const struct tri_param *p = &from->hotspot->params[i];
    if (p->kind == TRI_TEXT)
        return snprintf(text, size, "%s=%s,", p->name, from->value[i].text);
    if (isnan(number))
        return snprintf(text, size, "%s", "");
    if (p->kind == TRI_CHOICE)
        return snprintf(text, size, "%s=%s,", p->name, p->choices[(int)number]);
    return snprintf(text, size, p->kind == TRI_INTEGER ? "%s=%.0f," : "%s=%.17g,", p->name, number);
}

void tri_parameters_text(const struct tri_case *from, tri_parameter_fn *number, void *with,
                         char *text, size_t size)
{
    const struct tri_param *all = from->hotspot->params;
    size_t used = 0;
    *text = '\0';
    for (int i = 0; all[i].name && used < size; i++)
        used += (size_t)setting(from, i, number(from, i, with), text + used, size - used);
    if (used > 0 && used < size)
        text[used - 1] = '\0'; /* the last comma */
}
