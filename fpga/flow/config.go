// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/gen/config"
)

// checkConfig reports the first fault of the configuration.
func checkConfig(c config.Config) error {
	if !board.IsIdentifier(strings.ReplaceAll(c.Name, "-", "_")) || !board.IsIdentifier(c.Module) {
		return fmt.Errorf("fpga: configuration %q of module %q, want names", c.Name, c.Module)
	}
	for _, family := range config.Families() {
		seen := map[string]bool{config.ClockParam: true}
		for _, p := range c.ParamsFor(family) {
			if !board.IsIdentifier(p.Name) || seen[p.Name] || p.Value == nil {
				return fmt.Errorf("fpga: configuration %s: parameter %q is no name, set twice or without a value", c.Name, p.Name)
			}
			seen[p.Name] = true
		}
	}
	if len(c.Sources) == 0 {
		return fmt.Errorf("fpga: configuration %s has no sources", c.Name)
	}
	return nil
}
