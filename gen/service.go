package gen

import (
	"github.com/tessera-fpga/tessera/golden/service"
)

// servicePort writes the numbers of the service port's protocol.
func servicePort(w *writer) {
	byteOf := func(name string, value int, comment string) {
		w.line("localparam [7:0] %s = %s;%s", name, w.number(8, uint64(value)), comment)
	}
	w.line("// The protocol of the service port, from service.Model.")
	byteOf("INFO", service.KindInfo, "  // first bytes of requests")
	byteOf("LOAD", service.KindLoad, "")
	byteOf("RUN", service.KindRun, "")
	byteOf("PICK", service.KindPick, "")
	byteOf("CANCEL", service.KindCancel, "")
	length := func(r service.Request) int { return len(r.Append(nil, 0)) }
	byteOf("INFO_BYTES", length(service.InfoQuery{}), "  // and their lengths")
	byteOf("LOAD_BYTES", length(service.Load{}), "")
	byteOf("RUN_BYTES", length(service.Run{}), "")
	byteOf("PICK_BYTES", length(service.Pick{}), "")
	byteOf("CANCEL_BYTES", length(service.Cancel{}), "")
	status := func(name string, value service.Status, comment string) {
		w.line("localparam [2:0] %s = %s;%s", name, w.number(3, uint64(value)), comment)
	}
	status("OK", service.OK, "  // service.Status")
	status("QUEUE_FULL", service.QueueFull, "")
	status("UNKNOWN", service.Unknown, "")
	status("BAD_LENGTH", service.BadLength, "")
	status("BAD_FIELD", service.BadField, "")
	status("BAD_POSITION", service.BadPosition, "")
	status("NOT_LOADED", service.NotLoaded, "")
	status("CANCELLED", service.Cancelled, "")
	byteOf("VERSION", service.Version, "  // of the protocol")
	byteOf("RUNS", service.MaxRuns, "  // requests in progress at once")
}
