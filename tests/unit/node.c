/*
** Two SQL values that have the same text in JSON are one node of a graph
** (core/interview/node.h).  The values 1 and 1.0 are one node, too.
*/
#include "core/interview/node.h"

#include <math.h>
#include <string.h>

#include "tap.h"

static struct value text(const char *bytes) {
  return (struct value){.type = VALUE_TEXT,
                        .is.bytes = (const unsigned char *)bytes,
                        .length = strlen(bytes)};
}

static struct value real(double number) {
  return (struct value){.type = VALUE_REAL, .is.real = number};
}

static void is_integer(struct value value, long long want, const char *name) {
  struct value node = node_of(value);
  tap_ok(node.type == VALUE_INTEGER && node.is.integer == want, "%s", name);
}

static void is_type(struct value value, enum value_type want, const char *name) {
  tap_is_int(node_of(value).type, want, "%s", name);
}

int main(void) {
  is_integer(text("1"), 1, "'1'");
  is_integer(text("-12"), -12, "'-12'");
  is_integer(text("0"), 0, "'0'");
  is_integer(text("9223372036854775807"), INT64_MAX, "the greatest integer");
  is_integer(text("-9223372036854775808"), INT64_MIN, "the least integer");
  is_integer(real(2), 2, "2.0");
  is_integer(real(-0.0), 0, "-0.0");
  is_integer(real(-0x1p63), INT64_MIN, "-2^63 as a real");
  is_type(text("9223372036854775808"), VALUE_TEXT, "one more, written out");
  is_type(text("-9223372036854775809"), VALUE_TEXT, "one less than the least");
  is_type(text("9223372036854775810"), VALUE_TEXT, "a digit too large");
  is_type(text("92233720368547758070"), VALUE_TEXT, "a digit too many");
  is_type(real(0x1p63), VALUE_REAL, "2^63 as a real");
  is_type(real(1e19), VALUE_REAL, "10^19");
  is_type(real(-1e19), VALUE_REAL, "-10^19");
  is_type(real((double)INFINITY), VALUE_REAL, "an infinity");
  is_type(text("1.5"), VALUE_REAL, "'1.5'");
  is_type(text("1e+22"), VALUE_REAL, "'1e+22', as it is written");
  is_type(text("1e22"), VALUE_TEXT, "'1e22', as it is not");
  is_type(text("1e+999"), VALUE_TEXT, "'1e+999', beyond all doubles");
  is_type(text("0.1e+6"), VALUE_TEXT, "'0.1e+6', as long as 100000");
  is_type(text("1.50"), VALUE_TEXT, "'1.50'");
  is_type(text("007"), VALUE_TEXT, "'007'");
  is_type(text("-0"), VALUE_TEXT, "'-0'");
  is_type(text(" 1"), VALUE_TEXT, "' 1'");
  is_type(text("+1"), VALUE_TEXT, "'+1'");
  is_type(text("-"), VALUE_TEXT, "'-'");
  is_type(text(""), VALUE_TEXT, "''");
  is_type((struct value){.type = VALUE_TEXT}, VALUE_TEXT, "a text without bytes");
  is_type(text("node"), VALUE_TEXT, "'node'");
  is_type(text("1x"), VALUE_TEXT, "'1x'");
  is_type(text("0.0"), VALUE_TEXT, "'0.0'");
  is_type(text("1e999"), VALUE_TEXT, "'1e999'");
  is_type((struct value){.type = VALUE_BLOB}, VALUE_BLOB, "a BLOB");
  is_type((struct value){.type = VALUE_NULL}, VALUE_NULL, "NULL");
  return tap_done();
}
