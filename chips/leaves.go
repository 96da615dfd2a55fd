// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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

// dialTime is how long a leaf service's address may take to answer.
const dialTime = 5 * time.Second

// openLeafService opens the leaf service at an address, serial:PATH or tcp:HOST:PORT.
func openLeafService(address string, patience time.Duration) (search.LeafService, io.Closer, error) {
	kind, rest, _ := strings.Cut(address, ":")
	limits := wire.Limits{Answer: patience}
	var board *wire.LeafService
	var err error
	switch kind {
	case "serial":
		board, err = wire.OpenLeafService(rest, limits)
	case "tcp":
		var conn net.Conn
		if conn, err = net.DialTimeout("tcp", rest, dialTime); err == nil {
			board = wire.NewLeafService(conn, limits)
		}
	default:
		err = fmt.Errorf("want serial:PATH or tcp:HOST:PORT")
	}
	if err != nil {
		return nil, nil, err
	}
	return board, board, nil
}
