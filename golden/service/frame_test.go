// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package service

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

func TestCRC16(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want uint16
	}{{"123456789", 0xd64e}, {"", 0}, {"A", 0x46ea}, {"\x00", 0x1e0f}} {
		assert.Equal(t, tt.want, CRC16([]byte(tt.text)), "%q", tt.text)
	}
}

// count returns the bytes from, from+1 .. to.
func count(from, to int) (out []byte) {
	for i := from; i <= to; i++ {
		out = append(out, byte(i))
	}
	return out
}

// TestCOBS has the usual examples of COBS.
func TestCOBS(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ data, want []byte }{
		{nil, []byte{1}},
		{[]byte{0}, []byte{1, 1}},
		{[]byte{0, 0}, []byte{1, 1, 1}},
		{[]byte{0, 0x11, 0}, []byte{1, 2, 0x11, 1}},
		{[]byte{0x11, 0x22, 0, 0x33}, []byte{3, 0x11, 0x22, 2, 0x33}},
		{[]byte{0x11, 0x22, 0x33, 0x44}, []byte{5, 0x11, 0x22, 0x33, 0x44}},
		{[]byte{0x11, 0, 0, 0}, []byte{2, 0x11, 1, 1, 1}},
		{count(1, 254), append([]byte{255}, count(1, 254)...)},
		{count(0, 254), append([]byte{1, 255}, count(1, 254)...)},
		{count(1, 255), append(append([]byte{255}, count(1, 254)...), 2, 255)},
		{append(count(2, 255), 0), append(append([]byte{255}, count(2, 255)...), 1, 1)},
		{append(count(3, 255), 0, 1), append(append([]byte{254}, count(3, 255)...), 2, 1)},
	} {
		assert.Equal(t, tt.want, AppendCOBS(nil, tt.data), "%x", tt.data)
	}
}

// slowDecode decodes the bytes between two zeros by the definition.
func slowDecode(line []byte) (payload []byte, ok bool) {
	var data []byte
	for len(line) > 0 {
		code := int(line[0])
		if code > len(line) {
			return nil, false
		}
		data = append(data, line[1:code]...)
		line = line[code:]
		if code < 255 && len(line) > 0 {
			data = append(data, 0)
		}
	}
	n := len(data) - 2
	if n < 1 || n > MaxPayload || CRC16(data[:n]) != uint16(data[n])<<8|uint16(data[n+1]) {
		return nil, false
	}
	return data[:n], true
}

func randomPayload(rng interface{ IntN(int) int }) []byte {
	p := make([]byte, 1+rng.IntN(MaxPayload))
	if rng.IntN(2) == 0 {
		p = p[:1+rng.IntN(min(len(p), 12))]
	}
	zeros := rng.IntN(3)
	for i := range p {
		p[i] = byte(rng.IntN(256))
		if zeros > 0 && rng.IntN(2*zeros) == 0 {
			p[i] = 0
		}
	}
	return p
}

func TestFrameRoundTrip(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	var d Decoder
	for range 2000 {
		want := randomPayload(rng)
		frame := AppendFrame(nil, want)
		require.Len(t, frame, len(want)+FrameOverhead)
		require.Equal(t, len(frame)-1, bytes.IndexByte(frame, 0))
		for i, b := range frame {
			got := d.Add(b)
			require.Equal(t, i == len(frame)-1, got != nil)
			if got != nil {
				require.Equal(t, want, got)
			}
		}
	}
	assert.Zero(t, d.Bad)
	assert.Panics(t, func() { AppendFrame(nil, nil) })
	assert.Panics(t, func() { AppendFrame(nil, make([]byte, MaxPayload+1)) })
}

// TestFrameDamage changes, drops and adds bytes. A damaged frame must never pass as a good one, and
// the next frame must arrive.
func TestFrameDamage(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	passed := 0
	for range 5000 {
		frame := AppendFrame(nil, randomPayload(rng))
		hurt := slices.Clone(frame)
		i := rng.IntN(len(frame) - 1)
		switch rng.IntN(4) {
		case 0:
			hurt[i] ^= byte(1 + rng.IntN(255))
		case 1:
			hurt = slices.Delete(hurt, i, i+1)
		case 2:
			hurt = slices.Insert(hurt, i, byte(rng.IntN(256)))
		case 3:
			hurt = append(hurt[:i], 0)
		}
		if rng.IntN(8) == 0 {
			hurt = append(AppendFrame(nil, bytes.Repeat([]byte{7}, MaxPayload))[:MaxPayload], hurt...)
		}
		var d Decoder
		for _, b := range hurt {
			if got := d.Add(b); got != nil {
				// An inserted zero can make an empty frame before a whole one.
				if !bytes.Contains(frame, AppendFrame(nil, got)) {
					passed++
				}
			}
		}
		bad := d.Bad
		var got []byte
		for _, b := range AppendFrame(nil, []byte("well")) {
			got = d.Add(b)
		}
		require.Equal(t, "well", string(got))
		require.Equal(t, bad, d.Bad)
	}
	// A CRC misses one damaged frame in 65,536 if the damage is not a single burst: more than three
	// of 5,000 come in less than one run of a million.
	assert.LessOrEqual(t, passed, 3)
}

// TestFrameBurst changes up to 16 bits in a row, and adds zeros at the end: the CRC always finds
// such damage.
func TestFrameBurst(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 5000 {
		payload := randomPayload(rng)
		crc := CRC16(payload)
		data := append(slices.Clone(payload), byte(crc>>8), byte(crc))
		require.EqualValues(t, CRCGood, crcRemainder(data))
		for n := 1; n < 4; n++ {
			require.NotEqualValues(t, CRCGood, crcRemainder(append(slices.Clone(data), make([]byte, n)...)), "%x and %d zeros", data, n)
		}
		i := rng.IntN(len(data) - 1)
		burst := 1 + rng.IntN(1<<16-1)
		data[i] ^= byte(burst >> 8)
		data[i+1] ^= byte(burst)
		require.NotEqualValues(t, CRCGood, crcRemainder(data), "%x, bytes %d and %d of it changed by %04x", data, i, i+1, burst)
	}
}

func TestFrameBreak(t *testing.T) {
	t.Parallel()
	var d Decoder
	frame := AppendFrame(nil, []byte("frame"))
	for i, at := range []int{0, 3, len(frame) - 1} {
		for k, b := range frame {
			if k == at {
				d.Break()
			}
			assert.Nil(t, d.Add(b))
		}
		assert.Equal(t, i+1, d.Bad)
	}
}

func FuzzFrameDecoder(f *testing.F) {
	f.Add([]byte{0, 1, 0, 255, 3})
	f.Add(AppendFrame([]byte{0}, []byte("a frame\x00")))
	f.Fuzz(func(t *testing.T, line []byte) {
		var d Decoder
		var got []string
		for _, b := range append(line, 0) {
			if p := d.Add(b); p != nil {
				got = append(got, string(p))
			}
		}
		var want []string
		bad := 0
		for _, part := range bytes.Split(line, []byte{0}) {
			if len(part) == 0 {
				continue
			}
			if p, ok := slowDecode(part); ok {
				want = append(want, string(p))
			} else {
				bad++
			}
		}
		require.Equal(t, want, got)
		require.Equal(t, bad, d.Bad)
	})
}
