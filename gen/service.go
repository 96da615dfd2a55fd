package gen

import "github.com/tessera-fpga/tessera/golden"

// servicePort writes the numbers of the service port's protocol.
func servicePort(w *writer) {
	byteOf := func(name string, value int, comment string) {
		w.line("localparam [7:0] %s = %s;%s", name, w.number(8, uint64(value)), comment)
	}
	w.line("// The protocol of the service port, from golden.Service.")
	byteOf("INFO", golden.ServiceInfoRequest, "  // first bytes of requests")
	byteOf("LOAD", golden.ServiceLoadRequest, "")
	byteOf("RUN", golden.ServiceRunRequest, "")
	byteOf("PICK", golden.ServicePickRequest, "")
	byteOf("CANCEL", golden.ServiceCancelRequest, "")
	length := func(r golden.ServiceRequest) int { return len(r.Append(nil, 0)) }
	byteOf("INFO_BYTES", length(golden.ServiceInfoQuery{}), "  // and their lengths")
	byteOf("LOAD_BYTES", length(golden.ServiceLoad{}), "")
	byteOf("RUN_BYTES", length(golden.ServiceRun{}), "")
	byteOf("PICK_BYTES", length(golden.ServicePick{}), "")
	byteOf("CANCEL_BYTES", length(golden.ServiceCancel{}), "")
	status := func(name string, value golden.ServiceStatus, comment string) {
		w.line("localparam [2:0] %s = %s;%s", name, w.number(3, uint64(value)), comment)
	}
	status("OK", golden.ServiceOK, "  // golden.ServiceStatus")
	status("QUEUE_FULL", golden.ServiceQueueFull, "")
	status("UNKNOWN", golden.ServiceUnknown, "")
	status("BAD_LENGTH", golden.ServiceBadLength, "")
	status("BAD_FIELD", golden.ServiceBadField, "")
	status("BAD_POSITION", golden.ServiceBadPosition, "")
	status("NOT_LOADED", golden.ServiceNotLoaded, "")
	status("CANCELLED", golden.ServiceCancelled, "")
	byteOf("VERSION", golden.ServiceVersion, "  // of the protocol")
	byteOf("RUNS", golden.ServiceRuns, "  // requests in progress at once")
}
