/* The lines about bad conditions. */
#include "table.h"

#include <string.h>

enum { COLUMNS = 100 };

void faults_add(struct faults *all, const struct tri_conditions *c, double clock,
                const struct faults *said)
{
    char text[TRI_FAULT_LENGTH];
    for (int i = 0; i < TRI_FAULTS; i++)
        if (!*all->text[i] && !(said && *said->text[i]) && tri_conditions_fault(c, clock, i, text))
            memcpy(all->text[i], text, sizeof text);
}

void faults_print(const struct faults *all, FILE *out, int indent, const char *before)
{
    char line[TRI_FAULTS * (TRI_FAULT_LENGTH + 2) + 80];
    int length = snprintf(line, sizeof line, "%.78s", before), empty = length;
    for (int i = 0; i < TRI_FAULTS; i++)
        if (*all->text[i])
            length += snprintf(line + length, sizeof line - (size_t)length, "%s%s",
                               length > empty ? "; " : " ", all->text[i]);
    if (length == empty)
        return;
    fprintf(out, "%*s", indent, "");
    print_wrapped(out, COLUMNS, (size_t)indent, indent + 2, line);
}

static const char *problem(int i)
{
    return i < TRI_CONDITIONS ? tri_condition_problem((enum tri_condition)i) : NULL;
}

/* Whether one before it has the same reason. */
static bool is_said(int i)
{
    for (int k = 0; k < i; k++)
        if (problem(k) && strcmp(problem(k), problem(i)) == 0)
            return true;
    return false;
}

void print_unread(FILE *out, bool on_gpu)
{
    int end = on_gpu ? TRI_CONDITIONS : TRI_GPU_HZ_BEGIN;
    for (int i = 0; i < end; i++) {
        if (!problem(i) || is_said(i))
            continue;
        fprintf(out, "  not read: %s", tri_condition_key((enum tri_condition)i));
        for (int k = i + 1; k < end; k++)
            if (problem(k) && strcmp(problem(k), problem(i)) == 0)
                fprintf(out, ", %s", tri_condition_key((enum tri_condition)k));
        fprintf(out, ": %s\n", problem(i));
    }
    if (on_gpu && tri_device_time_problem())
        fprintf(out, "  not read: device_s: %s\n", tri_device_time_problem());
}
