# Everything runs in .venv, which `make setup` makes: a fresh machine needs only python3 (with venv and pip) and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup reproduce test lint format bench clean

setup: $(READY)

# One stamp for all targets: `reproduce` could do without the dev tools, but two kinds of set-up would be one too many.
$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	$(BIN)/python tools/link_packages.py
	touch $@

reproduce: setup
	$(BIN)/plyscope reproduce

# Two workers: each compiles the kernel anew when it has changed, so more of them gain little.
test: setup
	$(BIN)/pytest -n 2 --dist worksteal

# The links are made anew, since a module added to src/plyscope after the set-up has none yet.
lint: setup
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/python tools/link_packages.py
	$(BIN)/mypy

format: setup
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: setup
	$(BIN)/plyscope bench

# Only what make and the tools made; results of studies are left alone.
clean:
	rm -rf $(VENV) .links build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
