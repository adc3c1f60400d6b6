/*
** Makes values (base/value.h) from a group's parameters: arguments that must be equal in
** all rows of the group (agreement.h).
*/
#ifndef ASSAY_BIND_PARAMETER_H
#define ASSAY_BIND_PARAMETER_H

#include "base/value.h"

/* Each function makes one parameter.  A missing number, and a name whose `bytes` are
** NULL, become NULL.  The bytes of a name or an array are not copied. */
static inline struct value parameter_number(double number) {
  if (number != number) return (struct value){.type = VALUE_NULL};
  return (struct value){.type = VALUE_REAL, .is.real = number};
}

static inline struct value parameter_integer(int64_t integer) {
  return (struct value){.type = VALUE_INTEGER, .is.integer = integer};
}

static inline struct value parameter_name(const char *bytes, size_t length) {
  if (bytes == NULL) return (struct value){.type = VALUE_NULL};
  return (struct value){
      .type = VALUE_TEXT, .is.bytes = (const unsigned char *)bytes, .length = length};
}

static inline struct value parameter_numbers(const double *numbers, size_t count) {
  return (struct value){.type = VALUE_BLOB,
                        .is.bytes = (const void *)numbers,
                        .length = count * sizeof *numbers};
}

#endif
