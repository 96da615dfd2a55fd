// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package mutation breaks the Verilog on purpose and finds out which of its faults the tests see.
//
// A [Design] is a module with hundreds of small faults that Yosys has built in at once (its command
// mutate): a bit is inverted, stuck, or replaced by its neighbour. The input mutant_i, carried
// through the hierarchy, selects the active fault; 0 means none. All faults are therefore one
// Verilated model, built once, and a mutant costs as much as the test that sees it.
//
// A mutant that no test sees is either equivalent, which means that the module still behaves as
// before, or a hole in the tests. [Design.Prove] finds most of the equivalent ones; we judge the
// others by hand, with the reasons in judged.tsv. "make mutants" tries every module and writes the
// record mutants.tsv, and [Score] computes a figure from it.
package mutation
