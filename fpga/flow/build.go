// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/gen/config"
)

// BuildOptions are options of a build.
type BuildOptions struct {
	// Seeds is the number of placements to try, with the seeds 1 to Seeds; 0 means 1.
	Seeds int
	// Jobs is the number of placements that run at a time; 0 means 1. Each takes one core.
	Jobs int
	// Dir is the folder of the results; "" means build/<design> below the root.
	Dir string
}

// Build makes the bitstream of a design: it emits the top, synthesises, places and routes once per
// seed, packs the fastest and draws it. A step is skipped if its inputs have not changed since its
// last success.
//
// The folder then holds the generated files, synth.json (netlist), seedN/ (one placement each:
// top.asc or top.config, nextpnr.json, placed.json), report.json and report.txt (the Result),
// floorplan.svg and .png, a .log of every tool, and the bitstream, <top>.bin, .bit or .fs.
//
// If no seed reaches the clock, Build returns the Result together with a *TimingError and leaves no
// bitstream.
func Build(ctx context.Context, t *Toolchain, d Design, o BuildOptions) (*Result, error) {
	o.Seeds, o.Jobs = max(o.Seeds, 1), max(o.Jobs, 1)
	if o.Dir == "" {
		o.Dir = filepath.Join(t.Root, "build", d.Name())
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	b := &builder{t: t, d: d, dir: dir}
	unlock, err := b.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	return b.build(ctx, o)
}

// builder is one build under way.
type builder struct {
	t        *Toolchain
	d        Design
	dir      string
	versions []string
}

func (b *builder) build(ctx context.Context, o BuildOptions) (*Result, error) {
	clock, err := b.d.Clock()
	if err != nil {
		return nil, err
	}
	bitstream := filepath.Join(b.dir, b.d.BitstreamFile())
	for _, tool := range []string{"yosys", b.tools().nextpnr} {
		v, err := b.t.version(ctx, tool)
		if err != nil {
			return nil, err
		}
		b.versions = append(b.versions, v)
	}

	if err := b.synth(ctx); err != nil {
		return nil, err
	}
	seeds, err := b.place(ctx, o)
	if err != nil {
		return nil, err
	}
	digest, err := b.d.Digest()
	if err != nil {
		return nil, err
	}
	r := &Result{
		Board: b.d.Board.Name, Config: b.d.Config.Name, Part: b.d.Board.Part, Design: digest,
		Tools: strings.Join(b.versions, ", "), ClockHz: clock, Seeds: seeds, Dir: b.t.rel(b.dir),
	}
	best := slices.MaxFunc(seeds, func(x, y Seed) int { return cmp.Compare(x.Margin(), y.Margin()) })
	r.Best = best.Seed
	if r.Cells, err = readCells(b.path("stat.json"), b.seedPath(best.Seed, "nextpnr.json"), b.d.Board.Family); err != nil {
		return nil, err
	}
	if err := b.draw(r); err != nil {
		return nil, err
	}
	if err := best.met(); err != nil {
		_ = os.Remove(bitstream)
		if failed := b.write(r); failed != nil {
			return nil, failed
		}
		return r, err
	}
	if err := b.pack(ctx, best.Seed, bitstream); err != nil {
		return nil, err
	}
	r.Bitstream = b.t.rel(bitstream)
	return r, b.write(r)
}

// synth emits the sources and runs Yosys.
func (b *builder) synth(ctx context.Context) error {
	files, err := b.d.Files()
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		if err := os.WriteFile(b.path(name), files[name], 0o666); err != nil {
			return fmt.Errorf("fpga: %w", err)
		}
	}
	src, err := findSources(b.t.Root, b.d.Config.Sources)
	if err != nil {
		return err
	}
	read, err := src.read(b.dir)
	if err != nil {
		return err
	}
	script := read +
		"read_verilog -defer " + b.d.Top() + ".v\n" +
		synthesis(b.d.Board.Family, b.d.Top(), b.d.Config, "-json", "synth.json") +
		"tee -q -o stat.json stat -json\n"
	if err := os.WriteFile(b.path("synth.ys"), []byte(script), 0o666); err != nil {
		return fmt.Errorf("fpga: %w", err)
	}
	key := sha256.New()
	fmt.Fprintf(key, "%s\n%s\n%s\n", b.versions[0], script, files[b.d.Top()+".v"])
	if err := src.hash(key); err != nil {
		return err
	}
	return b.step(ctx, "synth", key.Sum(nil), []string{"synth.json", "stat.json"}, func() error {
		b.t.say("%s: synthesis", b.d.Name())
		return b.t.run(ctx, b.dir, b.path("synth.log"), "yosys", "synth.ys")
	})
}

// synthesis returns the Yosys commands from the sources of a configuration to the netlist of its
// top module, with further options of Yosys' command for the family, such as synth_ice40.
func synthesis(family board.Family, top string, c config.Config, options ...string) string {
	words := append([]string{"synth_" + string(family), "-top", top}, options...)
	command := strings.Join(append(words, c.Synth[family]...), " ")
	if !c.Dense[family] || family == board.Gowin {
		return command + "\n"
	}
	// Small adders and comparisons go without carry chains: a chain has its place, begins and ends with
	// cells that do nothing else, and keeps logic apart that would be one LUT.
	chains := command + " -run begin:map_gates\n" +
		"techmap -map +/techmap.v t:$alu r:Y_WIDTH<=5 %i\n"
	if family == board.ECP5 {
		return chains + command + " -run map_gates:\n"
	}
	// Two further measures save an iCE40's cells. ABC's longer script saves some LUTs. Small groups of
	// flip-flops have no separate enable or reset: the flip-flops of a tile share one enable and
	// one reset, and Yosys' many small groups would keep a full device from being placed. Below 6
	// flip-flops, LUTs do the work.
	return "scratchpad -copy abc9.script.flow2 abc9.script\n" + chains +
		command + " -run map_gates:map_ffs\n" +
		"dfflegalize -cell $_DFF_?_ 0 -cell $_DFFE_?P_ 0 -cell $_DFF_?P?_ 0 -cell $_DFFE_?P?P_ 0" +
		" -cell $_SDFF_?P?_ 0 -cell $_SDFFCE_?P?P_ 0 -cell $_DLATCH_?_ x -mince 6 -minsrst 6\n" +
		command + " -run map_ffs:\n"
}

// place runs nextpnr once per seed.
func (b *builder) place(ctx context.Context, o BuildOptions) ([]Seed, error) {
	netlist, err := b.netlist()
	if err != nil {
		return nil, err
	}
	constraints, err := os.ReadFile(b.path(b.d.ConstraintFile()))
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	seeds, errs := make([]Seed, o.Seeds), make([]error, o.Seeds)
	slots := make(chan struct{}, o.Jobs)
	var wg sync.WaitGroup
	for i := range seeds {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			seeds[i], errs[i] = b.placeOne(ctx, i+1, netlist, constraints)
			if errs[i] != nil {
				cancel() // the other placements are not needed any more
			}
		})
	}
	wg.Wait()
	var first error
	for _, err := range errs {
		if err != nil && (first == nil || isCanceled(first)) {
			first = err
		}
	}
	return seeds, first
}

// netlist returns the netlist to place, which is also in [builder.netlistFile].
func (b *builder) netlist() ([]byte, error) {
	netlist, err := os.ReadFile(b.path("synth.json"))
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	if b.netlistFile() == "synth.json" {
		return netlist, nil
	}
	if netlist, err = placeLanes(netlist, b.d.Board.Device); err != nil {
		return nil, err
	}
	if err := os.WriteFile(b.path(b.netlistFile()), netlist, 0o666); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	return netlist, nil
}

// netlistFile is the name of the netlist for placement: Yosys' netlist, or the one with sites for
// the block RAMs of lanes.
func (b *builder) netlistFile() string {
	if b.d.Lanes() > 0 && ramRows[b.d.Board.Device] != nil {
		return "lanes.json"
	}
	return "synth.json"
}

// densePlacement holds nextpnr's options for a dense chip. On iCE40 it cares more for slow paths than
// for short wires: in a full device its result then depends less on the seed. On ECP5 its placer for
// large designs, which spreads all cells at once, leaves a third less wire than its usual one.
var densePlacement = map[board.Family][]string{
	board.ICE40: {"--placer-heap-timingweight", "40"},
	board.ECP5:  {"--placer", "static"},
}

func (b *builder) placeOne(ctx context.Context, seed int, netlist, constraints []byte) (Seed, error) {
	folder := fmt.Sprintf("seed%d", seed)
	if err := os.MkdirAll(b.path(folder), 0o777); err != nil {
		return Seed{}, fmt.Errorf("fpga: %w", err)
	}
	args := []string{"--" + b.d.Board.Device, "--package", b.d.Board.Package}
	if b.d.Board.Speed != 0 {
		args = append(args, "--speed", fmt.Sprint(b.d.Board.Speed))
	}
	placed := folder + "/" + b.tools().placed
	switch b.d.Board.Family {
	case board.ICE40:
		args = append(args, "--pcf", b.d.ConstraintFile(), "--asc", placed)
	case board.ECP5:
		args = append(args, "--lpf", b.d.ConstraintFile(), "--textcfg", placed)
	case board.Gowin:
		clock, err := b.d.Clock()
		if err != nil {
			return Seed{}, err
		}
		args = []string{
			"--device", b.d.Board.Part, "--vopt", "family=" + b.d.Board.Device,
			"--vopt", "cst=" + b.d.ConstraintFile(), "--freq", strconv.FormatFloat(board.MHz(clock), 'f', -1, 64),
		}
	}
	if b.d.Config.Dense[b.d.Board.Family] {
		args = append(args, densePlacement[b.d.Board.Family]...)
	}
	args = append(args,
		"--json", b.netlistFile(), "--seed", fmt.Sprint(seed), "--timing-allow-fail",
		"--report", folder+"/nextpnr.json", "--write", folder+"/placed.json")
	key := sha256.New()
	fmt.Fprintf(key, "%s\n%q\n", b.versions[1], args)
	key.Write(constraints)
	key.Write(netlist)
	outputs := []string{placed, folder + "/nextpnr.json", folder + "/placed.json"}
	err := b.step(ctx, folder+"/pnr", key.Sum(nil), outputs, func() error {
		b.t.say("%s: place and route, seed %d", b.d.Name(), seed)
		return b.t.run(ctx, b.dir, b.path(folder+"/pnr.log"), b.tools().nextpnr, args...)
	})
	if err != nil {
		return Seed{}, err
	}
	return readSeed(seed, b.path(folder+"/nextpnr.json"))
}

// pack makes the bitstream of the chosen placement.
func (b *builder) pack(ctx context.Context, seed int, bitstream string) error {
	tool, placed := b.tools().pack, fmt.Sprintf("seed%d/%s", seed, b.tools().placed)
	text, err := os.ReadFile(b.path(placed))
	if err != nil {
		return fmt.Errorf("fpga: %w", err)
	}
	args := slices.Clone(b.d.Board.PackFlags)
	if b.d.Board.Family == board.Gowin {
		args = append(args, "-d", b.d.Board.Device, "-o", filepath.Base(bitstream), placed)
	} else {
		args = append(args, placed, filepath.Base(bitstream))
	}
	key := sha256.New()
	fmt.Fprintf(key, "%s\n%s\n%q\n", b.versions[1], tool, args)
	key.Write(text)
	return b.step(ctx, "pack", key.Sum(nil), []string{filepath.Base(bitstream)}, func() error {
		b.t.say("%s: bitstream of seed %d", b.d.Name(), seed)
		return b.t.run(ctx, b.dir, b.path("pack.log"), tool, args...)
	})
}

// lock keeps other processes out of the folder until unlock is called. It waits for a process that
// is in the folder.
func (b *builder) lock(ctx context.Context) (unlock func(), err error) {
	l := flock.New(b.path("lock"), flock.SetPermissions(0o666))
	free, err := l.TryLock()
	if err == nil && !free {
		b.t.say("%s: waiting for another build in %s", b.d.Name(), b.t.rel(b.dir))
		_, err = l.TryLockContext(ctx, 200*time.Millisecond)
	}
	if ctx.Err() != nil {
		l.Close()
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("fpga: %s: %w", b.path("lock"), err)
	}
	return func() { l.Close() }, nil
}

// draw writes the floorplan of the chosen placement.
func (b *builder) draw(r *Result) error {
	plan, err := ReadFloorplan(b.seedPath(r.Best, "placed.json"), b.d.Board)
	if err != nil {
		return err
	}
	best := r.BestSeed()
	plan.Title = fmt.Sprintf("%s on %s, %s", r.Config, b.d.Board.Title, r.Part)
	plan.Subtitle = fmt.Sprintf("%.1f MHz reached, %g MHz wanted, seed %d", best.WorstClock().MHz, board.MHz(r.ClockHz), r.Best)
	plan.Path = best.Path.Tiles
	if err := writeFile(b.path("floorplan.svg"), plan.WriteSVG); err != nil {
		return err
	}
	return writeFile(b.path("floorplan.png"), plan.WritePNG)
}

// write writes the result for people and for programs.
func (b *builder) write(r *Result) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("fpga: %w", err)
	}
	if err := os.WriteFile(b.path("report.json"), append(text, '\n'), 0o666); err != nil {
		return fmt.Errorf("fpga: %w", err)
	}
	return writeFile(b.path("report.txt"), r.WriteTable)
}

// step runs an action unless the outputs exist and were made from the same inputs, whose hash is
// key.
func (b *builder) step(ctx context.Context, name string, key []byte, outputs []string, action func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stamp, sum := b.path(name+".key"), hex.EncodeToString(key)
	fresh := true
	for _, out := range outputs {
		if _, err := os.Stat(b.path(out)); err != nil {
			fresh = false
		}
	}
	if old, err := os.ReadFile(stamp); fresh && err == nil && strings.TrimSpace(string(old)) == sum {
		return nil
	}
	_ = os.Remove(stamp) // an interrupted step must not look finished
	if err := action(); err != nil {
		return err
	}
	for _, out := range outputs {
		if _, err := os.Stat(b.path(out)); err != nil {
			return fmt.Errorf("fpga: step %s left no %s", name, b.t.rel(b.path(out)))
		}
	}
	if err := os.WriteFile(stamp, []byte(sum+"\n"), 0o666); err != nil {
		return fmt.Errorf("fpga: %w", err)
	}
	return nil
}

func (b *builder) path(name string) string { return filepath.Join(b.dir, name) }

func (b *builder) seedPath(seed int, name string) string {
	return b.path(fmt.Sprintf("seed%d/%s", seed, name))
}

func (b *builder) tools() familyTools { return toolsOf[b.d.Board.Family] }

// sources are the Verilog texts of a configuration.
type sources struct {
	files    []string // .v files, in the order of reading
	includes []string // folders of include files
	others   []string // files that the Verilog may include or load
}

// findSources expands files and folders, which are relative to root. A folder includes its
// subfolders.
func findSources(root string, names []string) (*sources, error) {
	s := &sources{}
	for _, name := range names {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(root, path)
		}
		err := filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
			switch ext := filepath.Ext(at); {
			case err != nil:
				return err
			case d.IsDir():
				s.includes = append(s.includes, at)
			case ext == ".v" || at == path:
				s.files = append(s.files, at)
			case ext == ".vh" || ext == ".hex" || ext == ".mem":
				s.others = append(s.others, at)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("fpga: Verilog source: %w", err)
		}
	}
	if len(s.files) == 0 {
		return nil, fmt.Errorf("fpga: no .v file in %s", strings.Join(names, ", "))
	}
	return s, nil
}

// read returns the Yosys commands that read the files, with paths relative to dir.
func (s *sources) read(dir string) (string, error) {
	var include, script strings.Builder
	for _, folder := range s.includes {
		rel, err := filepath.Rel(dir, folder)
		if err != nil {
			return "", fmt.Errorf("fpga: %w", err)
		}
		include.WriteString(" -I" + filepath.ToSlash(rel))
	}
	for _, file := range s.files {
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return "", fmt.Errorf("fpga: %w", err)
		}
		fmt.Fprintf(&script, "read_verilog -defer%s %s\n", include.String(), filepath.ToSlash(rel))
	}
	return script.String(), nil
}

// hash adds the texts to a hash.
func (s *sources) hash(w io.Writer) error {
	for _, file := range append(slices.Clone(s.files), s.others...) {
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("fpga: %w", err)
		}
		fmt.Fprintf(w, "%s %d\n", filepath.Base(file), len(text))
		w.Write(text)
	}
	return nil
}

// writeFile creates a file and fills it.
func writeFile(path string, fill func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("fpga: %w", err)
	}
	if err := fill(f); err != nil {
		f.Close()
		return fmt.Errorf("fpga: %s: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("fpga: %w", err)
	}
	return nil
}
