/* The settings of a run, from their list. */
#include "measure.h"

#include <string.h>

const char *tri_schedule_name(int schedule)
{
    static const char *const names[TRI_SCHEDULES] = { "usual", "static", "dynamic", "guided" };
    return names[schedule];
}

const char *tri_wait_name(int wait)
{
    static const char *const names[] = {
        [TRI_WAIT_USUAL] = "usual", [TRI_WAIT_RUNTIME] = "runtime", [TRI_WAIT_AWAKE] = "awake"
    };
    return names[wait];
}

static const struct tri_setting listed[] = {
#define SETTING(key, name, max, value, concerns, meaning) \
    { #key, name, offsetof(struct tri_launch, key), max, value, concerns, meaning },
#include "settings.def"
#undef SETTING
    { .key = NULL },
};

static const struct tri_setting *settings = listed;

void tri_settings_use(const struct tri_setting *others)
{
    settings = others ? others : listed;
}

const struct tri_setting *tri_setting_at(size_t i)
{
    for (const struct tri_setting *s = settings; s->key; s++)
        if (i-- == 0)
            return s;
    return NULL;
}

const struct tri_setting *tri_setting_named(const char *name, size_t length)
{
    for (const struct tri_setting *s = settings; s->key; s++)
        if (strlen(s->name) == length && strncmp(s->name, name, length) == 0)
            return s;
    return NULL;
}

int *tri_setting_in(struct tri_launch *launch, const struct tri_setting *s)
{
    return (int *)(void *)((char *)launch + s->place);
}

const char *tri_name_of_runs(size_t i)
{
    static const char *const others[] = { "path", "variant", "precision", NULL };
    size_t n = 0;
    for (const struct tri_setting *s; (s = tri_setting_at(n)); n++)
        if (n == i)
            return s->name;
    return others[i - n];
}
