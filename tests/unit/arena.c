/* Tests arenas: memory that is freed all at once (settings/arena.h). */
#include "settings/arena.h"

#include <stdint.h>
#include <string.h>

#include "tap.h"

static void pieces(void) {
  struct arena arena = {NULL, false};
  int aligned = 0, zero = 0;
  for (size_t size = 1; size <= 100; size++) {
    char *bytes = arena_take(&arena, size);
    if (bytes == NULL) tap_bail("out of memory");
    aligned += (uintptr_t)bytes % 8 == 0;
    zero += bytes[0] == 0 && bytes[size - 1] == 0;
    memset(bytes, 0xff, size);
  }
  tap_is_int(aligned, 100, "pieces are aligned for numbers and pointers");
  tap_is_int(zero, 100, "and all zero");
  arena_free(&arena);
  tap_ok(arena.blocks == NULL, "an arena that is freed has none");
}

/* A large piece gets a block of its own.  This block becomes the second block of the
** list.  The next small piece still comes from the first block. */
static void large_piece(void) {
  struct arena arena = {NULL, false};
  char *first = arena_take(&arena, 16);
  char *large = arena_take(&arena, 100000);
  char *second = arena_take(&arena, 16);
  tap_ok(large != NULL && second == first + 16, "a large piece wastes no room");
  arena_free(&arena);
}

static void texts(void) {
  struct arena arena = {NULL, false};
  tap_is_text(arena_text(&arena, "a\0b", 3), "a", "a text is copied");
  tap_is_text(arena_text(&arena, NULL, 0), "", "one without bytes, too");
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "kept");
  tap_is_text(arena_keep(&arena, text), "kept", "what was appended is kept");
  tap_is_text(arena_keep(&arena, sqlite3_str_new(NULL)), "", "nothing, too");
  tap_ok(!arena.failed, "none of that is a failure");
  arena_free(&arena);
}

int main(void) {
  pieces();
  large_piece();
  texts();
  return tap_done();
}
