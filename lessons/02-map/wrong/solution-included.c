/* rejected: includes */
#include "lesson.h"

#include "../solution.c"
