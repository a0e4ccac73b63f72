/* A case on its way to another process. */
#include "case.h"

#include "roles.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

struct tri_sent tri_case_send(const struct tri_case *c)
{
    struct tri_sent sent;
    memset(&sent, 0, sizeof sent); /* what lies between its members is sent, too */
    snprintf(sent.hotspot, sizeof sent.hotspot, "%s", c->hotspot->name);
    snprintf(sent.variant, sizeof sent.variant, "%s", c->variant->name);
    sent.inputs = c->inputs;
    sent.precision = c->hotspot->precision;
    sent.roles = tri_roles_told(c->hotspot);
    memcpy(sent.value, c->value, sizeof sent.value);
    for (int i = 0; c->hotspot->params[i].name; i++)
        if (c->hotspot->params[i].kind == TRI_TEXT) {
            snprintf(sent.text[i], sizeof sent.text[i], "%s", c->value[i].text);
            sent.value[i].text = NULL;
        }
    return sent;
}

bool tri_case_receive(const struct tri_sent *sent, struct tri_case *c, struct tri_error *e)
{
    struct tri_case like = { .hotspot = tri_hotspot_named(sent->hotspot, sent->precision) };
    const struct tri_variant *v =
        like.hotspot ? tri_variant_named(like.hotspot, sent->variant) : NULL;
    if (!v)
        return tri_fail(e, TRI_USAGE, "there is no %s of %s", sent->variant, sent->hotspot);
    tri_roles_take(like.hotspot, sent->roles);
    memcpy(like.value, sent->value, sizeof like.value);
    for (int i = 0; like.hotspot->params[i].name; i++)
        if (like.hotspot->params[i].kind == TRI_TEXT &&
            !(like.value[i].text = tri_text_kept(sent->text[i])))
            return tri_fail(e, TRI_FAILED, "out of memory");
    bool good = tri_case_like(c, like.hotspot, &like, e) && tri_case_choose(c, v, e);
    c->inputs = sent->inputs;
    return good;
}
