/* What assay stores for each connection: see connection.h. */
#include "bind/connection.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "bind/function.h"

/* A list of the structs of all connections that this copy of the library serves.  Threads
** open and close connections at the same time, so a lock guards the list.  A spin lock is
** enough: a thread holds the lock for one walk along the list at most.  SQLite's mutexes
** are no alternative, because SQLite can be built without mutexes. */
static struct connection *served;
static atomic_flag served_lock = ATOMIC_FLAG_INIT;

static void connection_lock(void) {
  /* untested: a thread waits only if another holds the lock */
  while (atomic_flag_test_and_set_explicit(&served_lock, memory_order_acquire))
    continue;
}

static void connection_unlock(void) {
  atomic_flag_clear_explicit(&served_lock, memory_order_release);
}

static void connection_list(struct connection *connection) {
  connection_lock();
  connection->next = served;
  if (served != NULL) served->previous = connection;
  served = connection;
  connection_unlock();
}

static void connection_unlist(struct connection *connection) {
  connection_lock();
  if (connection->next != NULL) connection->next->previous = connection->previous;
  if (connection->previous != NULL) {
    connection->previous->next = connection->next;
  } else {
    served = connection->next;
  }
  connection_unlock();
}

struct connection *connection_find(const sqlite3 *db) {
  connection_lock();
  struct connection *found = served;
  while (found != NULL && found->db != db)
    found = found->next;
  connection_unlock();
  if (found != NULL) found->references++;
  return found;
}

/* Returns false if row `row` of the function table has the same name and argument count
** as the row before it: the two rows describe one function. */
static bool connection_is_another_function(const struct sql_module *module, size_t row) {
  if (row == 0) return true;
  const struct sql_function *a = &module->functions[row - 1], *b = a + 1;
  return a->argument_count != b->argument_count || strcmp(a->name, b->name) != 0;
}

/* Makes the bindings and returns their number.  If `connection` is NULL, only counts the
** bindings. */
static size_t connection_make_bindings(const struct sql_module *const *modules,
                                       struct connection *connection) {
  size_t count = 0;
  for (const struct sql_module *const *m = modules; *m != NULL; m++) {
    for (size_t row = 0; row < (*m)->function_count; row++) {
      if (!connection_is_another_function(*m, row)) continue;
      if (connection != NULL) {
        connection->bindings[count] =
            (struct binding){.connection = connection, .function = &(*m)->functions[row]};
      }
      count++;
    }
  }
  return count;
}

/* Rounds a size up to the alignment of SQLite's memory. */
static size_t connection_aligned(size_t size) {
  size_t unit = sizeof(sqlite3_int64);
  return (size + unit - 1) / unit * unit;
}

/* Fills `list` with the slots.  The slots' memory follows the list, in the same piece of
** memory.  Returns the size of this piece.  If `list` is NULL, only returns the size. */
static size_t connection_make_slots(const struct connection_slot *const *slots,
                                    struct connection_memory *list) {
  size_t count = 1;
  while (slots[count - 1] != NULL)
    count++;
  size_t at = connection_aligned(count * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    if (list != NULL)
      list[i] = (struct connection_memory){slots[i], (unsigned char *)list + at};
    if (slots[i] != NULL) at += connection_aligned(slots[i]->size);
  }
  return at;
}

/* One piece of memory holds the struct with its bindings, followed by the slots. */
struct connection *connection_open(sqlite3 *db, const struct sql_module *const *modules,
                                   const struct connection_slot *const *slots) {
  size_t count = connection_make_bindings(modules, NULL);
  size_t own_size =
      connection_aligned(sizeof(struct connection) + count * sizeof(struct binding));
  size_t size = own_size + connection_make_slots(slots, NULL);
  struct connection *connection = sqlite3_malloc64(size);
  if (connection == NULL) return NULL;
  memset(connection, 0, size);
  *connection = (struct connection){.references = 1,
                                    .db = db,
                                    .settings = &settings_defaults,
                                    .modules = modules,
                                    .memories = (void *)((char *)connection + own_size),
                                    .binding_count = count};
  connection_make_bindings(modules, connection);
  connection_make_slots(slots, connection->memories);
  connection_list(connection);
  return connection;
}

void connection_release(struct connection *connection) {
  if (--connection->references > 0) return;
  connection_unlist(connection);
  for (struct connection_memory *at = connection->memories; at->slot != NULL; at++)
    if (at->slot->clear != NULL) at->slot->clear(at->memory);
  while (connection->loaded != NULL) {
    struct loaded_settings *replaced = connection->loaded->replaced;
    settings_free(connection->loaded);
    connection->loaded = replaced;
  }
  sqlite3_free(connection);
}

void connection_adopt(struct connection *connection, struct loaded_settings *loaded) {
  struct loaded_settings *former = connection->loaded;
  loaded->replaced = former;
  if (former != NULL && &former->settings != connection->settings) {
    loaded->replaced = former->replaced; /* `former` changed nothing: unused */
    settings_free(former);
  }
  if (loaded->changed > 0) connection->settings = &loaded->settings;
  connection->loaded = loaded;
}

void binding_close(void *pointer) {
  struct binding *binding = pointer;
  binding->load = 0;
  connection_release(binding->connection);
}
