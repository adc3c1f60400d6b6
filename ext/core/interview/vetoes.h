/*
** Tier-1 vetoes of the interview: reasons for which a candidate question may not be asked
** (ADR-004, ADR-006 "Tier 1").
**
** A veto falls only on evidence against it.  What can't be judged because a text or a
** count is missing is vetoed, unless what there is already decides (rule R3).
*/
#ifndef ASSAY_CORE_INTERVIEW_VETOES_H
#define ASSAY_CORE_INTERVIEW_VETOES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sort.h"

/* A word of a text: where it stands, without the punctuation around it. */
struct text_word {
  const char *bytes; /* borrowed from the text */
  size_t length;
  bool starts_sentence; /* a full stop or the like stands before it */
};

/* A text as its words, in the order of the text. */
struct text_words {
  struct text_word *words;
  size_t count;
};

/* How many words a text of this many bytes has at most. */
static inline size_t text_words_limit(size_t length) {
  return length / 2 + 1;
}

/* Splits a text into words: runs of characters that are neither white space nor
** punctuation, and of apostrophes between these.  `words` has room for the limit. */
struct text_words text_words_split(const char *text, size_t length,
                                   struct text_word *words);

/* True if the words of the phrase follow each other within a sentence of the text, in any
** case.  A curly apostrophe is a straight one.  No text has the phrase of no words.  If a
** watch stopped it, there is no answer; NULL for no watch. */
bool text_has_phrase(const struct text_words *text, const struct text_words *phrase,
                     struct sort_watch *watch);

/* True if the text has a word of the topic that is longer than three letters; a
** possessive 's does not count.  Reorders the text's words.  The watch as above. */
bool text_has_topic(struct text_words *text, const struct text_words *topic,
                    struct sort_watch *watch);

/* 1 if an element with this many mentions and relations has nothing left to give. */
int veto_element_exhausted(double mentions, double relations, double min_mentions,
                           double min_relations);

#endif
