/* --devices: which devices share the work. */
#include "devices.h"

#include "output.h"

#include "lists.h"
#include "measure.h"
#include "values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static error_t add_device(struct request *r, const char *text)
{
    long number;
    if (!parse_integer(r, "--devices", text, 0, TRI_MAX_DEVICES - 1, &number))
        return EINVAL;
    for (int i = 0; i < r->devices; i++)
        if (r->device[i] == (int)number)
            return usage_error(r, "--devices: %ld is named twice", number);
    r->device[r->devices++] = (int)number;
    return 0;
}

error_t parse_devices(struct request *r, const char *text)
{
    long n;
    error_t status = 0;
    r->devices_given = true;
    r->devices = 0;
    r->devices_by_number = strchr(text, ',');
    r->all_devices = strcmp(text, "all") == 0;
    if (r->all_devices)
        return 0;
    if (!r->devices_by_number) {
        if (!parse_integer(r, "--devices", text, 1, TRI_MAX_DEVICES, &n))
            return EINVAL;
        r->devices = (int)n;
        return 0;
    }
    for (const char *item = text; status == 0 && *item; item = next_item(item)) {
        char *number = strndup(item, item_length(item));
        status = number ? add_device(r, number) : ENOMEM;
        free(number);
    }
    return status;
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
    if (!tri_device_start(e))
        return name_option("--devices", e);
    int there = tri_devices();
    if (!all_there(r, there, e))
        return false;
    *n = r->all_devices ? there : r->devices;
    tri_devices_choose(r->device, r->devices_by_number ? (size_t)r->devices : 0);
    return true;
}
