// Package level holds the levels at which the reference model plays, for all commands and for
// the page, and nothing that the page could not have.
package level

// Tree is how a level of the player tree plays.
type Tree struct {
	Name    string // for people
	Leaves  int    // a move
	Flatten int    // see search.TreeConfig
	Draw    bool   // the move is drawn, with a probability in proportion to its visits
}

// Default is the level, from 1, of who does not choose: one that a newcomer can beat, and not at
// once.
const Default = 3

// Trees are the levels, from 1, for a beginner, to 9. The first two are weakened: few leaves
// alone would leave them all that the prior knows.
var Trees = [...]Tree{
	{Name: "Beginner", Leaves: 100, Flatten: 4, Draw: true},
	{Name: "Novice", Leaves: 60, Flatten: 2, Draw: true},
	{Name: "Casual", Leaves: 20},
	{Name: "Club", Leaves: 60},
	{Name: "Advanced", Leaves: 150},
	{Name: "Expert", Leaves: 500},
	{Name: "Master", Leaves: 2_000},
	{Name: "Grandmaster", Leaves: 8_000},
	{Name: "Champion", Leaves: 30_000},
}
