/*
** A source makes choices from a fuzzer's bytes.
**
** When all bytes are used, the source continues with random numbers that depend on all of
** them.  So a few bytes choose the function to test and its frame, and random choices
** follow.  From a short input the source makes as many choices as from a long input, and
** any change of an input changes the choices.
*/
#ifndef ASSAY_TESTS_FUZZ_SOURCE_H
#define ASSAY_TESTS_FUZZ_SOURCE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../splitmix.h"

struct source {
  const uint8_t *at;
  size_t left;
  uint64_t state; /* the state of SplitMix64 */
  int wild;       /* how many of 16 values are hostile, on average */
};

static inline struct source source_open(const uint8_t *data, size_t size) {
  struct source source = {data, size, 0xcbf29ce484222325u, 0};
  for (size_t i = 0; i < size; i++)
    source.state = (source.state ^ data[i]) * 0x100000001b3u;
  return source;
}

static inline unsigned source_byte(struct source *source) {
  if (source->left > 0) {
    source->left--;
    return *source->at++;
  }
  return (unsigned)(splitmix64(&source->state) >> 56);
}

/* Chooses a number in 0 .. below - 1; `below` is at most 65536. */
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

/* Chooses how many values of this input are hostile: mostly none or a few, because a row
** with one hostile value finds more errors than a row of hostile values only. */
static inline void source_choose_wildness(struct source *source) {
  static const int wildness[] = {0, 1, 3, 10};
  source->wild = wildness[source_below(source, 4)];
}

static inline void source_bytes(struct source *source, char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++)
    bytes[i] = (char)source_byte(source);
}

/* The function that a fuzzer calls with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_fail(const char *what, const char *detail) {
  fprintf(stderr, "%s: %s\n", what, detail);
  abort();
}

#endif
