/*
** How many edits lie between two names.
*/
#ifndef ASSAY_BASE_EDITS_H
#define ASSAY_BASE_EDITS_H

#include <stddef.h>
#include <stdint.h>

/* Names of more bytes are not compared. */
#define EDITS_LENGTH_LIMIT 64

/* Farther than any two names are. */
#define EDITS_FAR SIZE_MAX

/* The optimal string alignment distance of two names: insertions, deletions and
** substitutions of a byte, and swaps of neighbours, none within another.  EDITS_FAR where
** one is too long.  O(n m). */
size_t edits_between(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
