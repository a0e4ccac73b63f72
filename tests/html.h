/* HTML read back. */
#ifndef TRI_TESTS_HTML_H
#define TRI_TESTS_HTML_H

#include "check.h"

/* Fails the test unless every element that begins ends, in order.  Attributes hold no ">". */
void expect_balanced(const char *html);

#endif
