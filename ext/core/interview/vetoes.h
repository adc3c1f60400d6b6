/*
** Tier-1 vetoes of the interview: reasons not to ask a candidate question (ADR-004,
** ADR-006 "Tier 1").
**
** A missing text or count never prevents a veto (rule R3 in REFERENCE.md).
*/
#ifndef ASSAY_CORE_INTERVIEW_VETOES_H
#define ASSAY_CORE_INTERVIEW_VETOES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sort.h"

/* A word of a text, without the punctuation around it. */
struct text_word {
  const char *bytes; /* borrowed from the text */
  size_t length;
  bool starts_sentence; /* a full stop or another end of a sentence is before it */
};

/* The words of a text, in its order. */
struct text_words {
  struct text_word *words;
  size_t count;
};

/* Returns the most words that a text of this many bytes can have. */
static inline size_t text_words_limit(size_t length) {
  return length / 2 + 1;
}

/* Splits a text into words: sequences of characters other than white space and
** punctuation.  An apostrophe within a word belongs to it.  `words` has room for
** text_words_limit() words. */
struct text_words text_words_split(const char *text, size_t length,
                                   struct text_word *words);

/* True if the phrase's words follow each other within a sentence of the text.  Capital
** and small letters, and curly and straight apostrophes, count as equal.  False for a
** phrase without words.  If the watch (NULL for none) stopped the search, do not use the
** result. */
bool text_has_phrase(const struct text_words *text, const struct text_words *phrase,
                     struct sort_watch *watch);

/* True if the text has a word of the topic that is longer than three letters.  A
** possessive 's does not count.  Sorts the text's words.  The watch works as in
** text_has_phrase(). */
bool text_has_topic(struct text_words *text, const struct text_words *topic,
                    struct sort_watch *watch);

/* Returns 1 if an element (subject) has at least `min_mentions` mentions and at least
** `min_relations` relations, else 0.  A missing count is taken as large enough. */
int veto_element_exhausted(double mentions, double relations, double min_mentions,
                           double min_relations);

#endif
