/* Tests how numbers are read from a JSON object by their names.  A member's JSON type
** decides how its value is read.  A text that is not JSON as a whole gives no numbers. */
#include "../tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_numbers.h"
#include "base/missing.h"

static const char *const names[] = {"coverage", "recency", "d\xc3\xa9j\xc3\xa0",
                                    "\xf0\x9f\x98\x80"};
#define NAMES COUNT_OF(names)

static struct json_number numbers[NAMES];

static bool read_bytes(const char *text, size_t length) {
  /* Memory of exactly the text's size, so that a sanitizer sees a read beyond the end. */
  char *copy = malloc(length + 1);
  if (copy == NULL) abort();
  memcpy(copy, text, length);
  char *exact = realloc(copy, length > 0 ? length : 1);
  bool read = json_numbers_read(exact, length, names, NAMES, numbers);
  free(exact);
  return read;
}

static bool read_text(const char *text) {
  return read_bytes(text, strlen(text));
}

/* Values of a member "coverage" as JSON text, and how each value is read. */
static const struct {
  const char *json;
  enum json_member member;
  double value;
} values[] = {
    {"0.5", JSON_NUMBER, .5},
    {"-0.5", JSON_NUMBER, -.5},
    {"0", JSON_NUMBER, 0},
    {"12", JSON_NUMBER, 12},
    {"1e2", JSON_NUMBER, 100},
    {"1.5E-2", JSON_NUMBER, .015},
    {"9007199254740993", JSON_NUMBER, 9007199254740992.0},
    {"1e999", JSON_NUMBER, INFINITY},
    {"-1e999", JSON_NUMBER, -INFINITY},
    {"1e-999", JSON_NUMBER, 0},
    {"\"0.5\"", JSON_NUMBER, .5},
    {"\" +.5 \"", JSON_NUMBER, .5},
    {"\"\\t5e-1\\n\"", JSON_NUMBER, .5},
    {"\"\\u0030\\u002e5\"", JSON_NUMBER, .5},
    {"\"1e999\"", JSON_NUMBER, INFINITY},
    {"\"\"", JSON_UNUSABLE, 0},
    {"\"n/a\"", JSON_UNUSABLE, 0},
    {"\"0.5x\"", JSON_UNUSABLE, 0},
    {"\"0.5 0\"", JSON_UNUSABLE, 0},
    {"\"\\u0000\"", JSON_UNUSABLE, 0},
    {"\"0.5\\u0000\"", JSON_UNUSABLE, 0},
    {"\"true\"", JSON_UNUSABLE, 0},
    {"\"nan\"", JSON_UNUSABLE, 0},
    {"true", JSON_BOOLEAN, 1},
    {"false", JSON_BOOLEAN, 0},
    {"null", JSON_UNUSABLE, 0},
    {"[]", JSON_UNUSABLE, 0},
    {"[0.5]", JSON_UNUSABLE, 0},
    {"{}", JSON_UNUSABLE, 0},
    {"{\"coverage\":0.5}", JSON_UNUSABLE, 0},
    {"[ null , true , false , 1 , \"x\" , [ ] , { } , "
     "{ \"a\" : null , \"b\" :\n[\ttrue ] } ]",
     JSON_UNUSABLE, 0},
    {"[[],{},[{}],{\"a\":[]},\"]\",\"\\\"\",1e5,true,false,null]", JSON_UNUSABLE, 0},
};

static void test_values(void) {
  char json[200];
  for (int i = 0; i < COUNT_OF(values); i++) {
    snprintf(json, sizeof json, "{\"coverage\":%s}", values[i].json);
    tap_ok(read_text(json), "an object: %s", json);
    tap_is_int(numbers[0].member, values[i].member, "the kind of %s", values[i].json);
    if (values[i].member == JSON_UNUSABLE)
      tap_ok(is_missing(numbers[0].value), "it has no value");
    else
      tap_ok(numbers[0].value == values[i].value, "its value");
    tap_is_int(numbers[1].member, JSON_ABSENT, "another name is missing");
    snprintf(json, sizeof json, " { \"recency\" : 1 ,\r\n\t\"coverage\" : %s } ",
             values[i].json);
    tap_ok(read_text(json) && numbers[0].member == values[i].member &&
               numbers[1].value == 1,
           "the same among white space, behind another");
  }
}

/* Keys as JSON text spells them.  `name` is the index of the name that the key matches;
** -1: no name. */
static const struct {
  const char *key;
  int name;
} keys[] = {
    {"coverage", 0},
    {"COVERAGE", 0},
    {"Recency", 1},
    {"\\u0063overage", 0},
    {"\\u0043\\u004Fver\\u0061ge", 0},
    {"coverag\\u0065", 0},
    {"d\xc3\xa9j\xc3\xa0", 2},
    {"d\\u00e9j\\u00E0", 2},
    {"\xf0\x9f\x98\x80", 3},
    {"\\ud83d\\ude00", 3},
    {"\\uD83D\\uDE00", 3},
    {"", -1},
    {"coverag", -1},
    {"coverage ", -1},
    {"coverage\\u0000", -1},
    {"coverage\\ud83d", -1},
    {"\\ud83d", -1},
    {"\\ude00\\ud83d", -1},
    {"\\u0001overage", -1},
    {"coverag\\u00e5", -1},
    {"D\\u00c9J\\u00c0", -1}, /* only the letters of ASCII have a case */
    {"\\\"coverage", -1},
    {"cover\\/age", -1},
    {"\\u2126", -1},
    {"co\xcc\x81verage", -1},
};

static void test_keys(void) {
  char json[200];
  for (int i = 0; i < COUNT_OF(keys); i++) {
    snprintf(json, sizeof json, "{\"%s\":0.5,\"x\":1}", keys[i].key);
    tap_ok(read_text(json), "an object: %s", json);
    for (int name = 0; name < NAMES; name++) {
      tap_is_int(numbers[name].member, name == keys[i].name ? JSON_NUMBER : JSON_ABSENT,
                 "\"%s\" and %s", keys[i].key, names[name]);
    }
  }
}

/* If several keys match a name, the name has no usable value.  The spelling and the
** values of the keys do not matter. */
static const char *const twice[] = {
    "{\"coverage\":1,\"coverage\":1}",
    "{\"coverage\":1,\"Coverage\":0.5}",
    "{\"coverage\":1,\"recency\":1,\"\\u0063overage\":1}",
    "{\"coverage\":null,\"recency\":1,\"coverage\":1}",
    "{\"coverage\":1,\"coverage\":1,\"coverage\":1}",
    "{\"coverage\":1,\"x\":{},\"coverage\":true,\"recency\":1}",
};

static void test_twice(void) {
  for (int i = 0; i < COUNT_OF(twice); i++) {
    tap_ok(read_text(twice[i]), "an object: %s", twice[i]);
    tap_ok(numbers[0].member == JSON_UNUSABLE && is_missing(numbers[0].value),
           "a name that occurs twice is unusable");
  }
  tap_ok(read_text("{\"x\":1,\"x\":2,\"coverage\":1}") && numbers[0].value == 1,
         "other names may");
  tap_ok(read_text("{\"x\":{\"coverage\":1},\"coverage\":0.5}") && numbers[0].value == .5,
         "and a name deeper down is another one's");
}

/* Texts that are not an object, each because of one fault. */
static const char *const broken[] = {
    "",
    " ",
    "0.5",
    "\"coverage\"",
    "null",
    "true",
    "[]",
    "[{\"coverage\":1}]",
    "{",
    "}",
    "{\"coverage\"",
    "{\"coverage\":",
    "{\"coverage\":1",
    "{\"coverage\":1,",
    "{\"coverage\":1,}",
    "{,\"coverage\":1}",
    "{\"coverage\" 1}",
    "{\"coverage\":1 2}",
    "{\"coverage\":1}}",
    "{\"coverage\":1} x",
    "{\"coverage\":1}{}",
    "x{\"coverage\":1}",
    "{coverage:1}",
    "{'coverage':1}",
    "{\"coverage\":1;}",
    "{\"coverage\":.5}",
    "{\"coverage\":5.}",
    "{\"coverage\":+1}",
    "{\"coverage\":01}",
    "{\"coverage\":-}",
    "{\"coverage\":1e}",
    "{\"coverage\":0x1}",
    "{\"coverage\":NaN}",
    "{\"coverage\":Infinity}",
    "{\"coverage\":-Infinity}",
    "{\"coverage\":nul}",
    "{\"coverage\":True}",
    "{\"coverage\":truex}",
    "{\"coverage\":}",
    "{\"coverage\":1,\"x\":\"\\x\"}",
    "{\"coverage\":1,\"x\":\"\\u12\"}",
    "{\"coverage\":1,\"x\":\"\\u12g4\"}",
    "{\"coverage\":1,\"x\":\"\\",
    "{\"coverage\":1,\"x\":\"\n\"}",
    "{\"coverage\":1,\"x\":\"\x1f\"}",
    "{\"coverage\":1,\"x\":[\"\x1f\" 1]}", /* a control character in a list */
    "{\"coverage\":1,\"x\":\"open}",
    "{\"coverage\":1,\"x\":\"\xff\"}",
    "{\"coverage\":1,\"\xc3\":1}",
    "{\"coverage\":1,\"x\":\"\xed\xa0\x80\"}",
    "{\"coverage\":1,\"x\":\"\xc0\x80\"}",
    "{\"coverage\":1,\"x\":[}",
    "{\"coverage\":1,\"x\":[1,]}",
    "{\"coverage\":1,\"x\":[,1]}",
    "{\"coverage\":1,\"x\":[1 2]}",
    "{\"coverage\":1,\"x\":[1}}",
    "{\"coverage\":1,\"x\":{\"y\":1]}",
    "{\"coverage\":1,\"x\":{\"y\"}}",
    "{\"coverage\":1,\"x\":{\"y\":}}",
    "{\"coverage\":1,\"x\":{1:1}}",
    "{\"coverage\":1,\"x\":{\"y\":1,}}",
    "{\"coverage\":1,\"x\":{\"y\":[{\"z\":01}]}}",
    "{\"coverage\":1,\"x\":[\"\\q\"]}",
    "{\"coverage\":1,\"x\":[tru]}",
    "{\"coverage\":1}\f",
    "\xef\xbb\xbf{\"coverage\":1}",
    "{\"coverage\":1,//\n\"x\":1}",
    "{\"coverage\":1,\"x\":[[[]]}",
    "{\"coverage\":1,\"x\":[]]}",
};

static bool all_absent(void) {
  for (int i = 0; i < NAMES; i++) {
    if (numbers[i].member != JSON_ABSENT || !is_missing(numbers[i].value)) return false;
  }
  return true;
}

static void test_broken(void) {
  for (int i = 0; i < COUNT_OF(broken); i++) {
    tap_ok(!read_text(broken[i]), "broken[%d] is no object", i);
    tap_ok(all_absent(), "and all its numbers are missing");
  }
  tap_ok(!read_bytes("{\"coverage\":1}\0", 15), "a NUL after the object");
  tap_ok(!read_bytes("{\"coverage\":1\0}", 15), "a NUL within");
  tap_ok(!read_bytes("{\"cover\0age\":1}", 15), "a NUL in a name");
  tap_ok(read_text("{}") && all_absent(), "an empty object is one");
  static const char whole[] =
      "{\"coverage\":0.5,\"x\":[{\"y\":\"\\u00e9\xc3\xa9\"},true,-1e5],\"recency\":1}";
  int cut = 0;
  for (size_t length = 0; length < sizeof whole - 1; length++)
    cut += !read_bytes(whole, length) && all_absent();
  tap_is_int(cut, sizeof whole - 1, "cut off anywhere it is no object");
  tap_ok(read_text(whole) && numbers[1].value == 1, "and whole it is one");
}

/* Reads {"x":[[...]],"coverage":1} or {"x":{"a":{"a":...}},"coverage":1} with `depth`
** levels.  The outermost object is the first level.  Returns true if the object is
** accepted. */
static bool read_deep(int depth, bool objects) {
  const char *open = objects ? "{\"a\":" : "[";
  size_t size = strlen(open);
  char *text = malloc((size + 1) * (size_t)depth + 100), *at = text;
  if (text == NULL) abort();
  at += sprintf(at, "{\"x\":");
  for (int i = 1; i < depth; i++)
    at += sprintf(at, "%s", open);
  if (objects) at += sprintf(at, "0");
  for (int i = 1; i < depth; i++)
    *at++ = objects ? '}' : ']';
  at += sprintf(at, ",\"coverage\":1}");
  bool read = read_bytes(text, (size_t)(at - text));
  free(text);
  return read && numbers[0].value == 1;
}

static void test_depth(void) {
  for (int objects = 0; objects < 2; objects++) {
    tap_ok(read_deep(2, objects), "two levels");
    tap_ok(read_deep(65, objects) && read_deep(66, objects) && read_deep(129, objects),
           "some more");
    tap_ok(read_deep(JSON_NUMBERS_DEPTH, objects), "as many as may be");
    tap_ok(!read_deep(JSON_NUMBERS_DEPTH + 1, objects), "and one more");
    tap_ok(!read_deep(500000, objects), "a stack of them is not climbed");
  }
}

static void test_long(void) {
  size_t size = (size_t)1 << 20;
  char *text = malloc(size + 100);
  if (text == NULL) abort();
  size_t length = (size_t)sprintf(text, "{\"x\":\"");
  memset(text + length, 'x', size);
  length += size;
  length += (size_t)sprintf(text + length, "\",\"coverage\":1}");
  tap_ok(read_bytes(text, length) && numbers[0].value == 1, "a megabyte to read over");
  length = (size_t)sprintf(text, "{\"coverage\":0.");
  memset(text + length, '9', size);
  length += size;
  length += (size_t)sprintf(text + length, ",\"recency\":0.5}");
  tap_ok(read_bytes(text, length) && numbers[0].value == 1 && numbers[1].value == .5,
         "a megabyte of digits");
  length = (size_t)sprintf(text, "{\"coverage\":\"");
  memset(text + length, '0', size);
  length += size;
  length += (size_t)sprintf(text + length, ".5\"}");
  tap_ok(read_bytes(text, length) && numbers[0].value == .5, "and as a string");
  length = (size_t)sprintf(text, "{\"coverage\":\"");
  for (int i = 0; i < 600; i++)
    length += (size_t)sprintf(text + length, "\\u0030");
  size_t zeros = length;
  length += (size_t)sprintf(text + length, ".5\"}");
  tap_ok(read_bytes(text, length) && numbers[0].value == .5, "with escapes, too");
  length = zeros;
  for (int i = 0; i < 600; i++)
    length += (size_t)sprintf(text + length, "\\u0030");
  length += (size_t)sprintf(text + length, ".5\"}");
  tap_ok(read_bytes(text, length) && numbers[0].member == JSON_UNUSABLE,
         "but not with escapes without end");
  free(text);
}

static void take_name(void *context, const struct json_string *name) {
  char *taken = context;
  sprintf(taken + strlen(taken), "%.*s ", (int)name->length, name->text);
}

static void test_other_names(void) {
  static const struct {
    const char *text;
    const char *want; /* NULL: the text is not an object */
  } cases[] = {{"{}", ""},
               {"{\"x\": 1, \"Coverage\": 2, \"y\": {\"z\": 1}}", "x y "},
               {"{\"x\": 1, \"x\": [2], \"cover\\u0061ge\": 2}", "x x "},
               {"{\"x\": 1, \"y\": }", NULL},
               {"{\"x\": 1} 2", NULL},
               {"[]", NULL},
               {"", NULL}};
  static const char *const known[] = {"coverage"};
  for (int i = 0; i < COUNT_OF(cases); i++) {
    char taken[100] = "";
    bool is_object = json_numbers_other_names(cases[i].text, strlen(cases[i].text), known,
                                              1, take_name, taken);
    tap_is_int(is_object, cases[i].want != NULL, "an object: %s", cases[i].text);
    tap_is_text(taken, cases[i].want != NULL ? cases[i].want : "", "... its other names");
  }
}

int main(void) {
  test_other_names();
  test_values();
  test_keys();
  test_twice();
  test_broken();
  test_depth();
  test_long();
  return tap_done();
}
