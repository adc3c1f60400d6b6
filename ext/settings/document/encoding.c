/* Checks that bytes are a text: see encoding.h. */
#include "settings/document/encoding.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

/* Returns true for a character that YAML allows in a stream (YAML 1.2, c-printable). */
static bool encoding_is_printable(uint32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0x7f || c == 0x85 || (c >= 0xa0 && c != 0xfffe && c != 0xffff);
}

/* Returns true if the text looks like UTF-16 or UTF-32: it begins with FE FF or FF FE, or
** exactly one of its first two bytes is zero. */
static bool encoding_is_wide(const unsigned char *bytes, size_t length) {
  if (length < 2) return false;
  if (bytes[0] >= 0xfe && bytes[1] >= 0xfe && bytes[0] != bytes[1]) return true;
  return (bytes[0] == 0) != (bytes[1] == 0);
}

size_t encoding_mark(const char *text, size_t length) {
  return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static bool encoding_fail(struct encoding_fault *fault, const char *problem) {
  fault->problem = problem;
  return false;
}

bool encoding_valid(const char *text, size_t length, struct encoding_fault *fault) {
  *fault = (struct encoding_fault){.line = 1, .column = 1};
  if (encoding_is_wide((const unsigned char *)text, length))
    return encoding_fail(fault, "not UTF-8: looks like UTF-16 or UTF-32");
  size_t at = encoding_mark(text, length);
  for (size_t size; at < length; at += size) {
    uint32_t character = utf8_read(text + at, length - at, &size);
    if (character >= UTF8_STRAY) return encoding_fail(fault, "invalid UTF-8");
    if (!encoding_is_printable(character)) {
      return encoding_fail(fault, "a control character: is it a text?");
    }
    fault->column++;
    if (character == '\n') {
      fault->line++;
      fault->column = 1;
    }
  }
  return true;
}
