// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"fmt"

	"github.com/tessera-fpga/tessera/gen/config"
)

// bundleConfig is a configuration with the core of a bundle.
type bundleConfig struct {
	help   string
	core   string // the bundle's top
	params map[string]int
}

// findBundle returns the configuration of that name.
func findBundle(name string) (bundleConfig, error) {
	c, err := config.Find(name, config.HasCore)
	if err != nil {
		return bundleConfig{}, fmt.Errorf("gen: %w", err)
	}
	return bundleConfig{c.About, c.Core, c.CoreParams}, nil
}

// Bundle returns the files of a self-contained design, by path: the modules and tables of a
// configuration, licence, README, file lists, a FuseSoC core file with the parameters of the
// configuration, and testbenches in Verilog and for cocotb with the golden model's answers.
func Bundle(name string) (map[string]string, error) {
	c, err := findBundle(name)
	if err != nil {
		return nil, err
	}
	return bundleFiles(name, c)
}
