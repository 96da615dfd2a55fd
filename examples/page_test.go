// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package examples_test checks that the page quotes the examples exactly.
package examples_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const page = "../docs/use-it.md"

// TestPage checks that the page quotes every program word for word, with its output.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	programs, err := filepath.Glob("*/main.go")
	require.NoError(t, err)
	require.NotEmpty(t, programs)
	for _, name := range append(programs, "gtp.py") {
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		language := "python"
		if filepath.Ext(name) == ".go" {
			language = "go"
			_, after, found := strings.Cut(string(source), "\npackage main\n")
			require.True(t, found, "%s: its comment comes first", name)
			source = []byte("package main\n" + after)
		} else {
			_, after, found := strings.Cut(string(source), "\n")
			require.True(t, found && strings.Contains(string(source), "SPDX"), "%s: its licence comes first", name)
			source = []byte(after)
		}
		assert.Contains(t, string(text), "```"+language+"\n"+string(source)+"```\n", "%s is not on the page as it is", name)
		if output := printed(t, filepath.Join(filepath.Dir(name), "main_test.go")); output != "" {
			assert.Contains(t, string(text), "```\n"+output+"```\n", "%s: what it prints is not on the page", name)
		}
	}
}

// printed returns the expected output of the example in a test file; "" if the file states none.
func printed(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return ""
	}
	require.NoError(t, err)
	_, comment, found := strings.Cut(string(text), "\t// Output:\n")
	if !found {
		return ""
	}
	comment = strings.TrimSuffix(comment, "}\n")
	return regexp.MustCompile(`(?m)^\t// ?`).ReplaceAllString(comment, "")
}
