# The two commands to know: `make demo` and `make test`. Each does its own set-up.

CARGO ?= cargo
SELVEDGE := target/release/selvedge

.PHONY: demo test test-full test-browser bench bench-check bench-litmus bench-explore bench-predict bench-prove bench-atomicity bench-verify bench-record build setup fmt lint unit bless prelude fuzz clean help

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18

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

test-browser: setup ## the HTML pages in a real browser (needs Chromium)
	$(CARGO) test -p selvedge --test browser -- --ignored

export SELVEDGE_PLOTS := $(CURDIR)/docs/plots

bench: bench-check bench-litmus bench-explore bench-predict bench-record bench-prove bench-atomicity bench-verify ## benchmarks; prints tables, draws docs/plots

bench-verify: setup ## all engines side by side, against each alone
	$(CARGO) run --release --quiet -p selvedge-portfolio --example bench_portfolio

bench-litmus: setup ## all litmus tests under all models, and how cost grows
	$(CARGO) run --release --quiet -p selvedge-litmus --example bench_litmus

bench-explore: setup ## executions and executions per second
	$(CARGO) run --release --quiet -p selvedge-explore --example bench_explore
	$(CARGO) run --release --quiet -p selvedge-explore --example bench_semantic

bench-predict: setup ## events per second of each order
	$(CARGO) run --release --quiet -p selvedge-predict --example bench_predict

bench-record: build ## what recording and watching cost, beside TSan
	$(CARGO) run --release --quiet -p selvedge-rt --example bench_record

bench-prove: setup ## proofs and alarms of three methods
	$(CARGO) run --release --quiet -p selvedge-testkit --example bench_prove

bench-atomicity: setup ## candidates, violations and time of `predict` on programs
	$(CARGO) run --release --quiet -p selvedge-testkit --example bench_atomicity

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
