/* A window for a show: the events of mouse and keys become steps. */
#pragma once

#include "show.h"

/* Opens a window, and returns when the user has closed it.  Without SDL2 or a display: a TRI_FAILED error. */
bool window_run(struct show *, struct tri_error *e);
