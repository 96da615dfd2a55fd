// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package service

import "fmt"

// MaxPayload is the greatest number of bytes in a frame's payload.
const MaxPayload = 250

// FrameOverhead is the number of bytes that a frame adds to its payload.
const FrameOverhead = 4

// maxBlock is the greatest number of nonzero bytes in a block of COBS.
const maxBlock = 254

// CRCPolynomial is the polynomial of the CRC, and CRCGood the remainder of a payload followed by
// its CRC, high byte first.
const (
	CRCPolynomial = 0x1021
	CRCGood       = 0x1d0f
)

// CRC16 returns the CRC-16/GENIBUS of data: polynomial CRCPolynomial, initial value 0xffff, bits
// not reversed, result inverted.
func CRC16(data []byte) uint16 { return ^crcRemainder(data) }

func crcRemainder(data []byte) uint16 {
	crc := uint16(0xffff)
	for _, b := range data {
		crc ^= uint16(b) << 8
		for range 8 {
			top := crc >> 15
			crc = crc<<1 ^ top*CRCPolynomial
		}
	}
	return crc
}

// AppendCOBS appends the COBS code of data to dst, without a zero at its end.
func AppendCOBS(dst, data []byte) []byte {
	at := len(dst) // place of the current code
	dst = append(dst, 1)
	for i, b := range data {
		if b != 0 {
			dst = append(dst, b)
			dst[at]++
		}
		if b == 0 || dst[at] == maxBlock+1 && i+1 < len(data) {
			at = len(dst)
			dst = append(dst, 1)
		}
	}
	return dst
}

// AppendFrame appends the frame of a payload to dst. It panics unless the payload has 1..MaxPayload
// bytes.
//
// Frames carry messages over a line of bytes, such as the serial line of the service port. On the
// line a frame is
//
//	COBS(payload, CRC high, CRC low), 0x00
//
// CRC is CRC-16/GENIBUS of the payload, see CRC16. Its inverted remainder detects a superfluous
// zero at the end; a plain remainder would not. COBS, consistent overhead byte stuffing (Cheshire
// and Baker, IEEE/ACM Transactions on Networking 7(2), 1999), takes all zeros out at the price of
// one byte in front, so that 0x00 marks only the end of a frame. After any fault on the line the
// receiver resynchronizes at the next 0x00. Two zeros in a row, without bytes between them, are not
// a frame and not an error.
func AppendFrame(dst, payload []byte) []byte {
	if len(payload) < 1 || len(payload) > MaxPayload {
		panic(fmt.Sprintf("service: payload of %d bytes, want 1..%d", len(payload), MaxPayload))
	}
	crc := CRC16(payload)
	data := append(append(make([]byte, 0, MaxPayload+2), payload...), byte(crc>>8), byte(crc))
	return append(AppendCOBS(dst, data), 0)
}

// Decoder finds the frames in a stream of bytes. The zero value is ready for a first frame. Decoder
// is the twin of module frame_rx.
type Decoder struct {
	// Bad counts the dropped frames: damaged, too long or too short.
	Bad int

	data  []byte // bytes of the current frame, with its CRC
	begun bool   // the frame has a byte
	left  int    // bytes until the next code
	bad   bool   // the frame is bad already
}

// Add takes a byte of the line. If the byte completes a good frame, Add returns the payload, which
// stays valid until the next call; otherwise nil.
func (d *Decoder) Add(b byte) (payload []byte) {
	switch {
	case b == 0:
		n := len(d.data) - 2
		switch {
		case !d.begun:
		case d.bad || d.left > 0 || n < 1 || crcRemainder(d.data) != CRCGood:
			d.Bad++
		default:
			payload = d.data[:n]
		}
		d.data, d.begun, d.left, d.bad = d.data[:0], false, 0, false
		return payload
	case d.left > 0:
		d.add(b)
		d.left--
	default:
		if d.begun {
			d.add(0) // the zero that the code represents
		}
		d.left = int(b) - 1
		// A code of 255 covers more than fits.
		d.bad = d.bad || b == maxBlock+1
	}
	d.begun = true
	return nil
}

func (d *Decoder) add(b byte) {
	if len(d.data) == MaxPayload+2 {
		d.bad = true
		return
	}
	d.data = append(d.data, b)
}

// Break records that the line lost a byte: the current frame is bad.
func (d *Decoder) Break() { d.begun, d.bad = true, true }
