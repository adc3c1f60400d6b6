/*
** Counts the words of a query and their characters.
**
** A word is a sequence of characters that are not Unicode white space (property
** White_Space).  Lengths are in code points.  Malformed UTF-8 is counted as in length()
** of SQLite 3.40: a lead byte and the continuation bytes after it are one character.  Any
** other continuation byte is a character by itself.
*/
#ifndef ASSAY_BASE_WORDS_H
#define ASSAY_BASE_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct word_statistics {
  size_t words;
  size_t characters; /* code points in words, without white space */
};

/* Measures a UTF-8 text.  A NUL ends the text, as in length(). */
struct word_statistics words_measure(const char *text, size_t length);

/* Returns the mean length of a word in code points, 0 if there is no word. */
static inline double words_average(struct word_statistics statistics) {
  return statistics.words > 0
             ? (double)(int64_t)statistics.characters / (double)(int64_t)statistics.words
             : 0.0;
}

#endif
