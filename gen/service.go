// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/service"
)

// serviceNumbers writes the numbers of the service's protocol.
func serviceNumbers(w *writer) {
	w.line("// The protocol of the service port, from package service.")
	w.line("`ifndef TESSERA_SERVICE")
	w.line("`define TESSERA_SERVICE")
	group := func(comment string) {
		w.line("")
		w.line("// %s", comment)
	}
	number := func(name string, width, value int) {
		w.line("`define SERVICE_%s %s", name, w.number(width, uint64(value)))
	}
	group("First bytes of requests.")
	number("INFO", 8, service.KindInfo)
	number("LOAD", 8, service.KindLoad)
	number("RUN", 8, service.KindRun)
	number("PICK", 8, service.KindPick)
	number("CANCEL", 8, service.KindCancel)
	number("ROOT", 8, service.KindRoot)
	number("LEAVES", 8, service.KindLeaves)
	group("Lengths of requests.")
	length := func(r service.Request) int { return len(r.Append(nil, 0)) }
	number("INFO_BYTES", 8, length(service.InfoQuery{}))
	number("LOAD_BYTES", 8, length(service.Load{}))
	number("RUN_BYTES", 8, length(service.Run{}))
	number("PICK_BYTES", 8, length(service.Pick{}))
	number("CANCEL_BYTES", 8, length(service.Cancel{}))
	number("ROOT_BYTES", 8, length(service.Root{}))
	group("service.Status.")
	number("OK", 3, int(service.OK))
	number("QUEUE_FULL", 3, int(service.QueueFull))
	number("UNKNOWN", 3, int(service.Unknown))
	number("BAD_LENGTH", 3, int(service.BadLength))
	number("BAD_FIELD", 3, int(service.BadField))
	number("BAD_POSITION", 3, int(service.BadPosition))
	number("NOT_LOADED", 3, int(service.NotLoaded))
	number("CANCELLED", 3, int(service.Cancelled))
	group("Numbers in the response to INFO.")
	number("VERSION", 8, service.Version)
	number("RUNS", 8, service.MaxRuns)
	number("LEAF_VERSION", 8, service.LeafVersion)
	group("Numbers of a leaf service: children of a leaf, logarithm of its playouts, and bytes of a payload.")
	w.line("`define SERVICE_LEAF_CHILDREN %d", service.LeafChildren)
	w.line("`define SERVICE_LEAF_LOG2_PLAYOUTS %d", bits.TrailingZeros(service.LeafPlayouts))
	number("MAX_PAYLOAD", 13, service.MaxPayload)
	w.line("")
	w.line("`endif")
}
