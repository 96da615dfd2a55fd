# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
# tools.mk -- tools for the checks and tests of the page, in addition to Go. The top Makefile
# includes it after sim/tools.mk, which explains how the tools are pinned.
#
#   make tools-browser  Chromium, from the distribution, and axe-core, which finds what keeps people with
#                       disabilities out of a page
#   make tools-page     TypeScript and ESLint (npm packages), which check the page's scripts
#   make check-page     both checks, of all scripts

WEB := web

.PHONY: tools-browser
tools-browser: $(TOOLS)/axe/stamp ## install Chromium and axe-core, for the tests of the page
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null 2>&1 && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium; \
	else echo 'tools: Chromium is missing: run "sudo apt-get install chromium"' >&2; exit 1; fi

# The Python package carries axe.min.js; its hash pins the version.
$(TOOLS)/axe/stamp: $(WEB)/requirements-axe.txt $(TOOLS)/py/venv.stamp
	@rm -rf $(TOOLS)/axe
	$(PIP) install $(PINNED) --no-deps --target $(TOOLS)/axe -r $<
	@touch $@

NODE_MODULES := $(TOOLS)/node/node_modules

.PHONY: tools-page check-page
tools-page: $(TOOLS)/node/stamp ## install TypeScript and ESLint, for the checks of the page

# The lock file pins every package by its hash. No package may run an install script.
$(TOOLS)/node/stamp: $(addprefix $(WEB)/,package.json package-lock.json .npmrc)
	$(call need,{ command -v node && command -v npm; },Node.js or its npm,sudo apt-get install nodejs npm)
	@rm -rf $(TOOLS)/node && mkdir -p $(TOOLS)/node && cp $^ $(TOOLS)/node
	cd $(TOOLS)/node && npm ci --loglevel=error --ignore-scripts
	@touch $@

check-page: tools-page ## check the page's scripts: types by TypeScript, faults by ESLint
	@$(NODE_MODULES)/.bin/tsc -p $(WEB)/tsconfig.json
	@$(NODE_MODULES)/.bin/tsc -p $(WEB)/tsconfig.workers.json
	@NODE_PATH=$(CURDIR)/$(NODE_MODULES) $(NODE_MODULES)/.bin/eslint --max-warnings 0 -c $(WEB)/eslint.config.cjs $(WEB)/page
