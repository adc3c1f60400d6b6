# The checks of the lab: sql/lab, under Node and Chromium.  Included by tests/checks.mk.

WASM_TESTS  := $(WASM)/tests
WASM_RUNSQL := $(WASM_TESTS)/runsql.wasm
WASM_BITS   := $(WASM_TESTS)/bits.wasm
WASM_TEST_CFLAGS = $(filter-out -O2,$(WASM_CFLAGS)) -O1 -Itests -DASSAY_STATIC
WASM_TEST_LINK = $(Q)$(EMCC) $(WASM_TEST_CFLAGS) -sSTANDALONE_WASM \
  -sALLOW_MEMORY_GROWTH -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0 \
  -o $@ $(filter %.c %.o,$^)

# The very objects of the lab's engine, with main() instead of what JavaScript calls.
$(WASM_RUNSQL): tests/runsql.c tests/sqltap.c
$(WASM_BITS): $(wildcard tests/bits/*.c) tests/calls.c
$(WASM_RUNSQL) $(WASM_BITS): tests/lab/files.c $(WASM_OBJECTS) $(TEST_HEADERS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(WASM_TEST_LINK)
