/* Functions whose threads access x[], compiled so that they tell it; races or not. */
#pragma once

enum { RACED = 64 };

struct raced {
    const char *name;
    void (*run)(int x[RACED]);
    int is_race;
    int by_one; /* of three threads, which makes tasks */
};

void raced_run(const struct raced *, int x[RACED]);

extern const struct raced raced[], misaligned[], tasked[], between[]; /* end at .name == NULL */
