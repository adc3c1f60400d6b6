/*
** Tests the memory that modules have on a connection (bind/connection.h).  A slot
** describes the memory of one module.  Each slot has its own memory on each connection,
** zeroed when the connection is opened.  When the connection ends, the slot's clear() is
** called with the memory.
*/
#include "bind/connection.h"

#include <stdint.h>
#include <string.h>

#include "bind/function.h"
#include "tap.h"

enum { ODD_SIZE = 13 };

static int cleared;
static const void *last_cleared;

static void clear(void *memory) {
  cleared++;
  last_cleared = memory;
}

static const struct connection_slot odd = {ODD_SIZE, NULL};
static const struct connection_slot number = {sizeof(double), clear};
static const struct connection_slot another = {sizeof(double), NULL};
static const struct connection_slot *const slots[] = {&odd, &number, &another, NULL};

static void nothing(sqlite3_context *context, int argc, sqlite3_value **argv) {
}

static const struct sql_function functions[] = {
    {"nothing", 0, PURE, SCALAR(nothing), "nothing()", "NULL", "nothing()", NULL}};
static const struct sql_module module = {"nothing", "Nothing", "nothing", functions, 1};
static const struct sql_module *const modules[] = {&module, NULL};
static const struct sql_module *const no_modules[] = {NULL};

static struct connection *open_with(sqlite3 *db, const struct sql_module *const *with) {
  struct connection *connection = connection_open(db, with, slots);
  if (connection == NULL) tap_bail("out of memory");
  return connection;
}

/* Allocates memory of all small sizes, fills it with bytes that are not 0, and frees it.
** If a later connection does not zero a slot, the slot holds these bytes. */
static void soil_memory(void) {
  enum { STEP = 16, BLOCKS = 512 };
  static unsigned char *blocks[BLOCKS];
  for (int i = 0; i < BLOCKS; i++) {
    blocks[i] = sqlite3_malloc(STEP * (i + 1));
    if (blocks[i] != NULL) memset(blocks[i], 0x5a, (size_t)STEP * (size_t)(i + 1));
  }
  for (int i = 0; i < BLOCKS; i++)
    sqlite3_free(blocks[i]);
}

static bool is_zero(const unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != 0) return false;
  return true;
}

static void test_apart(const struct connection *connection, const char *name) {
  unsigned char *bytes = connection_slot(connection, &odd);
  double *first = connection_slot(connection, &number);
  double *second = connection_slot(connection, &another);
  tap_ok(is_zero(bytes, ODD_SIZE) && *first == 0 && *second == 0, "%s: zeroed", name);
  tap_ok((uintptr_t)first % sizeof(double) == 0 &&
             (uintptr_t)second % sizeof(double) == 0,
         "%s: aligned", name);
  *first = 1;
  *second = 2;
  memset(bytes, 0xff, ODD_SIZE);
  tap_ok(*first == 1 && *second == 2 && bytes[0] == 0xff, "%s: each its own", name);
  tap_ok(connection_slot(connection, &number) == first, "%s: and always that", name);
}

int main(void) {
  int one, other; /* only their addresses are used */
  sqlite3_int64 before = sqlite3_memory_used();
  soil_memory();
  struct connection *first = open_with((sqlite3 *)(void *)&one, modules);
  struct connection *second = open_with((sqlite3 *)(void *)&other, no_modules);
  test_apart(first, "behind a function");
  test_apart(second, "without functions");
  tap_is_int((int)first->binding_count, 1, "the function is still bound");
  tap_ok(first->bindings[0].function == functions, "to its row");
  const double *kept = connection_slot(first, &number);
  tap_ok(connection_find(first->db) == first, "a connection is found");
  connection_release(first);
  tap_is_int(cleared, 0, "a connection in use is not cleared");
  connection_release(first);
  tap_ok(cleared == 1 && last_cleared == kept, "at the end a slot is, once");
  connection_release(second);
  tap_is_int(cleared, 2, "the other connection's slot is cleared, too");
  tap_is_int(sqlite3_memory_used(), before, "nothing is left");
  return tap_done();
}
