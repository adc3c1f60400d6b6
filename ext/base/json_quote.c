/* Writes the text between the quotes of a JSON string: see json_quote.h. */
#include "base/json_quote.h"

static void json_quote_escape(unsigned char c, json_quote_sink *sink, void *to) {
  static const char digits[] = "0123456789abcdef";
  char escape[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
  if (c < 0x20) {
    sink(to, escape, sizeof escape);
  } else {
    escape[1] = (char)c;
    sink(to, escape, 2);
  }
}

void json_quote(const char *text, size_t length, json_quote_sink *sink, void *to) {
  size_t plain = 0; /* index of the first byte not yet written */
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    sink(to, text + plain, i - plain);
    json_quote_escape(c, sink, to);
    plain = i + 1;
  }
  sink(to, text + plain, length - plain);
}
