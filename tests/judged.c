#include "judged.h"

/* ---- Rows ------------------------------------------------------------------------------------- */

FILE *made_rows;

void begin_rows(void)
{
    made_rows = fopen(in_scratch("rows.jsonl"), "w");
    cr_assert(made_rows);
}

static const char *const measured_row =
    "{\"schema\":1,\"hotspot\":\"%s\",\"path\":\"offload\",\"variant\":%s,\"peer\":%s,"
    "\"precision\":\"double\",\"params\":{\"n\":%d},\"threads\":2,\"device\":\"%s\",\"cpu\":\"host of %s\","
    "\"compiler\":\"%s\",\"ran_on\":\"%s\",\"instructions\":1,\"bytes\":1,\"kernel_s\":{\"median\":%g},"
    "\"ceiling_fma_per_s\":null,\"ceiling_bytes_per_s\":null,\"points\":9,\"different\":%d,"
    "\"agrees\":%s%s}\n";

void add_tuned(const char *hotspot, int n, const char *compiler, const char *machine,
               double seconds)
{
    fprintf(made_rows, measured_row, hotspot, "\"tuned\"", "null", n, machine, machine, compiler,
            "gpu", seconds, 0, "true", "");
}

void add_more(const char *compiler, const char *machine, const char *variant, double seconds,
              const char *more)
{
    char name[40];
    snprintf(name, sizeof name, "\"%s\"", variant);
    fprintf(made_rows, measured_row, "dot", name, "null", 1, machine, machine, compiler, "gpu",
            seconds, 0, "true", more);
}

void add_time(const char *compiler, const char *machine, const char *variant, double seconds)
{
    add_more(compiler, machine, variant, seconds, "");
}

void add_cuda(const char *machine, double seconds)
{
    fprintf(made_rows, measured_row, "dot", "null", "\"cuda\"", 1, machine, machine, "cc", "gpu",
            seconds, 0, "true", "");
}

void add_wrong(const char *compiler, const char *machine, double seconds)
{
    fprintf(made_rows, measured_row, "dot", "\"tuned\"", "null", 1, machine, machine, compiler,
            "gpu", seconds, 4, "false", "");
}

/* On the host: the row then names no device. */
void add_fallback(const char *compiler, const char *machine)
{
    fprintf(
        made_rows,
        "{\"schema\":1,\"hotspot\":\"dot\",\"path\":\"offload\",\"variant\":\"tuned\",\"precision\":"
        "\"double\",\"params\":{\"n\":1},\"threads\":2,\"device\":null,\"cpu\":\"host of %s\","
        "\"compiler\":\"%s\",\"ran_on\":\"cpu\",\"instructions\":1,\"bytes\":1,\"kernel_s\":"
        "{\"median\":0.01},\"ceiling_fma_per_s\":null,\"ceiling_bytes_per_s\":null,\"agrees\":true}\n",
        machine, compiler);
}

void add_failure(const char *compiler, const char *hotspot, const char *machine,
                 const char *outcome, const char *why)
{
    char device[60] = "null", said[60] = "";
    if (machine)
        snprintf(device, sizeof device, "\"%s\"", machine);
    if (outcome)
        snprintf(said, sizeof said, ",\"outcome\":\"%s\"", outcome);
    fprintf(
        made_rows,
        "{\"schema\":1,\"hotspot\":\"%s\",\"path\":\"offload\",\"variant\":null,\"precision\":\"*\","
        "\"params\":{},\"threads\":1,\"device\":%s,\"cpu\":\"*\",\"compiler\":\"%s\",\"absent\":\"%s\""
        "%s}\n",
        hotspot ? hotspot : "*", device, compiler, why, said);
}

/* ---- Verdicts --------------------------------------------------------------------------------- */

/* Blanks that follow each other are one: how wide columns are depends on all that is in them. */
static void squeeze(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' || from[1] != ' ')
            *to++ = *from;
    *to = '\0';
}

char *judged(struct judging j, struct tri_error *e)
{
    struct request all = { .threads = 1 };
    fclose(made_rows);
    FILE *out = begin_text();
    j.file[0] = in_scratch("rows.jsonl");
    j.files = 1;
    bool good = judge_rows(&j, &all, out, e);
    char *text = end_text(out);
    cr_expect(good || *text == '\0', "it fails, and says\n%s", text);
    squeeze(text);
    if (good)
        return text;
    free(text);
    return NULL;
}

char *verdict_of_rows(void)
{
    struct tri_error e = { 0 };
    char *text = judged((struct judging){ 0 }, &e);
    cr_assert(text, "%s", e.text);
    return text;
}

void expect_error(struct judging j, const char *message)
{
    struct tri_error e = { 0 };
    text_auto_t *text = judged(j, &e);
    cr_expect(!text && e.status == TRI_USAGE, "status %d", (int)e.status);
    cr_expect(strstr(e.text, message), "\"%s\", not \"%s\"", e.text, message);
}

void expect_below(const char *text, const char *heading, const char *lines)
{
    const char *start = strstr(text, heading);
    cr_assert(start, "no \"%s\" in\n%s", heading, text);
    const char *found = strstr(start, lines), *end = strstr(start, "\n\n");
    cr_expect(found && (!end || found < end), "no \"%s\" below \"%s\" in\n%s", lines, heading,
              text);
}
