/* Notes: what is not wrong, of copies and of how parallel a path is. */
#include "inside.h"

#include "roles.h"
#include "tool.h"

#include <math.h>
#include <omp.h>

/* Few: less than a quarter of what there is. */
static bool is_few(unsigned n, unsigned of)
{
    return n < of / 4;
}

void tri_note_parallelism(struct tri_audited *s, const struct tri_ledger *l)
{
    s->parallelism_noted = true;
    s->audit->threads = l->threads;
    s->audit->teams = l->league;
    if (!(s->path == TRI_OFFLOAD ? s->audit->ledger : tri_tool_hears()))
        return;
    bool gpu = s->path == TRI_OFFLOAD && tri_device_place() == TRI_GPU;
    int most = omp_get_num_procs(); /* that a device has which is this CPU */
    unsigned all = (unsigned)(s->path == TRI_OFFLOAD && most < s->threads ? most : s->threads),
             some =
                 (unsigned)(l->threads > l->league ? l->threads : l->league); /* a team has one */
    some = some > 1 ? some : 1;
    if (!gpu)
        s->audit->threads = (int)some;
    if (gpu && l->kernels > 0 && l->teams == 1)
        tri_find(s->audit, TRI_ONE_THREAD, -1, "one team did all, on one of the GPU's processors");
    else if (l->beside && some == 1)
        s->audit->threads = 0;
    else if (!gpu && all > 1 && some == 1)
        tri_find(s->audit, TRI_ONE_THREAD, -1, "one thread did all, and there are %u", all);
    else if (!gpu && is_few(some, all))
        tri_find(s->audit, TRI_ONE_THREAD, -1, "%u threads did all, and there are %u", some, all);
}

/* A copy that nothing needed.  What the host has stored may have to be sent, whatever the prototype says; and working memory
 * is the variant's own business. */
static void note_copies(struct tri_audited *s, int o)
{
    const struct tri_case *c = &s->guarded;
    const char *name = c->operand[o] ? tri_operand_in(c, o)->name : NULL;
    double bytes = name ? (double)tri_operand_bytes(c, o) : 0;
    double in = s->audit->in[o], out = s->audit->out[o];
    if (bytes == 0 || s->set_aside || tri_operand_role(c, o) == TRI_SCRATCH)
        return;
    if (in >= 1.5 * bytes || out >= 1.5 * bytes)
        tri_find(s->audit, TRI_NEEDLESS_COPY, o,
                 "%s was copied %.3g times to the device, and %.3g times back", name, in / bytes,
                 out / bytes);
    else if (out > 0 && !tri_operand_is_written(c, o))
        tri_find(s->audit, TRI_NEEDLESS_COPY, o, "%s is no result, and was copied back: map(to:)?",
                 name);
    else if (in > 0 && !tri_operand_is_read(c, o))
        tri_find(s->audit, TRI_NEEDLESS_COPY, o,
                 "%s is no input, and was copied to the device: map(from:)?", name);
}

void tri_note_copies(struct tri_audited *s, const struct tri_ledger *l)
{
    struct tri_audit *a = s->audit;
    a->kernels = l->kernels;
    const struct tri_copied *place =
        &tri_guarded[TRI_PLACE_SLOT].copies; /* which is nobody's data */
    a->bytes_in = a->ledger ? (double)(l->copies.bytes_to - place->bytes_to) : NAN;
    a->bytes_out = a->ledger ? (double)(l->copies.bytes_from - place->bytes_from) : NAN;
    for (int o = 0; o < TRI_SLOTS; o++) {
        a->in[o] = (double)tri_guarded[o].copies.bytes_to;
        a->out[o] = (double)tri_guarded[o].copies.bytes_from;
        note_copies(s, o);
    }
    s->copies_noted = true;
}

void tri_note_roles(struct tri_audited *s)
{
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (s->guarded.operand[o] && tri_roles_read_too(s->guarded.hotspot, o))
            tri_find(
                s->audit, TRI_READ_TOO, o,
                "%s is an input, too: what the reference makes of it depends on what it held before (.role = "
                "TRI_INOUT in a table)",
                tri_slot_name(&s->guarded, o));
}
