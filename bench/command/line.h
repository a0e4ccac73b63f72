/* Reading a file of lines, such as one of rows or a script. */
#pragma once

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* As getline(), but a line of more than 64 MiB is an error, EFBIG: some devices are a single line without an end. */
ssize_t line_read(char **line, size_t *room, FILE *in);
