/* First values out of a file: NumPy's .npy, Matrix Market's .mtx, a text, or numbers as they lie in memory. */
#include "fill.h"

#include "types.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being read. */
struct task {
    const struct tri_case *c;
    int operand;
    const char *file;
    FILE *in;
    struct tri_error *e;
};

static bool fail(const struct task *t, const char *what)
{
    return tri_fail(t->e, TRI_USAGE, "%s: %.200s: %s", tri_operand_in(t->c, t->operand)->name,
                    t->file, what);
}

static bool fail_length(const struct task *t, size_t there)
{
    return tri_fail(
        t->e, TRI_USAGE, "%s: %.200s has %zu numbers, and with these parameters it takes %zu",
        tri_operand_in(t->c, t->operand)->name, t->file, there, t->c->length[t->operand]);
}

/* ---- As in memory ---- */

static bool read_bytes(const struct task *t)
{
    size_t bytes = tri_operand_bytes(t->c, t->operand);
    if (fread(t->c->operand[t->operand], 1, bytes, t->in) != bytes)
        return fail(t, "is shorter than the array");
    return fgetc(t->in) == EOF || fail(t, "is longer than the array");
}

/* ---- A text: numbers with blanks, commas, semicolons or line breaks between them ---- */

static bool read_text(const struct task *t)
{
    double x;
    int got = 1;
    size_t n = 0;
    for (bool good = true; good; n += got == 1) {
        (void)!fscanf(t->in, "%*[ \t\r\n,;]");
        got = fscanf(t->in, "%lf", &x);
        if (got == EOF)
            return n == t->c->length[t->operand] || fail_length(t, n);
        if (got != 1)
            return tri_fail(t->e, TRI_USAGE, "%s: %.200s: what comes after %zu numbers is none",
                            tri_operand_in(t->c, t->operand)->name, t->file, n);
        good = n >= t->c->length[t->operand] || tri_set_number(t->c, t->operand, n, x, t->e);
    }
    return false;
}

/* ---- .npy ---- */

/* What NumPy calls a type, its number and how many of them an element has. */
static const struct {
    const char *descr;
    enum tri_type type;
    size_t each;
} kinds[] = { { "|i1", TRI_INT8, 1 },    { "<i2", TRI_INT16, 1 },   { "<i4", TRI_INT32, 1 },
              { "<i8", TRI_INT64, 1 },   { "|u1", TRI_UINT8, 1 },   { "<u2", TRI_UINT16, 1 },
              { "<u4", TRI_UINT32, 1 },  { "<u8", TRI_UINT64, 1 },  { "|b1", TRI_BOOL, 1 },
              { "<f4", TRI_FLOAT32, 1 }, { "<f8", TRI_FLOAT64, 1 }, { "<c8", TRI_FLOAT32, 2 },
              { "<c16", TRI_FLOAT64, 2 } };

/* The text behind 'key': of the header; NULL: there is none. */
static const char *value_in(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    at = at ? strchr(at, ':') : NULL;
    return at ? at + 1 + strspn(at + 1, " '") : NULL;
}

static bool read_shape(const char *text, size_t *n)
{
    *n = 1;
    for (text = text ? strchr(text, '(') : NULL; text && *text && *text != ')';) {
        char *end;
        text += strspn(text, "(, ");
        unsigned long long extent = strtoull(text, &end, 10);
        if (end == text)
            break;
        if (extent && *n > SIZE_MAX / extent)
            return false;
        *n *= (size_t)extent;
        text = end;
    }
    return text && *text == ')';
}

static bool read_header(const struct task *t, char *header, size_t room)
{
    unsigned char head[12];
    if (fread(head, 1, 10, t->in) != 10 || memcmp(head, "\x93NUMPY", 6) != 0)
        return fail(t, "is no .npy file");
    size_t length = head[8] + ((size_t)head[9] << 8);
    if (head[6] > 1) {
        if (fread(head + 10, 1, 2, t->in) != 2)
            return fail(t, "ends in its header");
        length += ((size_t)head[10] << 16) + ((size_t)head[11] << 24);
    }
    if (length >= room || fread(header, 1, length, t->in) != length)
        return fail(t, "has a header that is too long, or ends in it");
    header[length] = '\0';
    return true;
}

static bool read_converted(const struct task *t, enum tri_type from, size_t n)
{
    const struct tri_number_type *type = tri_number_type_at(from);
    double one[1]; /* as large as any type */
    bool good = true;
    for (size_t i = 0; good && i < n; i++)
        good = (fread(one, type->bytes, 1, t->in) == 1 || fail(t, "ends before its last number")) &&
               tri_set_number(t->c, t->operand, i, type->get(one, 0).value, t->e);
    return good;
}

static bool read_npy(const struct task *t)
{
    char header[4096];
    size_t n, kind = 0, count = sizeof kinds / sizeof *kinds;
    if (!read_header(t, header, sizeof header))
        return false;
    const char *descr = value_in(header, "'descr'"), *order = value_in(header, "'fortran_order'");
    while (descr && kind < count && strncmp(descr, kinds[kind].descr, strcspn(descr, "'")) != 0)
        kind++;
    if (!descr || kind == count)
        return fail(t, "has a type that no array has, such as one of big-endian numbers");
    if (order && strncmp(order, "True", 4) == 0)
        return fail(t, "is in Fortran's order, and arrays are in C's");
    if (!read_shape(value_in(header, "'shape'"), &n) || n > SIZE_MAX / 2)
        return fail(t, "has a shape that cannot be read");
    n *= kinds[kind].each;
    if (n != t->c->length[t->operand])
        return fail_length(t, n);
    if (tri_number_type_at(kinds[kind].type) == tri_type_of(t->c, t->operand))
        return read_bytes(t);
    return read_converted(t, kinds[kind].type, n);
}

/* ---- Matrix Market, as CSR ---- */

struct entry {
    size_t row, column;
    double value;
};

struct matrix {
    size_t rows, columns, declared, n,
        room; /* declared: how many lines of entries there are, as the file says */
    struct entry *entry;
    bool symmetric, pattern;
};

static int by_place(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
                            : (x->column > y->column) - (x->column < y->column);
}

static bool read_banner(const struct task *t, struct matrix *m)
{
    char line[1024], field[32], symmetry[32];
    if (!fgets(line, sizeof line, t->in) ||
        sscanf(line, "%%%%MatrixMarket matrix coordinate %31s %31s", field, symmetry) != 2 ||
        strcmp(field, "complex") == 0)
        return fail(
            t,
            "is no Matrix Market file of coordinates, whose numbers are real, integer or pattern");
    m->pattern = strcmp(field, "pattern") == 0;
    m->symmetric = strcmp(symmetry, "symmetric") == 0;
    if (!m->symmetric && strcmp(symmetry, "general") != 0)
        return fail(t, "is neither general nor symmetric");
    do
        if (!fgets(line, sizeof line, t->in))
            return fail(t, "ends before its size");
    while (*line == '%');
    return sscanf(line, "%zu %zu %zu", &m->rows, &m->columns, &m->declared) == 3 ||
           fail(t, "has no line with its rows, columns and entries");
}

/* Memory grows with what is read: the number of entries that a file declares may be any. */
static bool add_entry(const struct task *t, struct matrix *m, struct entry one)
{
    if (m->n == m->room) {
        size_t room = m->room ? 2 * m->room : 1024;
        struct entry *more =
            room <= SIZE_MAX / sizeof one ? realloc(m->entry, room * sizeof one) : NULL;
        if (!more)
            return tri_fail(t->e, TRI_FAILED, "out of memory");
        m->entry = more;
        m->room = room;
    }
    m->entry[m->n++] = one;
    return true;
}

static bool read_entries(const struct task *t, struct matrix *m)
{
    for (size_t i = 0; i < m->declared; i++) {
        struct entry one = { .value = 1 };
        int wanted = m->pattern ? 2 : 3;
        int got = m->pattern ? fscanf(t->in, "%zu %zu", &one.row, &one.column)
                             : fscanf(t->in, "%zu %zu %lf", &one.row, &one.column, &one.value);
        if (got != wanted || one.row < 1 || one.row > m->rows || one.column < 1 ||
            one.column > m->columns)
            return fail(t, "has an entry that is none, or outside of the matrix");
        one.row--;
        one.column--;
        if (!add_entry(t, m, one) ||
            (m->symmetric && one.row != one.column &&
             !add_entry(t, m, (struct entry){ one.column, one.row, one.value })))
            return false;
    }
    if (m->n > 0)
        qsort(m->entry, m->n, sizeof *m->entry, by_place);
    return true;
}

static bool set_part(const struct task *t, const struct matrix *m)
{
    enum tri_part_of_csr part = tri_operand_in(t->c, t->operand)->part;
    size_t n = part == TRI_CSR_OFFSETS ? m->rows + 1 : m->n, at = 0;
    bool good = true;
    if (n != t->c->length[t->operand])
        return fail_length(t, n);
    for (size_t i = 0; good && i < n; i++) {
        while (part == TRI_CSR_OFFSETS && at < m->n && m->entry[at].row < i)
            at++;
        double x = part == TRI_CSR_OFFSETS   ? (double)at
                   : part == TRI_CSR_COLUMNS ? (double)m->entry[i].column
                                             : m->entry[i].value;
        good = tri_set_number(t->c, t->operand, i, x, t->e);
    }
    return good;
}

static bool read_matrix(const struct task *t)
{
    struct matrix m = { 0 };
    bool good = read_banner(t, &m) && read_entries(t, &m) && set_part(t, &m);
    free(m.entry);
    return good;
}

/* ---- All ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

bool tri_fill_from_file(const struct tri_case *c, int operand, struct tri_error *e)
{
    struct task t = { c, operand, tri_operand_in(c, operand)->file, NULL, e };
    t.in = fopen(t.file, "rbe");
    if (!t.in)
        return fail(&t, strerror(errno));
    bool good = ends_with(t.file, ".npy")                                ? read_npy(&t)
                : ends_with(t.file, ".mtx")                              ? read_matrix(&t)
                : ends_with(t.file, ".csv") || ends_with(t.file, ".txt") ? read_text(&t)
                                                                         : read_bytes(&t);
    if (good && ferror(t.in))
        good = fail(&t, "cannot be read");
    fclose(t.in);
    return good;
}
