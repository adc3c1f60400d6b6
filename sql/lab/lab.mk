# The lab: the extension as WebAssembly, and the page around it. The Makefile includes
# this file; README.md in this folder describes each part.

EMCC       ?= emcc
NODE       ?= node
LAB        := $(BUILD)/lab
WASM       := $(BUILD)/wasm
WASM_SQLITE ?= better-sqlite3@13.2.0
WASM_SOURCES := $(WASM)/sources
WASM_LIBYAML := $(WASM)/libyaml

# The newest processor feature that the code uses is SIMD. Browsers have it since 2021.
WASM_CFLAGS = -std=c11 $(WARNINGS) -fvisibility=hidden -ffp-contract=off -Iext \
              -isystem $(WASM_SOURCES)/sqlite -isystem $(WASM_LIBYAML) \
              -DYAML_DECLARE_STATIC -DSQLITE_CORE -O2
WASM_SQLITE_FLAGS := -w -Os -ffp-contract=off -DSQLITE_THREADSAFE=0 -DSQLITE_OS_OTHER=1 \
  -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_TEMP_STORE=3 -DSQLITE_DQS=0 \
  -DSQLITE_DEFAULT_MEMSTATUS=1 -DSQLITE_MAX_MMAP_SIZE=0 -DSQLITE_ENABLE_MATH_FUNCTIONS \
  -DSQLITE_OMIT_DEPRECATED \
  -DSQLITE_ENABLE_PERCENTILE

WASM_OBJECTS := $(SOURCES:ext/%.c=$(WASM)/ext/%.o) $(WASM)/sqlite3.o $(WASM)/engine.o \
                $(WASM_LIBYAML)/libyaml.a
$(WASM)/ext/core/research/acceptability.o: WASM_FILE_CFLAGS = -O3 -msimd128

# SQLite's source is fetched only once.
$(WASM_SOURCES)/fetched: sql/lab/engine/sources.sh config/packages/sources.sh
	@mkdir -p $(@D)
	@sh sql/lab/engine/sources.sh $(@D) '$(WASM_SQLITE)'
	@touch $@

$(WASM)/ext/%.o: ext/%.c $(WASM_SOURCES)/fetched $(WASM_LIBYAML)/libyaml.a
	@mkdir -p $(@D)
	$(call says,EMCC)
	$(Q)$(EMCC) $(WASM_CFLAGS) $(WASM_FILE_CFLAGS) -MMD -MP \
	  -DASSAY_BUILD_FLAGS='"-O2 wasm32"' -c -o $@ $<

$(WASM)/engine.o: sql/lab/engine/engine.c $(WASM_SOURCES)/fetched
	$(call says,EMCC)
	$(Q)$(EMCC) $(WASM_CFLAGS) -MMD -MP -c -o $@ $<

$(WASM)/sqlite3.o: $(WASM_SOURCES)/fetched
	$(call says,EMCC)
	$(Q)$(EMCC) $(WASM_SQLITE_FLAGS) -c -o $@ $(WASM_SOURCES)/sqlite/sqlite3.c

$(WASM_LIBYAML)/libyaml.a: $(PACKAGES)/libyaml.sh
	$(call says,LIB)
	$(Q)CC='$(EMCC)' AR=emar YAML_CFLAGS=-O2 SOURCES='$(BUILD)/sources' \
	  sh $< $(@D)

-include $(wildcard $(WASM)/*.d $(WASM)/ext/*.d $(WASM)/ext/*/*.d \
  $(WASM)/ext/*/*/*.d $(WASM)/ext/*/*/*/*.d)

# The linker wants a `_` before each C name.
EXPORTS = $(shell sed -n 's/^\([a-z0-9_][a-z0-9_]*\)$$/_\1/p' sql/lab/engine/exports)
comma := ,
empty :=

$(LAB)/assay.wasm: $(WASM_OBJECTS) sql/lab/engine/exports
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)$(EMCC) -O2 -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH --no-entry \
	  -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0 \
	  -sEXPORTED_FUNCTIONS=$(subst $(empty) $(empty),$(comma),$(strip $(EXPORTS))) \
	  -o $@ $(WASM_OBJECTS)
	$(Q)chmod 644 $@

$(LAB)/assay.mjs $(LAB)/assay.d.mts: $(LAB)/%: sql/lab/engine/%
	@mkdir -p $(@D)
	$(call says,COPY)
	$(Q)cp $< $@

LAB_ENGINE := $(LAB)/assay.wasm $(LAB)/assay.mjs $(LAB)/assay.d.mts

# Makes the page, if lab.html exists. Any file of sql/lab can be part of the page, so the
# page depends on all of them.
LAB_PAGE := $(wildcard sql/lab/lab.html)

$(BUILD)/lab.html: $(LAB_ENGINE) $(DEMO) $(LAB_PAGE) \
                   $(wildcard sql/*.sql sql/reports/*.sql) \
                   $(wildcard sql/lab/*.css sql/lab/*.mjs sql/lab/*/*.mjs)
	$(call says,PAGE)
	$(Q)$(NODE) sql/lab/engine/bundle.mjs $(LAB_PAGE) demo.db=$(DEMO) \
	  assay.wasm=$(LAB)/assay.wasm > $@.tmp
	$(Q)mv $@.tmp $@

.PHONY: lab
lab: ## write build/lab.html, the lab as one page, and build/lab, its engine
	@sh .ci/deps lab
	@$(MAKE) --no-print-directory $(LAB_ENGINE) $(LAB_PAGE:sql/%/lab.html=$(BUILD)/%.html)
	@wc -c $(LAB)/* $(LAB_PAGE:sql/%/lab.html=$(BUILD)/%.html)
