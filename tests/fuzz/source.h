/*
** A fuzzer's bytes as choices.  A source that has run out goes on with zeroes, so every
** input means something.
*/
#ifndef ASSAY_TESTS_FUZZ_SOURCE_H
#define ASSAY_TESTS_FUZZ_SOURCE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct source {
  const uint8_t *at;
  size_t left;
};

static inline unsigned source_byte(struct source *source) {
  if (source->left == 0) return 0;
  source->left--;
  return *source->at++;
}

/* A number in 0 .. below - 1; `below` is at most 65536. */
static inline int source_below(struct source *source, int below) {
  unsigned choice = source_byte(source);
  if (below > 256) choice = choice << 8 | source_byte(source);
  return (int)(choice % (unsigned)below);
}

static inline int64_t source_integer(struct source *source) {
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++)
    bits = bits << 8 | source_byte(source);
  int64_t integer;
  memcpy(&integer, &bits, sizeof integer);
  return integer;
}

static inline double source_real(struct source *source) {
  int64_t bits = source_integer(source);
  double real;
  memcpy(&real, &bits, sizeof real);
  return real;
}

/* Up to `most` bytes of the source itself. */
static inline const uint8_t *source_bytes(struct source *source, size_t most,
                                          size_t *length) {
  const uint8_t *bytes = source->at;
  *length = most < source->left ? most : source->left;
  source->at += *length;
  source->left -= *length;
  return bytes;
}

/* What a fuzzer calls with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the run as a finding. */
static inline void fuzz_fail(const char *what, const char *detail) {
  fprintf(stderr, "%s: %s\n", what, detail);
  abort();
}

#endif
