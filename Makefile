# What can be done here; `make` alone lists it. Every target first installs what it lacks.

CARGO ?= $(or $(shell command -v cargo),$(HOME)/.cargo/bin/cargo)
export CARGO
# Where cargo puts what it builds; a relative folder of the user's is relative to here.
TARGET = $(or $(CARGO_TARGET_DIR),target)
ANNABELLA = $(TARGET)/release/annabella
export ANNABELLA PREFIX DESTDIR
MAKEFLAGS += --no-print-directory

.DEFAULT_GOAL = help
.PHONY: help setup build play demo test install uninstall deb check-deb bench picture screen-reader plays attack features fuzz puzzles model model-graph clean

help: ## this list
	@echo "annabella: a spoken chess assistant for blind players"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: ## install what building and playing need
	@.ci/setup play

build: setup ## build the program, target/release/annabella
	@[ -x $(ANNABELLA) ] || echo "building annabella, this once: three or four minutes on two cores, less on more" >&2
	@$(CARGO) build --release

play: build ## play a game; options go in ARGS="--time 90+30"
	@$(ANNABELLA) play $(ARGS)

demo: ## see and hear a whole game on virtual devices
	@.ci/setup test
	@$(CARGO) build --release
	@tests/demo.sh $(ARGS)

test: ## check everything (format, lints, core, virtual devices)
	@.ci/test

install: ## put the built program where PREFIX says, /usr/local unless told; DESTDIR goes before it
	@[ -x $(ANNABELLA) ] || $(MAKE) build
	@packaging/install

uninstall: ## take it away again; games and configurations stay
	@packaging/install --remove

deb: ## make a Debian package of it, target/debian/annabella_*.deb
	@.ci/setup deb
	@$(CARGO) build --profile dist
	@ANNABELLA=$(TARGET)/dist/annabella packaging/deb

check-deb: deb ## install that in a fresh system, play there, remove it (minutes)
	@.ci/setup check-deb
	@tests/package.sh

bench: ## print the figures of docs/figures.md and docs/hall.md
	@.ci/setup test
	@tests/virtual/with.sh $(CARGO) bench $(ARGS)
	@$(CARGO) bench --bench hall
	@$(CARGO) build --profile dist
	@TESTED_ANNABELLA=$(CURDIR)/$(TARGET)/dist/annabella $(CARGO) test --package annabella-browser-tests --test figures -- --nocapture | grep -E '^(own|program)'
	@BOARDS=200 TESTED_ANNABELLA=$(CURDIR)/$(TARGET)/dist/annabella $(CARGO) test --package annabella-browser-tests --test web -- --include-ignored --nocapture watched | grep -o 'hall, .*'
	@GAMES=500 $(CARGO) test --profile bench --test core clumsy_hands -- --include-ignored --nocapture | grep 'games, lever'

picture: ## draw the page for the READMEs, docs/page.*.png
	@.ci/setup test
	@$(CARGO) build
	@$(CARGO) test --package annabella-browser-tests --test picture

screen-reader: ## play a game on the page with Orca, in Chromium and in Firefox (two minutes)
	@.ci/setup screen-reader
	@$(CARGO) build
	@$(CARGO) test --package annabella-browser-tests --test orca -- --nocapture --test-threads=1

plays: ## by voice: an arbiter's quarter of an hour, and a game of two players apart (eight minutes)
	@.ci/setup test
	@tests/virtual/with.sh $(CARGO) test --test devices -- --include-ignored --test-threads=1 end_to_end::desk end_to_end::peers

attack: ## kill, hang, flood and starve the program in whole games, MINUTES=10; SEED=n for the same again
	@.ci/setup test
	@tests/virtual/with.sh $(CARGO) test --release --test attack -- $(or $(MINUTES),10)

features: ## check every combination of the features (half an hour)
	@.ci/setup play
	@[ -x .deps/cargo/bin/cargo-hack ] || $(CARGO) install --quiet --locked --debug --root .deps/cargo cargo-hack@0.6.46
	@.deps/cargo/bin/cargo-hack hack check --feature-powerset --exclude-features default --all-targets

fuzz: ## send the readers of text and bytes garbage, MINUTES=10 each; READERS="fen pgn" for some
	@.ci/setup play
	@tests/fuzz/run $(or $(MINUTES),10) $(READERS)

# The last game, the first being 0, and what the die began with: the same again, with the same engine.
LAST_GAME = 760
SEED = 1

puzzles: ## make the puzzles that come with the program (an hour), grammars/puzzles.epd
	@.ci/setup play
	@nice $(CARGO) run --quiet --package annabella-core --example make-puzzles -- \
	    "$$(command -v stockfish || echo /usr/games/stockfish)" 0 $(LAST_GAME) $(SEED) grammars/puzzles.epd

model: ## train the speech model anew (a night on two cores)
	@$(MAKE) -C models/train model

model-graph: ## rebuild the model's graph only (new words, seconds)
	@$(MAKE) -C models/train model-graph

clean: ## remove what was built; what was installed stays
	@$(CARGO) clean
	@rm -rf .demo
