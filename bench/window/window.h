/* A window that shows a show: what the mouse and the keys do become steps. */
#ifndef TRI_WINDOW_H
#define TRI_WINDOW_H

#include "show.h"

/* Opens it, and returns when the user has closed it.  A TRI_FAILED error where there is no SDL2, or no display. */
bool window_run(struct show *, struct tri_error *e);

#endif
