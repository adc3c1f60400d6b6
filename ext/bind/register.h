/*
** Registration of the function table.
*/
#ifndef ASSAY_BIND_REGISTER_H
#define ASSAY_BIND_REGISTER_H

#include "bind/connection.h"

/* Registers every function of the modules.  Two rows with one name and one argument count
** in succession describe one function.  What the host has under such a name is replaced.
** Once a load has succeeded, a further one does nothing.
**
** On failure `*error` names the row, and what this load has registered is taken back.
** Where a statement runs and a function of the host's has one of the names, nothing has
** been changed: names are looked at first.  Otherwise the failure is one of memory: names
** that the host had used may be free then, and where a statement runs SQLite takes no
** function back.  What is left holds a reference to `connection`, works, and is completed
** by a later load. */
int functions_register(sqlite3 *db, struct connection *connection, char **error);

#endif
