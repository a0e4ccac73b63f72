#ifndef TRI_LIBRARY_H
#define TRI_LIBRARY_H

/* The file that holds this code, and the images of its target regions: the library, or, where it is part of
 * the program, the program ("/proc/self/exe"). */
const char *tri_library_file(void);

#endif
