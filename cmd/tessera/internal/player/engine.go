package player

import (
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
)

// Defaults of a search with a leaf engine: enough leaves under way for a line of 3 Mbaud and its USB bridge, and the
// children that a board has (docs/board.md).
const (
	engineInFlight = 160
	engineChildren = service.LeafChildren
)

// dialTime is how long a leaf engine's address may take to answer.
const dialTime = 5 * time.Second

// engineWant says what an address is.
const engineWant = "serial:PATH, tcp:HOST:PORT or golden"

// openEngine opens the leaf engine at an address; close is nil if there is nothing to close. With patience it is asked
// again only after that long; 0: the usual time.
func openEngine(address string, patience time.Duration) (e search.LeafEngine, close io.Closer, err error) {
	kind, rest, _ := strings.Cut(address, ":")
	var board *wire.LeafEngine
	switch {
	case address == "golden":
		return search.NewModelEngine(evaluation.New(&evaluation.Default), service.LeafPlayouts), nil, nil
	case kind == "serial" && rest != "":
		board, err = wire.OpenLeafEngine(rest, wire.Limits{Answer: patience})
	case kind == "tcp" && rest != "":
		var conn net.Conn
		if conn, err = net.DialTimeout("tcp", rest, dialTime); err == nil {
			board = wire.NewLeafEngine(conn, wire.Limits{Answer: patience})
		}
	default:
		err = fmt.Errorf("want %s", engineWant)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("tree: engine %q: %w", address, err)
	}
	return board, board, nil
}

// isEngine reports whether an address can be one.
func isEngine(address string) bool {
	kind, rest, _ := strings.Cut(address, ":")
	return address == "golden" || (kind == "serial" || kind == "tcp") && rest != ""
}

// engineOptions reads the options of a search with a leaf engine; address is "" without one.
func engineOptions(o *Options, cfg *search.TreeConfig) (address string, patience time.Duration) {
	patience = o.Duration("patience")
	if address = o.Text("engine", ""); address == "" {
		if patience != 0 {
			o.Fail("patience without an engine")
		}
		return "", 0
	}
	if !isEngine(address) {
		o.wrong("engine", address, engineWant)
	}
	cfg.InFlight, cfg.Children, cfg.Playouts = engineInFlight, engineChildren, service.LeafPlayouts
	return address, patience
}

// checkEngine refuses options that are not a leaf engine's.
func checkEngine(o *Options, cfg *search.TreeConfig, file string, chip *search.TreeChip) {
	switch {
	case cfg.Threads != 1:
		o.Fail("engine and threads exclude each other: one thread keeps an engine busy")
	case file != "":
		o.Fail("engine and weights exclude each other: a board has weights of its own")
	case chip != nil:
		o.Fail("engine and chip exclude each other")
	case cfg.Playouts != service.LeafPlayouts:
		o.Fail(fmt.Sprintf("playouts other than %d, which an engine has", service.LeafPlayouts))
	case cfg.Children > service.MaxLeafChildren:
		o.Fail(fmt.Sprintf("%d children with an engine, want %d at most", cfg.Children, service.MaxLeafChildren))
	}
}
