// Package level holds the levels at which the reference model plays, for all commands and for
// the page, and nothing that the page could not have.
package level

// Tree is how a level of the player tree plays.
type Tree struct {
	Leaves  int  // a move
	Flatten int  // see search.TreeConfig
	Draw    bool // the move is drawn, with a probability in proportion to its visits
}

// Trees are the levels, from 1, for a beginner, to 9. The first two are weakened: few leaves
// alone would leave them all that the prior knows.
var Trees = [...]Tree{
	{Leaves: 20, Flatten: 4, Draw: true},
	{Leaves: 300, Draw: true},
	{Leaves: 30},
	{Leaves: 60},
	{Leaves: 150},
	{Leaves: 500},
	{Leaves: 2_000},
	{Leaves: 8_000},
	{Leaves: 30_000},
}
