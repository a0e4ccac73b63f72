/* The module that uses MPI: implements src/parts/messages.h. */
#include "messages.h"

#include <mpi.h>
#if defined(OPEN_MPI)
# include <mpi-ext.h>
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1 << 30, TAG = 1 }; /* bytes of one message: MPI counts them in an int */

static MPI_Comm group = MPI_COMM_NULL;
static struct tri_rank own;
static const char *program;
static MPI_Errhandler handler;
static MPI_Request *request_memory;

/* ---- Start and end ---- */

/* Another rank may have ended: this one cannot continue. */
static void give_up(MPI_Comm *comm, int *code, ...)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;
    MPI_Error_string(*code, text, &length);
    fprintf(stderr, "%s: rank %d on %s: MPI: %s\n", program, own.rank, own.host, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

#if defined(MPIX_CUDA_AWARE_SUPPORT)
static bool takes_device_memory(void)
{
    return MPIX_Query_cuda_support() == 1;
}
#else
static bool takes_device_memory(void)
{
    return false;
}
#endif

static void find_own(void)
{
    char host[MPI_MAX_PROCESSOR_NAME] = "";
    int length;
    MPI_Comm node;
    MPI_Comm_rank(MPI_COMM_WORLD, &own.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &own.ranks);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, own.rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &own.local_rank);
    MPI_Comm_size(node, &own.local_ranks);
    MPI_Comm_free(&node);
    MPI_Get_processor_name(host, &length);
    snprintf(own.host, sizeof own.host, "%.*s", (int)sizeof own.host - 1, host);
    own.takes_device_memory = takes_device_memory();
}

static bool start(const char *name, struct tri_rank *rank, char *why, size_t size)
{
    int provided;
    program = name;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
        snprintf(why, size, "MPI_Init_thread() failed");
        return false;
    }
    find_own();
    MPI_Comm_create_errhandler(give_up, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    *rank = own;
    return true;
}

static void stop(void)
{
    if (group != MPI_COMM_NULL)
        MPI_Comm_free(&group);
    MPI_Errhandler_free(&handler);
    free(request_memory);
    request_memory = NULL;
    MPI_Finalize();
}

static void abort_all(int status)
{
    MPI_Abort(MPI_COMM_WORLD, status);
}

/* ---- All of a group ---- */

static void broadcast_to_world(void *bytes, size_t n, double nap)
{
    MPI_Request request;
    int done = 0;
    const struct timespec t = { (time_t)nap, (long)(1e9 * (nap - (double)(time_t)nap)) };
    MPI_Ibcast(bytes, (int)n, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    for (MPI_Test(&request, &done, MPI_STATUS_IGNORE); !done;
         MPI_Test(&request, &done, MPI_STATUS_IGNORE))
        if (own.rank > 0)
            nanosleep(&t, NULL);
}

static void make_group(int ranks)
{
    if (group != MPI_COMM_NULL)
        MPI_Comm_free(&group);
    MPI_Comm_split(MPI_COMM_WORLD, own.rank < ranks ? 0 : MPI_UNDEFINED, own.rank, &group);
}

static size_t at_once(size_t left)
{
    return left < MOST ? left : MOST;
}

static void broadcast(void *bytes, size_t n)
{
    char *at = bytes;
    for (size_t now; n > 0; at += now, n -= now) {
        now = at_once(n);
        MPI_Bcast(at, (int)now, MPI_BYTE, 0, group);
    }
}

static void gather(const void *one, void *all, size_t bytes)
{
    MPI_Gather(one, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, 0, group);
}

static double reduce_max(double x)
{
    double most = x;
    MPI_Reduce(&x, &most, 1, MPI_DOUBLE, MPI_MAX, 0, group);
    return most;
}

static void allgather(const void *one, void *all, size_t bytes)
{
    MPI_Allgather(one, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, group);
}

/* ---- Two of it ---- */

static void send_to(int to, const void *bytes, size_t n)
{
    const char *at = bytes;
    for (size_t now; n > 0; at += now, n -= now) {
        now = at_once(n);
        MPI_Send(at, (int)now, MPI_BYTE, to, TAG, group);
    }
}

static void receive_from(int from, void *bytes, size_t n)
{
    char *at = bytes;
    for (size_t now; n > 0; at += now, n -= now) {
        now = at_once(n);
        MPI_Recv(at, (int)now, MPI_BYTE, from, TAG, group, MPI_STATUS_IGNORE);
    }
}

/* The array is kept until the end. */
static MPI_Request *requests_for(size_t n)
{
    static size_t there;
    if (n <= there)
        return request_memory;
    free(request_memory);
    request_memory = malloc(n * sizeof *request_memory);
    there = n;
    if (!request_memory) {
        fprintf(stderr, "%s: rank %d on %s: out of memory\n", program, own.rank, own.host);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return request_memory;
}

/* What is larger than MOST bytes is sent in several rounds. */
static void exchange_round(const struct tri_sendrecv *p, size_t n, size_t done)
{
    MPI_Request *request = requests_for(2 * n);
    int requests = 0;
    for (size_t i = 0; i < n; i++)
        if (p[i].receive_bytes > done)
            MPI_Irecv((char *)p[i].receive + done, (int)at_once(p[i].receive_bytes - done),
                      MPI_BYTE, p[i].rank, TAG, group, &request[requests++]);
    for (size_t i = 0; i < n; i++)
        if (p[i].send_bytes > done)
            MPI_Isend((const char *)p[i].send + done, (int)at_once(p[i].send_bytes - done),
                      MPI_BYTE, p[i].rank, TAG, group, &request[requests++]);
    MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
}

static void neighbour_exchange(const struct tri_sendrecv *p, size_t n)
{
    size_t most = 0;
    for (size_t i = 0; i < n; i++) {
        most = p[i].receive_bytes > most ? p[i].receive_bytes : most;
        most = p[i].send_bytes > most ? p[i].send_bytes : most;
    }
    for (size_t done = 0; done < most; done += MOST)
        exchange_round(p, n, done);
}

extern const struct tri_messages tri_messages_of_mpi;
const struct tri_messages tri_messages_of_mpi = {
    TRI_MESSAGES_VERSION, start,      stop,      abort_all,
    broadcast_to_world,   make_group, broadcast, gather,
    reduce_max,           allgather,  send_to,   receive_from,
    neighbour_exchange,
};
