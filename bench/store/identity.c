/* What makes two rows the same measurement. */
#include "inside.h"

#include <math.h>

/* Other programs may write 2.0 as 2, and the members of an object in another order. */
static json_t *plain(const json_t *value)
{
    const char *key;
    json_t *member;
    if (json_is_number(value)) {
        double x = json_number_value(value);
        return fabs(x) < 0x1p53 && trunc(x) == x ? json_integer((json_int_t)x) : json_real(x);
    }
    if (!json_is_object(value))
        return json_incref((json_t *)value);
    json_t *object = json_object();
    json_object_foreach((json_t *)value, key, member)
    {
        json_object_set_new(object, key, plain(member));
    }
    return object;
}

static char *text_of(json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    json_decref(value);
    return text;
}

char *plain_text(const json_t *value)
{
    return text_of(plain(value));
}

static void take(json_t *own, const json_t *row, const char *key)
{
    if (json_object_get(row, key))
        json_object_set_new(own, key, plain(json_object_get(row, key)));
}

char *store_identity(const json_t *row)
{
    static const char *const keys[] = {
        "schema", "kind",  "hotspot",        "path",  "variant", "peer",        "precision",
        "params", "input", "device_numbers", "nodes", "halo",    "host_memory", "device",
        "cpu",    "cores", "compiler",       "flags", "preset",  "version",     "build",
    };
    json_t *own = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        take(own, row, keys[i]);
    for (size_t i = 0; tri_setting_at(i); i++)
        take(own, row, tri_setting_at(i)->key);
    /* Older rows do not have this member: their host memory is pageable. */
    if (!json_object_get(row, "host_memory"))
        json_object_set_new(own, "host_memory", json_string("pageable"));
    return text_of(own);
}
