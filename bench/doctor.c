/* doctor -- why does it not run on my GPU?  And which features of OpenMP work there? */
#include "doctor.h"
#include "programs.h"
#include "process.h"

#include "output.h"

static bool print_features(void *doctoring, struct tri_error *e)
{
    struct doctoring *d = doctoring;
    struct feature_machine machine;
    feature_machine(&machine);
    return features(&d->asked, &machine, d->out, &d->holes, e);
}

static bool print_comparison(void *doctoring, struct tri_error *e)
{
    struct doctoring *d = doctoring;
    return features_compare(d->file, d->files, d->out, e);
}

int tri_doctor(int argc, char **argv)
{
    struct doctoring d;
    struct tri_error e;
    int status;
    if (ranks_refuse("doctor", &status))
        return status;
    if (!doctor_options(&d, argc, argv, &e))
        return tri_report("doctor", &e);
    if (!d.features && !d.files)
        return doctor(d.verbose);
    bool good =
        write_output(&d.request, &d.out, d.files ? print_comparison : print_features, &d, &e);
    return finish("doctor", good, d.holes, &e);
}
