// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rtl

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gen/license"
)

var (
	attribute = regexp.MustCompile(`\(\* [^*]* \*\)`)

	// signal matches names that only ports and registers have, and a * for several of them:
	// rsp_ok_o, hit_q2, rsp_*_o, w*_o.
	signal = regexp.MustCompile(`\b[a-z][a-z0-9_]*(_[ioqd][0-9]?\b|\*[a-z0-9_]*)`)

	// declaration matches the declarations of a module's own scope up to a first value, and declared
	// each name in one.
	declaration = regexp.MustCompile(`(?m)^  (?:wire|reg)\b(?: signed)?(?: *\[[^\]]*\])?([^;=]*)`)
	declared    = regexp.MustCompile(`(?:^|,)\s*([a-z]\w*)`)

	// model matches a name of package golden: twin.Lane, duo.Move.String, golden's windowAt.
	model = regexp.MustCompile(`\b([a-z]+\.|golden's )([A-Za-z]\w*(\.[A-Za-z]\w*)?)\b`)
)

// TestHeads checks the comment at the top of each module: it has all keys, the signals that it
// names are in the module's code, and the Go names that it names are in golden's.
func TestHeads(t *testing.T) {
	names := goldenNames(t)
	files, err := fs.Glob(FS, "*/*.v")
	require.NoError(t, err)
	for _, file := range files {
		text, err := fs.ReadFile(FS, file)
		require.NoError(t, err)
		head, code, ok := strings.Cut(string(text), "`default_nettype none")
		require.True(t, ok, file)
		assert.True(t, strings.HasPrefix(head, "// "+license.Line+"\n// "+strings.TrimSuffix(path.Base(file), ".v")+" -- "), "%s: licence and first line", file)
		for _, key := range []string{"Purpose:", "Interface:", "Latency:", "Reset:", "Model:"} {
			assert.Contains(t, head, "\n// "+key, file)
		}
		code = lineComment.ReplaceAllString(code, "")
		for _, s := range signal.FindAllString(head, -1) {
			pattern := `\b` + strings.ReplaceAll(s, "*", `\w*`) + `\b`
			assert.Regexp(t, pattern, code, "%s: its head names %s, which is not in its code", file, s)
		}
		_, models, _ := strings.Cut(head, "\n// Model:")
		for _, m := range model.FindAllStringSubmatch(models, -1) {
			name := m[1] + m[2]
			assert.True(t, names[name], "%s: its head names %s, which is not in golden", file, name)
		}
	}
}

// TestDeclaredBeforeUse checks that a module declares its signals above their first use: the language
// asks for it, and Verilator and Yosys do not. The check covers the declarations of the module's own
// scope, which are indented by two spaces.
func TestDeclaredBeforeUse(t *testing.T) {
	files, err := fs.Glob(FS, "*/*.v")
	require.NoError(t, err)
	for _, file := range files {
		text, err := fs.ReadFile(FS, file)
		require.NoError(t, err)
		code := attribute.ReplaceAllString(lineComment.ReplaceAllString(string(text), ""), "")
		ports := strings.Index(code, "\n);")
		require.Positive(t, ports, file)
		code = code[ports:]
		for _, at := range declaration.FindAllStringSubmatchIndex(code, -1) {
			for _, name := range declared.FindAllStringSubmatch(code[at[2]:at[3]], -1) {
				use := regexp.MustCompile(`[^.\w` + "`" + `$]` + name[1] + `\b`).FindStringIndex(code)
				if twice := regexp.MustCompile(`(?m)^ {3,}(wire|reg)\b.*\b` + name[1] + `\b`); twice.MatchString(code) {
					continue // another scope has a signal of the same name
				}
				assert.GreaterOrEqual(t, use[0], at[0], "%s: %s is used above its declaration", file, name[1])
			}
		}
	}
}

// goldenNames returns the names that package golden's folders declare: service.Response,
// service.Response.Append, and, of any folder, golden's Response.
func goldenNames(t *testing.T) map[string]bool {
	names := map[string]bool{}
	err := filepath.WalkDir("../golden", func(file string, d os.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		add := func(parts ...string) {
			name := strings.Join(parts, ".")
			names[f.Name.Name+"."+name], names["golden's "+name] = true, true
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv == nil {
					add(n.Name.Name)
					break
				}
				of := n.Recv.List[0].Type
				if star, ok := of.(*ast.StarExpr); ok {
					of = star.X
				}
				add(of.(*ast.Ident).Name, n.Name.Name)
			case *ast.ValueSpec:
				for _, name := range n.Names {
					add(name.Name)
				}
			case *ast.TypeSpec:
				add(n.Name.Name)
				if s, ok := n.Type.(*ast.StructType); ok {
					for _, field := range s.Fields.List {
						for _, name := range field.Names {
							add(n.Name.Name, name.Name)
						}
					}
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	return names
}
