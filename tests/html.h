/* HTML read back. */
#pragma once

#include "check.h"

/* Fails the test unless every element that begins ends, in order.  Attributes hold no ">". */
void expect_balanced(const char *html);
