/* Parameters that are texts.  A case holds an address of one, and cases are copied: so a text is never freed, and a program
 * has no more of them than its user writes. */
#include "text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct kept {
    struct kept *next;
    char text[];
};

static struct kept *kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct kept *add(const char *text)
{
    size_t size = strlen(text) + 1;
    struct kept *k = malloc(sizeof *k + size);
    if (!k)
        return NULL;
    memcpy(k->text, text, size);
    k->next = kept;
    return kept = k;
}

const char *tri_text_kept(const char *text)
{
    pthread_mutex_lock(&lock);
    struct kept *k = kept;
    while (k && strcmp(k->text, text) != 0)
        k = k->next;
    k = k ? k : add(text);
    pthread_mutex_unlock(&lock);
    return k ? k->text : NULL;
}

size_t tri_text_most(const struct tri_param *p)
{
    return p->max > 0 ? (size_t)p->max : TRI_MAX_TEXT;
}

bool tri_text_is_allowed(const struct tri_param *p, const char *text)
{
    size_t n = strlen(text);
    for (const char *c = text; *c; c++)
        if (*c < ' ' || *c > '~' || *c == ',')
            return false;
    return (double)n >= p->min && n <= tri_text_most(p);
}

bool tri_fill_text(const struct tri_case *c, int operand, struct tri_error *e)
{
    const struct tri_operand *o = tri_operand_in(c, operand);
    int i = tri_param_named(c->hotspot, o->name, strlen(o->name));
    if (i < 0 || c->hotspot->params[i].kind != TRI_TEXT)
        return tri_fail(e, TRI_USAGE, "%s: %s: no parameter of this name is a TRI_TEXT",
                        c->hotspot->name, o->name);
    memcpy(c->operand[operand], c->value[i].text, c->length[operand]);
    return true;
}
