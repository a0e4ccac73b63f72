/* The reader of hotspots' files, as `triptych new --from` and the build use it. */
#include "fuzz.h"

#include "look.h"
#include "write.h"

static void say_nothing(const char *line)
{
}

static void describe(char *file, const char *name)
{
    static struct hotspot h;
    struct reader r = { .n = 0 };
    wrong_heard = say_nothing;
    if (read_definitions(&r, file)) {
        write_names(&r, &file, 1);
        if (find_hotspot(&h, &r, name))
            write_signature(&h);
    }
    reader_free(&r);
}

void fuzz_sources(const uint8_t *bytes, size_t n)
{
    char name[LOOK_NAME] = "loop", said[LOOK_SAID];
    int line;
    char *file = (char *)fuzz_file("loop.c", bytes, n);
    if (look_at_file(file, NULL, name, &line, said))
        look_write_peer(fuzz_nowhere(), name, file, file, said);
    describe(file, name);
}
