// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build js && wasm

// Package bridge connects package calls to JavaScript. Serve provides one function,
//
//	golden(name, args, report)
//
// that makes a call. args and the result are JSON texts. A long call passes JSON texts to the
// function report. A failed call returns an Error.
package bridge

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"github.com/tessera-fpga/tessera/web/calls"
)

// Serve answers calls for ever.
func Serve() {
	js.Global().Set("golden", js.FuncOf(func(_ js.Value, args []js.Value) any { return call(args) }))
	select {}
}
func call(args []js.Value) (result any) {
	fail := func(err any) any { return js.Global().Get("Error").New(fmt.Sprint(err)) }
	// A panic would end the program, and no further call would be possible.
	defer func() {
		if r := recover(); r != nil {
			result = fail(r)
		}
	}()
	text, err := calls.Call(args[0].String(), []byte(args[1].String()), func(news any) {
		if text, err := json.Marshal(news); err == nil {
			args[2].Invoke(string(text))
		}
	})
	if err != nil {
		return fail(err)
	}
	return string(text)
}
