// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tessera-fpga/tessera/play/suggest"
)

// Entry is a game, of any size or variant, in the registry.
type Entry struct {
	Name string
	Help string // one line about the game and its variants
	// New returns the game; variant is the text after the colon, "" for none.
	New func(variant string) (*Game, error)
	// Default marks the game for calls that name none.
	Default bool
}

// registry has the games and the kinds of players that have registered themselves.
var registry struct {
	sync.Mutex
	games []Entry
	kinds map[string][]Kind // kinds by the game's name; "" holds the kinds of all games
}

// Register adds a game. Its package calls it in init. A game without a necessary field is an error
// of Entry.New and Find, which names the field.
func Register(e Entry) {
	registry.Lock()
	defer registry.Unlock()
	if slices.ContainsFunc(registry.games, func(o Entry) bool { return o.Name == e.Name }) {
		panic("play: two games are named " + e.Name)
	}
	make := e.New
	e.New = func(variant string) (*Game, error) {
		g, err := make(variant)
		if err == nil {
			err = g.check()
		}
		if err != nil {
			return nil, err
		}
		return g, nil
	}
	registry.games = append(registry.games, e)
	slices.SortFunc(registry.games, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
}

// RegisterKinds adds kinds of players to a game, or to all games if it is "". The package of the
// players calls it in init, with or without the game's package.
func RegisterKinds(game string, kinds ...Kind) {
	registry.Lock()
	defer registry.Unlock()
	if registry.kinds == nil {
		registry.kinds = map[string][]Kind{}
	}
	registry.kinds[game] = append(registry.kinds[game], kinds...)
}

// Entries returns the registered games, sorted by name.
func Entries() []Entry {
	registry.Lock()
	defer registry.Unlock()
	return slices.Clone(registry.games)
}

// DefaultName returns the name of the default game; "" if none is registered.
func DefaultName() string {
	for _, e := range Entries() {
		if e.Default {
			return e.Name
		}
	}
	return ""
}

// GameNames returns the names of the registered games, the default one first.
func GameNames() (names []string) {
	for _, e := range Entries() {
		if e.Default {
			names = slices.Insert(names, 0, e.Name)
		} else {
			names = append(names, e.Name)
		}
	}
	return names
}

// Find returns the game of a name, such as "dots:3x3"; of "", the default game.
func Find(name string) (*Game, error) {
	kind, variant, _ := strings.Cut(name, ":")
	for _, e := range Entries() {
		if e.Name == kind || name == "" && e.Default {
			g, err := e.New(variant)
			if err != nil {
				return nil, fmt.Errorf("game %q: %w", name, err)
			}
			return g, nil
		}
	}
	names := GameNames()
	return nil, fmt.Errorf("no game is named %.40q, want one of %s%s", name, strings.Join(names, ", "), suggest.Phrase(kind, names))
}

// BySetGame returns the game or variant with a name in GTP and SGF; nil for an unknown name.
func BySetGame(setGame string) *Game {
	for _, e := range Entries() {
		g, err := e.New("")
		switch {
		case err != nil || g.SetGame == "":
		case strings.EqualFold(g.SetGame, setGame):
			return g
		case g.Variant != nil:
			if v := g.Variant(setGame); v != nil {
				return v
			}
		}
	}
	return nil
}

// AllVariants returns the registered games, the default one first, each with its variants that have
// a name of their own in SetGame.
func AllVariants() (games []*Game) {
	for _, name := range GameNames() {
		g, err := Find(name)
		if err != nil {
			continue
		}
		games = append(games, g)
		if g.Variant == nil {
			continue
		}
		for _, title := range g.Variants {
			if v := g.Variant(title); v != nil && v.SetGame != g.SetGame {
				games = append(games, v)
			}
		}
	}
	return games
}

// IsDefault reports whether the game is the default one.
func (g *Game) IsDefault() bool { return g.Name == DefaultName() }

// base returns the game's name without its size or variant.
func (g *Game) base() string {
	name, _, _ := strings.Cut(g.Name, ":")
	return name
}

// CommonKinds returns the players of all games that the game has, sorted by name.
func (g *Game) CommonKinds() []Kind {
	kinds := []Kind{randomKind}
	if g.Search != nil {
		kinds = append(kinds, g.treeKind())
	}
	registry.Lock()
	kinds = append(kinds, registry.kinds[""]...)
	registry.Unlock()
	for _, own := range g.Kinds { // the game's own takes the place of one of the same name
		kinds = slices.DeleteFunc(kinds, func(k Kind) bool { return k.Name == own.Name })
	}
	slices.SortFunc(kinds, func(a, b Kind) int { return cmp.Compare(a.Name, b.Name) })
	return kinds
}

// OwnKinds returns the players of this game alone, sorted by name.
func (g *Game) OwnKinds() []Kind {
	registry.Lock()
	kinds := slices.Concat(g.Kinds, registry.kinds[g.base()])
	registry.Unlock()
	slices.SortFunc(kinds, func(a, b Kind) int { return cmp.Compare(a.Name, b.Name) })
	return kinds
}

// AllKinds returns the players of the game, sorted by name.
func (g *Game) AllKinds() []Kind {
	kinds := append(g.CommonKinds(), g.OwnKinds()...)
	slices.SortFunc(kinds, func(a, b Kind) int { return cmp.Compare(a.Name, b.Name) })
	return kinds
}

// KindNames returns the names of the game's players, sorted.
func (g *Game) KindNames() (names []string) {
	for _, k := range g.AllKinds() {
		names = append(names, k.Name)
	}
	return names
}

// kind returns the kind that a specification names, and its options.
func (g *Game) kind(spec string) (k Kind, o *Options, err error) {
	name, rest, hasOptions := strings.Cut(spec, ":")
	for _, k := range g.AllKinds() {
		if k.Name == name {
			o, err := parseOptions(rest, hasOptions, k.Raw)
			if err != nil {
				err = &SpecError{spec, err}
			}
			return k, o, err
		}
	}
	who := "no player"
	if !g.IsDefault() {
		who += " of " + g.Name
	}
	return k, nil, &SpecError{spec, fmt.Errorf("%s is named %.40q, want one of %s%s",
		who, name, strings.Join(g.KindNames(), ", "), suggest.Phrase(name, g.KindNames()))}
}

// New makes the player that a specification names: a name of AllKinds, and after a colon its
// options, such as "minimax:depth=2,alphabeta=false". An error about the specification is a
// *SpecError.
func (g *Game) New(spec string, env Env) (Player, error) {
	env.Game = g
	k, o, err := g.kind(spec)
	if err != nil {
		return nil, err
	}
	p, err := k.New(env, o)
	if bad := o.Err(); bad != nil {
		err = &SpecError{spec, bad}
	}
	if err != nil {
		if p != nil {
			p.Close()
		}
		return nil, err
	}
	return p, nil
}

// Varies reports whether the player that a specification names may make other moves in the same
// game again. A name that is not registered may.
func (g *Game) Varies(spec string) bool {
	k, o, err := g.kind(spec)
	return err != nil || k.Varies != nil && k.Varies(o)
}

// Opens returns the files, programs and devices that a specification makes the player open.
func (g *Game) Opens(spec string) []Resource {
	k, o, err := g.kind(spec)
	if err != nil || k.Opens == nil {
		return nil
	}
	return k.Opens(o)
}
