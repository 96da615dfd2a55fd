package calls

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gametext"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// Record is a game as it is saved and loaded.
type Record struct {
	Game
	Names [2]string `json:"names"`
	Date  string    `json:"date"`
	// Resigned is the player who gave up, 1 or 2; 0: nobody.
	Resigned int `json:"resigned"`
}

// writeArgs name a game and the form in which to save it.
type writeArgs struct {
	Record
	Form string `json:"form"` // of forms
}

// forms are the forms of a file, by the ending of its name.
var forms = []string{"blksgf", "txt"}

// File is a game in a form.
type File struct {
	Text string `json:"text"`
}

// resignations are the results of a game that player 1 or 2 has given up.
var resignations = [3]string{"", "W+R", "B+R"}

func write(a writeArgs) (any, error) {
	p, err := a.play()
	if err != nil {
		return nil, err
	}
	if a.Resigned < 0 || a.Resigned > 2 {
		return nil, fmt.Errorf("resigned %d, want 0, 1 or 2", a.Resigned)
	}
	g := record.FromPosition(&p, a.Names)
	g.Date = a.Date
	if a.Resigned != 0 {
		g.Result = resignations[a.Resigned]
	}
	var out bytes.Buffer
	switch a.Form {
	case "blksgf":
		err = g.WriteSGF(&out)
	case "txt":
		_, err = fmt.Fprintln(&out, gametext.Format(&p))
	default:
		return nil, fmt.Errorf("form %q, want one of %s", a.Form, strings.Join(forms, ", "))
	}
	return File{out.String()}, err
}

// readArgs are the text of a file.
type readArgs struct {
	Text string `json:"text"`
}

// read reads a game in any of the forms. Who moves first in a line of moves the first of them
// shows, which covers one player's start square or the other's.
func read(a readArgs) (any, error) {
	text := strings.TrimSpace(strings.TrimPrefix(a.Text, "\ufeff"))
	g := &record.Game{}
	switch {
	case text == "":
		return nil, fmt.Errorf("the text is empty, want a game")
	case strings.HasPrefix(text, "("):
		games, err := record.ReadSGF(strings.NewReader(text))
		if err != nil {
			return nil, err
		}
		g = games[0]
	default:
		line, rest, _ := strings.Cut(text, "\n")
		if strings.TrimSpace(rest) != "" {
			return nil, fmt.Errorf("more than one line, want a game in SGF, or the moves of one on a line")
		}
		p, err := gametext.Parse(duo.Player1, line)
		if err != nil && p.Plies() == 0 {
			if other, bad := gametext.Parse(duo.Player2, line); other.Plies() > 0 {
				p, err = other, bad
			}
		}
		if err != nil {
			return nil, err
		}
		g = record.FromPosition(&p, [2]string{})
	}
	r := Record{Game: Game{First: int(g.First) + 1, Moves: []string{}}, Names: g.Names, Date: g.Date}
	for _, m := range g.Moves {
		r.Moves = append(r.Moves, m.String())
	}
	for player, result := range resignations {
		if player > 0 && g.Result == result {
			r.Resigned = player
		}
	}
	return r, nil
}
