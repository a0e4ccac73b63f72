/* What there is. */
#include "bench_options.h"

#include "figure.h"
#include "output.h"
#include "peers.h"
#include "triptych.h"

static void list_peer(FILE *out, const struct tri_peer *p)
{
    struct tri_error why;
    bool available = peer_available(p, &why);
    fprintf(out, "peer    %-12s %-16s %s%s%s\n", p->hotspot ? p->hotspot : "every one",
            p->contender.peer, p->meaning,
            available ? "" : "; cannot run: ", available ? "" : why.text);
}

static void list_variants(FILE *out, const struct tri_hotspot *h)
{
    for (size_t i = 0; tri_variant_at(h, i); i++) {
        const struct tri_variant *v = tri_variant_at(h, i);
        fprintf(out, "variant %-12s %-16s %s%s%s\n", h->name, v->name, v->idea,
                v->needs ? "; needs " : "", v->needs ? v->needs : "");
    }
}

static void list_hotspots(FILE *out)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        fprintf(out, "hotspot %-12s %s%s\n", h->name, h->formula,
                h->by_name ? "; only where it is named" : "");
    }
    for (size_t i = 0; i < tri_hotspot_count(); i++)
        list_variants(out, tri_hotspot_at(i, TRI_DOUBLE));
}

static void list_paths(FILE *out)
{
    struct tri_error why;
    for (int p = 0; p < TRI_PATHS; p++) {
        bool available = tri_path_available((enum tri_path)p, &why);
        fprintf(out, "path    %-12s %s%s%s\n", tri_path_name((enum tri_path)p),
                tri_path_meaning((enum tri_path)p),
                available ? "" : "; cannot run: ", available ? "" : why.text);
    }
    print_intrinsics(out);
}

static void list_devices(FILE *out)
{
    char cores[24];
    snprintf(cores, sizeof cores, "%d core%s", tri_cpu_cores(), tri_cpu_cores() == 1 ? "" : "s");
    fprintf(out, "cpu     %-12s %s\n", cores, tri_cpu_name());
    if (tri_device_start(NULL))
        fprintf(out, "device  %-12s %s\n", tri_place_name(tri_device_place()), tri_device_name());
}

void inventory(FILE *out)
{
    list_hotspots(out);
    for (size_t i = 0; figures[i].name; i++)
        fprintf(out, "figure  %-12s %s\n", figures[i].name, figures[i].meaning);
    list_paths(out);
    for (size_t i = 0; i < peer_count(); i++)
        list_peer(out, peer_at(i, TRI_DOUBLE));
    list_devices(out);
}
