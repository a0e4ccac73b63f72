/* doctor -- why did it not run on my GPU? */
#include "doctor.h"

#include "doctor_options.h"

int main(int argc, char **argv)
{
    struct tri_error e;
    return doctor_options(argc, argv, &e) ? doctor() : tri_report("doctor", &e);
}
