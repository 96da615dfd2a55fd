// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build wasip1

// Command engine is golden for the Python package: rules, players, records and drawings of all games
// as a WebAssembly library. The host calls Buffer for room, writes a request there, calls Call, and
// reads the answer at Answer. A request is the name of a call, a line feed, and the arguments in
// JSON. An answer is one byte, 1 for success and 0 for an error, and a text: the result in JSON, or
// what was wrong.
package main

import (
	"bytes"
	"fmt"
	"unsafe"

	_ "github.com/tessera-fpga/tessera/games"
	_ "github.com/tessera-fpga/tessera/games/draw"
	_ "github.com/tessera-fpga/tessera/python/engine/calls"
	"github.com/tessera-fpga/tessera/web/calls"
	_ "github.com/tessera-fpga/tessera/web/calls/others"
)

// The host reads and writes these bytes between its calls.
var request, answer []byte

// Buffer returns the place for a request of n bytes.
//
//go:wasmexport buffer
func Buffer(n int32) unsafe.Pointer {
	request = make([]byte, max(1, n))
	return unsafe.Pointer(&request[0])
}

// Answer returns the place of the answer to the latest request.
//
//go:wasmexport answer
func Answer() unsafe.Pointer { return unsafe.Pointer(&answer[0]) }

// Call answers the request of n bytes, and returns the length of the answer.
//
//go:wasmexport call
func Call(n int32) (length int32) {
	defer func() {
		if r := recover(); r != nil { // the library stays of use
			answer = fmt.Appendf([]byte{0}, "a fault of tessera: %v", r)
			length = int32(len(answer))
		}
	}()
	name, args, _ := bytes.Cut(request[:n], []byte("\n"))
	result, err := calls.Call(string(name), args, func(any) {})
	if err != nil {
		answer = append([]byte{0}, err.Error()...)
	} else {
		answer = append([]byte{1}, result...)
	}
	return int32(len(answer))
}

func main() {}
