// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/service"
)

// damageNext replaces the next frame on a stream by one with a wrong CRC.
func damageNext(s *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	done := false
	s.damage = func(frame []byte) []byte {
		if done {
			return frame
		}
		done = true
		return []byte{4, 1, 2, 3, 0}
	}
}

// TestDamagedFrame damages the only answer that is under way: both services ask again at once, long
// before they would miss the answer.
func TestDamagedFrame(t *testing.T) {
	t.Parallel()
	const soon = 100 * time.Millisecond // both wait longer for an answer
	t.Run("Service", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newSimBoard(seedtest.Rand(t), 20*time.Microsecond)
			defer b.Close()
			s := wire.NewService(b, wire.Limits{})
			ask := func() {
				_, err := s.Send(t.Context(), service.InfoQuery{}).Wait(t.Context())
				require.NoError(t, err)
			}
			ask()
			damageNext(b.out)
			began := time.Now()
			ask()
			assert.Less(t, time.Since(began), soon)
			assert.Equal(t, 1, s.Resyncs())
		})
	})
	t.Run("LeafService", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newLeafBoard()
			e := wire.NewLeafService(b, wire.Limits{})
			defer e.Close()
			pos := duo.NewPosition(duo.Player1)
			require.NoError(t, e.SetRoot(&pos))
			ask := func() {
				require.NoError(t, e.Ask(search.Question{Seed: 1, Children: 3}))
				_, err := e.Answer()
				require.NoError(t, err)
			}
			ask()
			damageNext(b.out)
			began := time.Now()
			ask()
			assert.Less(t, time.Since(began), soon)
			assert.Equal(t, 1, e.Resent())
		})
	})
}
