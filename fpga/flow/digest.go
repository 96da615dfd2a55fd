// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/rtl"
)

// designColumn is the column of the digest of the design that was built.
const designColumn = "design"

// Digest names what a netlist and its placement are made from: the top, the modules inside it, the files
// that these include, the constraints, and Yosys' commands. Comments do not count, nor do the cores that the
// chip has in other configurations. It is "" if the chip is not among the modules of package rtl.
func (d Design) Digest() (string, error) {
	if !slices.Equal(d.Config.Sources, []string{"rtl"}) {
		return "", nil
	}
	files, err := d.Files()
	if err != nil {
		return "", err
	}
	top := string(files[d.Top()+".v"])
	code, err := rtl.Code(top, d.otherCores()...)
	if err != nil {
		return "", fmt.Errorf("fpga: %w", err)
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n%s\n%s\n", rtl.Plain(top), files[d.ConstraintFile()], synthesis(d.Board.Family, d.Top(), d.Config))
	for _, file := range slices.Sorted(maps.Keys(code)) {
		fmt.Fprintf(sum, "%s\n%s\n", file, code[file])
	}
	return fmt.Sprintf("%x", sum.Sum(nil))[:12], nil
}

// otherCores are the cores that the chip has in other configurations.
func (d Design) otherCores() (cores []string) {
	for _, c := range config.All() {
		if c.Module == d.Config.Module && c.Core != d.Config.Core {
			cores = append(cores, c.Core)
		}
	}
	return cores
}

// Former reports whether a measurement of a design was made before the design got its present form. Old rows
// do not say.
func (m Measurement) Former(d Design) (bool, error) {
	was := m.Extra[designColumn]
	if was == "" {
		return false, nil
	}
	digest, err := d.Digest()
	return was != digest, err
}
