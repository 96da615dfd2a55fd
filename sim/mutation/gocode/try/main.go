// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command try makes the record of package gocode: it tries the mutants of the sample that the
// record lacks, and appends each outcome at once. A stopped run goes on where it was. "make
// go-mutants" calls it.
package main

import (
	"context"
	"flag"
	"os"
	"strings"

	"github.com/tessera-fpga/tessera/internal/command"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/mutation/gocode"
)

func main() {
	o := gocode.Order{Log: os.Stdout}
	only := flag.String("only", "", "try only these packages, separated by commas, such as golden/duo")
	flag.IntVar(&o.N, "n", 0, "number of mutants to try; 0: the whole sample")
	flag.BoolVar(&o.Missed, "missed", false, "try only the mutants that the record has as missed, with the whole tests")
	flag.Uint64Var(&o.Seed, "seed", 1, "seed of the sample and of the tests")
	flag.IntVar(&o.Jobs, "jobs", 1, "mutants at a time")
	flag.Parse()
	if *only != "" {
		o.Only = strings.Split(*only, ",")
	}
	command.Main("try: ", func(ctx context.Context) (err error) {
		if o.Root, err = rtl.Root(); err != nil {
			return err
		}
		return o.Run(ctx)
	})
}
