/* What assay keeps for each connection: see connection.h. */
#include "connection.h"

#include "../core/relevance.h"
#include "sample_matrix.h"

struct connection *connection_open(const struct sql_module *const *modules) {
  struct connection *connection = sqlite3_malloc64(sizeof *connection);
  if (connection == NULL) return NULL;
  *connection = (struct connection){
      .references = 1, .settings = &settings_defaults, .modules = modules};
  return connection;
}

void connection_release(struct connection *connection) {
  if (--connection->references > 0) return;
  sample_matrix_clear(connection);
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
    loaded->replaced = former->replaced; /* it changed nothing: never in force */
    settings_free(former);
  }
  if (loaded->changed > 0) {
    connection->settings = &loaded->settings;
    connection->digest[0] = 0;
  }
  connection->loaded = loaded;
}

void connection_prepare(struct connection *connection) {
  connection->settings_in_use = true;
  connection->gate = gate_rule_of(connection->settings);
  connection->relevance_mode = relevance_mode_default(connection->settings);
  connection->prepared = true;
}

struct binding *binding_open(struct connection *connection,
                             const struct sql_function *function) {
  struct binding *binding = sqlite3_malloc64(sizeof *binding);
  if (binding == NULL) return NULL;
  *binding = (struct binding){.connection = connection, .function = function};
  connection->references++;
  return binding;
}

void binding_close(void *pointer) {
  struct binding *binding = pointer;
  connection_release(binding->connection);
  sqlite3_free(binding);
}
