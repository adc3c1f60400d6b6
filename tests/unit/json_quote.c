/* JSON strings are quoted byte for byte as RFC 8259, section 7, requires. */
#include "../tap.h"

#include <string.h>

#include "base/json_quote.h"
#include "base/json_reader.h"

struct written {
  char bytes[4096];
  size_t length;
};

static void keep(void *to, const char *bytes, size_t length) {
  struct written *written = to;
  memcpy(written->bytes + written->length, bytes, length);
  written->length += length;
}

static const struct {
  const char *text;
  const char *quoted;
} texts[] = {
    {"", ""},
    {"plain", "plain"},
    {"\"", "\\\""},
    {"\\", "\\\\"},
    {"say \"a\\b\"", "say \\\"a\\\\b\\\""},
    {"\n", "\\u000a"},
    {"\t\x1f ", "\\u0009\\u001f "},
    {"/", "/"},
    {"\x7f", "\x7f"},
    {"\xc3\xa4\xf0\x9f\x98\x80", "\xc3\xa4\xf0\x9f\x98\x80"},
    {"\xff", "\xff"},
};

static void test_texts(void) {
  for (int i = 0; i < COUNT_OF(texts); i++) {
    struct written written = {.length = 0};
    json_quote(texts[i].text, strlen(texts[i].text), keep, &written);
    written.bytes[written.length] = 0;
    tap_is_text(written.bytes, texts[i].quoted, "text %d", i);
  }
}

static void test_every_byte(void) {
  char text[256], back[4096];
  struct written written = {.length = 1, .bytes = "\""};
  struct json_string string;
  for (int i = 0; i < 256; i++)
    text[i] = (char)i;
  json_quote(text, sizeof text, keep, &written);
  keep(&written, "\"", 1);
  struct json_reader reader = {written.bytes, written.bytes + written.length};
  tap_ok(json_reader_string(&reader, &string), "a string of every byte");
  tap_ok(reader.at == reader.end, "is read to its end");
  size_t length = json_reader_unescape(string.text, string.length, back);
  tap_is_int((long long)length, 256, "has as many bytes");
  tap_ok(memcmp(text, back, sizeof text) == 0, "and the same ones");
}

int main(void) {
  test_texts();
  test_every_byte();
  return tap_done();
}
