/*
** The number of edits between two names.
*/
#ifndef ASSAY_BASE_EDITS_H
#define ASSAY_BASE_EDITS_H

#include <stddef.h>
#include <stdint.h>

/* Names with more bytes than this are not compared. */
#define EDITS_LENGTH_LIMIT 64

/* Greater than every distance between two names. */
#define EDITS_FAR SIZE_MAX

/* Returns the optimal string alignment distance of two names.  An edit inserts, deletes
** or replaces a byte, or swaps two neighbours; no byte is edited twice.  EDITS_FAR if a
** name is too long.  Takes time O(a_length b_length). */
size_t edits_between(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
