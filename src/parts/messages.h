/*
 * The functions of MPI that are used here.  They are in a module of their own (src/mpi), which is loaded only if an MPI
 * launcher has started the program: nothing else depends on MPI.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TRI_MESSAGES_VERSION = 2, TRI_HOST_NAME = 64 };

/* What a process knows about itself. */
struct tri_rank {
    int rank, ranks;             /* its number, and how many there are */
    int local_rank, local_ranks; /* the same on its node */
    bool takes_device_memory;    /* MPI accepts addresses in a device's memory */
    char host[TRI_HOST_NAME];
};

/* A message to another rank and one from it, at the same time, as MPI_Sendrecv() takes them. */
struct tri_sendrecv {
    int rank;
    const void *send;
    void *receive;
    size_t send_bytes, receive_bytes;
};

/* All functions but the first three are called by all ranks of a group; rank 0 is in each group. */
struct tri_messages {
    int version;
    /* If it fails, `why` says why. */
    bool (*start)(const char *program, struct tri_rank *, char *why, size_t size);
    void (*stop)(void);
    void (*abort)(int status); /* ends the processes of all ranks */
    /* From rank 0 to all ranks.  The others test for it every `nap` seconds and sleep in between, to leave the processor
     * to rank 0. */
    void (*broadcast_to_world)(void *bytes, size_t n, double nap);
    void (*group)(int ranks); /* called by all ranks: the first so many are the group from now on */
    void (*broadcast)(void *bytes, size_t n); /* from rank 0 to all others of the group */
    void (*gather)(const void *own, void *all,
                   size_t bytes); /* to rank 0, the same number from each */
    double (*reduce_max)(double); /* returns the largest of all ranks' numbers, on rank 0 */
    void (*allgather)(const void *own, void *all, size_t bytes); /* the same to each rank */
    /* For two ranks. */
    void (*send)(int to, const void *, size_t bytes);
    void (*receive)(int from, void *, size_t bytes);
    void (*neighbour_exchange)(const struct tri_sendrecv *,
                               size_t n); /* between one rank and others */
};

/* The module's only symbol is a const struct tri_messages of this name. */
#define TRI_MESSAGES_SYMBOL "tri_messages_of_mpi"
