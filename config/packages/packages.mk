# The targets that make packages. README.md in this folder describes each package.

PACKAGES  := config/packages
PACKAGED  := $(BUILD)/packages/assay.$(SO)
SHARE     := $(BUILD)/packages/share
MANUAL    := $(OUTPUT)/packages/assay.7

# Turns the name of a compiler, such as x86_64-w64-mingw32, into the name of the platform
# in archives, such as windows-x86_64.
platform_of = $(if $(findstring mingw,$1),windows,$(if \
                $(findstring darwin,$1),macos,linux))-$(firstword \
                $(subst -, ,$1))$(if $(findstring musl,$1),-musl)
PLATFORM  := $(call platform_of,$(MACHINE))

# Every file in a package gets this time, by default the time of the last commit.  So two
# builds of one commit are equal, byte for byte.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || \
                       date -r ext/assay.h +%s)

# The folder or URL from which sqlpkg downloads the published archives.
RELEASES ?= .

# The project's home page, for `pip show` and npm.
HOMEPAGE ?=

PACK = LC_ALL=C SOURCE_DATE_EPOCH='$(SOURCE_DATE_EPOCH)' VERSION='$(VERSION)' \
       EXTENSION='$(PACKAGED)' SHARE='$(SHARE)' MANUAL='$(MANUAL)' \
       PLATFORM='$(PLATFORM)' OUTPUT='$(OUTPUT)' WORK='$(OUTPUT)/packages' \
       PYTHON='$(PYTHON)' RELEASES='$(RELEASES)' HOMEPAGE='$(HOMEPAGE)' \
       LAB='$(OUTPUT)/lab'

# The packaged extension contains libyaml, exports only the entry point, has no debugging
# symbols, and runs with an old glibc.
ifneq ($(filter-out %-musl,$(filter linux-%,$(PLATFORM))),)
OLD_GLIBC := -Wl,--wrap=fstat,--wrap=dladdr,--wrap=dlopen
OLD_GLIBC_PART := $(BUILD)/packages/glibc.o
endif
STRIPPED_linux   := -s -Wl,--build-id=none -Wl,--version-script=$(PACKAGES)/exports.map
STRIPPED_windows := -s
STRIPPED_macos   := -Wl,-x -Wl,-exported_symbol,_sqlite3_assay_init
STRIPPED  := $(STRIPPED_$(firstword $(subst -, ,$(PLATFORM))))

$(PACKAGED): $(SHARED_OBJECTS) $(OLD_GLIBC_PART) $(PACKAGES)/exports.map
	@mkdir -p $(@D)
	$(call says,LINK)
	$(Q)[ -n '$(YAML_ARCHIVE)' ] || { \
	  echo 'assay: packages have libyaml inside, and $(CC) finds no libyaml.a' >&2; \
	  exit 1; }
	$(Q)$(CC) $(SHARED) $(STAY) $(CFLAGS) $(LDFLAGS) $(STRIPPED) $(OLD_GLIBC) -o $@ \
	  $(sort $(filter %.o,$^)) $(YAML_ARCHIVE) -lm

$(BUILD)/packages/glibc.o: $(PACKAGES)/glibc.c
	@mkdir -p $(@D)
	$(call says,CC)
	$(Q)$(CC) -std=c11 $(WARNINGS) -fvisibility=hidden $(CFLAGS) $(CPPFLAGS) -fPIC \
	  -c -o $@ $<

# The files beside the extension: all of sql/ except the lab.
SHARED_FILES := $(filter-out sql/lab/%,\
                  $(wildcard config/*.* sql/*.* sql/*/*.* sql/*/*/*.*)) \
                ext/REFERENCE.md ext/CHANGES.md

$(SHARE)/made: $(PACKAGES)/share.sh $(SHARED_FILES)
	$(call says,COPY)
	$(Q)rm -rf $(@D)
	$(Q)sh $(PACKAGES)/share.sh $(@D)/assay
	$(Q)touch $@

$(BUILD)/packages/assay.7: $(PACKAGES)/manual.sql $(EXTENSION)
	@mkdir -p $(@D)
	$(call says,MAN)
	$(Q)sqlite3 -batch -bail :memory: \
	  -cmd '.load $(EXTENSION)' < $(PACKAGES)/manual.sql > $@.tmp
	$(Q)mv $@.tmp $@

PARTS_OF_PACKAGES = $(PACKAGED) $(SHARE)/made

ifdef CROSS
# CROSS names a compiler for another platform: `make dist CROSS=aarch64-linux-gnu`.  A
# build with CROSS has its own folder, but its packages are written beside this machine's
# packages.  The compiler has no SQLite headers and no libyaml.  The headers are copied,
# because they are equal on every platform, and libyaml is built with the compiler.
CROSS_BUILD   := $(BUILD)/cross/$(notdir $(CROSS))
CROSS_HEADERS := $(addprefix $(CROSS_BUILD)/include/,sqlite3.h sqlite3ext.h)
CROSS_MAKE     = $(MAKE) --no-print-directory CROSS= CROSSED='$(notdir $(CROSS))' \
  CC='$(CROSS)-gcc' \
  AR='$(or $(shell command -v $(CROSS)-ar),$(AR))' PKG_CONFIG=false \
  CPPFLAGS='-I$(CROSS_BUILD)/include -DYAML_DECLARE_STATIC $(CPPFLAGS)' \
  YAML_ARCHIVE='$(CROSS_BUILD)/libyaml/libyaml.a' \
  PLATFORM='$(call platform_of,$(CROSS))'

# One run of make builds all requested packages, because two runs would write the same
# files at the same time.
CROSS_GOALS   := $(filter dist wheel npm deb,$(MAKECMDGOALS))
.PHONY: dist wheel npm deb crossed
dist wheel npm deb: crossed ;
crossed: ## build the requested packages with the compiler CROSS
crossed: $(CROSS_BUILD)/libyaml/libyaml.a $(CROSS_HEADERS) \
         $(if $(filter deb,$(CROSS_GOALS)),$(MANUAL))
	+@$(CROSS_MAKE) $(CROSS_GOALS)

$(CROSS_BUILD)/libyaml/libyaml.a: $(PACKAGES)/libyaml.sh
	$(call says,AR)
	$(Q)CC='$(CROSS)-gcc' SOURCES='$(BUILD)/sources' sh $< '$(@D)'
	$(Q)mkdir -p '$(CROSS_BUILD)/include'
	$(Q)cp '$(@D)/yaml.h' '$(CROSS_BUILD)/include'

$(CROSS_HEADERS):
	@mkdir -p $(@D)
	$(Q)cp "$$($(PKG_CONFIG) --variable=includedir sqlite3)/$(@F)" $@
else
.PHONY: dist wheel npm deb
dist: $(PARTS_OF_PACKAGES) ## write build/dist: the archive, sqlpkg.json (CROSS=TRIPLET)
	@$(PACK) sh $(PACKAGES)/dist.sh

wheel: $(PARTS_OF_PACKAGES) ## write build/wheel: the package assay-sqlite for pip
	@$(PACK) $(PYTHON) $(PACKAGES)/wheel.py

npm: $(PARTS_OF_PACKAGES) ## write build/npm: assay-sqlite and the platform's package
	@$(PACK) sh $(PACKAGES)/npm.sh

deb: $(PARTS_OF_PACKAGES) $(MANUAL) ## write build/deb: libsqlite3-mod-assay for Debian
	@$(PACK) sh $(PACKAGES)/deb.sh
endif
