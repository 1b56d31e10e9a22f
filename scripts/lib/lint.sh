# Sourced after stages.sh: the checks that read the sources and run nothing of them.
# shellcheck shell=bash

# Files of ours below the given folders: nothing built, nothing hidden.
ours() { find "$@" -type f -not -path '*/build/*' -not -path '*/.*/*' | LC_ALL=C sort; }
cpp_sources() { ours kernel bindings tests benchmarks fuzz | grep -E '\.([ch]pp|h)$'; }

# Every bash script, with or without a suffix.
shell_sources() {
  echo .ci/run
  ours scripts benchmarks | while read -r file; do
    if [[ $file == *.sh ]] || head -n 1 "$file" | grep -qaE '^#!.*\bbash'; then echo "$file"; fi
  done
}

# The types of the compiled module, as nanobind sees them.
kernel_stub() { "$VENV/bin/python" -m nanobind.stubgen -q -m fabrikit.bridge._kernel -o "$1"; }
STUB=src/fabrikit/bridge/_kernel.pyi

check_stub() {
  local fresh
  fresh=$(mktemp)
  kernel_stub "$fresh"
  diff -u "$STUB" "$fresh" || {
    echo "$STUB is not what the compiled module says: run scripts/lint --fix"
    return 1
  }
}

check_cpp_layout() {
  local source code=0
  while read -r source; do
    "$VENV/bin/clang-format" "$source" | diff -u --label "$source" --label "as clang-format lays it out" "$source" - || code=1
  done < <(cpp_sources)
  return "$code"
}
# The linter sees only .py files, so it reads a copy in which the compiled module is one. Without `site` (-S) the
# editable install cannot put the real sources before the copy.
check_imports() {
  local copy=build/import-linter packages
  packages=$("$VENV/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  rm -rf "$copy"
  mkdir -p "$copy"
  cp -r src/fabrikit "$copy"
  mv "$copy/${STUB#src/}" "$copy/fabrikit/bridge/_kernel.py"
  PYTHONPATH=$copy:$packages "$VENV/bin/python" -S "$VENV/bin/lint-imports" --no-logo --no-cache
}
check_shell() { shell_sources | xargs "$VENV/bin/shellcheck" --external-sources --severity=style; }

fix_layout() {
  "$VENV/bin/ruff" format --quiet
  "$VENV/bin/ruff" check --fix --quiet || true # what is left is reported below
  cpp_sources | xargs "$VENV/bin/clang-format" -i
  kernel_stub "$STUB"
}

lint_stages() {
  stage "Python layout (ruff format)" "$VENV/bin/ruff" format --check --quiet
  stage "Python lint (ruff)" "$VENV/bin/ruff" check --quiet
  stage "types (mypy --strict)" "$VENV/bin/mypy" --no-error-summary
  stage "types of the compiled module" check_stub
  stage "import directions" check_imports
  stage "C++ layout (clang-format)" check_cpp_layout
  stage "shell (shellcheck)" check_shell
}
