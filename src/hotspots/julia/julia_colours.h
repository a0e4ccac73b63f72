/*
 * The colours of julia's picture: which one stands for how many steps, and back.
 *
 * A wave for each of red, green and blue, over the logarithm of the steps; black for what stays.
 *
 * The picture is all that a run leaves behind.  For the steps to be read off it, each channel's last
 * bits, which the eye does not see, are given up for those of the number: bit 0 goes to red, 1 to
 * green, 2 to blue, 3 to red again.  So no two numbers have the same colour.
 */
#pragma once

#include <math.h>
#include <stdint.h>

/* How many bits of each channel hold the number. */
static inline int bits_given_up(int64_t iterations)
{
    int bits = 1;
    while (iterations >> (3 * bits))
        bits++;
    return bits;
}

/* The colour of `steps` out of `iterations`, 0xRRGGBB. */
static inline int32_t colour_of_steps(int64_t iterations, int64_t steps)
{
    static const double phase[] = { 0.55, 0.62, 0.72 }, speed[] = { 0.30, 0.33, 0.36 };
    int bits = bits_given_up(iterations), colour = 0;
    for (int channel = 0; channel < 3; channel++) {
        double wave = cos(2 * 3.14159265358979323846 *
                          (phase[channel] + speed[channel] * log2(1 + (double)steps)));
        int value = steps == iterations ? 0 : (int)(127.5 + 127.5 * wave);
        value = value >> bits << bits;
        for (int bit = 0; bit < bits; bit++)
            value |= (int)(steps >> (3 * bit + channel) & 1) << bit;
        colour = colour << 8 | value;
    }
    return colour;
}

static inline int32_t steps_of_colour(int bits, int32_t colour)
{
    int32_t steps = 0;
    for (int bit = 0; bit < bits; bit++)
        for (int channel = 0; channel < 3; channel++)
            steps |= (colour >> (16 - 8 * channel + bit) & 1) << (3 * bit + channel);
    return steps;
}
