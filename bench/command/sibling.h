/* Programs in the same folder: bench and study; or mine-bench and mine-study, for the hotspots of a user
 * (triptych_add_hotspots). */
#pragma once

#include <stddef.h>

/* The name of another program here: "bench", or "mine-bench" within mine-study. */
const char *program_name(const char *program);

/* What starts that program where the user is: "build/llvm-host/bench" if this one was started by such a path,
 * "triptych bench" if it is the package's, whose programs are not on PATH; else its name. */
const char *program_command(const char *program);

/* The same for this program. */
const char *own_command(void);

/* The path of that program in this one's folder; "" if it is too long. */
void sibling_file(const char *program, char *file, size_t size);
