/* Words of a query: see words.h. */
#include "base/words.h"

#include <stdbool.h>

/* Returns the size in bytes of the character at `at`, as words.h defines characters. */
static size_t words_character_at(const unsigned char *at, size_t left) {
  size_t size = 1;
  if (at[0] < 0xc0) return size;
  while (size < left && (at[size] & 0xc0) == 0x80)
    size++;
  return size;
}

/* True for white space: U+0009-000D, 0020, 0085, 00A0, 1680, 2000-200A, 2028, 2029, 202F,
** 205F and 3000.  A character with too many continuation bytes is malformed, so it is not
** white space. */
static bool words_is_white_space(const unsigned char *at, size_t size) {
  if (size == 1) return at[0] == ' ' || (at[0] >= '\t' && at[0] <= '\r');
  if (size == 2) return at[0] == 0xc2 && (at[1] == 0x85 || at[1] == 0xa0);
  if (size > 3 || at[0] < 0xe1 || at[0] > 0xe3) return false;
  unsigned tail = (unsigned)at[1] << 8 | at[2];
  if (at[0] == 0xe1) return tail == 0x9a80;
  if (at[0] == 0xe3) return tail == 0x8080;
  return tail <= 0x808a || tail == 0x80a8 || tail == 0x80a9 || tail == 0x80af ||
         tail == 0x819f; /* both bytes of tail are >= 0x80, so tail >= 0x8080 */
}

struct word_statistics words_measure(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  struct word_statistics statistics = {0, 0};
  bool in_word = false;
  for (size_t i = 0, size; i < length && bytes[i] != 0; i += size) {
    size = words_character_at(bytes + i, length - i);
    bool is_letter = !words_is_white_space(bytes + i, size);
    statistics.words += is_letter && !in_word;
    statistics.characters += is_letter;
    in_word = is_letter;
  }
  return statistics;
}
