/* render -- what does it look like?  Draws the output of a hotspot. */
#include "measure.h"
#include "render_options.h"
#include "programs.h"

#include "request.h"
#include "output.h"
#include "picture.h"
#include "process.h"

#include <stdio.h>
#include <stdlib.h>

static bool run(const struct request *r, struct tri_case *c, enum tri_path path, double *seconds,
                struct tri_error *e)
{
    if (!tri_case_allocate(c, e))
        return false;
    struct tri_launch launch = { .ranks = tri_ranks() > 1 ? tri_ranks() : 0 };
    if (!request_devices(r, &launch.devices, e))
        return false;
    double start = tri_now();
    bool good = tri_case_launch(c, path, &launch, e);
    *seconds = tri_now() - start;
    return good;
}

static void report(const struct render *k, const struct tri_image *image, const struct tri_case *c,
                   enum tri_path path, double seconds)
{
    enum tri_place place = *c->ran_on;
    fprintf(image->file.standard_output ? stderr : stdout,
            "%s: %td x %td, %s, path %s on %s%s%s, %s\n", k->request.output, image->width,
            image->height, tri_precision_name(c->hotspot->precision), tri_path_name(path),
            tri_place_name(place), place == TRI_GPU ? " " : "",
            place == TRI_GPU ? tri_device_name() : "", si(seconds, "s").s);
}

/* Errors of the file's name are reported for -o.  The image may not replace the file of --input, since its
 * description names that file. */
static bool open_image(const struct render *k, const struct tri_case *c, struct tri_image *image,
                       struct tri_error *e)
{
    const struct named_file file[] = {
        { "-o", k->request.output, FILE_WRITTEN },
        { "--input", k->request.input, FILE_READ },
    };
    return files_apart(file, 2, e) &&
           (tri_image_open_case(image, k->request.output, c, e) || name_option("-o", e));
}

/* All mistakes of the user are found before the computation. */
static bool render(struct render *k, struct tri_case *c, struct tri_error *e)
{
    struct tri_image image;
    enum tri_path path;
    double seconds = 0;
    if (!render_choose(k, c, &path, e) || !open_image(k, c, &image, e))
        return false;
    char *description = render_command(c, k->palette, k->request.input);
    bool good = description ? run(&k->request, c, path, &seconds, e)
                            : tri_fail(e, TRI_FAILED, "out of memory");
    if (good)
        good = tri_image_paint_case(&image, k->palette, c, description, e);
    else
        tri_image_abandon(&image);
    if (good)
        report(k, &image, c, path, seconds);
    free(description);
    return good;
}

int tri_render(int argc, char **argv)
{
    struct render k;
    struct tri_case c = { 0 };
    struct tri_error e;
    int status;
    if (!ranks_begin("render", &status))
        return status;
    if (!render_options(&k, argc, argv, &e))
        return finish("render", false, false, &e);
    tri_device_guard(program_name("render"));
    bool good = render(&k, &c, &e);
    tri_case_free(&c);
    return finish("render", good, false, &e);
}
