// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gocode

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/sim/mutation"
)

// Mutant is a fault: a replaced piece of a file.
type Mutant struct {
	mutation.Key        // Params is the function; Text is the line
	File         string // path from the root
	Line         int

	from, to int // place in the file, in bytes
	with     string
}

// Mutants returns all faults of a package, in the order of the code. Generated files have none.
func Mutants(root, pkg string) (all []Mutant, err error) {
	folder := filepath.Join(root, filepath.FromSlash(pkg))
	files, err := build.ImportDir(folder, 0)
	if err != nil {
		return nil, fmt.Errorf("gocode: %w", err)
	}
	for _, name := range files.GoFiles {
		src, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, fmt.Errorf("gocode: %w", err)
		}
		found, err := inFile(pkg, name, src)
		if err != nil {
			return nil, fmt.Errorf("gocode: %w", err)
		}
		all = append(all, found...)
	}
	seen := map[mutation.Key]int{}
	for i := range all {
		k := &all[i].Key
		if seen[*k]++; seen[*k] > 1 {
			k.Fault += fmt.Sprintf(" #%d", seen[*k])
		}
	}
	return all, nil
}

// sample puts mutants in an order that depends on the seed and on nothing but each mutant.
func sample(all []Mutant, seed uint64) {
	hash := func(m Mutant) string {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %q", seed, m.Key))
		return string(sum[:])
	}
	slices.SortFunc(all, func(a, b Mutant) int { return cmp.Compare(hash(a), hash(b)) })
}

// apply returns the file with the fault.
func (m *Mutant) apply(src []byte) []byte {
	return slices.Concat(src[:m.from], []byte(m.with), src[m.to:])
}

// others are the operators that stand in for an operator. A comparison is off by its boundary, or
// the other way round.
var others = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN}, token.REM_ASSIGN: {token.MUL_ASSIGN},
	token.AND_ASSIGN: {token.OR_ASSIGN}, token.OR_ASSIGN: {token.AND_ASSIGN}, token.XOR_ASSIGN: {token.AND_ASSIGN},
	token.AND_NOT_ASSIGN: {token.AND_ASSIGN}, token.SHL_ASSIGN: {token.SHR_ASSIGN}, token.SHR_ASSIGN: {token.SHL_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
	token.BREAK: {token.CONTINUE}, token.CONTINUE: {token.BREAK},
}

// finder collects the faults of a file.
type finder struct {
	pkg, file string
	src       []byte
	lines     []string
	set       *token.FileSet
	function  string
	all       []Mutant
}

func inFile(pkg, name string, src []byte) ([]Mutant, error) {
	f := &finder{pkg: pkg, file: path.Join(pkg, name), src: src, lines: strings.Split(string(src), "\n"), set: token.NewFileSet()}
	tree, err := parser.ParseFile(f.set, f.file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(tree) {
		return nil, nil
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body == nil {
				continue
			}
			f.function = d.Name.Name
			if d.Recv != nil && len(d.Recv.List) > 0 {
				f.function = "(" + f.text(d.Recv.List[0].Type) + ")." + f.function
			}
			f.walk(d.Body, d.Type.Results, false)
		case *ast.GenDecl:
			if f.function = ""; d.Tok == token.CONST {
				f.walk(d, nil, false)
			}
		}
	}
	return f.all, nil
}

func (f *finder) offset(p token.Pos) int { return f.set.Position(p).Offset }

func (f *finder) text(n ast.Node) string { return string(f.src[f.offset(n.Pos()):f.offset(n.End())]) }

// replace adds the fault that has another text from one place to the other.
func (f *finder) replace(from, to token.Pos, with, kind string, change ...string) {
	at := f.set.Position(from)
	for i, text := range change {
		words := strings.Join(strings.Fields(text), " ")
		if runes := []rune(words); len(runes) > 60 {
			words = string(runes[:60]) + "..."
		}
		change[i] = words
	}
	f.all = append(f.all, Mutant{
		Key: mutation.Key{Module: f.pkg, Params: f.function, Fault: kind + " " + strings.Join(change, " to "),
			Text: strings.Join(strings.Fields(f.lines[at.Line-1]), " ")},
		File: f.file, Line: at.Line, from: at.Offset, to: f.offset(to), with: with,
	})
}

// operator adds the faults of an operator.
func (f *finder) operator(at token.Pos, op token.Token, kind string) {
	for _, other := range others[op] {
		f.replace(at, at+token.Pos(len(op.String())), other.String(), kind, op.String(), other.String())
	}
}

// walk adds the faults below a node, in a function with these results. loop means that the node is
// in a loop.
func (f *finder) walk(root ast.Node, results *ast.FieldList, loop bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		if n == root {
			return true
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			f.walk(n.Body, n.Type.Results, false)
			return false
		case *ast.ForStmt:
			f.condition(n.Cond)
			f.walk(n, results, true)
			return false
		case *ast.RangeStmt:
			f.walk(n, results, true)
			return false
		case *ast.IfStmt:
			f.condition(n.Cond)
		case *ast.ArrayType: // a length is part of a type
			return false
		case *ast.CallExpr:
			if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "panic" {
				return false // its message tells a programmer
			}
		case *ast.BinaryExpr:
			f.binary(n)
		case *ast.BasicLit:
			if n.Kind == token.INT {
				f.replace(n.Pos(), n.End(), "("+n.Value+" + 1)", "constant", n.Value, n.Value+" + 1")
			}
		case *ast.BranchStmt:
			if n.Label == nil && loop {
				f.operator(n.Pos(), n.Tok, "jump")
			}
		case *ast.ReturnStmt:
			f.returned(n, results)
		case *ast.BlockStmt:
			f.deletions(n.List)
		case *ast.CaseClause:
			f.deletions(n.Body)
		case *ast.CommClause:
			f.deletions(n.Body)
		case *ast.IncDecStmt:
			f.operator(n.TokPos, n.Tok, "arithmetic")
		case *ast.AssignStmt:
			f.operator(n.TokPos, n.Tok, "arithmetic")
		}
		return true
	})
	if block, ok := root.(*ast.BlockStmt); ok {
		f.deletions(block.List)
	}
}

func (f *finder) binary(n *ast.BinaryExpr) {
	switch n.Op {
	case token.LAND, token.LOR:
		f.replace(n.Pos(), n.End(), f.text(n.X), "operand", f.text(n), f.text(n.X))
		f.replace(n.Pos(), n.End(), f.text(n.Y), "operand", f.text(n), f.text(n.Y))
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		f.operator(n.OpPos, n.Op, "comparison")
	default:
		for _, side := range []ast.Expr{n.X, n.Y} {
			if lit, ok := side.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				return // texts have no other operator
			}
		}
		f.operator(n.OpPos, n.Op, "arithmetic")
	}
}

func (f *finder) condition(n ast.Expr) {
	if n != nil {
		f.replace(n.Pos(), n.End(), "!("+f.text(n)+")", "negation", f.text(n))
	}
}

// deletions removes the statements that declare nothing, one at a time.
func (f *finder) deletions(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.ExprStmt:
			if bytes.HasPrefix([]byte(f.text(s)), []byte("panic(")) {
				continue
			}
		case *ast.IncDecStmt, *ast.DeferStmt:
		default:
			continue
		}
		f.replace(s.Pos(), s.End(), "", "deletion", f.text(s))
	}
}

// returned changes the values of a return statement, by the types of the function's results.
func (f *finder) returned(n *ast.ReturnStmt, results *ast.FieldList) {
	var types []string
	if results != nil {
		for _, field := range results.List {
			for range max(1, len(field.Names)) {
				types = append(types, f.text(field.Type))
			}
		}
	}
	if len(types) != len(n.Results) {
		return // all come from one call, or by their names
	}
	for i, x := range n.Results {
		old, with := f.text(x), ""
		_, literal := x.(*ast.BasicLit)
		switch types[i] {
		case "bool":
			with = "!(" + old + ")"
		case "error":
			with = "nil"
		case "string":
			with = `""`
		case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float64":
			if !literal { // a constant has the same fault
				with = "(" + old + ") + 1"
			}
		}
		if with != "" && with != old {
			f.replace(x.Pos(), x.End(), with, "return", old, with)
		}
	}
}
