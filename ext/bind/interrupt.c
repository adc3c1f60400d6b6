/* Interrupts inside a long call: see interrupt.h. */
#include "interrupt.h"

void interrupt_close(struct interrupt *interrupt) {
  sqlite3_finalize(interrupt->nothing);
  interrupt->nothing = NULL;
}

/* Where the statement can't be prepared, as under an authorizer that denies everything,
** the call goes on to its end. */
bool interrupt_look(struct interrupt *interrupt) {
  interrupt->work = 0;
  if (interrupt->nothing == NULL &&
      sqlite3_prepare_v2(interrupt->db, "SELECT 1", -1, &interrupt->nothing, NULL) !=
          SQLITE_OK) {
    return false;
  }
  int rc = sqlite3_step(interrupt->nothing);
  sqlite3_reset(interrupt->nothing);
  return rc == SQLITE_INTERRUPT;
}
