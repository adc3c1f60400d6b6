/* Words of a query: see words.h. */
#include "words.h"

#include <stdbool.h>

/* The length in bytes of the white-space character at `at`, 0 where there is none:
** U+0009-000D, 0020, 0085, 00A0, 1680, 2000-200A, 2028, 2029, 202F, 205F, 3000. */
static size_t white_space_at(const unsigned char *at, size_t left) {
  if (at[0] == ' ' || (at[0] >= 0x09 && at[0] <= 0x0d)) return 1;
  if (left >= 2 && at[0] == 0xc2) return at[1] == 0x85 || at[1] == 0xa0 ? 2 : 0;
  if (left < 3 || at[0] < 0xe1 || at[0] > 0xe3) return 0;
  unsigned tail = (unsigned)at[1] << 8 | at[2];
  if (at[0] == 0xe1) return tail == 0x9a80 ? 3 : 0;
  if (at[0] == 0xe3) return tail == 0x8080 ? 3 : 0;
  bool space = (tail >= 0x8080 && tail <= 0x808a) || tail == 0x80a8 || tail == 0x80a9 ||
               tail == 0x80af || tail == 0x819f;
  return space ? 3 : 0;
}

/* How many visible ASCII characters stand at `at`: what words are nearly always made
** of. */
static size_t plain_run(const unsigned char *at, size_t left) {
  size_t run = 0;
  while (run < left && at[run] > 0x20 && at[run] < 0x7f)
    run++;
  return run;
}

/* The length in bytes of the character at `at`, as length() counts: a lead byte takes all
** continuation bytes behind it, any other byte stands for itself. */
static size_t character_at(const unsigned char *at, size_t left) {
  size_t size = 1;
  if (at[0] < 0xc0) return size;
  while (size < left && (at[size] & 0xc0) == 0x80)
    size++;
  return size;
}

struct word_statistics words_measure(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  struct word_statistics statistics = {0, 0};
  bool in_word = false;
  for (size_t i = 0; i < length && bytes[i] != 0;) {
    size_t space = white_space_at(bytes + i, length - i);
    if (space > 0) {
      in_word = false;
      i += space;
      continue;
    }
    size_t plain = plain_run(bytes + i, length - i);
    statistics.words += !in_word;
    statistics.characters += plain > 0 ? plain : 1;
    in_word = true;
    i += plain > 0 ? plain : character_at(bytes + i, length - i);
  }
  return statistics;
}
