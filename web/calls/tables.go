package calls

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Tables are the lookup tables that the page uses to draw and turn tiles, and to offer players.
type Tables struct {
	Size         int           `json:"size"`    // rows, and columns, of the board
	Squares      []string      `json:"squares"` // names, as Pentobi has them
	Start        [2]int        `json:"start"`   // squares
	Tiles        []Tile        `json:"tiles"`
	Orientations []Orientation `json:"orientations"`
	Pass         string        `json:"pass"` // its code
	Levels       []Level       `json:"levels"`
	Default      string        `json:"default"`  // the default level
	Analysis     string        `json:"analysis"` // the level of hints and analyses
	Line         Line          `json:"line"`     // to a board
}

// Tile is one of the tiles.
type Tile struct {
	Letter string `json:"letter"`
	Size   int    `json:"size"`
	Shown  int    `json:"shown"` // the tile's orientation in the tray
}

// Orientation is an image of a tile, and where turning it leads.
type Orientation struct {
	Tile   int      `json:"tile"`
	Cells  [][2]int `json:"cells"` // row and column, from the reference cell
	Right  int      `json:"right"` // a quarter turn clockwise
	Left   int      `json:"left"`
	Mirror int      `json:"mirror"` // left to right
}

func newTables() *Tables {
	t := &Tables{Size: duo.BoardSize, Pass: duo.PassCode, Levels: levels, Default: defaultLevel, Analysis: analysisLevel, Line: newLine()}
	single := duo.Tile(0).Rows().First
	for s := range duo.Square(duo.NumSquares) {
		t.Squares = append(t.Squares, duo.NewMove(single, s).CellList())
	}
	for pl := range duo.Player(2) {
		t.Start[pl] = int(pl.Start())
	}
	for tile := range duo.Tile(duo.NumTiles) {
		t.Tiles = append(t.Tiles, Tile{Letter: tile.String(), Size: tile.Size(), Shown: int(flattest(tile))})
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
	return t
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

// flattest returns the first orientation of the tile with the fewest rows, which takes the
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
