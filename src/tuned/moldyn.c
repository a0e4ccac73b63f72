#include "real.h"
#include "triptych.h"
const struct tri_variant X(moldyn_tuned)[] = {
    { .name = NULL },
};
