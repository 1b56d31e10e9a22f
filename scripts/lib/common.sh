# Sourced by every script: where the project is, how it speaks, what a fresh machine needs.
# shellcheck shell=bash disable=SC2034

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
VENV=$ROOT/.venv
CALLER=$PWD
cd "$ROOT" || exit
export JOBS DEBIAN_FRONTEND=noninteractive
JOBS=$(nproc 2>/dev/null || echo 2)

say() { printf 'fabrikit: %s\n' "$*" >&2; }
die() {
  say "$*"
  exit 2
}

# need_debian WHAT PACKAGE... : installs Debian packages when root on a Debian machine, otherwise says what to do.
need_debian() {
  local what=$1
  shift
  if [[ $(id -u) -ne 0 ]] || ! command -v apt-get >/dev/null; then
    die "$what is missing. On Debian or Ubuntu: sudo apt-get install $*"
  fi
  say "installing $* ($what is missing)"
  local log
  log=$(mktemp)
  {
    apt-get update -q && apt-get install -y -q --no-install-recommends "$@"
  } >"$log" 2>&1 </dev/null || {
    tail -20 "$log" >&2
    die "installing $* failed"
  }
  rm -f "$log"
}

# need_command COMMAND PACKAGE...
need_command() {
  command -v "$1" >/dev/null || need_debian "$@"
}
