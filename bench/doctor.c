/* doctor -- why did it not run on my GPU? */
#include "programs.h"
#include "doctor.h"

#include "doctor_options.h"

int tri_doctor(int argc, char **argv)
{
    struct tri_error e;
    return doctor_options(argc, argv, &e) ? doctor() : tri_report("doctor", &e);
}
