// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"bytes"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/play"
)

// serveLeaves is a board at a TCP port: golden's model of the service. The line loses one frame in
// seven and repeats another.
func serveLeaves(t *testing.T) (address string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var served sync.WaitGroup
	t.Cleanup(func() {
		l.Close()
		served.Wait()
	})
	served.Go(func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		model := service.Model{Lanes: 1, Leaves: service.NewLeafModel()}
		var d service.Decoder
		buf := make([]byte, 500)
		for count := 0; ; {
			n, err := conn.Read(buf)
			if err != nil {
				return
			}
			for _, b := range buf[:n] {
				request := d.Add(b)
				if request == nil {
					continue
				}
				answer := service.AppendFrame(nil, model.Answer(request))
				switch count++; count % 7 {
				case 3:
					continue
				case 5:
					answer = bytes.Repeat(answer, 2)
				}
				if _, err := conn.Write(answer); err != nil {
					return
				}
			}
		}
	})
	return l.Addr().String()
}

// TestTreeEngine plays with a board over a bad line as with golden's own evaluation: the same game.
func TestTreeEngine(t *testing.T) {
	t.Parallel()
	const options = ",leaves=60,solver=false"
	board := newTestPlayer(t, "tree:engine=tcp:"+serveLeaves(t)+options, play.Env{Seed: 5})
	golden := newTestPlayer(t, "tree:engine=golden"+options, play.Env{Seed: 5})
	a := playSelf(t, board, 10).History()
	assert.Equal(t, a, playSelf(t, golden, 10).History())
	assert.False(t, blokusDuo(t).Varies("tree:engine=golden"+options))
	pos := playSelf(t, newTestPlayer(t, "tree:engine=golden,leaves=20,children=5,inflight=3", play.Env{Seed: 5}), 60)
	assert.True(t, pos.Over())
}

func TestTreeEngineErrors(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	nobody := l.Addr().String()
	require.NoError(t, l.Close())
	for spec, want := range map[string]string{
		"engine=usb":                     `option engine="usb", want serial:PATH, tcp:HOST:PORT or golden`,
		"engine=serial:":                 `option engine="serial:", want serial:PATH, tcp:HOST:PORT or golden`,
		"engine=golden,threads=2":        "engine and threads exclude each other",
		"engine=golden,weights=x":        "engine and weights exclude each other",
		"engine=golden,chip=ulx3s":       "engine and chip exclude each other",
		"engine=golden,playouts=4":       "playouts other than 8, which an engine has",
		"engine=golden,children=33":      "33 children with an engine, want 32 at most",
		"engine=serial:/dev/none":        `tree: engine "serial:/dev/none": wire: /dev/none: `,
		"engine=tcp:" + nobody:           `tree: engine "tcp:` + nobody + `": dial tcp`,
		"engine=golden,leaves=5,time=1s": "exclude each other",
		"patience=3s":                    "patience without an engine",
	} {
		_, err := blokusDuo(t).New("tree:"+spec, play.Env{})
		assert.ErrorContains(t, err, want, spec)
	}
}
