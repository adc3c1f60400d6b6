/* The JSON reader: it reads what the grammar allows, or stays where it was. */
#include "../tap.h"

#include <string.h>

#include "base/json_reader.h"

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

static struct json_reader open(const char *text) {
  return (struct json_reader){text, text + strlen(text)};
}

static void test_take(void) {
  const char *text = " \t\r\n{ x";
  struct json_reader reader = open(text);
  tap_ok(!json_reader_take(&reader, '['), "another character is not taken");
  tap_ok(reader.at == text, "and the white space stays");
  tap_ok(json_reader_take(&reader, '{'), "the character is taken behind white space");
  tap_ok(*reader.at == ' ', "and no more");
  json_reader_skip_space(&reader);
  tap_ok(*reader.at == 'x', "white space is skipped");
  reader = open("\f{");
  tap_ok(!json_reader_take(&reader, '{'), "a form feed is no JSON white space");
  reader = open("  ");
  tap_ok(!json_reader_take(&reader, '{'), "nothing is at the end");
}

static const struct {
  const char *text;
  int read; /* bytes, 0 where no number of JSON's grammar starts */
  double value;
} numbers[] = {
    {"0", 1, 0},         {"-0.5", 4, -0.5}, {"  12,", 4, 12},   {"1e5", 3, 1e5},
    {"1.5E-2", 6, .015}, {"0.20]", 4, .2},  {"10", 2, 10},      {"0e1", 3, 0},
    {"01", 0, 0},        {"-01", 0, 0},     {"+1", 0, 0},       {".5", 0, 0},
    {"00", 0, 0},        {"09", 0, 0},      {"5.0", 3, 5},      {"5.9", 3, 5.9},
    {"-.5", 0, 0},       {"5.", 0, 0},      {"5.e1", 0, 0},     {"", 0, 0},
    {"-", 0, 0},         {"NaN", 0, 0},     {"Infinity", 0, 0}, {"\"1\"", 0, 0},
    {"true", 0, 0},      {"null", 0, 0},    {"0.5x", 3, .5},
};

static void test_number(void) {
  for (int i = 0; i < COUNT_OF(numbers); i++) {
    struct json_reader reader = open(numbers[i].text);
    double value = 0;
    bool read = json_reader_number(&reader, &value);
    tap_is_int(reader.at - numbers[i].text, numbers[i].read, "bytes read of %s",
               numbers[i].text);
    tap_is_int(read, numbers[i].read > 0, "it says so");
    if (read) tap_is_real(value, numbers[i].value, 0, "%s", numbers[i].text);
  }
}

static const struct {
  const char *json;
  const char *text; /* NULL where it stays unread */
} strings[] = {
    {"\"coverage\"", "coverage"},
    {" \"a b\":1", "a b"},
    {"\"\"", ""},
    {"\"open", NULL},
    {"coverage", NULL},
    {"\"a\\\"b\"", NULL},
    {"\"\\u0041\"", NULL},
    {"", NULL},
    {"\"", NULL},
};

static void test_string(void) {
  for (int i = 0; i < COUNT_OF(strings); i++) {
    struct json_reader reader = open(strings[i].json);
    const char *text = NULL;
    size_t length = 0;
    bool read = json_reader_string(&reader, &text, &length);
    tap_is_int(read, strings[i].text != NULL, "the string in %s", strings[i].json);
    if (!read) {
      tap_ok(reader.at == strings[i].json, "is left unread");
    } else {
      tap_ok(length == strlen(strings[i].text) &&
                 memcmp(text, strings[i].text, length) == 0,
             "is read");
    }
  }
}

static const struct {
  const char *json;
  const char *text; /* NULL where it stays unread */
} escaped[] = {
    {" \"no idea\",", "no idea"},
    {"\"\"", ""},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
    {"\"wei\\u00df \\u00DF\"", "wei\xc3\x9f \xc3\x9f"},
    {"\"\\u0041\\u2019\\u007f\"", "A\xe2\x80\x99\x7f"},
    {"\"\\u0080\\u07ff\\u0800\\uffff\"", "\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf"},
    {"\"\\ud83d\\ude00\\uD800\\uDC00\"", "\xf0\x9f\x98\x80\xf0\x90\x80\x80"},
    {"\"\\udbff\\udfff\\ud7ff\"", "\xf4\x8f\xbf\xbf\xed\x9f\xbf"},
    {"\"\\ud83d\"", "\xef\xbf\xbd"},
    {"\"\\ud83d\\u0041\"", "\xef\xbf\xbd\x41"},
    {"\"\\ud83dx12345\"", "\xef\xbf\xbdx12345"},
    {"\"\\ud83d\\n12345\"", "\xef\xbf\xbd\n12345"},
    {"\"\\udc00\\udc00\"", "\xef\xbf\xbd\xef\xbf\xbd"},
    {"\"\\ude00\\ud83d\\ue000\"", "\xef\xbf\xbd\xef\xbf\xbd\xee\x80\x80"},
    {"\"open", NULL},
    {"\"open\\\"", NULL},
    {"\"\\", NULL},
    {"\"\\x\"", NULL},
    {"\"\\u12\"", NULL},
    {"\"\\u12g4\"", NULL},
    {"\"\\u123", NULL},
    {"open", NULL},
    {"", NULL},
};

static void test_escaped(void) {
  for (int i = 0; i < COUNT_OF(escaped); i++) {
    struct json_reader reader = open(escaped[i].json);
    const char *text = NULL;
    size_t length = 0;
    char room[80];
    bool read = json_reader_escaped(&reader, &text, &length);
    tap_is_int(read, escaped[i].text != NULL, "the string in %s", escaped[i].json);
    if (!read) {
      tap_ok(reader.at == escaped[i].json, "is left unread");
      continue;
    }
    size_t plain = json_reader_unescape(text, length, room);
    tap_ok(plain <= length && plain == strlen(escaped[i].text) &&
               memcmp(room, escaped[i].text, plain) == 0,
           "is what its escapes stand for");
  }
  char room[6] = "x";
  tap_ok(json_reader_unescape("\\u0000", 6, room) == 1 && room[0] == 0,
         "a NUL is a character");
}

int main(void) {
  test_take();
  test_number();
  test_string();
  test_escaped();
  return tap_done();
}
