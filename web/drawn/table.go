// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package drawn

import (
	"bytes"
	"fmt"
	"maps"

	"github.com/tessera-fpga/tessera/web"
)

// Fault is a fault in the drawing: in a file of the page, a text takes the place of another.
type Fault struct {
	Name, File, Old, New string
}

// In returns the page with the fault. The old text must occur once.
func (f Fault) In(files web.Files) (web.Files, error) {
	text := files[f.File]
	if n := bytes.Count(text, []byte(f.Old)); n != 1 {
		return nil, fmt.Errorf("fault %q: %s has %q %d times, want once", f.Name, f.File, f.Old, n)
	}
	faulty := maps.Clone(files)
	faulty[f.File] = bytes.Replace(text, []byte(f.Old), []byte(f.New), 1)
	return faulty, nil
}

// Faults are the faults that Check must find.
var Faults = []Fault{
	{"the heat map is inverted", "analysis.js", "[s, n / most]", "[s, 1 - n / most]"},
	{"chances are 100 less the chance", "analysis.js", "Math.round(100 * value)", "Math.round(100 - 100 * value)"},
	{"the chart is upside down", "analysis.js", "* (top - m)) / (2 * top)", "* (top + m)) / (2 * top)"},
	{"the wheel turns the other way", "hand.js", `this.turn(this.#wheel > 0 ? "right" : "left")`, `this.turn(this.#wheel > 0 ? "left" : "right")`},
	{"the last move has no frame", "style.css", "#board .last path { fill: none; stroke: light-dark(#ffffff, #ffffff);", "#board .last path { fill: none; stroke: none;"},
	{"the reach of a tile has no tint", "style.css", "#board .reach path { fill: var(--accent); opacity: 0.16; }", "#board .reach path { fill: none; }"},
	{"a recommended move has no outline", "style.css", "#board .preview path { fill: none; stroke: var(--good);", "#board .preview path { fill: none; stroke: none;"},
	{"old caches are kept", "sw.js", "other !== current) await caches.delete(other)", "other !== current) await caches.has(other)"},
	{"the timeline is too short", "watch.js", "? 75 : 150;", "? 75 : 9;"},
	{"the delays of passes are swapped", "turn.js", "passDelay = [900, 150]", "passDelay = [150, 900]"},
	{"tiles without a place are not dimmed", "style.css", ".tile.useless { opacity: 0.35; }", ""},

	{"only other tiles are dimmed", "tray.js", `toggle("useless", counted && places === 0)`, `toggle("useless", counted && places > 0)`},
	{"the first move is framed as the last", "board.js", "position.moves.findLast((m) => m.s >= 0)", "position.moves.find((m) => m.s >= 0)"},
	{"tiles on the board have the other colour", "board.js", "m.squares.map((s) => this.cell(s)), m.colour)", "m.squares.map((s) => this.cell(s)), 1 - m.colour)"},
	{"tiles on the board are transposed", "draw.js", "area += `M${col} ${row}h1v1h-1z`", "area += `M${row} ${col}h1v1h-1z`"},
	{"both players' tiles have one mark", "draw.js", "case 1: return `M${x + 0.32} ${y + 0.58}l.26-.26l.1.1l-.26.26z`;", "case 1: return `M${x + 0.38} ${y + 0.5}a.12 .12 0 1 0 .24 0a.12 .12 0 1 0 -.24 0z`;"},
	{"start squares have the other's colour", "style.css", ".start.player-1 { stroke: var(--one); }", ".start.player-1 { stroke: var(--two); }"},
	{"corners are those of the rival", "view.js", "settings.corners && !over ? position.toMove : -1", "settings.corners && !over ? 1 - position.toMove : -1"},
	{"the last move's frame lies below the tiles", "board.js", `["heat", "pieces", "last",`, `["heat", "last", "pieces",`},
	{"rows are named from above", "board.js", `tables.squares[i * n].replace(/^[a-z]+/, "")`, `tables.squares[(n - 1 - i) * n].replace(/^[a-z]+/, "")`},
	{"the cursor is one column off", "board.js", `svg("rect", { x: x + 0.04,`, `svg("rect", { x: x + 1.04,`},
	{"an outline stays when the pointer leaves", "board.js", `this.#set("preview", ...(place ?`, `if (place) this.#set("preview", ...(place ?`},
	{"the flip turns", "main.js", `mirror: () => hand.turn("mirror")`, `mirror: () => hand.turn("right")`},
	{"a legal tile has the outline of an illegal one", "aim.js", `hand.planning ? "planned" : legal ? "legal" : "illegal"`, `hand.planning ? "planned" : legal ? "illegal" : "legal"`},
	{"the cross is on the wrong square", "board.js", "`M${col + 0.2} ${row + 0.2}l.6 .6M${col + 0.8} ${row + 0.2}l-.6 .6`", "`M${row + 0.2} ${col + 0.2}l.6 .6M${row + 0.8} ${col + 0.2}l-.6 .6`"},
	{"the reach is that of all tiles", "hand.js", "return [...this.#legal.values()].filter((p) => this.#tables.orientations[p.o].tile === tile);", "return [...this.#legal.values()];"},
	{"heat is as wide as its value", "board.js", "const side = Math.sqrt(value);", "const side = value;"},
	{"bars of candidates are all full", "analysis.js", "width: (100 * c.visits) / most", "width: 100"},
	{"the chart marks another move", "analysis.js", "d: `M${x(at)} ${y(top)}V${y(-top)}`", "d: `M${x(at - 1)} ${y(top)}V${y(-top)}`"},
	{"the chart runs from right to left", "analysis.js", "left + ((width - left - 4) * i) / Math.max(moves, 1)", "width - 4 - ((width - left - 4) * i) / Math.max(moves, 1)"},
	{"the list marks the move before", "panel.js", "const current = i + 1 === at;", "const current = i + 2 === at;"},
	{"the card of the wrong player is active", "panel.js", "!over && position.seat === player", "!over && position.seat !== player"},
	{"scores are the rival's", "panel.js", "String(position.points[player] ?? \"\")", "String(position.points[1 - player] ?? position.points[player] ?? \"\")"},
	{"used tiles stay in the trays", "tray.js", "button.hidden = !left.includes(t);", "button.hidden = false;"},
	{"tiles in the trays are squeezed", "style.css", ".tile svg { display: block; }", ".tile svg { display: block; width: 1rem !important; height: 1rem; } .tile svg path { transform: scaleX(0.5); }"},
	{"pieces of the other games have the other colour", "board.js", "thing(p.kind, p.box, p.colour)", "thing(p.kind, p.box, 1 - p.colour)"},
	{"pieces of the other games are upside down", "draw.js", "export function thing(kind, [x, y, width, height], colour, more = \"\") {\n", "export function thing(kind, [x, y, width, height], colour, more = \"\") {\n  y = 4 - y;\n"},
	{"fences in hand are at their middle", "board.js", `this.#set("ghost", thing(kind === "square" ? "pawn" : kind, box, colour`, `this.#set("ghost", thing(kind === "square" ? "pawn" : kind, [box[0] + 0.5, box[1] + 0.5, box[2], box[3]], colour`},
	{"goals are on the players' own side", "board.js", "x, y, width, height, rx: kind === \"dot\"", "x, y: kind === \"goal\" ? 5 : y, width, height, rx: kind === \"dot\""},
	{"tiles in the trays have the contest's letters", "tray.js", `"data-name": tile.name`, `"data-name": String.fromCharCode(97 + t)`},
	{"the rival's tile comes from the other tray", "view.js", `data-player="${m.colour}"`, `data-player="${1 - m.colour}"`},
	{"the rival's tile just appears", "board.js", "shape.animate([", "if (scale < 0) shape.animate(["},
	{"the rival's tile comes too large", "board.js", "scale(${scale})` }, { transform", "scale(1)` }, { transform"},
	{"the rival's tile moves against the visitor's wish", "view.js", `matchMedia("(prefers-reduced-motion: reduce)")`, `matchMedia("(prefers-reduced-motion: never)")`},
	{"the loser is the winner", "panel.js", `toggle("winner", winner === player)`, `toggle("winner", winner === 1 - player)`},
	{"there is no winner", "view.js", `{ fixed, over, thinking, winner }`, `{ fixed, over, thinking, winner: -1 }`},
	{"steps in reach are not tinted", "spots.js", "this.#board.reach(settings.reach ? steps : []);", "this.#board.reach([]);"},
	{"green is drawn red", "style.css", ".piece.player-4 .area { fill: var(--four); }", ".piece.player-4 .area { fill: var(--three); }"},
	{"a chip's candidates are not shown", "analyst.js", "const chip = settings.watch &&", "const chip = !settings.watch &&"},
	{"a chip's candidates are shown only at its answer", "turn.js", "candidates: news.candidates ?? session.thinking?.candidates };", "candidates: \"code\" in news ? news.candidates : undefined };"},
	{"a chip's candidates leave out its answer", "chip.js", "    report?.(thought);\n", ""},
	{"a chip's candidates are read from the block of another node", "candidates.js", "const root = core.output(\"u_search.u_walk.root_q\");", "const root = 0;"},
	{"a chip's values are read beside their bits", "core.js", "const bits = word >> BigInt(low);", "const bits = word >> BigInt(low && low - 1);"},
	{"a chip's candidates have the moves of others", "candidates.js", "number: at << get(\"shift_q\")", "number: (at << get(\"shift_q\")) + 1"},
	{"a chip's candidates are mirrored", "chip.js", "byMove.get(key(move))", "byMove.get(key({ ...move, flip_rows: move.flip_cols, flip_cols: move.flip_rows }))"},
	{"a chip's candidates are the worst first", "chip.js", "all.sort((a, b) => b.visits - a.visits", "all.sort((a, b) => a.visits - b.visits"},
	{"a chip's heat is the analysis's", "analyst.js", "const marked = chip ?? (settings.heat ? thought : undefined);", "const marked = settings.heat ? thought : undefined;"},
	{"the search is drawn in the first row", "watch.js", "return [...above, course(i)];", "return [course(i), ...above];"},
	{"the mark of the cycle leaves out the search", "watch.js", "height: (games + 1) * (h + gap) - gap + 1 }", "height: games * (h + gap) - gap + 1 }"},
	{"the search gives a playout while it ranks", "watch.js", "states: [\"ISSUE\", \"READ\", \"WORD\", \"NEXT\"] }", "states: [\"COUNT\", \"BIT\"] }"},
}
