/* --devices: which devices share the work. */
#include "request.h"

#include "lists.h"
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static error_t wrong_devices(struct request *r, const char *text)
{
    return usage_error(
        r,
        "--devices=%.40s: has to be a number from 1 to %d, all, or numbers of devices"
        " from 0 to %d, as in 0,2 (for one by its number: OMP_DEFAULT_DEVICE)",
        text, TRI_MAX_DEVICES, TRI_MAX_DEVICES - 1);
}

static error_t add_device(struct request *r, const char *number, const char *text)
{
    long device;
    if (!parse_integer(r, "--devices", number, 0, TRI_MAX_DEVICES - 1, &device))
        return wrong_devices(r, text);
    for (int i = 0; i < r->devices; i++)
        if (r->device[i] == (int)device)
            return usage_error(r, "--devices: %ld is named twice", device);
    r->device[r->devices++] = (int)device;
    return 0;
}

/* A comma at the end is followed by an item, too, which is empty. */
static error_t add_devices(struct request *r, const char *text)
{
    error_t status = 0;
    for (const char *item = text, *comma; status == 0 && item; item = comma ? comma + 1 : NULL) {
        comma = strchr(item, ',');
        char *number = strndup(item, item_length(item));
        status = number ? add_device(r, number, text) : ENOMEM;
        free(number);
    }
    return status;
}

error_t parse_devices(struct request *r, const char *text)
{
    long n;
    r->devices_given = true;
    r->devices = 0;
    r->devices_by_number = strchr(text, ',');
    r->all_devices = strcmp(text, "all") == 0;
    if (r->all_devices)
        return 0;
    if (r->devices_by_number)
        return add_devices(r, text);
    if (!parse_integer(r, "--devices", text, 1, TRI_MAX_DEVICES, &n))
        return wrong_devices(r, text);
    r->devices = (int)n;
    return 0;
}

static bool all_there(const struct request *r, int there, struct tri_error *e)
{
    for (int i = 0; r->devices_by_number && i < r->devices; i++)
        if (r->device[i] >= there)
            return tri_fail(e, TRI_USAGE,
                            "--devices: there is no device %d: they are numbered from 0 to %d",
                            r->device[i], there - 1);
    return r->devices <= there ||
           tri_fail(e, TRI_USAGE, "--devices=%d: has to be from 1 to %d: so many are there",
                    r->devices, there);
}

bool request_devices(const struct request *r, int *n, struct tri_error *e)
{
    *n = 0;
    if (!r->devices_given)
        return true;
    if (tri_ranks() > 1)
        return tri_fail(e, TRI_USAGE, "--devices: ranks have a device each, leave it out");
    if (!r->path[TRI_OFFLOAD])
        return tri_fail(e, TRI_USAGE,
                        "--devices: are shared by path offload only, which is not asked for");
    if (!tri_device_start(e))
        return name_option("--devices", e);
    int there = tri_devices();
    if (!all_there(r, there, e))
        return false;
    *n = r->all_devices ? there : r->devices;
    tri_devices_choose(r->device, r->devices_by_number ? (size_t)r->devices : 0);
    return true;
}

void devices_print(const struct request *r, int n, FILE *out)
{
    if (n == 0)
        return;
    fprintf(out, "path offload on %d device%s", n, n > 1 ? "s" : "");
    for (int i = 0; r->devices_by_number && i < n; i++)
        fprintf(out, "%s %d", i > 0 ? "," : ":", r->device[i]);
    fputs("\n\n", out);
}
