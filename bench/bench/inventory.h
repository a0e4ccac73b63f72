/* bench --list. */
#pragma once

#include <stdio.h>

/* Writes a line for each hotspot, variant, figure, path, peer and device. */
void inventory(FILE *out);
