// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command figures measures the page in Chromium and prints the figures or, with --pictures, takes
// the pictures for the docs. It fails if a figure exceeds its bound. "make page-figures" and "make
// page-pictures" run it in the root of the repository.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/internal/command"
	"github.com/tessera-fpga/tessera/web"
	"github.com/tessera-fpga/tessera/web/chrome"
	"github.com/tessera-fpga/tessera/web/pack"
	"github.com/tessera-fpga/tessera/web/preview"
)

// Bounds of the figures.
const (
	firstMoveBound = 2 * time.Second
	longTaskBound  = 50 * time.Millisecond
	chipMoveBound  = 3 * time.Second
	shiftBound     = 0.05
	slowBound      = 3 * time.Second // on a slow network
)

func main() {
	pictures := flag.String("pictures", "", "take the pictures of the docs and put them into this `folder`")
	flag.Parse()
	command.Main("figures: ", func(ctx context.Context) error { return run(ctx, *pictures) })
}

func run(ctx context.Context, pictures string) error {
	made, err := pack.Make(ctx)
	if err != nil {
		return err
	}
	files, err := web.New(os.DirFS("web/page"), made)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go files.Serve(ctx, l, nil)
	b, err := chrome.Start(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	address := "http://" + l.Addr().String() + "/"
	if pictures != "" {
		return takePictures(b, address, pictures)
	}
	fmt.Printf("size of the files of the start: %d bytes, of which golden %d; bound %d; the players, which follow, %d\n", files.Size(), len(files[pack.Program]), web.LargestSize, len(files[pack.Players]))
	slow := []error{}
	if files.Size() >= web.LargestSize {
		slow = append(slow, errors.New("the page is too large"))
	}
	took, _, err := firstMove(b, address)
	if err != nil {
		return err
	}
	fmt.Printf("from the address to the first move of a person on the board, first visit: %v, the median of %d; bound %v\n", took.Round(10*time.Millisecond), visits, firstMoveBound)
	if took >= firstMoveBound {
		slow = append(slow, errors.New("the first move comes too late"))
	}
	slowly, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: late(files.Handler(true, nil))}
	go server.Serve(newSlowListener(slowly))
	defer server.Close()
	took, ready, err := firstMove(b, "http://"+slowly.Addr().String()+"/")
	if err != nil {
		return err
	}
	fmt.Printf("the same at %.1f Mbit/s and %v to each answer: %v; bound %v; the rival can answer after %v\n", slowRate*8/1e6, slowDelay, took.Round(10*time.Millisecond), slowBound, ready.Round(10*time.Millisecond))
	if took >= slowBound {
		slow = append(slow, errors.New("the first move comes too late on a slow network"))
	}
	for name, device := range map[string]chrome.Device{"a desktop": chrome.Desktop, "a phone": chrome.Phone} {
		moved, err := shift(b, address, device)
		if err != nil {
			return err
		}
		fmt.Printf("layout shift of the start on %s: %.3f; bound %.2f\n", name, moved, shiftBound)
		if moved >= shiftBound {
			slow = append(slow, errors.New("the page moves while it starts"))
		}
	}
	chips, err := chipPlayers(b, address)
	if err != nil {
		return err
	}
	for _, player := range chips {
		took, search, cycles, err := chipMove(b, address, player)
		if err != nil {
			return fmt.Errorf("%s: %w", player, err)
		}
		fmt.Printf("from choosing %s to its move in the opening: %v, the median of %d; bound %v; of it %v for %d clock cycles, %.0f a second\n",
			player, took.Round(10*time.Millisecond), visits, chipMoveBound, search.Round(10*time.Millisecond), cycles, float64(cycles)/search.Seconds())
		if took >= chipMoveBound {
			slow = append(slow, fmt.Errorf("%s takes too long", player))
		}
	}
	for i, player := range chips {
		chips[i], _, _ = strings.Cut(strings.TrimPrefix(player, "chip-"), ":")
	}
	for _, chip := range slices.Compact(chips) {
		tasks, err := watching(b, address, chip)
		if err != nil {
			return fmt.Errorf("the chip %s, watched: %w", chip, err)
		}
		longest := slices.Max(tasks)
		fmt.Printf("while the chip %s is watched at the greatest speed: longest task of the page's own thread %v of processor time; bound %v\n", chip, longest.Round(100*time.Microsecond), longTaskBound)
		if longest >= longTaskBound {
			slow = append(slow, fmt.Errorf("the page stalls while the chip %s is watched", chip))
		}
	}
	longest, frames, elapsed, err := thinking(b, address)
	if err != nil {
		return err
	}
	fmt.Printf("from the address on, and while two engines play for %v: longest task of the page's own thread %v of processor time; bound %v; "+
		"by the clock, other programs' turns included, %v while they play; %.0f frames a second\n", playTime, longest.Round(100*time.Microsecond), longTaskBound, elapsed, frames)
	if longest >= longTaskBound {
		slow = append(slow, errors.New("the page stalls"))
	}
	return errors.Join(slow...)
}

// visits is the number of timed first visits.
const visits = 5

// firstMove returns the median time from opening the address, with empty caches, until a person's
// move is on the board, and until the rules have come, with which the game goes on.
func firstMove(b *chrome.Browser, address string) (placed, ready time.Duration, err error) {
	var times, wholes []time.Duration
	for range visits {
		tab, err := b.NewTab(chrome.Desktop)
		if err != nil {
			return 0, 0, err
		}
		began := time.Now()
		if err := tab.Navigate(address); err != nil {
			return 0, 0, err
		}
		// Place the single square on the start square.
		if err := tab.Wait(`document.querySelector('[data-player="0"][data-tile="0"][aria-disabled="false"]') !== null`, time.Minute); err != nil {
			return 0, 0, err
		}
		_, err = chrome.Eval[any](tab, `{ document.querySelector('[data-player="0"][data-tile="0"]').click(); null }`)
		if err != nil {
			return 0, 0, err
		}
		at, err := chrome.Eval[[]float64](tab, `{ const r = document.querySelector("#board .start").getBoundingClientRect(); [r.x + r.width / 2, r.y + r.height / 2] }`)
		if err != nil {
			return 0, 0, err
		}
		if err := tab.Click(at[0], at[1]); err != nil {
			return 0, 0, err
		}
		if err := tab.Wait(`document.querySelectorAll("#board .pieces .piece").length > 0`, time.Minute); err != nil {
			return 0, 0, err
		}
		times = append(times, time.Since(began))
		if err := tab.Wait(`document.documentElement.dataset.ready === "true"`, time.Minute); err != nil {
			return 0, 0, err
		}
		wholes = append(wholes, time.Since(began))
		tab.Close()
	}
	return median(times), median(wholes), nil
}

// median returns the one in the middle.
func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// shift returns the cumulative layout shift of a first visit: the parts of the window that move,
// times how far they move.
func shift(b *chrome.Browser, address string, d chrome.Device) (float64, error) {
	tab, err := b.NewTab(d)
	if err != nil {
		return 0, err
	}
	defer tab.Close()
	if err := tab.Open(address); err != nil {
		return 0, err
	}
	return chrome.Eval[float64](tab, `new Promise((done) => {
		let sum = 0;
		new PerformanceObserver((list) => { for (const e of list.getEntries()) sum += e.value; }).observe({ type: "layout-shift", buffered: true });
		setTimeout(() => done(sum), 1000);
	})`)
}

// chipPlayers returns the chips among the page's players.
func chipPlayers(b *chrome.Browser, address string) ([]string, error) {
	tab, err := b.NewTab(chrome.Desktop)
	if err != nil {
		return nil, err
	}
	defer tab.Close()
	if err := tab.Open(address); err != nil {
		return nil, err
	}
	return chrome.Eval[[]string](tab, `[...document.getElementById("player-1").options].map((o) => o.value).filter((v) => v.startsWith("chip-"))`)
}

// chipMove returns the median time from choosing the chip as the first player, on a first visit,
// until its move in the opening is on the board; and that of the search alone, with its clock cycles. It
// fails if golden computes another move.
func chipMove(b *chrome.Browser, address, player string) (took, search time.Duration, cycles int, err error) {
	var times, searches []time.Duration
	for range visits {
		tab, err := b.NewTab(chrome.Desktop)
		if err != nil {
			return 0, 0, 0, err
		}
		if err := tab.Open(address); err != nil {
			return 0, 0, 0, err
		}
		began := time.Now()
		if _, err := chrome.Eval[any](tab, fmt.Sprintf(`{ const s = document.getElementById("player-1"); s.value = %q; s.dispatchEvent(new Event("change")); null }`, player)); err != nil {
			return 0, 0, 0, err
		}
		if err := tab.Wait(`document.querySelectorAll("#board .pieces .piece").length > 0`, time.Minute); err != nil {
			return 0, 0, 0, err
		}
		times = append(times, time.Since(began))
		if err := tab.Wait(`document.querySelectorAll("#checks .equal").length === 1`, time.Minute); err != nil {
			return 0, 0, 0, fmt.Errorf("the tick of the chip's move: %w", err)
		}
		check, err := chrome.Eval[struct {
			Seconds float64 `json:"seconds"`
			Cycles  int     `json:"cycles"`
		}](tab, `JSON.parse(localStorage.getItem("tessera.page.1")).game.checks[0]`)
		if err != nil {
			return 0, 0, 0, err
		}
		searches, cycles = append(searches, time.Duration(check.Seconds*float64(time.Second))), check.Cycles
		tab.Close()
	}
	return median(times), median(searches), cycles, nil
}

// playTime is the time that the engines play.
const playTime = 10 * time.Second

// thinking opens the page and lets two engines play. It returns the CPU time of the longest task of
// the page's thread, the frames per second that the page can draw, and the wall time of the longest
// task while the engines play, 0 if all tasks are below 50 ms.
func thinking(b *chrome.Browser, address string) (longest time.Duration, frames float64, elapsed time.Duration, err error) {
	tab, err := b.NewTab(chrome.Desktop)
	if err != nil {
		return 0, 0, 0, err
	}
	defer tab.Close()
	tasks, err := tab.Tasks(func() (err error) {
		if err := tab.Open(address); err != nil {
			return err
		}
		frames, elapsed, err = play(tab)
		return err
	})
	if err != nil {
		return 0, 0, 0, err
	}
	return slices.Max(tasks), frames, elapsed, nil
}

// watchTime is the time for which the page shows a chip at work.
const watchTime = 5 * time.Second

// watching lets the view of the chip run, at its greatest speed, and returns the CPU times of the
// tasks of the page's thread.
func watching(b *chrome.Browser, address, chip string) ([]time.Duration, error) {
	tab, err := b.NewTab(chrome.Desktop)
	if err != nil {
		return nil, err
	}
	defer tab.Close()
	if err := tab.Open(address + "chip.html?chip=" + chip + shown); err != nil {
		return nil, err
	}
	if err := tab.Wait(`document.documentElement.dataset.ready === "true"`, time.Minute); err != nil {
		return nil, err
	}
	return tab.Tasks(func() error {
		_, err := chrome.Eval[any](tab, fmt.Sprintf(`new Promise((done) => {
			const speed = document.getElementById("speed");
			speed.value = [...speed.options].at(-1).value;
			document.getElementById("run").click();
			setTimeout(() => { document.getElementById("run").click(); done(null); }, %d);
		})`, watchTime.Milliseconds()))
		return err
	})
}

// play lets two engines play.
func play(tab *chrome.Tab) (frames float64, elapsed time.Duration, err error) {
	type measured struct {
		Longest float64 `json:"longest"` // in milliseconds
		Frames  int     `json:"frames"`
		Moves   int     `json:"moves"`
	}
	m, err := chrome.Eval[measured](tab, fmt.Sprintf(`new Promise((done) => {
		for (const p of [1, 2]) {
			const s = document.getElementById("player-" + p);
			s.value = "montecarlo:visits=1";
			s.dispatchEvent(new Event("change"));
		}
		const until = performance.now() + %d;
		let longest = 0, frames = 0;
		new PerformanceObserver((list) => {
			for (const e of list.getEntries()) longest = Math.max(longest, e.duration);
		}).observe({ type: "longtask" });
		const frame = () => {
			frames++;
			if (performance.now() < until) requestAnimationFrame(frame);
			else setTimeout(() => done({ longest, frames, moves: document.querySelectorAll("#moves li").length }), 100);
		};
		requestAnimationFrame(frame);
	})`, playTime.Milliseconds()))
	if err != nil {
		return 0, 0, err
	}
	if m.Moves < 2 {
		return 0, 0, fmt.Errorf("the engines made %d moves in %v", m.Moves, playTime)
	}
	return float64(m.Frames) / playTime.Seconds(), time.Duration(m.Longest * float64(time.Millisecond)), nil
}

// Game of the pictures, between two engines.
var shown = "#1:" + strings.Join(preview.Shown, ".")

// takePictures draws the preview of links, and takes pictures of the page on a desktop and a phone,
// light and dark.
func takePictures(b *chrome.Browser, address, folder string) error {
	picture, err := preview.Draw()
	if err != nil {
		return err
	}
	if err := maybe.WriteFile(preview.File, picture, 0o644); err != nil {
		return err
	}
	for _, c := range []struct {
		name   string
		device chrome.Device
		script string
	}{
		{"page-desktop-light", chrome.Device{Width: 1280, Height: 1000}, analysed},
		{"page-desktop-dark", chrome.Desktop, held},
		{"page-phone-light", chrome.Phone, held},
		{"page-phone-dark", chrome.Phone, ""},
		{"page-chip-light", chrome.Device{Width: 1280, Height: 1335}, inside},
		{"page-chip-dark", chrome.Device{Width: 1280, Height: 1335}, inside},
	} {
		c.device.Dark = strings.HasSuffix(c.name, "dark")
		tab, err := b.NewTab(c.device)
		if err != nil {
			return err
		}
		page, ready := "", `document.querySelectorAll("#moves li").length === 15`
		if c.script == inside {
			page, ready = "chip.html?chip=tree", `document.querySelectorAll("#stages li").length > 0`
		}
		if err := tab.Open(address + page + shown); err != nil {
			return err
		}
		if err := tab.Wait(ready, time.Minute); err != nil {
			return err
		}
		if c.script != "" {
			if _, err := chrome.Eval[any](tab, c.script); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
		png, err := tab.Screenshot()
		if err != nil {
			return err
		}
		if err := maybe.WriteFile(filepath.Join(folder, c.name+".png"), png, 0o644); err != nil {
			return err
		}
		tab.Close()
	}
	return nil
}

// In the pictures both players are persons, and the page analyses the board or shows a tile over it.
const (
	persons = `for (const p of [1, 2]) { const s = document.getElementById("player-" + p); s.value = "person"; s.dispatchEvent(new Event("change")); }
	const until = async (ready) => { while (!ready()) await new Promise((go) => setTimeout(go, 20)); };
	await until(() => document.querySelector('[data-do="hint"]').getAttribute("aria-disabled") === "false");
`
	analysed = `(async () => {` + persons + `
	for (const id of ["heat", "analyse", "analyse-game"]) document.getElementById(id).click();
	await until(() => document.querySelectorAll("#chart circle").length === 16 && document.getElementById("analyse-game").textContent !== "Stop");
	document.activeElement.blur();
	return null; })()`
	// A cycle with the units at work and several fitting patterns.
	inside = `(async () => {
	const clock = document.documentElement.dataset;
	const press = async (button) => {
		const before = clock.cycle;
		document.getElementById(button).click();
		while (clock.cycle === before) await new Promise((go) => setTimeout(go));
	};
	for (let n = 0; n < 12; n++) await press("leap"); // the lanes are at work then
	for (let n = 0; n < 500; n++) {
		await press("forward");
		const fits = Number(/(\d+) patterns fit/.exec(document.getElementById("board-note").textContent)?.[1]);
		if (document.querySelector('[data-stage="5"]').dataset.kind === "corner" && fits >= 8 && document.querySelectorAll("#units .token").length >= 3) return null;
	}
	throw new Error("there is no such cycle"); })()`
	held = `(async () => {` + persons + `
	document.querySelector('[data-do="hint"]').click();
	await until(() => document.getElementById("message").textContent.startsWith("Hint:"));
	document.querySelector('[data-do="mirror"]').click();
	document.querySelector('[data-do="mirror"]').click();
	await until(() => document.getElementById("message").textContent.endsWith("legal."));
	return null; })()`
)
