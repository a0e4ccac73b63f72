/* What the runtime tells of copies between the host and the device, by OMPT. */
#ifndef TRI_COPIES_H
#define TRI_COPIES_H

#include "check.h"

struct copies {
    int to, from;
    size_t bytes_to, bytes_from;
};

/* False: this compiler's runtime tells nothing. */
bool ledger_is_kept(void);

/* Of arrays that begin there and have so many bytes, since ledger_begin(): other copies do not count. */
void ledger_begin(void);
struct copies ledger_of(const void *array, size_t bytes);

#endif
