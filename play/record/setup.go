// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/play"
)

// A position that is set up stands in Pentobi's properties, in all forms of record and in links:
//
//	AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]AW[i4,h5,i5,j5,i6]PL[B]
//
// AB and AW have the tiles of the first and the second of two colours, A1 to A4 those of four; AE
// takes tiles off the board; PL is the colour to move.

// addsOf returns the property of a colour's tiles as Pentobi writes it.
func addsOf(of *play.Game, colour int) string {
	return "A" + strings.ToUpper(of.Colours[colour])
}

// setupColours are the colours of the properties, of games with any number of colours, as Pentobi
// reads them.
var setupColours = map[string]int{"AB": 0, "AW": 1, "A1": 0, "A2": 1, "A3": 2, "A4": 3}

// isSetup reports whether a property sets up a position.
func isSetup(property string) bool {
	_, adds := setupColours[property]
	return adds || property == "AE" || property == "PL"
}

// FormatSetup writes a set-up position as properties of SGF.
func FormatSetup(of *play.Game, s *play.Setup) string {
	var b strings.Builder
	for colour, moves := range s.Placed {
		for i, m := range moves {
			if i == 0 {
				b.WriteString(addsOf(of, colour))
			}
			b.WriteString("[" + of.External(m) + "]")
		}
	}
	b.WriteString("PL[" + strings.ToUpper(of.Colours[s.Turn]) + "]")
	return b.String()
}

// ParseSetup reads a set-up position from properties of SGF. Without PL the first colour moves.
func ParseSetup(of *play.Game, text string) (*play.Setup, error) {
	p := &sgfParser{text: text}
	var all []property
	for {
		property, err := p.property()
		if err != nil {
			return nil, errors.Unwrap(err)
		}
		if property.name == "" {
			break
		}
		if !isSetup(property.name) {
			return nil, fmt.Errorf("property %s, want those of a position: %s", property.name, wantSetup(of))
		}
		all = append(all, property)
	}
	if p.at < len(text) {
		return nil, fmt.Errorf("%s in a set-up position, want properties: %s", p.found(), wantSetup(of))
	}
	s := newSetup(of)
	for _, property := range inOrder(all) {
		if err := s.property(property); err != nil {
			return nil, err
		}
	}
	start, err := of.BeginFrom(&s.Setup)
	if err != nil {
		return nil, err
	}
	return play.SetupOf(start), nil
}

// wantSetup names the properties of a game.
func wantSetup(of *play.Game) string {
	var names []string
	for colour := range of.Colours {
		names = append(names, addsOf(of, colour))
	}
	return strings.Join(append(names, "AE", "PL"), ", ")
}

// inOrder returns the properties of a node in the order of their effect: tiles leave the board
// before others come.
func inOrder(all []property) []property {
	rank := func(p property) int { return slices.Index([]string{"AE", p.name, "PL"}, p.name) }
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b property) int { return rank(a) - rank(b) })
	return all
}

// setup is a set-up position while it is read.
type setup struct {
	play.Setup
	of   *play.Game
	turn bool // PL has named the colour to move
}

func newSetup(of *play.Game) *setup {
	return &setup{of: of, Setup: play.Setup{Placed: make([][]play.Move, len(of.Colours))}}
}

// property adds a property, with a check of the tiles.
func (s *setup) property(p property) error {
	wrong := func(err error) error { return fmt.Errorf("property %s: %w", p.name, err) }
	if s.of.SetUp == nil {
		return wrong(fmt.Errorf("%s has no positions that are set up", s.of.Title))
	}
	if p.name == "PL" {
		colour, ok := setupColours["A"+strings.ToUpper(p.values[0])]
		if !ok || colour >= len(s.of.Colours) {
			return wrong(fmt.Errorf("%.20q, want the colour to move, %s", p.values[0], strings.ToUpper(strings.Join(s.of.Colours, ", "))))
		}
		s.Turn, s.turn = colour, true
		return nil
	}
	colour, adds := setupColours[p.name]
	if adds && colour >= len(s.of.Colours) {
		return fmt.Errorf("property %s: %s has no such colour, want %s", p.name, s.of.Title, wantSetup(s.of))
	}
	for _, text := range p.values {
		if len(text) > longestTile {
			return wrong(fmt.Errorf("%d characters, want the squares of a tile", len(text)))
		}
		m, err := s.of.Parse(strings.ToLower(text))
		switch {
		case err != nil:
			return wrong(fmt.Errorf("%q: %s", text, play.Reason(err)))
		case s.of.HasPass && m == s.of.Pass:
			return wrong(fmt.Errorf("%q, want the squares of a tile", text))
		case adds:
			s.Placed[colour] = append(s.Placed[colour], m)
		case !s.take(m):
			return wrong(fmt.Errorf("%q: no such tile lies there", text))
		}
	}
	if adds {
		if _, err := s.of.BeginFrom(&s.Setup); err != nil && wrongTile(err) {
			return wrong(err)
		}
	}
	return nil
}

// empty reports whether no tile lies on the board.
func (s *setup) empty() bool {
	return !slices.ContainsFunc(s.Placed, func(moves []play.Move) bool { return len(moves) > 0 })
}

// longestTile is longer than the squares of any tile.
const longestTile = 40

// wrongTile reports whether an error is that of a tile, so that further properties cannot mend it.
func wrongTile(err error) bool {
	var r interface{ Reason() string }
	return errors.As(err, &r)
}

// take takes a tile off the board, of whatever colour.
func (s *setup) take(m play.Move) bool {
	for colour, moves := range s.Placed {
		if i := slices.Index(moves, m); i >= 0 {
			s.Placed[colour] = slices.Delete(moves, i, i+1)
			return true
		}
	}
	return false
}
