# Checks beyond the plain tests: faults, sanitizers, fuzzing, coverage, mutation, versions
# of SQLite, threads.  Included by the Makefile.

# --- allocation faults ------------------------------------------------------------------

# libyaml with its calls of malloc renamed, so that they can fail; where there is no static
# libyaml or no objcopy, the plain library, whose allocations then never fail.
FAULTS       := $(BUILD)/tests/faults/faults
FAULTS_YAML  := $(BUILD)/tests/faults/libyaml.a
YAML_ARCHIVE  = $(firstword $(wildcard $(shell $(CC) -print-file-name=libyaml.a)))

$(FAULTS): tests/faults/faults.c tests/faults/memory.c tests/faults/memory.h \
           tests/calls.c tests/calls.h tests/tap.c $(LIBRARY) $(FAULTS_YAML)
	$(CC) $(TEST_CFLAGS) -DSQLITE_CORE -o $@ tests/faults/faults.c tests/faults/memory.c \
	  tests/calls.c tests/tap.c $(LIBRARY) $(LDFLAGS) $(SQLITE_LIBS) $(FAULTS_YAML) \
	  $(YAML_LIBS) -lm

$(FAULTS_YAML):
	@mkdir -p $(@D)
	if ! objcopy --redefine-sym malloc=fault_malloc --redefine-sym free=fault_free \
	  --redefine-sym realloc=fault_realloc --redefine-sym strdup=fault_strdup \
	  $(YAML_ARCHIVE) $@; then $(AR) rcs $@; fi

.PHONY: check-faults
check-faults: $(FAULTS) ## fail every allocation in turn
	BUILD='$(BUILD)' sh tests/faults/faults.sh

test-programs: $(FAULTS)
