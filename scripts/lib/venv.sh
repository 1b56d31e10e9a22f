# Sourced after common.sh: the virtual environment in .venv, and fabrikit installed into it in editable mode.
# shellcheck shell=bash

# The releases that the tests are known to pass with: warnings are errors, and a new release may bring new ones.
CONSTRAINTS=$ROOT/scripts/lib/constraints.txt

# The first Python that is new enough: $PYTHON, python3, then versioned names.
find_python() {
  local candidate
  for candidate in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  die "Python 3.11 or newer is needed (set PYTHON=/path/to/python to name one)"
}

# A compiler and Python's own headers: the kernel is compiled on this machine.
need_build_tools() {
  [[ -n ${CXX:-} ]] || command -v c++ >/dev/null || need_debian "a C++ compiler" g++
  "$1" - <<'PY' || need_debian "Python.h" python3-dev
import pathlib, sys, sysconfig
sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())
PY
}

create_venv() {
  local python
  python=$(find_python)
  need_build_tools "$python"
  if [[ ! -x $VENV/bin/python ]]; then
    "$python" -c 'import ensurepip, venv' 2>/dev/null || need_debian "Python's venv module" python3-venv
    say "creating .venv"
    "$python" -m venv "$VENV"
  fi
}

# pip without advice; its errors still show.
quiet_pip() {
  PIP_DISABLE_PIP_VERSION_CHECK=1 "$VENV/bin/python" -m pip "$1" --quiet --quiet "${@:2}" </dev/null
}

# One line of pyproject.toml's lists, as words: pyproject_list build-system requires
pyproject_list() {
  "$VENV/bin/python" - "$@" <<'PY'
import functools, pathlib, sys, tomllib
project = tomllib.loads(pathlib.Path("pyproject.toml").read_text(encoding="utf-8"))
print(*functools.reduce(dict.__getitem__, sys.argv[1:], project), sep="\n")
PY
}

# A digest of everything that is compiled or declares a dependency. Python files are not in it: they are used in place.
install_digest() {
  {
    echo "$ROOT"
    find CMakeLists.txt pyproject.toml scripts/lib/constraints.txt kernel bindings/python -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  } | sha256sum | cut -d ' ' -f 1
}

# What the build needs, put into .venv so that a rebuild is incremental (pip's isolation would start anew each time).
install_build_requirements() {
  local requirements
  mapfile -t requirements < <(pyproject_list build-system requires)
  requirements+=(ninja)
  command -v cmake >/dev/null || requirements+=(cmake)
  quiet_pip install "${requirements[@]}"
}

# install_fabrikit EXTRA : editable, with the extra `plot` or `dev`; does nothing when nothing changed.
install_fabrikit() {
  local extra=$1 digest stamp=$VENV/fabrikit-installed-$1
  digest=$(install_digest)
  if [[ -f $stamp && $(<"$stamp") == "$digest" ]]; then return; fi
  create_venv
  say "installing the package into .venv (compiles the kernel; about a minute the first time)"
  install_build_requirements
  local constraint=()
  [[ $extra != dev ]] || constraint=(--constraint "$CONSTRAINTS")
  quiet_pip install "${constraint[@]}" --no-build-isolation --editable ".[$extra]"
  echo "$digest" >"$stamp"
  if [[ $extra == dev ]]; then echo "$digest" >"$VENV/fabrikit-installed-plot"; fi # dev holds plot
}
