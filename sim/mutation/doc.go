// Package mutation breaks the Verilog on purpose and asks which of its faults the tests see.
//
// A [Design] is a module in which Yosys has built hundreds of small faults at once (its command
// mutate): here a bit inverted, there one stuck or replaced by its neighbour. The input mutant_i,
// carried through the hierarchy, says which of them is in force; 0 means none. So all of them are
// one Verilated model, built once, and a mutant costs as much as the test that sees it.
//
// A mutant that no test sees is either equivalent, that is, the module still does what it did, or a
// hole in the tests. [Design.Prove] finds most of the equivalent ones; the others are judged by hand,
// and the reasons stand in judged.tsv. "make mutants" tries every module and writes the record
// mutants.tsv, of which [Score] makes a figure.
package mutation
