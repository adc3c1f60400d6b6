/*
** Compares texts or blobs byte by byte, and reads eight bytes as a number.
*/
#ifndef ASSAY_BASE_BYTES_H
#define ASSAY_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Compares two texts or blobs byte by byte, as SQLite does (collation BINARY).  Returns a
** number < 0, 0 or > 0.  If one text is the beginning of the other, the shorter comes
** first.  The address of an empty text may be NULL. */
static inline int bytes_compare(const void *a, size_t a_length, const void *b,
                                size_t b_length) {
  size_t shared = a_length < b_length ? a_length : b_length;
  int order = shared > 0 ? memcmp(a, b, shared) : 0;
  return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

/* True if two texts or blobs have the same bytes.  Their addresses must not be NULL. */
static inline bool bytes_same(const void *a, size_t a_length, const void *b,
                              size_t b_length) {
  return a_length == b_length && memcmp(a, b, a_length) == 0;
}

/* Reads eight bytes as a number; the first byte is the least significant.  Compilers
** translate this function into one load instruction. */
static inline uint64_t bytes_load_eight(const unsigned char *at) {
  return at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
         (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
         (uint64_t)at[7] << 56;
}

#endif
