/* Bounded byte ranges: of files that may be damaged, so that every offset and length is checked. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bytes {
    const unsigned char *at;
    size_t size;
};

/* The part of `whole` that begins at offset; false if it is not inside `whole`. */
static inline bool part(struct bytes whole, uint64_t offset, uint64_t size, struct bytes *inside)
{
    if (offset > whole.size || size > whole.size - offset)
        return false;
    *inside = (struct bytes){ whole.at + offset, (size_t)size };
    return true;
}

/* Copies, since the data may not be aligned. */
static inline bool read_at(struct bytes whole, uint64_t offset, void *to, size_t size)
{
    struct bytes inside;
    if (!part(whole, offset, size, &inside))
        return false;
    memcpy(to, inside.at, size);
    return true;
}

/* The zero-terminated string at offset, or NULL. */
static inline const char *string_at(struct bytes whole, uint64_t offset)
{
    if (offset >= whole.size || !memchr(whole.at + offset, 0, whole.size - (size_t)offset))
        return NULL;
    return (const char *)whole.at + offset;
}
