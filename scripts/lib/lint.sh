# Sourced after stages.sh: the checks that read the sources and run nothing of them.
# shellcheck shell=bash

cpp_sources() { find kernel bindings tests fuzz -name '*.[ch]pp' -o -name '*.h' 2>/dev/null | LC_ALL=C sort; }

# Every bash script, with or without a suffix.
shell_sources() {
  { grep -rlE '^#!.*\bbash' scripts .ci && find scripts -name '*.sh'; } | LC_ALL=C sort -u
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
check_imports() { PYTHONPATH=src "$VENV/bin/lint-imports" --no-logo --cache-dir build/import-linter; }
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
