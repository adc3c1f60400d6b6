# The checks beyond `make test`. The Makefile includes this file.

# --- checks that need other programs ----------------------------------------------------

# `make test` needs a compiler, SQLite, Python and perl. The checks below need more
# programs, and fetch them. If a check can't fetch a program, it is a SKIP with the
# reason.
.PHONY: check-clients check-notebook check-analyst
# Runs the same SQL statements through each client of SQLite, and compares the answers
# with those of the C interface. By default CLIENTS names the clients that CI runs. The
# others: CLIENTS='jdbc odbc r go rust libsql npm-sqlite3'.
CLIENTS ?= python apsw sqlalchemy pandas sqlite-utils better-sqlite3 node perl php tcl \
           ruby
CLIENT_REFERENCE := $(BUILD)/tests/clients/drivers/c

$(CLIENT_REFERENCE): tests/clients/drivers/c.c
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -o $@ $< $(LDFLAGS) $(SQLITE_LIBS)

check-clients: export CLIENTS := $(CLIENTS)
check-clients: $(EXTENSION) $(DEMO) $(CLIENT_REFERENCE) ## ask each client the battery
	@sh .ci/deps clients || true
	@BUILD='$(BUILD)' sh tests/clients/fetch.sh
	@$(PROVE) tests/clients/node.sh tests/clients/comparison/compare.py
	@cat $(BUILD)/clients/results.md

check-notebook: $(EXTENSION) $(DEMO) ## execute the notebook and look at its pictures
	@sh .ci/deps report
	@$(PROVE) tests/clients/notebook.py

check-analyst: $(EXTENSION) ## replay a session over 200,000 rounds against pandas
	@sh .ci/deps report
	@$(PROVE) tests/analyst/session.py

# First promptfoo.py lets promptfoo write a database. Then readme.sh runs the examples of
# sql/adapters/README.md on that database.
.PHONY: check-adapters
check-adapters: $(EXTENSION) ## have promptfoo write its database and read it by views
	@sh .ci/deps adapters || true
	@$(PROVE) -j1 tests/adapters/promptfoo.py
	@DOCUMENTS=sql/adapters/README.md $(PROVE) -j1 tests/readme.sh

# Workers of Dask judge several files, and the test kills KILLS workers. A plain `make
# test` uses processes of this machine instead of Dask.
KILLS ?= 5
.PHONY: check-shards
check-shards: export KILLS := $(KILLS)
check-shards: $(EXTENSION) ## judge several files on Dask, with workers killed (KILLS)
	@sh .ci/deps shards || true
	@$(PROVE) tests/cluster/on_dask.py

run-tests: TESTS += tests/cluster/judge.py

# Tests a primary and two replicas of libSQL server, which npm fetches. CI sets
# CLUSTER=short: then the test kills the primary three times and reads 100,000 rounds.
CLUSTER_HISTORY := $(BUILD)/cluster/history.db

$(CLUSTER_HISTORY): tests/bench/history.sql sql/schema.sql sql/views.sql
	$(call write_history,$@,500)

.PHONY: check-cluster
check-cluster: $(SEALED) $(DEMO) $(CLUSTER_HISTORY)
check-cluster: ## test three nodes of libSQL server, kill one REPEAT times (CLUSTER=short)
	@sh .ci/deps cluster || true
	@$(PROVE) -v tests/cluster/cluster.py

# Installs and uses each package, as a user without this repository would.
.PHONY: check-packages
check-packages: $(EXTENSION) $(DEMO) $(RUNSQL) $(PARTS_OF_PACKAGES) $(MANUAL)
check-packages: ## make each package, install it somewhere clean, use it
	@sh .ci/deps packages || true
	@$(PROVE) $(wildcard tests/packages/*.sh)

# Tests the packages for other platforms: all of tests/sql under an emulator. Each
# platform takes some minutes, and a gigabyte of Debian's packages.
PLATFORMS ?= arm64 musl windows
.PHONY: check-platforms
check-platforms: $(EXTENSION) $(MANUAL) ## test packages for PLATFORMS
	@PLATFORMS='$(PLATFORMS)' sh .ci/deps platforms || true
	@$(PROVE) -j1 $(PLATFORMS:%=tests/platforms/%.sh)

# --- allocation faults ------------------------------------------------------------------

# A copy of libyaml that calls the test's own allocator in place of malloc, so that its
# allocations can fail. If objcopy or a static libyaml is missing, libyaml.a is empty. In
# that case the test links the plain libyaml, whose allocations never fail.
FAULTS_PROGRAM := $(BUILD)/tests/faults/faults
FAULTS_YAML  := $(BUILD)/tests/faults/libyaml.a
YAML_ARCHIVE  = $(firstword $(wildcard $(shell $(CC) -print-file-name=libyaml.a)))

$(FAULTS_PROGRAM): tests/faults/faults.c tests/faults/memory.c tests/calls.c \
           tests/tap.c $(TEST_HEADERS) $(PARTS) $(FAULTS_YAML)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -DSQLITE_CORE -o $@ tests/faults/faults.c \
	  tests/faults/memory.c tests/calls.c tests/tap.c $(PARTS) $(LDFLAGS) \
	  $(SQLITE_LIBS) $(FAULTS_YAML) $(YAML_LIBS) -lm

# This build allocates every piece of the loader's memory separately, so that each
# allocation can fail.
LOADER_FAULTS := $(BUILD)/tests/faults/loader

$(LOADER_FAULTS): tests/faults/loader.c tests/faults/memory.c tests/tap.c \
           ext/settings/arena.c $(TEST_HEADERS) $(PARTS) $(FAULTS_YAML)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -DSQLITE_CORE -DARENA_BLOCK_SIZE=0 -o $@ \
	  tests/faults/loader.c tests/faults/memory.c tests/tap.c ext/settings/arena.c \
	  $(PARTS) $(LDFLAGS) $(SQLITE_LIBS) $(FAULTS_YAML) $(YAML_LIBS) -lm

$(FAULTS_YAML):
	@mkdir -p $(@D)
	$(call says,COPY)
	$(Q)[ -n '$(YAML_ARCHIVE)' ] && \
	  $(OBJCOPY) --redefine-sym malloc=fault_malloc --redefine-sym free=fault_free \
	  --redefine-sym realloc=fault_realloc --redefine-sym strdup=fault_strdup \
	  $(YAML_ARCHIVE) $@ || $(AR) rcs $@

# Makes allocations fail while SQLite loads the library. This build has no `-z nodelete`,
# so SQLite unmaps the library if loading fails. If a function is still registered after
# that, the test's call of it crashes.
LIBRARY_FAULTS := $(BUILD)/tests/faults/library
UNMAPPABLE     := $(BUILD)/tests/faults/assay.$(SO)

$(LIBRARY_FAULTS): tests/faults/library.c tests/faults/memory.c tests/calls.c \
           tests/tap.c $(TEST_HEADERS) $(PARTS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -DSQLITE_CORE -o $@ tests/faults/library.c \
	  tests/faults/memory.c tests/calls.c tests/tap.c $(PARTS) $(LDFLAGS) $(SQLITE_LIBS) \
	  $(YAML_LIBS) -ldl -lm

$(UNMAPPABLE): $(SHARED_OBJECTS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(SHARED) $(CFLAGS) $(LDFLAGS) -o $@ $(SHARED_OBJECTS) $(YAML_LIBS) -ldl -lm

FAULT_PROGRAMS := $(FAULTS_PROGRAM) $(LOADER_FAULTS) $(LIBRARY_FAULTS) $(UNMAPPABLE) \
                  $(EXTENSION)

.PHONY: check-faults
check-faults: $(FAULT_PROGRAMS) ## fail every allocation in turn
	$(LOADER_FAULTS)
	BUILD='$(BUILD)' ASSAY_EXTENSION='$(EXTENSION)' sh tests/faults/library.sh
	BUILD='$(BUILD)' sh tests/faults/faults.sh

test-programs: $(FAULT_PROGRAMS)
run-tests: TESTS += tests/faults/faults.sh tests/faults/library.sh $(LOADER_FAULTS)
run-tests: export FAULTS = -quick

# --- the suite with the extension linked in ---------------------------------------------

# Each check below builds the extension and the tests with its own options, in its own
# folder. It runs all tests that need no loadable extension.
RUNSQL_STATIC := $(BUILD)/tests/runsql-static
STATIC_TESTS   = $(wildcard tests/sql/*.sql) $(C_TESTS) $(FAULT_TEST)
FAULT_TEST     = tests/faults/faults.sh tests/faults/library.sh $(LOADER_FAULTS)
RUN           ?= tests/run

$(RUNSQL_STATIC): tests/runsql.c tests/sqltap.c $(TEST_HEADERS) $(PARTS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -DASSAY_STATIC -DSQLITE_CORE -o $@ tests/runsql.c \
	  tests/sqltap.c $(PARTS) $(LDFLAGS) $(SQLITE_LIBS) $(YAML_LIBS) -lm

.PHONY: static-programs run-static-tests
static-programs: ## build the tests with the extension linked in
static-programs: $(PARTS) $(RUNSQL_STATIC) $(C_TESTS) $(FAULT_PROGRAMS)

run-static-tests: static-programs ## run the tests with the extension linked in
	@CC='$(CC)' BUILD='$(BUILD)' RUNSQL='$(RUNSQL_STATIC)' FAULTS=-quick \
	  ASSAY_EXTENSION='$(EXTENSION)' prove -j2 -e '$(RUN)' $(STATIC_TESTS)

# check-versions calls these two targets. run-linked-tests links the extension into the
# tests; run-loaded-tests loads it.
.PHONY: run-linked-tests run-loaded-tests
run-linked-tests: run-static-tests ## run the linked tests, for check-versions

run-loaded-tests: $(EXTENSION) $(RUNSQL) ## run the SQL tests, for check-versions
	@ASSAY_EXTENSION='$(EXTENSION)' RUNSQL='$(RUNSQL)' prove -j2 -e tests/run \
	  $(wildcard tests/sql/*.sql)

STATIC_MAKE = $(MAKE) --no-print-directory -s

# --- sanitizers and valgrind ------------------------------------------------------------

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# clang links its sanitizers into programs only. A shared library that clang links has
# undefined symbols, so it is linked without -z defs.
.PHONY: check-sanitize check-valgrind
check-sanitize: ## run the tests under gcc's and clang's address and undefined sanitizers
	$(STATIC_MAKE) BUILD=$(BUILD)/sanitize-gcc CC=gcc CFLAGS='-O1 -g $(SANITIZE)' \
	  run-static-tests
	$(STATIC_MAKE) BUILD=$(BUILD)/sanitize-clang CC=clang CFLAGS='-O1 -g $(SANITIZE)' \
	  SHARED=-shared run-static-tests

# check-valgrind leaves out the fault tests, which would take many minutes under valgrind.
check-valgrind: ## run the tests under valgrind
	$(STATIC_MAKE) BUILD=$(BUILD)/valgrind CFLAGS='-O1 -g' FAULT_TEST= \
	  RUN=tests/run-valgrind run-static-tests

# --- coverage ---------------------------------------------------------------------------

# If COVERAGE is set, only the code of ext/ is instrumented: in the objects for the tests,
# in the extension, and in the inline functions of its headers.
ifdef COVERAGE
$(STATIC_OBJECTS) $(SHARED_OBJECTS) $(EXTENSION) $(UNMAPPABLE): \
  override CFLAGS += --coverage
TEST_CFLAGS += --coverage '-fprofile-filter-files=ext/.*[.]h'
endif

# By the macro ACCEPTABILITY_CLONES the compiler normally makes two versions of some
# functions, and the processor decides which version runs. This build has only the plain
# version, because a machine uses only one of them.
COVERAGE_MAKE = $(STATIC_MAKE) COVERAGE=1 BUILD=$(BUILD)/coverage CC=gcc CFLAGS='-O0 -g' \
                CPPFLAGS=-DACCEPTABILITY_CLONES= HOT_CFLAGS= LDFLAGS=-lgcov

# clang also counts conditions (MC/DC): tests must show that each condition can decide the
# outcome by itself.
CONDITIONS      = $(BUILD)/conditions
CONDITIONS_MAKE = $(STATIC_MAKE) BUILD=$(CONDITIONS) CC=clang-19 CFLAGS='-O0 -g \
                  -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc' \
                  CPPFLAGS=-DACCEPTABILITY_CLONES= HOT_CFLAGS= SHARED=-shared

.PHONY: coverage coverage-branches coverage-conditions
coverage: coverage-branches coverage-conditions ## run both coverage checks

coverage-branches: ## find branches of ext/ that no test takes; fails below 100 %
	+$(COVERAGE_MAKE) static-programs
	find $(BUILD)/coverage -name '*.gcda' -delete
	+$(COVERAGE_MAKE) run-static-tests
	$(PYTHON) tests/coverage/report.py $(BUILD)/coverage

coverage-conditions: ## find conditions of ext/ that no test shows (MC/DC, clang-19)
	@sh .ci/deps coverage
	+$(CONDITIONS_MAKE) static-programs
	rm -rf $(CONDITIONS)/profiles
	+LLVM_PROFILE_FILE="$$PWD/$(CONDITIONS)/profiles/%4m.profraw" \
	  $(CONDITIONS_MAKE) run-static-tests
	llvm-profdata-19 merge -o $(CONDITIONS)/profile $(CONDITIONS)/profiles/*.profraw
	llvm-cov-19 export -instr-profile $(CONDITIONS)/profile \
	  $$(find $(CONDITIONS) -type f -perm -u=x ! -name CACHEDIR.TAG \
	    -printf '-object %p ') > $(CONDITIONS)/conditions.json
	$(PYTHON) tests/coverage/report.py $(CONDITIONS)/conditions.json

# --- fuzzing ----------------------------------------------------------------------------

# Each tests/fuzz/NAME.c with a corpus is a target of libFuzzer, built by clang. In a
# plain `make test` each target makes a fixed number of runs without libFuzzer. `make
# check-fuzz FUZZ_SECONDS=600` fuzzes each target for ten minutes, starts from its corpus,
# and stores new inputs in $(BUILD)/fuzz. If FUZZ_SECONDS is empty, libFuzzer makes a
# fixed number of runs.
FUZZ_TARGETS  := $(notdir $(wildcard tests/fuzz/corpus/*))
FUZZ_REPLAYS  := $(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/%-replay)
FUZZ_WORDS    := $(BUILD)/tests/fuzz/dictionary
FUZZ_SHARED   := $(addprefix tests/fuzz/,choice.c answers.c arguments.c) tests/calls.c
FUZZ_LINK      = $(PARTS) $(LDFLAGS) $(SQLITE_LIBS) $(YAML_LIBS) -lm
FUZZ_SECONDS  ?= 60
FUZZ_CFLAGS   := -O1 -g -fsanitize=fuzzer-no-link,address,undefined \
                 -fno-sanitize-recover=undefined

$(BUILD)/tests/fuzz/%: tests/fuzz/%.c $(FUZZ_SHARED) $(TEST_HEADERS) $(PARTS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -fsanitize=fuzzer -DSQLITE_CORE -o $@ $< $(FUZZ_SHARED) \
	  $(FUZZ_LINK)

$(BUILD)/tests/fuzz/%-replay: tests/fuzz/%.c tests/fuzz/replay.c $(FUZZ_SHARED) \
                              $(TEST_HEADERS) $(PARTS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -DSQLITE_CORE -o $@ $< tests/fuzz/replay.c $(FUZZ_SHARED) \
	  $(FUZZ_LINK)

$(FUZZ_WORDS): tests/fuzz/dictionary.c tests/calls.c $(TEST_HEADERS) $(PARTS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -DSQLITE_CORE -o $@ $< tests/calls.c $(FUZZ_LINK)

.PHONY: check-fuzz fuzz-programs
fuzz-programs: ## build the fuzz targets, for check-fuzz
	$(STATIC_MAKE) BUILD=$(BUILD)/fuzz CC=clang CFLAGS='$(FUZZ_CFLAGS)' \
	  $(FUZZ_TARGETS:%=$(BUILD)/fuzz/tests/fuzz/%)

test-programs: $(FUZZ_REPLAYS) $(FUZZ_WORDS)
run-tests: TESTS += tests/fuzz/replay.sh

check-fuzz: $(FUZZ_WORDS) ## fuzz each target for FUZZ_SECONDS (60)
	@sh .ci/deps fuzz || true
	BUILD='$(BUILD)' FUZZ_SECONDS='$(FUZZ_SECONDS)' sh tests/fuzz/fuzz.sh

# --- an independent reference -----------------------------------------------------------

# tests/reference implements the rules a second time, in Python, from the documentation. A
# plain `make test` compares some hundred answers of each function. `make check-reference
# CASES=20000` compares more; SEED=2 draws other cases.
CASES ?= 20000

.PHONY: check-reference
check-reference: $(EXTENSION) ## compare CASES (20000) answers of each function (SEED)
	ASSAY_EXTENSION='$(EXTENSION)' CASES='$(CASES)' \
	  $(PYTHON) tests/reference/compare.py

run-tests: TESTS += tests/reference/compare.py

# Compares answers with those of other programs that compute the same numbers.
.PHONY: check-outside
check-outside: $(EXTENSION) ## compare with scipy, statsmodels, pROC; simulate (CASES)
	@$(PROVE) -v tests/outside/comparisons.py tests/outside/outcomes.py \
	  tests/outside/simulated.py tests/outside/floors.py

# --- the same bits everywhere -----------------------------------------------------------

# tests/bits/digests.txt has a digest of each function's answers (rule R10). A plain `make
# test` compares this build's digests with the file. If answers change on purpose, `make
# check-bits RECORD='recency_decay mean_of'` records the new digests of these functions.
BITS := $(BUILD)/tests/bits/bits

$(BITS): $(wildcard tests/bits/*.c) tests/calls.c $(TEST_HEADERS) $(PARTS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -DSQLITE_CORE -o $@ $(filter %.c,$^) $(PARTS) $(LDFLAGS) \
	  $(SQLITE_LIBS) $(YAML_LIBS) -lm

.PHONY: check-bits
check-bits: ## compare answers' bits across compilers, processors, C libraries (RECORD)
	BUILD='$(BUILD)' MAKE='$(MAKE)' sh tests/bits/run

test-programs: $(BITS)

# --- versions of SQLite -----------------------------------------------------------------

.PHONY: check-versions
check-versions: ## run the tests against the oldest supported SQLite and a new one
	BUILD='$(BUILD)' CC='$(CC)' MAKE='$(MAKE)' sh tests/versions/run

# --- other processors -------------------------------------------------------------------

.PHONY: check-processors
check-processors: ## run the tests on other processors, emulated
	BUILD='$(BUILD)' MAKE='$(MAKE)' sh tests/processors/run

# --- threads ----------------------------------------------------------------------------

THREADS := $(BUILD)/tests/threads/threads
THREAD_SECONDS ?= 60

$(THREADS): tests/threads/threads.c tests/calls.c tests/tap.c $(TEST_HEADERS) $(PARTS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -DSQLITE_CORE -o $@ tests/threads/threads.c tests/calls.c \
	  tests/tap.c $(PARTS) $(LDFLAGS) $(SQLITE_LIBS) $(YAML_LIBS) -lm -lpthread

.PHONY: check-threads
check-threads: ## run 8 connections in 8 threads for THREAD_SECONDS (60)
	$(STATIC_MAKE) BUILD=$(BUILD)/threads CFLAGS='-O1 -g -fsanitize=thread' \
	  $(BUILD)/threads/tests/threads/threads
	THREAD_SECONDS='$(THREAD_SECONDS)' $(BUILD)/threads/tests/threads/threads

test-programs: $(THREADS)
run-tests: TESTS += $(THREADS)

# --- mutation ---------------------------------------------------------------------------

.PHONY: mutation
mutation: ## count small changes to ext that the tests notice (MUTANTS, FILES)
	CC='$(CC)' $(PYTHON) tests/mutation/mutate.py $(BUILD)
include tests/lab/lab.mk
