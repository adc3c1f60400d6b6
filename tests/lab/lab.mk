# The checks of the lab (sql/lab), under Node and Chromium. tests/checks.mk includes this
# file.

WASM_TESTS  := $(WASM)/tests
WASM_RUNSQL := $(WASM_TESTS)/runsql.wasm
WASM_BITS   := $(WASM_TESTS)/bits.wasm
WASM_TEST_CFLAGS = $(filter-out -O2,$(WASM_CFLAGS)) -O1 -Itests -DASSAY_STATIC
WASM_TEST_LINK = $(Q)$(EMCC) $(WASM_TEST_CFLAGS) -sSTANDALONE_WASM \
  -sALLOW_MEMORY_GROWTH -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0 \
  -o $@ $(filter %.c %.o %.a,$^)

# Links test programs for WebAssembly: the objects of the lab's engine, with main()
# instead of the functions that JavaScript calls.
$(WASM_RUNSQL): tests/runsql.c tests/sqltap.c
$(WASM_BITS): $(wildcard tests/bits/*.c) tests/calls.c
$(WASM_RUNSQL) $(WASM_BITS): tests/lab/files.c $(WASM_OBJECTS) $(TEST_HEADERS)
	@mkdir -p $(@D)
	$(call says,LINK)
	$(WASM_TEST_LINK)

# Fetches the tools that drive Chromium and check accessibility. Without them the tests of
# the page are skipped.
LAB_TOOLS := $(BUILD)/lab-tools/node_modules/fetched

$(LAB_TOOLS):
	@mkdir -p $(@D)
	@npm install --silent --no-audit --no-fund --no-save --ignore-scripts \
	  --prefix $(BUILD)/lab-tools puppeteer-core@24.43.1 axe-core@4.11 && touch $@ || :

# program.mjs runs programs that are compiled to WebAssembly. tests/lab has tests that
# Node runs, and tests that open build/lab.html in Chromium. The tests run one after the
# other, because some of them measure times.
LAB_RUN   := BUILD='$(BUILD)' PYTHON='$(PYTHON)' ASSAY_EXTENSION='$(EXTENSION)' \
             EMULATOR='$(NODE) tests/lab/program.mjs' RUNSQL='$(WASM_RUNSQL)' \
             BITS='$(WASM_BITS)' CLIENTS=wasm NODE='$(NODE)' prove -e tests/run
LAB_TESTS := tests/lab/bits.sh tests/clients/comparison/compare.py \
             $(filter-out %/tap.mjs %/browser.mjs %/program.mjs,\
               $(wildcard tests/lab/*.mjs))

.PHONY: check-lab run-lab-tests
check-lab: ## run all SQL tests in the lab's engine, and its page in Chromium
	@sh .ci/deps lab || true
	@if command -v $(EMCC) >/dev/null 2>&1 && command -v npm >/dev/null 2>&1; then \
	  $(MAKE) --no-print-directory run-lab-tests; \
	else \
	  echo 'SKIP: check-lab needs emscripten and npm, and they are not here'; \
	fi

run-lab-tests: ## run the tests of check-lab, without installing programs
run-lab-tests: $(EXTENSION) $(DEMO) $(CLIENT_REFERENCE) $(LAB_ENGINE) $(BUILD)/lab.html
run-lab-tests: $(WASM_RUNSQL) $(WASM_BITS) $(LAB_TOOLS)
	@$(LAB_RUN) -j2 $(wildcard tests/sql/*.sql)
	@$(LAB_RUN) -j1 --comments --failures $(LAB_TESTS)
