/*
** Replies of judges, and for each reply the score that the relevance gate reads.
*/
#ifndef ASSAY_TESTS_UNIT_RELEVANCE_REPLIES_H
#define ASSAY_TESTS_UNIT_RELEVANCE_REPLIES_H

#include "../tap.h"

#include <string.h>

#include "core/retrieval/relevance.h"

struct reply {
  const char *text;
  double score; /* 0: none */
};

static inline void check(const char *what, const struct reply *replies, size_t count) {
  for (size_t i = 0; i < count; i++) {
    double want = replies[i].score == 0 ? MISSING : replies[i].score;
    double got = relevance_read(replies[i].text, strlen(replies[i].text),
                                &settings_defaults.relevance.labels);
    tap_is_real(got, want, 0, "%s: %s", what, replies[i].text);
  }
}

#endif
