/*
** Registers assay's SQL functions and tables.
*/
#ifndef ASSAY_BIND_REGISTER_H
#define ASSAY_BIND_REGISTER_H

#include "bind/connection.h"

/* Registers every function of assay's modules.  If two successive rows of a function
** table have the same name and the same number of arguments, they describe one function.
** A function of assay replaces a function of the host program with the same name and
** number of arguments.  After a load without an error, a further load does nothing.
**
** On failure `*error` names the function that failed, and this load's functions are
** unregistered, with one exception.  There are two causes of failure.  (1) The host has a
** function with the name of an assay function, and a statement is running.  Then nothing
** has changed, because the load checks all names first.  (2) Memory runs out.  Then
** functions of the host can be gone.  The exception: if a statement is also running, this
** load's functions stay, and refer to `connection`.  A later load registers the rest. */
int functions_register(sqlite3 *db, struct connection *connection, char **error);

#endif
