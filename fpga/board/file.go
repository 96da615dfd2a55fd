// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package board

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// file is a board as its file has it.
type file struct {
	Like         string             `json:"like"` // the board that gives the fields that this file lacks; see [reader.fields]
	Title        string             `json:"title"`
	Chip         string             `json:"chip"`
	Family       Family             `json:"family"`
	Device       string             `json:"device"`
	Part         string             `json:"part"`
	Package      string             `json:"package"`
	Speed        int                `json:"speed"`
	OscillatorHz int                `json:"oscillator_hz"`
	ClockAtPLL   bool               `json:"clock_at_pll"`
	Player       string             `json:"player"`
	Configs      map[string]Setting `json:"configs"`
	Loader       string             `json:"loader"`
	Notes        []string           `json:"notes"` // where the pins come from; for readers
	Pins         []filePins         `json:"pins"`
	SDRAM        *fileSDRAM         `json:"sdram"`
	Preferences  []string           `json:"preferences"`
	PackFlags    []string           `json:"pack_flags"`
}

// filePins are pins of one name and role, the lowest bit first.
type filePins struct {
	Name      string   `json:"name"`
	Role      string   `json:"role"`
	ActiveLow bool     `json:"active_low"`
	Sites     []string `json:"sites"`
	IO        []string `json:"io"`
}

// fileSDRAM are the sites of an SDRAM, by the names of module sdram's ports.
type fileSDRAM struct {
	IO      []string `json:"io"` // of all pins
	Clock   string   `json:"clk"`
	Enable  string   `json:"cke"`
	Select  string   `json:"cs_n"`
	Row     string   `json:"ras_n"`
	Column  string   `json:"cas_n"`
	Write   string   `json:"we_n"`
	Bank    []string `json:"ba"`
	Address []string `json:"a"`
	Mask    []string `json:"dqm"`
	Data    []string `json:"dq"`
}

// roles are the names of the roles.
var roles = map[string]Role{
	"clock": Clock, "uart_rx": UARTRx, "uart_tx": UARTTx, "led": LED, "reset": Reset, "high": High,
}

// Extension ends the name of a board's file.
const Extension = ".json"

//go:embed *.json
var files embed.FS

// known holds the boards of this package by name, and broken the errors of files that describe none:
// these fail only the commands on their board.
var known, broken = readAll()

func readAll() (boards map[string]*Board, failed map[string]error) {
	boards, failed = map[string]*Board{}, map[string]error{}
	for _, name := range names() {
		if b, err := (reader{files}).board(name); err != nil {
			failed[name] = err
		} else {
			boards[name] = b
		}
	}
	return boards, failed
}

// names returns the names of the files of this package, without their ends.
func names() (names []string) {
	all, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the program holds the folder
	}
	for _, f := range all {
		names = append(names, strings.TrimSuffix(f.Name(), Extension))
	}
	return names
}

// The boards whose chips have models of their own.
var (
	HX8K  = known["hx8k"]
	ULX3S = known["ulx3s"]
)

// Boards returns all boards, ordered by name.
func Boards() (boards []*Board) {
	for _, name := range Names() {
		boards = append(boards, known[name])
	}
	return boards
}

// Names returns the names of all boards, in order.
func Names() []string { return slices.Sorted(maps.Keys(known)) }

// FindBoard returns the board of that name, or the one in a file, such as "my_board.json". Its error
// describes the fault of the file, or lists all boards.
func FindBoard(name string) (*Board, error) {
	if filepath.Ext(name) == Extension {
		if _, err := os.Stat(name); err != nil {
			return nil, fmt.Errorf("fpga: board: %w", err)
		}
		return reader{os.DirFS(filepath.Dir(name))}.board(filepath.Base(name))
	}
	if b := known[name]; b != nil {
		return b, nil
	}
	if err := broken[name]; err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("fpga: %w", unknown(name))
}

func unknown(name string) error {
	return fmt.Errorf("unknown board %q, want one of %s, or a file that ends in %s", name, strings.Join(names(), ", "), Extension)
}

// reader reads boards. A name that ends in Extension is a file of its folder, any other a file of this
// package.
type reader struct{ folder fs.FS }

// board reads a board, and checks it.
func (r reader) board(name string) (*Board, error) {
	fields, err := r.fields(name, nil)
	if err != nil {
		return nil, err
	}
	whole, err := json.Marshal(fields)
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	name = strings.TrimSuffix(name, Extension)
	f, err := parse(name, whole)
	if err != nil {
		return nil, err
	}
	return f.board(name)
}

// fields returns the fields of a board's file. Those that it lacks are of the board that it is like, and so
// are the pins whose names it does not have. Above are the boards that are like this one.
func (r reader) fields(name string, above []string) (map[string]json.RawMessage, error) {
	text, err := r.read(name)
	if slices.Contains(above, name) {
		err = fmt.Errorf("%s: a cycle", strings.Join(append(above, name), " is like "))
	}
	if n := len(above); err != nil && n > 0 {
		err = fmt.Errorf("board %s: like: %w", strings.TrimSuffix(above[n-1], Extension), err)
	}
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	f, err := parse(strings.TrimSuffix(name, Extension), text)
	if err != nil {
		return nil, err
	}
	var whole, own map[string]json.RawMessage
	if err := json.Unmarshal(text, &own); err != nil || f.Like == "" {
		return own, err
	}
	if whole, err = r.fields(f.Like, append(above, name)); err != nil {
		return nil, err
	}
	var pins []filePins
	if all := whole["pins"]; all != nil {
		if err := json.Unmarshal(all, &pins); err != nil {
			return nil, err
		}
	}
	for _, p := range f.Pins {
		if i := slices.IndexFunc(pins, func(q filePins) bool { return q.Name == p.Name }); i >= 0 {
			pins[i] = p
		} else {
			pins = append(pins, p)
		}
	}
	maps.Copy(whole, own)
	whole["pins"], err = json.Marshal(pins)
	return whole, err
}

// read returns the text of a board's file.
func (r reader) read(name string) ([]byte, error) {
	if filepath.Ext(name) == Extension {
		return fs.ReadFile(r.folder, name)
	}
	text, err := files.ReadFile(name + Extension)
	if errors.Is(err, fs.ErrNotExist) {
		err = unknown(name)
	}
	return text, err
}

// parse reads the text of a board's file.
func parse(name string, text []byte) (f file, err error) {
	fail := func(format string, args ...any) (file, error) {
		return file{}, fmt.Errorf("fpga: board %s: %w", name, fmt.Errorf(format, args...))
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	line := func(at int64) int { return 1 + bytes.Count(text[:min(int(at), len(text))], []byte("\n")) }
	switch err := d.Decode(&f); e := err.(type) {
	case nil:
	case *json.SyntaxError:
		return fail("line %d: %w", line(e.Offset), err)
	case *json.UnmarshalTypeError:
		return fail("line %d: %s is %s, want %s", line(e.Offset), e.Field, e.Value, e.Type)
	default: // a field that no board has, named in the error, or the end of the text
		return fail("%w", err)
	}
	if d.More() {
		return fail("line %d: more behind the board", line(d.InputOffset()))
	}
	return f, nil
}

// board makes the board of a file, and checks it.
func (f file) board(name string) (*Board, error) {
	b := &Board{
		Name: name, Title: f.Title, Chip: f.Chip, Family: f.Family, Device: f.Device, Part: f.Part, Package: f.Package, Speed: f.Speed,
		OscillatorHz: f.OscillatorHz, ClockAtPLL: f.ClockAtPLL, Player: f.Player, Settings: f.Configs, Preferences: f.Preferences, PackFlags: f.PackFlags,
		LoaderBoard: f.Loader,
	}
	for _, p := range f.Pins {
		role, ok := roles[p.Role]
		if !ok {
			return nil, fmt.Errorf("fpga: board %s: pin %s: role %q, want one of %s", name, p.Name, p.Role, strings.Join(slices.Sorted(maps.Keys(roles)), ", "))
		}
		for _, site := range p.Sites {
			b.Pins = append(b.Pins, Pin{Name: p.Name, Site: site, Role: role, ActiveLow: p.ActiveLow, IO: p.IO})
		}
	}
	if m := f.SDRAM; m != nil {
		pins := func(name string, sites ...string) (all []Pin) {
			for _, site := range sites {
				all = append(all, Pin{Name: "sdram_" + name, Site: site, IO: m.IO})
			}
			return all
		}
		pin := func(name, site string) Pin { return pins(name, site)[0] }
		b.SDRAM = &SDRAM{
			Clock: pin("clk", m.Clock), Enable: pin("cke", m.Enable), Select: pin("cs_n", m.Select),
			Row: pin("ras_n", m.Row), Column: pin("cas_n", m.Column), Write: pin("we_n", m.Write),
			Bank: pins("ba", m.Bank...), Address: pins("a", m.Address...), Mask: pins("dqm", m.Mask...), Data: pins("dq", m.Data...),
		}
	}
	return b, b.Check()
}
