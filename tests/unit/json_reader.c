/* Tests the JSON reader.  After a text that the grammar allows, the reader's position is
** the end of the text.  Any other text leaves the position unchanged. */
#include "../tap.h"

#include <math.h>
#include <string.h>

#include "base/json_reader.h"

static struct json_reader open(const char *text) {
  return (struct json_reader){text, text + strlen(text)};
}

static void test_take(void) {
  const char *text = " \t\r\n{ x";
  struct json_reader reader = open(text);
  tap_ok(!json_reader_take(&reader, '['), "another character is not taken");
  tap_ok(reader.at == text, "and the white space stays");
  tap_ok(json_reader_take(&reader, '{'), "the character is taken after white space");
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
  int read; /* how many bytes are read; 0: no JSON number starts here */
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
  const char *text; /* NULL: the reader accepts no string here */
} strings[] = {
    {"\"coverage\"", "coverage"},
    {" \"a b\":1", "a b"},
    {"coverage", NULL},
    {"\"", NULL},
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

static void test_strings(void) {
  for (int i = 0; i < COUNT_OF(strings); i++) {
    struct json_reader reader = open(strings[i].json);
    struct json_string string;
    char room[80];
    bool read = json_reader_string(&reader, &string);
    tap_is_int(read, strings[i].text != NULL, "the string in %s", strings[i].json);
    if (!read) {
      tap_ok(reader.at == strings[i].json, "is left unread");
      continue;
    }
    tap_is_int(string.has_escapes, memchr(string.text, '\\', string.length) != NULL,
               "says whether it has escapes");
    size_t plain = json_reader_unescape(string.text, string.length, room);
    tap_ok(plain <= string.length && plain == strlen(strings[i].text) &&
               memcmp(room, strings[i].text, plain) == 0,
           "is what its escapes stand for");
  }
  char room[6] = "x";
  tap_ok(json_reader_unescape("\\u0000", 6, room) == 1 && room[0] == 0,
         "a NUL is a character");
}

static void test_strict(void) {
  static const struct {
    const char *json;
    bool is_strict;
  } texts[] = {{"\"plain\"", true}, {"\"\xc3\x9f\x7f\"", true},
               {"\"\\n\"", true},   {"\"a\nb\"", false},
               {"\"\xc3\"", false}, {"\"\xed\xa0\x80\"", false}};
  for (int i = 0; i < COUNT_OF(texts); i++) {
    struct json_reader reader = open(texts[i].json);
    struct json_string string;
    tap_ok(json_reader_string(&reader, &string) && reader.at == reader.end,
           "a string of any bytes is read");
    tap_is_int(string.is_strict, texts[i].is_strict, "whether JSON's grammar has it");
  }
}

/* --- values ------------------------------------------------------------------------- */

static const struct {
  const char *text;
  int read; /* how many bytes are read; 0: no scalar starts here */
  enum value_type type;
  double number; /* the value; for a text, its length */
} scalars[] = {
    {"12", 2, VALUE_INTEGER, 12},
    {" -7,", 3, VALUE_INTEGER, -7},
    {"9223372036854775807", 19, VALUE_INTEGER, 0x1p63},
    {"9223372036854775808", 19, VALUE_REAL, 0x1p63},
    {"12.0", 4, VALUE_REAL, 12},
    {"1e2", 3, VALUE_REAL, 100},
    {"9e999", 5, VALUE_REAL, INFINITY},
    {"0.1}", 3, VALUE_REAL, 0.1},
    {"\"12\"", 4, VALUE_TEXT, 2},
    {"\"\"", 2, VALUE_TEXT, 0},
    {"\n\"a\\n\"", 6, VALUE_TEXT, 3},
    {"true", 4, VALUE_INTEGER, 1},
    {" false]", 6, VALUE_INTEGER, 0},
    {"null", 4, VALUE_NULL, 0},
    {"{}", 0, VALUE_NULL, 0},
    {"[1]", 0, VALUE_NULL, 0},
    {"tru", 0, VALUE_NULL, 0},
    {" nul", 0, VALUE_NULL, 0},
    {"\"open", 0, VALUE_NULL, 0},
    {"01", 0, VALUE_NULL, 0},
    {"", 0, VALUE_NULL, 0},
};

static double number_of(const struct value *value) {
  if (value->type == VALUE_INTEGER) return (double)value->is.integer;
  if (value->type == VALUE_REAL) return value->is.real;
  return value->type == VALUE_TEXT ? (double)value->length : 0;
}

static void test_scalars(void) {
  for (int i = 0; i < COUNT_OF(scalars); i++) {
    struct value value = {.type = VALUE_NULL};
    struct json_reader reader = open(scalars[i].text);
    bool read = json_reader_scalar(&reader, &value);
    tap_ok(read == (scalars[i].read > 0), "a value or none: %s", scalars[i].text);
    tap_is_int(reader.at - scalars[i].text, scalars[i].read, "read of it");
    if (!read) continue;
    tap_is_int(value.type, scalars[i].type, "its type");
    tap_ok(number_of(&value) == scalars[i].number, "and what it holds");
  }
}

static void test_keys(void) {
  struct json_reader reader = open("{ \"rows\" : 3, \"runs\" 4");
  const char *at = reader.at;
  tap_ok(!json_reader_key(&reader, ',', "rows"), "another separator is no key");
  tap_ok(!json_reader_key(&reader, '{', "row"), "the beginning of a key is no key");
  tap_ok(!json_reader_key(&reader, '{', "rowss"), "a longer name is no key");
  tap_ok(reader.at == at, "it stays where it was");
  tap_ok(json_reader_key(&reader, '{', "rows") && *reader.at == ' ', "up to the colon");
  double value = 0;
  json_reader_number(&reader, &value);
  at = reader.at;
  tap_ok(!json_reader_key(&reader, ',', "runs") && reader.at == at, "without one, none");
  reader = open(" \"high\"]");
  tap_ok(!json_reader_name(&reader, "low"), "another name");
  tap_ok(json_reader_name(&reader, "high") && *reader.at == ']', "a name by itself");
  reader = open("\"h\\u0069gh\"");
  tap_ok(!json_reader_name(&reader, "high"), "a name has no escapes");
}

static void test_done(void) {
  struct json_reader reader = open(" \t\r\n");
  tap_ok(json_reader_is_done(&reader), "white space is nothing");
  reader = open(" x");
  tap_ok(!json_reader_is_done(&reader), "anything else is something");
}

int main(void) {
  test_take();
  test_number();
  test_strings();
  test_strict();
  test_scalars();
  test_keys();
  test_done();
  return tap_done();
}
