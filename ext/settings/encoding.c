/* Is it a text?  See encoding.h. */
#include "encoding.h"

#include <stdint.h>
#include <string.h>

/* What the lead byte of a character says: how many bytes follow, which of its bits count,
** and the least character that needs that many. */
struct lead {
  int following;
  uint32_t bits;
  uint32_t least;
};

/* C0, C1 and F5..FF begin no well-formed character. */
static bool lead_of(unsigned char byte, struct lead *lead) {
  if (byte < 0x80) {
    *lead = (struct lead){0, byte, 0};
  } else if (byte >= 0xc2 && byte < 0xe0) {
    *lead = (struct lead){1, byte & 0x1fu, 0x80};
  } else if (byte >= 0xe0 && byte < 0xf0) {
    *lead = (struct lead){2, byte & 0x0fu, 0x800};
  } else if (byte >= 0xf0 && byte < 0xf5) {
    *lead = (struct lead){3, byte & 0x07u, 0x10000};
  } else {
    return false;
  }
  return true;
}

/* Reads one character.  Returns its length in bytes, 0 where it is malformed. */
static size_t character_at(const unsigned char *bytes, size_t left, uint32_t *character) {
  struct lead lead;
  if (!lead_of(bytes[0], &lead) || (size_t)lead.following >= left) return 0;
  *character = lead.bits;
  for (int i = 1; i <= lead.following; i++) {
    if ((bytes[i] & 0xc0) != 0x80) return 0;
    *character = *character << 6 | (bytes[i] & 0x3fu);
  }
  bool surrogate = *character >= 0xd800 && *character < 0xe000;
  if (*character < lead.least || *character > 0x10ffff || surrogate) return 0;
  return (size_t)lead.following + 1;
}

/* The characters that YAML allows in a stream (YAML 1.2, c-printable). */
static bool is_printable(uint32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0x7f || c == 0x85 || (c >= 0xa0 && c != 0xfffe && c != 0xffff);
}

/* Texts in UTF-16 and UTF-32 begin with a mark, or have a zero among the first bytes. */
static bool is_wide(const unsigned char *bytes, size_t length) {
  if (length < 2) return false;
  if (bytes[0] >= 0xfe && bytes[1] >= 0xfe && bytes[0] != bytes[1]) return true;
  return (bytes[0] == 0) != (bytes[1] == 0);
}

size_t encoding_mark(const char *text, size_t length) {
  return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static bool fail(struct encoding_fault *fault, const char *problem) {
  fault->problem = problem;
  return false;
}

bool encoding_valid(const char *text, size_t length, struct encoding_fault *fault) {
  const unsigned char *bytes = (const unsigned char *)text;
  *fault = (struct encoding_fault){.line = 1, .column = 1};
  if (is_wide(bytes, length))
    return fail(fault, "not UTF-8: looks like UTF-16 or UTF-32");
  size_t at = encoding_mark(text, length);
  while (at < length) {
    uint32_t character;
    size_t size = character_at(bytes + at, length - at, &character);
    if (size == 0) return fail(fault, "invalid UTF-8");
    if (!is_printable(character)) {
      return fail(fault, "a control character: is it a text?");
    }
    at += size;
    fault->column++;
    if (character == '\n') {
      fault->line++;
      fault->column = 1;
    }
  }
  return true;
}
