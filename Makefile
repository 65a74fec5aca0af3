# Everything there is to do with a clone. "make run" and "make test" need only: apt install make python3-venv git
#
#   make run        the companion on the emulated box, its page in the browser
#   make test       the tests but for the longest, under three minutes (ARGS="tests/engine -k senate" for some)
#   make test-all   all tests
#   make check      style, format, types, import directions
#   make powercut   the plug pulled at every write and sync of a whole evening, 2,000 and 100 times SIGKILL
#   make bench      the measurements, as ratios against named peers
#   make soak       300 evenings on one box, then 24 idle hours: nothing grows
#   make check-boot   installed, booted and taken away in containers of bookworm and trixie, as root
#   make check-arm64  engine and drivers on an emulated 64-bit Raspberry Pi OS, as root: before a release
#   make pictures   the pictures of README anew
#   make install    the service, as root (make uninstall takes it away again)
#   make lock       resolve the requirements anew
#   make clean      take away all that was made

PYTHON ?= python3
ARGS ?=
WORKERS ?= $(shell expr $$(nproc) + 1)
SUITES ?= bookworm trixie
UV := uv==0.13.9

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -q --disable-pip-version-check
# Compiled once, not by every process that a test starts; many tests wait in real time: one worker more than processors.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder
LOCKS := requirements/run.txt requirements/pi.txt requirements/dev.txt

.PHONY: run test test-all check check-boot check-arm64 bench soak powercut pictures install uninstall lock clean

run: $(VENV)/run.stamp
	@exec $(BIN)/tabularius --bench $(ARGS)

test: $(VENV)/dev.stamp
	@$(PYTEST) -m "not long" $(ARGS)

test-all: $(VENV)/dev.stamp
	@$(PYTEST) $(ARGS)

check: $(VENV)/dev.stamp
	@failed=0; for gate in "ruff check" "ruff format --check" "mypy" "python -m pytest tests/gates/test_imports.py"; do \
		$(BIN)/$$gate || failed=1; done; exit $$failed

bench: $(VENV)/dev.stamp
	@set -e; for script in tests/bench/*.py; do echo "== $$script"; PYTHONHASHSEED=0 $(BIN)/python $$script; done

check-boot: $(VENV)/dev.stamp
	@set -e; for suite in $(SUITES); do .ci/check-boot .containers $$suite; done

check-arm64: $(VENV)/dev.stamp
	@.ci/check-arm64 .arm64 $(ARGS)

soak: $(VENV)/dev.stamp
	@$(BIN)/python tests/support/soak.py $(ARGS)

powercut: $(VENV)/dev.stamp
	@PYTHONPATH=.:tests/support $(BIN)/python tests/support/powercut.py $(ARGS)

pictures: $(VENV)/dev.stamp
	@$(BIN)/python tests/support/make_pictures.py

install uninstall:
	@PYTHON="$(PYTHON)" DESTDIR="$(DESTDIR)" PURGE="$(PURGE)" systemd/install.sh $@

lock:
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip install -q --disable-pip-version-check $(UV)
	@rm -f $(LOCKS)
	@set -e; lock() { .venv-lock/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url pyproject.toml "$$@"; }; \
	lock --extra dev -o requirements/dev.txt; \
	lock --extra pi -c requirements/dev.txt -o requirements/pi.txt; \
	lock -c requirements/pi.txt -o requirements/run.txt

clean:
	@rm -rf $(VENV) .venv-* build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is as old as the environment it vouches for; "dev" holds all of "run".
$(VENV)/run.stamp: requirements/run.txt requirements/pi.txt requirements/venv.sh pyproject.toml
	@echo "preparing $(VENV) (once)"
	@PYTHON="$(PYTHON)" requirements/venv.sh $(VENV) run
	@$(PIP) install --no-deps --no-build-isolation --no-index -e .
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/run.stamp
	@echo "preparing $(VENV) for tests (once)"
	@PYTHON="$(PYTHON)" requirements/venv.sh $(VENV) dev
	@touch $@
