# The two commands to know: `make demo` and `make test`. Each does its own set-up.

CARGO ?= cargo
SELVEDGE := target/release/selvedge

.PHONY: demo test test-full bench bench-check build setup fmt lint unit bless prelude fuzz clean help

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

setup: ## install clang and what else is needed (quiet when present)
	@scripts/setup.sh

build: setup ## the release binary
	@$(CARGO) build --release --quiet --bin selvedge

demo: build ## build, then find and replay bugs in the examples
	@scripts/demo.sh $(SELVEDGE)

test: setup fmt lint unit ## everything: format, lints, unit, integration and differential tests

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

unit:
	$(CARGO) test --workspace --quiet

test-full: setup ## the slow suites too: the whole corpus by brute force, many random programs
	SELVEDGE_FULL=1 $(CARGO) test --workspace --release

bench: bench-check ## benchmarks; prints tables

bench-check: setup ## how fast `check` is on our own programs, and how its cost grows
	$(CARGO) run --release --quiet -p selvedge-testkit --example bench_check

fuzz: ## ten minutes of mutated input for the .ll and .litmus readers
	$(CARGO) run --release --quiet -p selvedge-frontend --example fuzz_readers -- 600

bless: ## rewrite the snapshots in the tests
	UPDATE_EXPECT=1 $(CARGO) test --workspace

prelude: setup ## regenerate the library models from their C sources
	scripts/prelude.sh

clean:
	$(CARGO) clean
