# assay: an SQLite loadable extension.  `make help` lists what can be made.

.DEFAULT_GOAL := all
BUILD    ?= build
PREFIX   ?= /usr/local
LIBDIR   ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR  ?= $(PREFIX)/share
DESTDIR  ?=
PYTHON   ?= /usr/bin/python3
PKG_CONFIG ?= pkg-config
OBJCOPY  ?= objcopy
STRIP    ?= strip

# The single-letter options with which make was called: s for `make -s`.
LETTERS  := $(filter-out -% %=%,$(firstword $(MAKEFLAGS)))

# Packages for another platform are built in their own folder (packages.mk). The finished
# packages of all platforms go into one folder, $(OUTPUT).
OUTPUT   := $(BUILD)
ifdef CROSSED
  override BUILD := $(BUILD)/cross/$(CROSSED)
endif

# make's rules write and remove files only in $(BUILD), with two exceptions: `install` and
# `uninstall` change other folders; `reference`, `attach`, `format` and `check-bits
# RECORD=` rewrite sources. $(BUILD) must be `build`, or a folder that was new or empty
# when make marked it as its own, or a folder inside one of these.
ifneq ($(words $(BUILD)),1)
  $(error assay: BUILD is the name of one folder, without blanks, not '$(BUILD)')
endif
ifneq ($(BUILD),build)
  ifneq ($(shell sh config/packages/build_folder.sh '$(BUILD)' \
             $(findstring n,$(LETTERS))),ours)
    $(error assay: BUILD=$(BUILD) has files that make did not write: name another folder)
  endif
endif

# The user may not set these variables: each names files that rules write or remove. A
# variable for a file that rules only read is not in this list.
MADE := BENCH BENCH_COUNTER BITS CLIENT_REFERENCE CLUSTER_HISTORY CONDITIONS \
  CROSS_BUILD CROSS_HEADERS C_TESTS DEMO EXTENSION FAULTS_PROGRAM FAULTS_YAML \
  FAULT_PROGRAMS FUZZ_LINK FUZZ_REPLAYS FUZZ_WORDS HISTORY LAB LAB_ENGINE LAB_TOOLS \
  LIBRARY LIBRARY_FAULTS LOADER_FAULTS MANUAL OLD_GLIBC_PART OUTPUT OUTSIDE PACKAGED \
  PARTS PARTS_OF_PACKAGES QUICK RUNSQL RUNSQL_STATIC SEALED SEALED_OBJECTS SHARE \
  SHARED_OBJECTS STATIC_OBJECTS THREADS UNMAPPABLE WASM WASM_BITS WASM_LIBYAML \
  WASM_OBJECTS WASM_RUNSQL WASM_SOURCES WASM_TESTS
GIVEN    := command $(if $(findstring e,$(LETTERS)),environment)
$(foreach name,$(MADE),$(if $(filter $(GIVEN),$(origin $(name))),$(error \
  assay: $(name) is a place that make writes to, which only BUILD can move)))

# Without this variable, Python would write compiled modules into the folders of the
# sources.
export PYTHONDONTWRITEBYTECODE := 1

VERSION  := $(shell sed -n 's/^.define ASSAY_VERSION "\(.*\)"/\1/p' ext/assay.h)

OPTIMISE ?= -O3
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Werror \
            -Wno-unused-parameter

# The system for which the compiler builds; make may run on another.
MACHINE  := $(shell $(CC) -dumpmachine 2>/dev/null)
ifneq ($(findstring darwin,$(MACHINE)),)
  # The library does not link SQLite, so it must have no undefined symbol. Apple's linker
  # checks this by default. Without install_name the library would contain the path of the
  # folder in which it was built.
  SO       := dylib
  SHARED   := -dynamiclib -Wl,-install_name,@rpath/assay.dylib
  STRIP_FLAGS := -x
else ifneq ($(findstring mingw,$(MACHINE)),)
  SO       := dll
  # With these options the DLL contains no build time, and its address does not depend on
  # its path. So the same sources give the same bytes.
  SHARED   := -shared -static-libgcc -Wl,--no-insert-timestamp \
              -Wl,--disable-auto-image-base
  STRIP_FLAGS := --strip-unneeded
  EXE      := .exe
  # mingw's isfinite() has a branch for float, and gcc would warn about it. A double never
  # takes that branch.
  WARNINGS += -Wno-float-conversion
else
  SO       := so
  SHARED   := -shared -Wl,-z,defs
  STRIP_FLAGS := --strip-unneeded
  # If the library's entry point fails, it unregisters its functions, and SQLite unmaps
  # the library. If a function could not be unregistered, its next call would crash the
  # process. So this option tells the loader never to unmap the library.
  STAY     := -Wl,-z,nodelete
  LOADING  := -ldl
endif

CFLAGS   ?= $(OPTIMISE) -g -falign-functions=32
# Answers must have the same bits on processors with and without FMA, and on processors
# whose registers hold more than a double.
ARITHMETIC := -ffp-contract=off
ifneq ($(filter i386-% i486-% i586-% i686-%,$(MACHINE)),)
  ARITHMETIC += -msse2 -mfpmath=sse
endif
ASSAY_CFLAGS = -std=c11 $(WARNINGS) -fvisibility=hidden $(ARITHMETIC) -Iext \
               $(shell $(PKG_CONFIG) --cflags yaml-0.1 sqlite3 2>/dev/null)
YAML_LIBS   = $(shell $(PKG_CONFIG) --libs yaml-0.1 2>/dev/null || echo -lyaml)
SQLITE_LIBS = $(shell $(PKG_CONFIG) --libs sqlite3 2>/dev/null || echo -lsqlite3)

# gcc vectorises the loops of acceptability.c only with -O3. The option comes last, so it
# overrides another optimisation level in CFLAGS; `HOT_CFLAGS=` leaves it out.
HOT_CFLAGS ?= -O3
$(BUILD)/shared/core/research/acceptability.o \
  $(BUILD)/static/core/research/acceptability.o: FILE_CFLAGS = $(HOT_CFLAGS)

FOLDERS  := ext ext/* ext/*/* ext/*/*/*
SOURCES  := $(wildcard $(FOLDERS:=/*.c))
HEADERS  := $(wildcard $(FOLDERS:=/*.h))
SHARED_OBJECTS := $(SOURCES:ext/%.c=$(BUILD)/shared/%.o)
STATIC_OBJECTS := $(SOURCES:ext/%.c=$(BUILD)/static/%.o)
EXTENSION := $(BUILD)/assay.$(SO)
LIBRARY   := $(BUILD)/libassay.a
PARTS     := $(BUILD)/static/parts.a

# make prints a short line for each file that it makes. V=1 shows the whole command, and
# -s prints nothing.
Q    := $(if $(V),,@)
QUIET = $(V)$(findstring s,$(firstword -$(MAKEFLAGS)))
says  = @$(if $(QUIET),:,printf '  %-4s %s\n' $(1) $@)

.PHONY: all
all: $(EXTENSION) ## build the loadable extension (the default)

$(EXTENSION): $(SHARED_OBJECTS)
	$(call says,LINK)
	$(Q)$(CC) $(SHARED) $(STAY) $(CFLAGS) $(LDFLAGS) -o $@ $(SHARED_OBJECTS) \
	  $(YAML_LIBS) $(LOADING) -lm

# A build for servers where anybody may send SQL: it leaves out the code that reads files
# or the environment. Only assay.o is compiled again; all other objects are those of the
# full build.
SEALED   := $(BUILD)/sealed/assay.$(SO)
OUTSIDE  := $(BUILD)/shared/assay.o $(BUILD)/shared/functions/outside.o \
  $(filter $(BUILD)/shared/settings/outside/%,$(SHARED_OBJECTS))
SEALED_OBJECTS := $(BUILD)/sealed/assay.o $(filter-out $(OUTSIDE),$(SHARED_OBJECTS))

.PHONY: sealed
sealed: $(SEALED) ## build build/sealed/assay.so, which reads no file and no environment

$(SEALED): $(SEALED_OBJECTS)
	$(call says,LINK)
	$(Q)$(CC) $(SHARED) $(STAY) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(YAML_LIBS) $(LOADING) -lm

$(BUILD)/sealed/assay.o: ext/assay.c
	@mkdir -p $(@D)
	$(call says,CC)
	$(Q)$(CC) $(ASSAY_CFLAGS) $(CFLAGS) $(CPPFLAGS) -DASSAY_SEALED -fPIC -MMD -MP \
	  -c -o $@ $<

$(BUILD)/shared/%.o: ext/%.c
	@mkdir -p $(@D)
	$(call says,CC)
	$(Q)$(CC) $(ASSAY_CFLAGS) $(CFLAGS) $(FILE_CFLAGS) $(CPPFLAGS) -fPIC -MMD -MP \
	  -DASSAY_BUILD_FLAGS='"$(strip $(CFLAGS))"' -c -o $@ $<

.PHONY: static
static: $(LIBRARY) ## build libassay.a, to be linked into a program

# The library is one object with one global name, its entry point. So no other name in
# ext/ can collide with a name in a program that links it. Without objcopy, as on macOS,
# all names stay global.
$(LIBRARY): $(STATIC_OBJECTS) Makefile
	$(call says,AR)
	$(Q)rm -f $@
	$(Q)if command -v $(OBJCOPY) >/dev/null 2>&1; then \
	  $(CC) -r -nostdlib -o $(@:.a=.o) $(STATIC_OBJECTS) && \
	  $(OBJCOPY) --localize-hidden $(@:.a=.o) && $(AR) rcs $@ $(@:.a=.o); \
	else $(AR) rcs $@ $(STATIC_OBJECTS); fi

# The same objects with all names global, so that the tests can call any function.
$(PARTS): $(STATIC_OBJECTS)
	$(call says,AR)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(STATIC_OBJECTS)

$(BUILD)/static/%.o: ext/%.c
	@mkdir -p $(@D)
	$(call says,CC)
	$(Q)$(CC) $(ASSAY_CFLAGS) $(CFLAGS) $(FILE_CFLAGS) $(CPPFLAGS) -DSQLITE_CORE -MMD -MP \
	  -DASSAY_BUILD_FLAGS='"$(strip $(CFLAGS))"' -c -o $@ $<

-include $(SHARED_OBJECTS:.o=.d) $(STATIC_OBJECTS:.o=.d) $(BUILD)/sealed/assay.d

include config/packages/packages.mk

# --- a user's commands ------------------------------------------------------------------

.PHONY: deps
deps: ## install what building and testing need and this machine lacks
	@sh .ci/deps

DEMO := $(BUILD)/demo.db

.PHONY: demo
demo: deps ## load the demo data and print its report
	@$(MAKE) --no-print-directory $(DEMO)
	@sqlite3 $(DEMO) -cmd '.load $(EXTENSION)' < sql/demo/report.sql

$(DEMO): $(EXTENSION) $(wildcard sql/*.sql sql/*/*.sql sql/demo/* sql/demo/*/*)
	@rm -f $@ $@.tmp
	@sqlite3 $@.tmp -cmd '.load $(EXTENSION)' < sql/demo/load.sql
	@mv $@.tmp $@

include sql/lab/lab.mk

# `make report` reads the demo, or the database that ASSAY_DATABASE names. Jupyter keeps
# its own files in BUILD, not in the user's home. nbconvert's pages usually load two
# scripts from the network; the page of this report does not need them.
JUPYTER_HOME := $(foreach name,JUPYTER_RUNTIME_DIR JUPYTER_DATA_DIR JUPYTER_CONFIG_DIR \
                  IPYTHONDIR MPLCONFIGDIR,$(name)="$$home")
.PHONY: report
report: ## write build/report.html: a history in twelve pictures (ASSAY_DATABASE=mine.db)
	@[ -z "$$ASSAY_DATABASE" ] || [ -f "$$ASSAY_DATABASE" ] || { \
	  echo "assay: ASSAY_DATABASE names no file: $$ASSAY_DATABASE" >&2; exit 1; }
	@sh .ci/deps report
	@$(MAKE) --no-print-directory $(EXTENSION) $(if $(value ASSAY_DATABASE),,$(DEMO))
	@mkdir -p '$(BUILD)/jupyter'
	home=$$(cd '$(BUILD)/jupyter' && pwd) && \
	  PYDEVD_DISABLE_FILE_VALIDATION=1 $(JUPYTER_HOME) \
	  ASSAY_EXTENSION='$(EXTENSION)' ASSAY_DATABASE="$${ASSAY_DATABASE:-$(DEMO)}" \
	  $(PYTHON) -m nbconvert --to html --execute --no-input --log-level=ERROR \
	  --HTMLExporter.mathjax_url= --HTMLExporter.require_js_url= \
	  --output-dir=$(BUILD) --output=report.html sql/notebooks/report.ipynb

# The man page names the folders where assay is installed.
.PHONY: install uninstall
install: $(EXTENSION) $(MANUAL)
install: ## install all but the tests (PREFIX, LIBDIR, INCLUDEDIR, DATADIR, DESTDIR)
	install -d -m 755 $(DESTDIR)$(LIBDIR)/sqlite3 $(DESTDIR)$(LIBDIR)/pkgconfig \
	  $(DESTDIR)$(INCLUDEDIR) $(DESTDIR)$(DATADIR)/man/man7
	install -m 644 $(EXTENSION) $(DESTDIR)$(LIBDIR)/sqlite3/
	$(STRIP) $(STRIP_FLAGS) $(DESTDIR)$(LIBDIR)/sqlite3/assay.$(SO)
	install -m 644 ext/assay.h $(DESTDIR)$(INCLUDEDIR)/
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' \
	  'extensiondir=$${libdir}/sqlite3' 'includedir=$(INCLUDEDIR)' \
	  'datadir=$(DATADIR)/assay' '' \
	  'Name: assay' 'Description: Research quality rules as SQLite functions' \
	  'Version: $(VERSION)' 'Requires.private: sqlite3 >= 3.31.0, yaml-0.1' \
	  'Cflags: -I$${includedir}' > $(DESTDIR)$(LIBDIR)/pkgconfig/assay.pc
	sh config/packages/share.sh $(DESTDIR)$(DATADIR)/assay
	sed 's|LIBDIR|$(LIBDIR)|; s|DATADIR|$(DATADIR)|' $(MANUAL) \
	  > $(DESTDIR)$(DATADIR)/man/man7/assay.7
	chmod 644 $(DESTDIR)$(LIBDIR)/pkgconfig/assay.pc \
	  $(DESTDIR)$(DATADIR)/man/man7/assay.7
	@echo '.load $(LIBDIR)/sqlite3/assay'

uninstall: ## remove what install put there
	rm -f $(DESTDIR)$(LIBDIR)/sqlite3/assay.$(SO) $(DESTDIR)$(INCLUDEDIR)/assay.h \
	  $(DESTDIR)$(LIBDIR)/pkgconfig/assay.pc $(DESTDIR)$(DATADIR)/man/man7/assay.7
	rm -rf $(DESTDIR)$(DATADIR)/assay

# --- tests ------------------------------------------------------------------------------

# C tests are unit tests of core, or property tests over a connection. Each file is a
# program, linked with the TAP writer and the extension's objects.
C_TESTS   := $(patsubst tests/%.c,$(BUILD)/tests/%,\
               $(wildcard tests/unit/*.c tests/property/*.c))
RUNSQL    := $(BUILD)/tests/runsql$(EXE)
TESTS     := $(sort $(wildcard tests/*.sh tests/sql/*.sql tests/replies/*.py) \
               $(filter-out %/notebook.py,$(wildcard tests/clients/*.py)) \
               $(filter-out %/promptfoo.py,$(wildcard tests/adapters/*.py))) $(C_TESTS)
TEST_CFLAGS = -std=c11 $(WARNINGS) $(ARITHMETIC) $(CFLAGS) $(CPPFLAGS) -Iext -Itests

# If a header in tests/ changes, make rebuilds all tests, because any test may include it.
# If a header in ext/ changes, make rebuilds $(PARTS), and then the tests.
TEST_HEADERS := $(wildcard tests/*.h tests/*/*.h)

$(BUILD)/tests/%: tests/%.c tests/tap.c $(TEST_HEADERS) $(PARTS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -DSQLITE_CORE -o $@ $< tests/tap.c $(PARTS) $(LDFLAGS) \
	  $(SQLITE_LIBS) $(YAML_LIBS) -ldl -lm

$(RUNSQL): tests/runsql.c tests/sqltap.c $(TEST_HEADERS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(CC) $(TEST_CFLAGS) -o $@ tests/runsql.c tests/sqltap.c $(LDFLAGS) $(SQLITE_LIBS)

# The benchmark loads the extension as users do. tests/instructions.sh counts the
# instructions of the benchmark's jobs.
BENCH     := $(BUILD)/tests/bench/bench
BENCH_COUNTER := $(BUILD)/tests/bench/instructions
BENCH_SHARED  := $(addprefix tests/bench/,connection.c jobs.c queries.c tables.c)

$(BENCH): $(BENCH_SHARED) tests/bench/bench.c tests/bench/report.c
$(BENCH_COUNTER): $(BENCH_SHARED) tests/bench/instructions.c
$(BENCH) $(BENCH_COUNTER): $(TEST_HEADERS)
	@mkdir -p $(@D)
	$(call says,CC)
	$(Q)$(CC) -std=c11 $(WARNINGS) $(OPTIMISE) -g -o $@ $(filter %.c,$^) $(LDFLAGS) \
	  $(SQLITE_LIBS)

# The quick tests: SQL, units, and the other tests that take less than a second.
QUICK     := $(wildcard tests/sql/*.sql) $(filter $(BUILD)/tests/unit/%,$(C_TESTS)) \
  $(addprefix $(BUILD)/tests/property/,auxdata bounds comparisons evidence \
    graph_metrics interview_windows limits mean_windows monotone number_texts penalty \
    settings) \
  $(addprefix tests/,attach.sh bits.sh data_quality.sh demo.sh harness.sh loading.sh \
    portable_tables.sh readme.sh reports.sh sums.sh) \
  $(addprefix tests/clients/,contract.py mapping.py python.py rebuild.py \
    text_numbers.py)

.PHONY: quick test test-programs run-tests
quick: test-programs ## run 15 seconds of tests, once everything is built
	@$(PROVE) $(QUICK)

test: deps ## run every test, printing a summary
	@echo 'assay: on two idle cores the build takes 52 seconds and the tests take 87,'
	@echo '  on slow cores twice as long; make quick takes 12 seconds, once all is built'
	@$(MAKE) --no-print-directory run-tests

test-programs: $(EXTENSION) $(SEALED) $(LIBRARY) $(RUNSQL) $(BENCH_COUNTER)
test-programs: $(C_TESTS) $(DEMO) ## build the tests

# prove prints every file name, so make does not echo this long line.
PROVE = CC='$(CC)' CFLAGS='$(CFLAGS)' BUILD='$(BUILD)' ASSAY_EXTENSION='$(EXTENSION)' \
        RUNSQL='$(RUNSQL)' PYTHON='$(PYTHON)' prove -j2 -e tests/run

run-tests: test-programs ## run every test, without installing missing programs
	@$(PROVE) $(TESTS)

# --- speed ------------------------------------------------------------------------------

# The generated history has RUNS runs. A run has one to seven rounds, four on average, and
# a round has ten sources on average. Every thousandth run has rounds, but no row in the
# table runs.
RUNS ?= 50000
HISTORY := $(BUILD)/history.db
define write_history # FILE RUNS
	@rm -f $1 $1.tmp
	@mkdir -p $(dir $1)
	@sqlite3 $1.tmp < sql/schema.sql
	@sqlite3 $1.tmp -cmd '.param set :runs $2' < tests/bench/history.sql
	@sqlite3 $1.tmp < sql/views.sql
	@mv $1.tmp $1
	@sqlite3 $1 "SELECT printf('%s: %d runs, %d rounds, %d sources, %d judgements', \
	  '$1', (SELECT count(*) FROM runs), (SELECT count(*) FROM rounds), \
	  (SELECT count(*) FROM sources), (SELECT count(*) FROM judgements))"
endef
.PHONY: history
history: deps ## write build/history.db: a generated history of RUNS runs (50000)
	$(call write_history,$(HISTORY),$(RUNS))

$(BUILD)/bench/history-%.db:
	$(call write_history,$@,$*)

.PHONY: bench bench-quick
bench: BENCH_REPEATS = 5
bench: ## time the rules against a no-op, plain SQL and Python (JOBS=name)
bench-quick: BENCH_REPEATS = 3
bench-quick: export ASSAY_BENCH_ROWS ?= 200000
bench-quick: ## time the rules over 200,000 rows

bench bench-quick: $(EXTENSION) $(BENCH)
	@$(BENCH) $(EXTENSION) $(BUILD)/bench.db $(BUILD)/bench.json \
	  '$(PYTHON)' tests/bench $(BENCH_REPEATS) '$(JOBS)'

# make writes one history for each of these numbers of runs.
HISTORIES ?= 10000 50000 250000
.PHONY: bench-history bench-reports
bench-history: ## time questions to long histories: assay, DuckDB, pandas, SQL
bench-reports: HISTORIES = $(RUNS)
bench-reports: ## time the reports over RUNS runs, live and judged
bench-history bench-reports: $(EXTENSION)
	@sh .ci/deps bench || true
	@$(MAKE) --no-print-directory $(HISTORIES:%=$(BUILD)/bench/history-%.db)
	@'$(PYTHON)' tests/bench/history/$(@:bench-%=%).py $(EXTENSION) $(BUILD) $(HISTORIES)

include tests/checks.mk

# --- upkeep -----------------------------------------------------------------------------

.PHONY: reference attach lint format clean help
reference: $(EXTENSION) ## rewrite ext/REFERENCE.md's tables from the function table
	sh tests/readme/reference.sh $(EXTENSION) ext/REFERENCE.md > $(BUILD)/REFERENCE.md
	cp $(BUILD)/REFERENCE.md ext/REFERENCE.md

attach: ## rewrite sql/attach.sql, detach.sql and attach_judged.sql
	sh tests/readme/attach.sh attach sql/views.sql > sql/attach.sql
	sh tests/readme/attach.sh detach sql/views.sql > sql/detach.sql
	sh tests/readme/attach.sh attach_judged sql/judged.sql sql/refresh_judged.sql \
	  > sql/attach_judged.sql

C_FILES := $(SOURCES) $(HEADERS) $(wildcard tests/*.[ch] tests/*/*.[ch])

lint: ## run clang-format (check only), clang-tidy and cppcheck
	clang-format --dry-run -Werror $(C_FILES)
	clang-tidy --quiet $(SOURCES) -- $(ASSAY_CFLAGS) 2>/dev/null
	cppcheck --quiet --std=c11 -Iext --error-exitcode=1 --inline-suppr \
	  --enable=warning,performance,portability --suppress=missingIncludeSystem \
	  --library=posix -DSQLITE_CORE $(SOURCES)

format: ## let clang-format lay out every C file
	clang-format -i $(C_FILES)

clean: ## remove everything that was built
	rm -rf '$(BUILD)'

help: ## list the targets
	@sed -n 's/^\([a-z][a-z -]*\):.*## \(.*\)/\1|\2/p' \
	  $(filter Makefile %.mk,$(MAKEFILE_LIST)) | \
	  awk -F'|' '{ count = split($$1, names, " "); \
	    for (i = 1; i <= count; i++) printf "  make %-18s %s\n", names[i], $$2 }'
