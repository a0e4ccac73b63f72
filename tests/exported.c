/* Rows for tests of exports, and readers of the exported formats. */
#include "exported.h"
#include "audits.h"
#include "card.h"
#include "fake.h"
#include "rows.h"

#include <math.h>

const char exported_device[] = "a \"device\", of two\r\nlines, \\ and µ";

/* ---- Rows ------------------------------------------------------------------------------------- */

struct tri_measurement *measured(enum tri_path path, double seconds)
{
    struct tri_measurement *m = calloc(1, sizeof *m);
    cr_assert(m);
    m->path = path;
    m->variant = tri_path_has_variants(path) ? "plain" : NULL;
    m->launch.threads = 2;
    m->place = path == TRI_OFFLOAD ? TRI_GPU : TRI_CPU;
    m->device = path == TRI_OFFLOAD ? exported_device : NULL;
    m->difference = (struct tri_difference){ .points = 24 };
    m->agrees = true;
    m->work = (struct tri_work){ .units = 1000, .instructions = 4000, .bytes = 16 };
    m->cold = 4 * seconds;
    SET_TIMES(&m->kernel, 2 * seconds, seconds / 2, seconds);
    return m;
}

static void add_audited(struct store *s, const char *settings, struct tri_measurement *m,
                        enum tri_audit_level level, const struct tri_audit *a)
{
    case_auto_t c = case_of(&fake_double, settings);
    json_auto_t *audit = audit_json(&c, level, a);
    cards_add(audit, &(struct cards){ .n = 0 });
    must(tri_row_append(s, &c, m, NULL, audit, &failure));
    tri_measurement_free(m);
    free(m);
}

void add_row(struct store *s, const char *settings, struct tri_measurement *m)
{
    add_audited(s, settings, m, TRI_AUDIT_QUICK, &(struct tri_audit){ .first.operand = -1 });
}

void add_unaudited_row(struct store *s, const char *settings, struct tri_measurement *m,
                       const char *why)
{
    struct tri_audit a = { .first.operand = -1 };
    if (why) {
        a.finding[0] = (struct tri_finding){ TRI_NOT_AUDITED, true, -1, "" };
        snprintf(a.finding[0].text, sizeof a.finding[0].text, "not audited: %s", why);
        a.n = 1;
    }
    add_audited(s, settings, m, TRI_AUDIT_OFF, &a);
}

void add_absent_row(struct store *s, const char *settings, enum tri_path path, const char *why)
{
    struct tri_measurement *m = measured(path, 1);
    case_auto_t c = case_of(&fake_double, settings);
    must(tri_row_append_absent(s, TRI_ROW_TIMES, &c, m, why, &failure));
    tri_measurement_free(m);
    free(m);
}

void add_idle_row(struct store *s, const char *settings)
{
    struct tri_measurement *m = measured(TRI_OFFLOAD, 1);
    case_auto_t c = case_of(&fake_double, settings);
    json_t *results = json_pack("{s:s, s:[{s:s}, {s:s}]}", "absent", "not run", "findings", "kind",
                                "left-to-host", "kind", "nothing-to-do");
    must(tri_row_append_results(s, TRI_ROW_TIMES, &c, m, results, &failure));
    tri_measurement_free(m);
    free(m);
}

struct tri_measurement *wrong(struct tri_measurement *m)
{
    m->difference.different = 3;
    m->agrees = false;
    return m;
}

struct store *some_rows(void)
{
    struct store *s = new_store();
    struct tri_measurement *peer = wrong(measured(TRI_SIMD, 5)),
                           *difference = measured(TRI_SIMD, 1);
    peer->peer = "scalar";
    peer->variant = NULL;
    add_row(s, "", measured(TRI_REFERENCE, 1));
    add_row(s, "", measured(TRI_SIMD, 7));
    add_row(s, "", measured(TRI_SIMD, 2));
    add_row(s, "scale=4", measured(TRI_OFFLOAD, 3));
    add_row(s, "scale=8", measured(TRI_OFFLOAD, 4));
    add_row(s, "", peer);
    add_absent_row(s, "scale=9", TRI_OFFLOAD, "not run: no \"device\",\nno row");
    case_auto_t c = case_of(&fake_double, "");
    must(tri_row_append_results(s, TRI_ROW_DIFFERENCE, &c, difference,
                                json_pack("{s:i}", "points", 1), &failure));
    tri_measurement_free(difference);
    free(difference);
    return s;
}

const char *const exported_names[EXPORTED] = {
    "fake.reference.-.double",
    "fake.simd.plain.double",
    "fake.offload.plain.double.scale=4",
    "fake.offload.plain.double.scale=8",
    "fake.scalar.-.double",
    "fake.offload.plain.double.scale=9",
};

/* ---- Forms ------------------------------------------------------------------------------------ */

char *written(struct store *s, struct export x)
{
    must(export_rows(s, &x, begin_text(), &failure));
    return end_text();
}

static int form_named(const char *name)
{
    for (int i = 0; form_at((size_t)i, NULL); i++)
        if (strcmp(form_at((size_t)i, NULL), name) == 0)
            return i;
    cr_assert_fail("no form %s", name);
    return 0;
}

char *written_as(struct store *s, const char *form)
{
    return written(s, (struct export){ .form = form_named(form) });
}

json_t *json_in(struct store *s, const char *form)
{
    json_error_t error;
    text_auto_t *text = written_as(s, form);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    cr_assert(json, "%s: %s in\n%s", form, error.text, text);
    return json;
}

const char *string_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    cr_assert(text, "%s is no string", key);
    return text;
}

double number_in(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    cr_assert(json_is_number(value), "%s is no number", key);
    return json_number_value(value);
}

void expect_near(double found, double wanted)
{
    cr_expect(fabs(found - wanted) <= 1e-12 * fabs(wanted), "%.17g, not %.17g", found, wanted);
}
