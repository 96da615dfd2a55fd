// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package license

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../.."

// TestSources: every source file of the repository has the line.
func TestSources(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(text), Line+"\n"))
	files, err := Sources(root)
	require.NoError(t, err)
	require.Greater(t, len(files), 500)
	for _, kind := range []string{"Makefile", "gen/license/license.go", "rtl/common/constants.vh", "rtl/tree/tree_core.v",
		"golden/firmware/lane.asm", "web/page/main.js", "web/page/index.html", "web/page/style.css", "sim/lint_slang.py",
		"sim/tools.mk", "tessera.core", "fpga/flow/top.v.tmpl", "sim/verilator/driver/driver.cpp", "sim/verilator/driver/dut.cpp", "sim/verilator/driver/model.h"} {
		require.Contains(t, files, kind)
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		assert.True(t, Has(string(text)), `%s has no line %q: run "go run ./gen/license/fix"`, file, Line)
	}
}

func TestAdd(t *testing.T) {
	for file, c := range map[string][2]string{
		"a.go":         {"// Package a does.\npackage a\n", "// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1\n\n// Package a does.\npackage a\n"},
		"a.v":          {"// a -- b\n", "// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1\n// a -- b\n"},
		"b/top.v.tmpl": {"// a -- b\n", "// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1\n// a -- b\n"},
		"a.py":         {"#!/bin/x\nx\n", "#!/bin/x\n# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1\nx\n"},
		"x.core":       {"CAPI=2:\nname: x\n", "CAPI=2:\n# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1\nname: x\n"},
		"a.html":       {"<!doctype html>\n", "<!doctype html>\n<!-- SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1 -->\n"},
		"a.css":        {"a {}\n", "/* SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1 */\na {}\n"},
		"a.md":         {"# A\n", "# A\n"},
	} {
		got := Add(file, c[0])
		assert.Equal(t, c[1], got)
		assert.Equal(t, got, Add(file, got), "twice")
	}
	assert.False(t, Has("\n\n\n\n\n\n// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1\n"), "too far below")
	assert.False(t, Has("// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.10\n"), "another licence")
}
