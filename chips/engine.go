package chips

import (
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/search"
)

// dialTime is how long a leaf engine's address may take to answer.
const dialTime = 5 * time.Second

// openLeafEngine opens the leaf engine at an address, serial:PATH or tcp:HOST:PORT.
func openLeafEngine(address string, patience time.Duration) (search.LeafEngine, io.Closer, error) {
	kind, rest, _ := strings.Cut(address, ":")
	limits := wire.Limits{Answer: patience}
	var board *wire.LeafEngine
	var err error
	switch kind {
	case "serial":
		board, err = wire.OpenLeafEngine(rest, limits)
	case "tcp":
		var conn net.Conn
		if conn, err = net.DialTimeout("tcp", rest, dialTime); err == nil {
			board = wire.NewLeafEngine(conn, limits)
		}
	default:
		err = fmt.Errorf("want serial:PATH or tcp:HOST:PORT")
	}
	if err != nil {
		return nil, nil, err
	}
	return board, board, nil
}
