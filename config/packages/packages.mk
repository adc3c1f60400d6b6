# Packages for those who do not build: README.md beside this says what each holds.
# Included by the Makefile.

PACKAGES  := config/packages
PACKAGED  := $(BUILD)/packages/assay.$(SO)
SHARE     := $(BUILD)/packages/share
MANUAL    := $(OUTPUT)/packages/assay.7

# From the name of a compiler, as x86_64-w64-mingw32, to that in the names of archives.
platform_of = $(if $(findstring mingw,$1),windows,$(if \
                $(findstring darwin,$1),macos,linux))-$(firstword \
                $(subst -, ,$1))$(if $(findstring musl,$1),-musl)
PLATFORM  := $(call platform_of,$(MACHINE))

# Two builds of one commit are the same, byte for byte: no file in a package is younger
# than this.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || \
                       date -r ext/assay.h +%s)

# Where the archives will be found, for sqlpkg: a folder or a URL.
RELEASES ?= .

# The page of the project, for `pip show` and npm.
HOMEPAGE ?=

# All that a package needs to know.
PACK = LC_ALL=C SOURCE_DATE_EPOCH='$(SOURCE_DATE_EPOCH)' VERSION='$(VERSION)' \
       EXTENSION='$(PACKAGED)' SHARE='$(SHARE)' MANUAL='$(MANUAL)' \
       PLATFORM='$(PLATFORM)' OUTPUT='$(OUTPUT)' WORK='$(OUTPUT)/packages' \
       PYTHON='$(PYTHON)' RELEASES='$(RELEASES)' HOMEPAGE='$(HOMEPAGE)' \
       LAB='$(OUTPUT)/lab'

# The extension as it is packaged: libyaml inside, nothing but the entry point exported,
# no names, and no symbol of a glibc newer than need be.
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

# What goes beside the extension: all of sql/ but the lab.
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
# The compiler of that name, as `make dist CROSS=aarch64-linux-gnu`, builds into a folder
# of its own; what is made stands with the others.  That compiler has neither SQLite's
# headers, which are the same everywhere, nor libyaml, which is built for it.
CROSS_BUILD   := $(BUILD)/cross/$(notdir $(CROSS))
CROSS_HEADERS := $(addprefix $(CROSS_BUILD)/include/,sqlite3.h sqlite3ext.h)
CROSS_MAKE     = $(MAKE) --no-print-directory CROSS= CROSSED='$(notdir $(CROSS))' \
  CC='$(CROSS)-gcc' \
  AR='$(or $(shell command -v $(CROSS)-ar),$(AR))' PKG_CONFIG=false \
  CPPFLAGS='-I$(CROSS_BUILD)/include -DYAML_DECLARE_STATIC $(CPPFLAGS)' \
  YAML_ARCHIVE='$(CROSS_BUILD)/libyaml/libyaml.a' \
  PLATFORM='$(call platform_of,$(CROSS))'

# All that is asked for at once, by one make: two would be in each other's way.
CROSS_GOALS   := $(filter dist wheel npm deb,$(MAKECMDGOALS))
.PHONY: dist wheel npm deb crossed
dist wheel npm deb: crossed ;
crossed: ## build the packages that are asked for by the compiler CROSS
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

npm: $(PARTS_OF_PACKAGES) ## write build/npm: assay-sqlite and the package of the platform
	@$(PACK) sh $(PACKAGES)/npm.sh

deb: $(PARTS_OF_PACKAGES) $(MANUAL) ## write build/deb: libsqlite3-mod-assay for Debian
	@$(PACK) sh $(PACKAGES)/deb.sh
endif
