/*
** What assay stores for each connection.
**
** Each SQLite connection has one struct connection, which all functions registered on it
** share.  The struct counts its references: every registered function holds a reference
** until SQLite destroys the function.  SQLite destroys functions in any order; dropping
** the last reference frees the struct.  SQLite lets only one thread at a time use a
** connection, so the struct needs no lock.
**
** A list of these structs says which connections this copy of the library serves, and
** with what settings.  A query on a connection could tell this, too, but an authorizer,
** an interrupt or lack of memory can make the query fail.  Reading the list cannot fail.
*/
#ifndef ASSAY_BIND_CONNECTION_H
#define ASSAY_BIND_CONNECTION_H

#include <sqlite3ext.h>

#include "settings/loading/load.h"
#include "settings/keys/listing.h"

SQLITE_EXTENSION_INIT3

struct sql_function;
struct sql_module;

/* A module's own memory on every connection: `size` bytes, which connection_open() sets
** to 0.  When the connection ends, `clear` frees what this memory owns; `clear` is NULL
** if there is nothing to free. */
struct connection_slot {
  size_t size;
  void (*clear)(void *memory);
};

struct connection_memory {
  const struct connection_slot *slot;
  void *memory;
};

/* The user data of a registered function: its row in the function table and its
** connection. */
struct binding {
  struct connection *connection;
  const struct sql_function *function;
  unsigned load;     /* the load that registered the function, from 1; 0 for none */
  unsigned attempts; /* attempts to set auxiliary data: see auxdata_pays() */
  bool reads_row;    /* an aggregate is reading a row: store a mistake, don't raise it */
  char *mistake;     /* the row's mistake or NULL; code that sets reads_row owns it */
};

struct connection {
  int references;
  sqlite3 *db;
  struct connection *next; /* in the list of all structs */
  struct connection *previous;
  unsigned loads;                  /* attempts to load assay */
  bool complete;                   /* an attempt has succeeded */
  const struct settings *settings; /* the current settings */
  bool settings_in_use; /* a function has read the settings: they can no longer change */
  char digest[LISTING_DIGEST_SIZE];        /* empty until computed */
  struct loaded_settings *loaded;          /* the latest load of settings, or NULL */
  const struct sql_module *const *modules; /* ends with NULL */
  struct connection_memory *memories;      /* memory of the slots; ends with NULL */
  size_t binding_count;
  /* one binding for each function, in the order of the modules */
  struct binding bindings[];
};

/* Returns a new struct with one reference and the built-in settings, or NULL when out of
** memory.  The struct is in the list of all structs, and has all memory that
** functions_register() needs.  `modules` and `slots` end with NULL; they are not copied,
** and must live until the program ends. */
struct connection *connection_open(sqlite3 *db, const struct sql_module *const *modules,
                                   const struct connection_slot *const *slots);

/* Returns the struct that an earlier load of assay made for `db`; NULL if there is none.
** Adds a reference to the struct. */
struct connection *connection_find(const sqlite3 *db);

void connection_release(struct connection *connection);

/* Makes `loaded` the latest load of settings, and takes ownership of it.  If `loaded`
** changed a setting, its settings become the current settings.  The caller has checked
** that no function has read the former settings.  Former settings live as long as the
** connection, because a running statement that reads a table can still point into
** them. */
void connection_adopt(struct connection *connection, struct loaded_settings *loaded);

/* The xDestroy of a registered function: drops the reference that the function holds. */
void binding_close(void *binding);

static inline struct binding *binding_of(sqlite3_context *context) {
  return sqlite3_user_data(context);
}

/* Allocates memory that the caller frees.  Returns NULL and sets the error when out of
** memory. */
static inline void *call_memory(sqlite3_context *context, sqlite3_uint64 size) {
  void *memory = sqlite3_malloc64(size);
  if (memory == NULL) sqlite3_result_error_nomem(context);
  return memory;
}

/* Returns the current settings, for an SQL function that reads them.  After this call the
** connection's settings can't change, so the function can be DETERMINISTIC. */
static inline const struct settings *settings_of(sqlite3_context *context) {
  struct connection *connection = binding_of(context)->connection;
  connection->settings_in_use = true;
  return connection->settings;
}

/* Returns the memory of a slot, which must be among the `slots` of connection_open(). */
static inline void *connection_slot(const struct connection *connection,
                                    const struct connection_slot *slot) {
  const struct connection_memory *at = connection->memories;
  while (at->slot != slot)
    at++;
  return at->memory;
}

#endif
