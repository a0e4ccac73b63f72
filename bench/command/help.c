/* Hotspots in --help: their parameters and variants come from the descriptions. */
#include "help.h"

#include "hotspot.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

static void print_param(FILE *out, const struct tri_param *p)
{
    char range[160], initial[80];
    tri_param_range(p, range, sizeof range);
    if (p->kind == TRI_CHOICE)
        snprintf(initial, sizeof initial, "%s", p->choices[(int)p->initial]);
    else if (p->times && p->initial == 1)
        snprintf(initial, sizeof initial, "%s", p->times);
    else
        snprintf(initial, sizeof initial, "%.10g%s%s", p->initial, p->times ? " x " : "",
                 p->times ? p->times : "");
    fprintf(out, "  %-12s %s; default %s\n  %-12s (%s%s%s)\n", p->name, p->meaning, initial, "",
            range, p->above ? ", above " : "", p->above ? p->above : "");
}

static void print_variant(FILE *out, const struct tri_variant *v)
{
    fprintf(out, "  --variant %-12s %s%s%s\n", v->name, v->idea, v->needs ? "; needs " : "",
            v->needs ? v->needs : "");
}

static void print_hotspot(FILE *out, const struct tri_hotspot *h)
{
    const struct tri_picture *input = &h->input;
    fprintf(out, "Hotspot %s: %s%s\n", h->name, h->formula,
            h->by_name ? "; only where it is named" : "");
    if (input->show)
        fprintf(out,
                "  (--input FILE: %s is the image in it, its samples as they are stored, without "
                "gamma or profile; it sets %s, %s, %s and %s)\n",
                h->operands[input->operand].name, h->params[input->width].name,
                h->params[input->height].name, h->params[input->channels].name,
                h->params[input->depth].name);
    for (int p = 0; h->params[p].name; p++)
        print_param(out, &h->params[p]);
    for (size_t v = 0; tri_variant_at(h, v); v++)
        print_variant(out, tri_variant_at(h, v));
}

char *help_hotspots(int key, const char *text, void *input)
{
    (void)input;
    char *all = NULL;
    size_t size;
    FILE *out = key == ARGP_KEY_HELP_POST_DOC ? open_memstream(&all, &size) : NULL;
    if (!out)
        return (char *)text;
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        fputs(i ? "\n" : "", out);
        print_hotspot(out, tri_hotspot_at(i, TRI_DOUBLE));
    }
    if (fclose(out) == 0)
        return all;
    free(all);
    return (char *)text;
}
