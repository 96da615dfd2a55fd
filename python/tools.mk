# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
# tools.mk -- the tools that build and test the Python package. The top Makefile includes it after
# sim/tools.mk, which explains how the tools are pinned.
#
#   make tools-python  the packages of requirements.txt, as files: the tests install them afresh

.PHONY: tools-python wheel
tools-python: $(TOOLS)/python/stamp ## download what the Python package is built and tested with

$(TOOLS)/python/stamp: python/requirements.txt $(TOOLS)/py/venv.stamp
	@rm -rf $(TOOLS)/python && mkdir -p $(TOOLS)/python
	$(PIP) download $(PINNED) -d $(TOOLS)/python/wheels -r $<
	@touch $@

wheel: tools-python ## build the Python package, a wheel, into build/python
	$(GO) run ./python/wheel/run
