# Packages for those who do not build: README.md beside this says what each holds.
# Included by the Makefile.

PACKAGES  := config/packages
PACKAGED  := $(BUILD)/packages/assay.$(SO)
SHARE     := $(BUILD)/packages/share
MANUAL    := $(BUILD)/packages/assay.7

# For another processor or C library: `make dist CROSS=aarch64-linux-gnu`.
MACHINE    = $(shell $(CC) -dumpmachine)
PLATFORM   = linux-$(firstword $(subst -, ,$(MACHINE)))
OUTPUT    ?= $(BUILD)

# Two builds of one commit are the same, byte for byte: no file in a package is younger
# than this.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || \
                       date -r ext/assay.h +%s)

# Where the archives will be found, for sqlpkg: a folder or a URL.
RELEASES ?= .

# All that a package needs to know.
PACK = LC_ALL=C SOURCE_DATE_EPOCH='$(SOURCE_DATE_EPOCH)' VERSION='$(VERSION)' \
       EXTENSION='$(PACKAGED)' SHARE='$(SHARE)' MANUAL='$(MANUAL)' \
       PLATFORM='$(PLATFORM)' OUTPUT='$(OUTPUT)' WORK='$(OUTPUT)/packages' \
       PYTHON='$(PYTHON)' RELEASES='$(RELEASES)' LAB='$(BUILD)/lab'

# The extension as it is packaged: libyaml inside, nothing but the entry point exported,
# no names, and no symbol of a glibc newer than need be.
OLD_GLIBC := -Wl,--wrap=fstat,--wrap=dladdr,--wrap=dlopen

$(PACKAGED): $(SHARED_OBJECTS) $(BUILD)/packages/glibc.o
	$(call says,LINK)
	$(Q)[ -n '$(YAML_ARCHIVE)' ] || { \
	  echo 'assay: packages have libyaml inside, and $(CC) finds no libyaml.a' >&2; \
	  exit 1; }
	$(Q)$(CC) $(SHARED) $(STAY) $(CFLAGS) $(LDFLAGS) -s -Wl,--exclude-libs,ALL \
	  -Wl,--build-id=none $(OLD_GLIBC) -o $@ $(sort $^) $(YAML_ARCHIVE) -lm

$(BUILD)/packages/glibc.o: $(PACKAGES)/glibc.c
	@mkdir -p $(@D)
	$(call says,CC)
	$(Q)$(CC) -std=c11 $(WARNINGS) -fvisibility=hidden $(CFLAGS) $(CPPFLAGS) -fPIC \
	  -c -o $@ $<

# What goes beside the extension: all of sql/ but the lab.
SHARED_FILES := $(filter-out sql/lab/%,\
                  $(wildcard config/*.* sql/*.* sql/*/*.* sql/*/*/*.*)) ext/REFERENCE.md

$(SHARE)/made: $(PACKAGES)/share.sh $(SHARED_FILES)
	$(call says,COPY)
	$(Q)rm -rf $(@D)
	$(Q)sh $(PACKAGES)/share.sh $(@D)/assay
	$(Q)touch $@

$(MANUAL): $(PACKAGES)/manual.sql $(EXTENSION)
	@mkdir -p $(@D)
	$(call says,MAN)
	$(Q)sqlite3 -batch -bail :memory: \
	  -cmd '.load $(EXTENSION)' < $(PACKAGES)/manual.sql > $@.tmp
	$(Q)mv $@.tmp $@

PARTS_OF_PACKAGES = $(PACKAGED) $(SHARE)/made

ifdef CROSS
# The compiler of that name builds into a folder of its own; what is made stands with the
# others.
CROSS_PLATFORM = linux-$(firstword $(subst -, ,$(CROSS)))$(if \
                   $(findstring musl,$(CROSS)),-musl)
.PHONY: dist
dist:
	@$(MAKE) --no-print-directory CROSS= CC='$(CROSS)-gcc' PKG_CONFIG=false \
	  BUILD='$(BUILD)/cross/$(CROSS)' OUTPUT='$(OUTPUT)' PLATFORM='$(CROSS_PLATFORM)' dist
else
.PHONY: dist wheel npm deb
dist: $(PARTS_OF_PACKAGES) ## write build/dist: the archive, sqlpkg.json (CROSS=TRIPLET)
	@$(PACK) sh $(PACKAGES)/dist.sh

wheel: $(PARTS_OF_PACKAGES) ## write build/wheel: the package assay-sqlite for pip
	@$(PACK) $(PYTHON) $(PACKAGES)/wheel.py

npm: $(PARTS_OF_PACKAGES) ## write build/npm: assay-sqlite and the package of the platform
	@$(PACK) sh $(PACKAGES)/npm.sh

deb: $(PARTS_OF_PACKAGES) $(MANUAL) ## write build/deb: libsqlite3-mod-assay for Debian
	@$(PACK) sh $(PACKAGES)/deb.sh
endif

# What takes each package as someone who does not know this repository: SKIP with the
# reason where a tool is missing.
.PHONY: check-packages
check-packages: $(EXTENSION) $(DEMO) $(RUNSQL) $(PARTS_OF_PACKAGES) $(MANUAL)
check-packages: ## make each package, install it somewhere clean, use it
	@sh .ci/deps packages || true
	@$(PROVE) $(wildcard tests/packages/*.sh)
