/* bench --list. */
#ifndef TRI_INVENTORY_H
#define TRI_INVENTORY_H

#include <stdio.h>

/* Writes a line for each hotspot, variant, figure, path, peer and device. */
void inventory(FILE *out);

#endif
