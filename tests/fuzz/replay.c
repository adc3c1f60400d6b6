/*
** Runs a fuzz target without libFuzzer: over every file on the command line, then over
** changed copies of the files.
**
**   TARGET-replay RUNS FILE...
**
** Bytes are overwritten, inserted, removed, and copied from another file.  SplitMix64
** draws the changes from one seed, so every machine tries the same inputs.
*/
#include "source.h"

enum { MOST_BYTES = 9000 };

struct input {
  uint8_t bytes[MOST_BYTES];
  size_t length;
};

static uint64_t random_state = 1;

static size_t random_below(size_t n) {
  return (size_t)(splitmix64(&random_state) % n);
}

static void read_input(const char *path, struct input *input) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fuzz_fail("cannot be opened", path);
  input->length = fread(input->bytes, 1, sizeof input->bytes, file);
  fclose(file);
}

/* Copies the input into a block of exactly its length, so that a sanitizer sees a read
** beyond the end. */
static void run(const struct input *input) {
  uint8_t *copy = malloc(input->length + (input->length == 0));
  if (copy == NULL) abort();
  memcpy(copy, input->bytes, input->length);
  LLVMFuzzerTestOneInput(copy, input->length);
  free(copy);
}

static void remove_bytes(struct input *input, size_t at, size_t count) {
  if (count > input->length - at) count = input->length - at;
  memmove(input->bytes + at, input->bytes + at + count, input->length - at - count);
  input->length -= count;
}

/* Inserts up to 16 bytes of another input. */
static void insert_bytes(struct input *input, size_t at, const struct input *other) {
  size_t from = random_below(other->length + 1), count = 1 + random_below(16);
  if (count > other->length - from) count = other->length - from;
  if (count > MOST_BYTES - input->length) count = MOST_BYTES - input->length;
  memmove(input->bytes + at + count, input->bytes + at, input->length - at);
  memcpy(input->bytes + at, other->bytes + from, count);
  input->length += count;
}

static void change(struct input *input, const struct input *other) {
  size_t at = random_below(input->length + 1);
  switch (random_below(4)) {
  case 0:
    insert_bytes(input, at, other);
    break;
  case 1:
    remove_bytes(input, at, 1 + random_below(8));
    break;
  default:
    if (at < input->length) input->bytes[at] = (uint8_t)random_below(256);
    break;
  }
}

int main(int count, char **arguments) {
  static struct input inputs[512], changed;
  if (count < 3) fuzz_fail("usage", "TARGET-replay RUNS FILE...");
  size_t files = (size_t)count - 2;
  if (files > sizeof inputs / sizeof *inputs) fuzz_fail("replay", "too many files");
  for (size_t i = 0; i < files; i++) {
    read_input(arguments[i + 2], &inputs[i]);
    run(&inputs[i]);
  }
  for (long left = atol(arguments[1]) - (long)files; left > 0; left--) {
    changed = inputs[random_below(files)];
    for (size_t changes = 1 + random_below(4); changes > 0; changes--)
      change(&changed, &inputs[random_below(files)]);
    run(&changed);
  }
  return 0;
}
