// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package gocode breaks the Go code on purpose and finds out which of its faults the tests see, as
// package mutation does with the Verilog.
//
// [Mutants] lists the small faults of a package: another comparison, constant or operand, a
// statement less. [Trial] builds one of them with "go test -overlay", so that the tree stays as it
// is, and runs the tests of the package, and then of the packages in [Plan] that import it.
//
// "make go-mutants" tries a sample, and appends each outcome to the record mutants.tsv. A row names
// its mutant by package, function, fault and line of code, not by number. The sample is an order by
// hash: code that changes elsewhere leaves it alone. We judge by hand which of the missed mutants are
// equivalent, with the reasons in judged.tsv.
package gocode
