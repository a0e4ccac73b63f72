#ifndef TRI_LIBRARY_H
#define TRI_LIBRARY_H

/* The file that contains this code and the images of its target regions: the library or, if linked statically,
 * the program ("/proc/self/exe"). */
const char *tri_library_file(void);

#endif
