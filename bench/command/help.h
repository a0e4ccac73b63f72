/* What --help says of the hotspots, after the options. */
#ifndef TRI_HELP_H
#define TRI_HELP_H

/* For an argp parser's help_filter. */
char *help_hotspots(int key, const char *text, void *input);

#endif
