# tools.mk -- what the tests of the page need besides Go. Included by the top Makefile; sim/tools.mk, which
# comes first, says how its tools are pinned.
#
#   make tools-browser  Chromium, from the distribution, and axe-core, which looks for what keeps people with
#                       disabilities out of a page

WEB := cmd/tessera/internal/web

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
