// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package calls

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

// Tables are the page's lookup tables: how to draw and turn tiles, and which players to offer.
type Tables struct {
	Game     string   `json:"game"` // name in the registry
	Title    string   `json:"title"`
	Ask      string   `json:"ask"` // what a person to move is asked
	Seats    int      `json:"seats"`
	Colours  []string `json:"colours"`  // names; none if the seats are the colours
	AnyFirst bool     `json:"anyFirst"` // any seat can move first
	Margins  bool     `json:"margins"`  // the result is a margin in points
	SGF      bool     `json:"sgf"`      // records have Pentobi's form, too
	Pass     string   `json:"pass"`     // code of a pass; "" without passes
	Levels   []Level  `json:"levels"`
	Default  string   `json:"default"`  // default level
	Analysis string   `json:"analysis"` // level of hints and analyses
	Deeper   []string `json:"deeper"`   // levels of longer analyses

	Squares []string `json:"squares"` // names of squares, or of spots

	// Games with tiles.
	Size         int           `json:"size"`   // rows, and columns, of the board; 0 without tiles
	Start        []int         `json:"start"`  // start square of each colour
	Owners       []int         `json:"owners"` // seat of each colour; -1: they take turns
	Tiles        []Tile        `json:"tiles"`
	Orientations []Orientation `json:"orientations"`

	// Games without tiles: a move is a spot of the board.
	Bounds [4]float64 `json:"bounds"` // x, y, width and height of the board
	Spots  []Spot     `json:"spots"`
	Ground []Spot     `json:"ground"` // what is drawn below the pieces
	Labels []Label    `json:"labels"`

	Chip bool  `json:"chip"` // the page has a chip that plays the game
	Line *Line `json:"line"` // settings of the line to a board; null: no board plays the game
}

// Spot is a place of the board.
type Spot struct {
	Kind string     `json:"kind"` // "square", "dot", "bar" or "goal"
	Box  [4]float64 `json:"box"`  // x, y, width, height
	// Colour is the colour of a goal.
	Colour int `json:"colour,omitempty"`
}

// Label is a text beside the board.
type Label struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Text string  `json:"text"`
}

// Tile is one of the tiles.
type Tile struct {
	Name  string `json:"name"`
	Size  int    `json:"size"`
	Shown int    `json:"shown"` // orientation in the tray
}

// Orientation is one image of a tile, with the orientations after a turn or a reflection.
type Orientation struct {
	Tile   int      `json:"tile"`
	Cells  [][2]int `json:"cells"` // row and column relative to the reference cell
	Right  int      `json:"right"` // after a quarter turn clockwise
	Left   int      `json:"left"`
	Mirror int      `json:"mirror"` // after a reflection, left to right
}

// analysisLevel is the level for hints and analyses: the strongest level that takes about a second.
const analysisLevel = 7

// tablesArgs name a game.
type tablesArgs struct {
	Of string `json:"of,omitempty"`
}

func tables(a tablesArgs) (any, error) {
	of, sketch, err := (&Game{Of: a.Of}).Find()
	if err != nil {
		return nil, err
	}
	return NewTables(of, sketch), nil
}

// NewTables returns the tables of a game.
func NewTables(of *play.Game, sketch Sketch) *Tables {
	t := &Tables{
		Game: of.Name, Title: of.Title, Seats: of.Seats(), AnyFirst: of.StartBy != nil, Margins: of.ByPoints, SGF: of.SGF,
		Levels: levels(of), Deeper: []string{}, Colours: []string{}, Start: []int{}, Owners: []int{}, Tiles: []Tile{}, Orientations: []Orientation{},
		Spots: []Spot{}, Ground: []Spot{}, Labels: []Label{},
	}
	t.Default, t.Analysis = t.Levels[play.DefaultLevel-1].ID, t.Levels[analysisLevel-1].ID
	for _, l := range t.Levels[analysisLevel:] {
		t.Deeper = append(t.Deeper, l.ID)
	}
	if of.HasPass {
		t.Pass = of.Format(of.Pass)
	}
	sketch.Tables(of, t)
	return t
}

// SetTiles fills in the tiles, for a board of a size.
func (t *Tables) SetTiles(size int) {
	t.Size, t.Ask = size, "choose a tile"
	for tile := range duo.Tile(duo.NumTiles) {
		t.Tiles = append(t.Tiles, Tile{Name: tile.Name(), Size: tile.Size(), Shown: int(flattest(tile))})
	}
	for o := range duo.Orientation(duo.NumOrientations) {
		image := Orientation{
			Tile:   int(o.Tile()),
			Right:  turned(o, func(c duo.Cell) duo.Cell { return duo.Cell{Row: c.Col, Col: -c.Row} }),
			Left:   turned(o, func(c duo.Cell) duo.Cell { return duo.Cell{Row: -c.Col, Col: c.Row} }),
			Mirror: turned(o, func(c duo.Cell) duo.Cell { return duo.Cell{Row: c.Row, Col: -c.Col} }),
		}
		for _, c := range o.Cells() {
			image.Cells = append(image.Cells, [2]int{int(c.Row), int(c.Col)})
		}
		t.Orientations = append(t.Orientations, image)
	}
}

// turned returns the orientation whose cells are the images of o's cells.
func turned(o duo.Orientation, turn func(duo.Cell) duo.Cell) int {
	var cells []duo.Cell
	for _, c := range o.Cells() {
		cells = append(cells, turn(c))
	}
	image, _, ok := duo.FindOrientation(cells)
	if !ok {
		panic(fmt.Sprintf("calls: orientation %d turns into no tile", o))
	}
	return int(image)
}

// flattest returns the first orientation of the tile with the fewest rows, because it needs the
// least room in the tray.
func flattest(t duo.Tile) (best duo.Orientation) {
	least := duo.BoardSize
	rows := t.Rows()
	for i := range rows.Count {
		o := rows.First + duo.Orientation(i)
		cells := o.Cells()
		if height := int(cells[len(cells)-1].Row-cells[0].Row) + 1; height < least {
			best, least = o, height
		}
	}
	return best
}
