// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package board describes the boards: device, pins, oscillator, and the clocks that their PLLs can
// make. Each board is a file here, such as hx8k.json; file.go reads it.
package board

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/gen/config"
)

// Family is a family of devices. It decides which tools build for a device.
type Family = config.Family

// The families that the flow can build for.
const (
	ICE40 = config.ICE40
	ECP5  = config.ECP5
	Gowin = config.Gowin
)

// devices are the devices of each family, as options of nextpnr, for Gowin as nextpnr names their dies;
// and speeds their grades, 0: the device or the part names it.
var (
	devices = map[Family][]string{
		ICE40: {"lp384", "lp1k", "lp4k", "lp8k", "hx1k", "hx4k", "hx8k", "up3k", "up5k", "u1k", "u2k", "u4k"},
		ECP5:  {"12k", "25k", "45k", "85k", "um-25k", "um-45k", "um-85k", "um5g-25k", "um5g-45k", "um5g-85k"},
		Gowin: {"GW2A-18", "GW2A-18C"},
	}
	speeds = map[Family][]int{ICE40: {0}, ECP5: {6, 7, 8}, Gowin: {0}}
)

// Role is the function of a board's pin for the chip.
type Role int

// MaxLEDs is the number of LEDs that a chip can light.
const MaxLEDs = 8

// The roles. A board has exactly one Clock, UARTRx and UARTTx, and up to MaxLEDs LEDs;
// the other roles are optional.
const (
	Clock  Role = iota // oscillator
	UARTRx             // serial data from the host
	UARTTx             // serial data to the host
	LED                // the order of pins is the order of the chip's bits, from the lowest on
	Reset              // push button that resets the chip
	High               // output that must be driven to 1 to keep the board running
)

// Pin is a connection of the device with the board.
type Pin struct {
	// Name is the top module's port. LEDs share one name, which becomes a vector.
	Name string
	// Site is the ball of the package, such as "B10".
	Site string
	Role Role
	// ActiveLow says that 0 is the active level: a pressed Reset reads as 0, and 0 lights all LEDs.
	ActiveLow bool
	// IO are the electrical attributes of the family's constraint language:
	// for ECP5 those of IOBUF, such as "IO_TYPE=LVCMOS33"; for iCE40 options of
	// set_io, such as "-pullup yes"; for Gowin those of IO_PORT, such as "PULL_MODE=UP".
	IO []string
}

// Board is a development board with a device that the flow can build for.
type Board struct {
	// Name is the short name of commands and files, such as "ulx3s".
	Name string
	// Title is the name for people, and Chip that of its device.
	Title, Chip string

	Family  Family
	Device  string // nextpnr's option without dashes, such as "85k"
	Part    string // ordering code, for titles; for Gowin what nextpnr reads package and speed grade from
	Package string // nextpnr's name of the package, such as "CABGA381"
	Speed   int    // nextpnr's speed grade; 0 when the device option or the part says it

	// OscillatorHz is the frequency at the Clock pin.
	OscillatorHz int
	// ClockAtPLL says that the Clock pin is the pad of an iCE40's only PLL, which nothing else can read
	// while the PLL runs.
	ClockAtPLL bool
	Pins       []Pin

	// Player is the default configuration for the board: its strongest player (docs/ladder.md).
	Player string

	// Settings are the configurations that the board can have, with what it sets otherwise; nil: all of
	// its family, as they are.
	Settings map[string]Setting

	// SDRAM is the board's memory; nil if it has none.
	SDRAM *SDRAM

	// Preferences are further lines of the constraint file.
	Preferences []string
	// PackFlags are further options of the bitstream packer.
	PackFlags []string
	// LoaderBoard is the board's name for openFPGALoader.
	LoaderBoard string
}

// Setting is what a board sets otherwise in a configuration.
type Setting struct {
	ClockHz int64          `json:"clock_hz"` // 0: the configuration's clock
	Params  map[string]int `json:"params"`   // of the chip
}

// Builds reports whether the board can have a configuration.
func (b *Board) Builds(c *config.Config) bool {
	_, listed := b.Settings[c.Name]
	return c.Builds(b.Family) && (b.Settings == nil || listed)
}

// SDRAM are the pins of an SDRAM, with the meanings of module sdram's. They have no Role.
type SDRAM struct {
	// Clock is the memory's clock: module sdram's, three quarters of a period later. Commands are
	// therefore stable for three quarters of a period before the memory reads them. Data that are
	// read arrive after CAS latency and access time, and are stable for more than a quarter of a
	// period on both sides of the edge that reads them (docs/tree-core.md).
	Clock Pin
	// The pins that end in _n are active at 0.
	Enable, Select, Row, Column, Write Pin
	Bank, Address, Mask, Data          []Pin // the lowest bit first
}

// Pins returns all pins.
func (s *SDRAM) Pins() []Pin {
	return slices.Concat([]Pin{s.Clock, s.Enable, s.Select, s.Row, s.Column, s.Write}, s.Bank, s.Address, s.Mask, s.Data)
}

// check reports the first fault of the pins.
func (s *SDRAM) check() error {
	for _, want := range []struct {
		name string
		pins []Pin
		n    int
	}{{"bank", s.Bank, 2}, {"address", s.Address, 13}, {"mask", s.Mask, 2}, {"data", s.Data, 16}} {
		if len(want.pins) != want.n {
			return fmt.Errorf("%d SDRAM %s pins, want %d", len(want.pins), want.name, want.n)
		}
	}
	return nil
}

// ByRole returns the pins of a role, in order.
func (b *Board) ByRole(r Role) []Pin {
	var pins []Pin
	for _, p := range b.Pins {
		if p.Role == r {
			pins = append(pins, p)
		}
	}
	return pins
}

// Check reports the first fault of the description.
func (b *Board) Check() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("fpga: board %s: %w", b.Name, fmt.Errorf(format, args...))
	}
	if !IsIdentifier(b.Name) {
		return fail("the name is not a Verilog identifier")
	}
	if devices[b.Family] == nil {
		return fail("family: %q, want %s, %s or %s", b.Family, ICE40, ECP5, Gowin)
	}
	if !slices.Contains(devices[b.Family], b.Device) {
		return fail("device: %q, want one of %s", b.Device, strings.Join(devices[b.Family], ", "))
	}
	if speeds := speeds[b.Family]; !slices.Contains(speeds, b.Speed) {
		return fail("speed: %d, want one of %v", b.Speed, speeds)
	}
	for _, field := range [][2]string{{"title", b.Title}, {"chip", b.Chip}, {"part", b.Part}, {"package", b.Package}, {"loader", b.LoaderBoard}} {
		if field[1] == "" {
			return fail("%s: is missing", field[0])
		}
	}
	if b.Family == Gowin && !strings.HasSuffix(b.Part, gowinGrade) {
		return fail("part: %q, want speed grade %s", b.Part, gowinGrade)
	}
	if b.OscillatorHz <= 0 {
		return fail("oscillator_hz: %d, want 1 or more", b.OscillatorHz)
	}
	for _, name := range slices.Sorted(maps.Keys(b.Settings)) {
		c, err := config.Find(name, config.HasChip)
		if err != nil {
			return fail("configs: %w", err)
		}
		if hz := b.Settings[name].ClockHz; hz < 0 {
			return fail("configs: %s: clock_hz is %d, want 0 or more", name, hz)
		}
		for param, value := range b.Settings[name].Params {
			if value < 0 {
				return fail("configs: %s: %s is %d, want 0 or more", name, param, value)
			}
			if !slices.ContainsFunc(c.ParamsFor(b.Family), func(p config.Param) bool { return p.Name == param }) {
				return fail("configs: %s has no parameter %s for family %s", name, param, b.Family)
			}
		}
	}
	if c, err := config.Find(b.Player, config.Config.Plays); err != nil {
		return fail("player: %w", err)
	} else if !b.Builds(&c) {
		return fail("player: configuration %s does not fit family %s, or is none of the board's", b.Player, b.Family)
	}
	for _, want := range []struct {
		role     Role
		name     string
		min, max int
	}{
		{Clock, "clock", 1, 1}, {UARTRx, "UART receive", 1, 1}, {UARTTx, "UART transmit", 1, 1},
		{LED, "LED", 0, MaxLEDs}, {Reset, "reset", 0, 1}, {High, "driven high", 0, len(b.Pins)},
	} {
		if n := len(b.ByRole(want.role)); n < want.min || n > want.max {
			return fail("%d %s pins, want %d to %d", n, want.name, want.min, want.max)
		}
	}
	leds := b.ByRole(LED)
	for _, p := range leds {
		if p.ActiveLow != leds[0].ActiveLow {
			return fail("LEDs of both polarities, want one")
		}
	}
	site, port := map[string]string{}, map[string]Role{}
	if b.SDRAM != nil {
		if err := b.SDRAM.check(); err != nil {
			return fail("%w", err)
		}
		// Lines of the memory may share a name, like LEDs.
		for _, p := range b.SDRAM.Pins() {
			if other := site[p.Site]; other != "" {
				return fail("pins %s and %s share site %s", other, p.Name, p.Site)
			}
			if !IsIdentifier(p.Name) {
				return fail("pin name %q is not a Verilog identifier", p.Name)
			}
			site[p.Site] = p.Name
		}
	}
	for _, p := range b.Pins {
		if !IsIdentifier(p.Name) {
			return fail("pin name %q is not a Verilog identifier", p.Name)
		}
		if other := site[p.Site]; other != "" {
			return fail("pins %s and %s share site %s", other, p.Name, p.Site)
		}
		site[p.Site] = p.Name
		if role, ok := port[p.Name]; ok && (role != LED || p.Role != LED) {
			return fail("two pins are named %s", p.Name)
		}
		port[p.Name] = p.Role
	}
	return nil
}

// IsIdentifier reports whether s is a simple Verilog identifier.
func IsIdentifier(s string) bool {
	for i, r := range s {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}
