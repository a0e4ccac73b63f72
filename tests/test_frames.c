/* Frames of explore, compared bit for bit with direct runs of the paths; and their pictures. */
#include "check.h"
#include "palette.h"
#include "show.h"

static const char *const regions[SETS] = { "xmin=-2,xmax=0.5,ymin=-1.25,ymax=1",
                                           "xmin=-1.5,xmax=1.5,ymin=-1,ymax=1.25" };

static struct explorer explorer(enum set set, enum tri_path path, const char *variant,
                                enum tri_precision p)
{
    struct tri_case start[SETS];
    struct explorer x;
    for (int i = 0; i < SETS; i++) {
        char settings[120];
        snprintf(settings, sizeof settings, "width=67,height=45,iterations=70,%s%s", regions[i],
                 i == SET_JULIA ? ",cre=-0.8,cim=0.156" : "");
        tri_case_init(&start[i], tri_hotspot_named(set_at((size_t)i, NULL), TRI_DOUBLE));
        must(tri_case_set(&start[i], settings, &failure));
    }
    must(explorer_begin(&x, set, start, path, variant, p, &failure));
    return x;
}

static struct frame frame_of(struct frames *f, const struct explorer *x)
{
    struct frame frame;
    must(frames_compute(f, x, &frame, &failure));
    return frame;
}

/* What render computes of it: a case of its own, by the reference. */
static struct tri_case rendered(const struct explorer *x, enum tri_precision p)
{
    struct tri_case c;
    must(explorer_case(x, p, &c, &failure) && tri_case_allocate(&c, &failure));
    must(tri_case_run(&c, TRI_REFERENCE, &failure));
    return c;
}

/* An escape time as the hotspot's output has it: julia looks the colour of the steps up. */
static int32_t output_of(const struct tri_case *c, int32_t time)
{
    const int32_t *table = tri_case_operand(c, "table");
    int32_t iterations = (int32_t)tri_case_value(c, "iterations").integer;
    return !table ? time : time ? table[time - 1] : table[iterations];
}

static void expect_rendered(const struct explorer *x, enum tri_precision p, const int32_t *times)
{
    case_auto_t c = rendered(x, p);
    const int32_t *output = c.operand[c.hotspot->picture.operand];
    size_t n = c.length[c.hotspot->picture.operand], different = 0;
    for (size_t i = 0; i < n; i++)
        different += output[i] != output_of(&c, times[i]);
    cr_expect(different == 0, "%s %s %s %s: %zu points differ", c.hotspot->name, x->variant,
              tri_path_name(x->path), tri_precision_name(p), different);
}

/* ---- Bits ---- */

/* Before and after the view is moved: data stay, values do not. */
static void expect_frames(struct frames *f, enum set set, enum tri_path path, const char *variant)
{
    struct explorer x = explorer(set, path, variant, TRI_FLOAT);
    for (int i = 0; i < 2; i++) {
        struct frame frame = frame_of(f, &x);
        cr_expect(path == TRI_OFFLOAD ? frame.place > TRI_CPU : frame.place == TRI_CPU);
        expect_rendered(&x, TRI_FLOAT, frame.times);
        expect_rendered(&x, TRI_DOUBLE, frame.other);
        x.view[set] = view_zoomed(&x.view[set], 1.5, 20, 10);
    }
}

Test(frames, every_path_and_variant_has_the_bits_of_the_reference)
{
    struct frames f = { 0 };
    for (int set = 0; set < SETS; set++) {
        const struct tri_hotspot *h = tri_hotspot_named(set_at((size_t)set, NULL), TRI_FLOAT);
        for (size_t v = 0; tri_variant_at(h, v); v++)
            for (int p = TRI_SIMD; p < TRI_PATHS; p++)
                if (can_run(h, tri_variant_at(h, v), p, &failure))
                    expect_frames(&f, set, p, tri_variant_at(h, v)->name);
    }
    frames_free(&f);
}

Test(frames, arrays_stay_until_there_has_to_be_another)
{
    struct frames f = { 0 };
    struct explorer x = explorer(SET_MANDELBROT, TRI_SIMD, NULL, TRI_FLOAT);
    const int32_t *times = frame_of(&f, &x).times;
    x.view[x.set] = view_dragged(&x.view[x.set], 0, 0, 10, 10);
    cr_expect(frame_of(&f, &x).times == times);
    x.view[x.set] = view_resized(&x.view[x.set], 133, 90);
    struct frame larger = frame_of(&f, &x);
    cr_expect(larger.width == 133 && larger.height == 90);
    expect_rendered(&x, TRI_FLOAT, larger.times);
    x.set = SET_JULIA;
    x.iterations[SET_JULIA] = 33; /* another table */
    expect_rendered(&x, TRI_FLOAT, frame_of(&f, &x).times);
    frames_free(&f);
}

/* ---- Numbers ---- */

Test(frames, steps_are_the_work_that_the_hotspot_has)
{
    for (int set = 0; set < SETS; set++) {
        struct frames f = { 0 };
        struct explorer x = explorer(set, TRI_SIMD, NULL, TRI_DOUBLE);
        case_auto_t c = rendered(&x, TRI_DOUBLE);
        double wanted = c.hotspot->work(&c).units, found = frame_of(&f, &x).steps;
        cr_expect(found == wanted, "%s: %g, not %g", set_at((size_t)set, NULL), found, wanted);
        frames_free(&f);
    }
}

static struct frame differing_frame(struct frames *f, struct explorer *x, size_t *differing)
{
    *x = explorer(SET_MANDELBROT, TRI_SIMD, NULL, TRI_FLOAT);
    x->view[0] = (struct view){ -0.7437, -0.7436, 0.1318, 0.1319, 67, 45 };
    x->iterations[0] = 2000;
    struct frame frame = frame_of(f, x);
    *differing = 0;
    for (int i = 0; i < 67 * 45; i++)
        *differing += frame.times[i] != frame.other[i];
    cr_assert(*differing > 0 && *differing < 67 * 45, "%zu", *differing);
    return frame;
}

Test(frames, differing_points_are_counted_where_asked_for)
{
    struct frames f = { 0 };
    struct explorer x;
    size_t differing;
    cr_expect(differing_frame(&f, &x, &differing).differing == differing);
    x.difference = DIFFERENCE_OFF;
    struct frame frame = frame_of(&f, &x);
    cr_expect(frame.differing == 0 && !frame.other);
    frames_free(&f);
}

/* ---- Pictures ---- */

Test(canvas, pixels_have_the_colours_of_the_palette)
{
    struct frames f = { 0 };
    struct canvas c = { 0 };
    struct explorer x = explorer(SET_MANDELBROT, TRI_SIMD, NULL, TRI_DOUBLE);
    struct frame frame = frame_of(&f, &x);
    for (size_t p = 0; tri_palette_at(p); p++) {
        struct tri_painter painter;
        size_t different = 0;
        tri_painter_begin(&painter, tri_palette_at(p));
        for (int i = 0; i < 67 * 45; i++)
            tri_painter_count(&painter, frame.times[i], 1);
        tri_painter_end(&painter);
        must(canvas_paint(&c, &frame, tri_palette_at(p), false, &failure));
        for (int i = 0; i < 67 * 45; i++) {
            uint8_t rgb[CHANNELS], found[CHANNELS];
            tri_painter_colour(&painter, frame.times[i], rgb);
            tri_colour(c.pixel[(44 - i / 67) * 67 + i % 67], found); /* row 0 is the lowest */
            different += memcmp(rgb, found, CHANNELS) != 0;
        }
        cr_expect(different == 0, "%s: %zu", tri_palette_name(tri_palette_at(p)), different);
    }
    canvas_free(&c);
    frames_free(&f);
}

Test(canvas, differing_points_are_painted)
{
    struct frames f = { 0 };
    struct canvas plain = { 0 }, painted = { 0 };
    struct explorer x;
    size_t differing, marked = 0;
    struct frame frame = differing_frame(&f, &x, &differing);
    must(canvas_paint(&plain, &frame, x.palette, false, &failure));
    must(canvas_paint(&painted, &frame, x.palette, true, &failure));
    for (int i = 0; i < 67 * 45; i++) {
        int pixel = (44 - i / 67) * 67 + i % 67;
        bool differs = frame.times[i] != frame.other[i];
        cr_expect((painted.pixel[pixel] == tri_colour_of_difference) == differs);
        cr_expect(differs || painted.pixel[pixel] == (plain.pixel[pixel] >> 1 & 0x7f7f7f));
        marked += differs;
    }
    cr_expect(marked == differing);
    canvas_free(&plain);
    canvas_free(&painted);
    frames_free(&f);
}
