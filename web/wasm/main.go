//go:build js && wasm

// Command wasm is golden for the page's workers: it gives JavaScript one function,
//
//	golden(name, args, report)
//
// which makes a call of package calls: args and the result are text in JSON, and report, a
// function, is given such text while a long call goes on. A call that fails returns an Error.
// The program never ends.
package main

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/web/calls"
)

func main() {
	// Records name the game; the page needs none of its players.
	play.Register(play.Entry{Name: rules.Name, Help: "Blokus Duo", New: rules.New, Default: true})
	js.Global().Set("golden", js.FuncOf(func(_ js.Value, args []js.Value) any { return call(args) }))
	select {}
}

func call(args []js.Value) (result any) {
	fail := func(err any) any { return js.Global().Get("Error").New(fmt.Sprint(err)) }
	// A panic would end the program, and with it all further calls.
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
