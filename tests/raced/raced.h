/* Functions whose threads access x[], compiled so that they tell it; races or not. */
#ifndef TRI_TEST_RACED_H
#define TRI_TEST_RACED_H

enum { RACED = 64 };

struct raced {
    const char *name;
    void (*run)(int x[RACED]);
    int is_race;
};

extern const struct raced raced[], misaligned[], tasked[]; /* end at .name == NULL */

#endif
