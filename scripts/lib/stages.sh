# Sourced after common.sh: stages with a heading and a time each, and one verdict at the end.
# shellcheck shell=bash

PASSED=0
FAILED=()

# stage NAME COMMAND [ARG]... : runs it; a failure is kept for the verdict and the next stage still runs.
stage() {
  local name=$1 started=$SECONDS code=0
  shift
  printf '\n== %s\n' "$name"
  set +e # only so does `set -e` hold inside the stage: in an `if` or after `||` bash would ignore it
  (
    set -e
    "$@"
  )
  code=$?
  set -e
  if [[ $code -eq 0 ]]; then
    PASSED=$((PASSED + 1))
    printf -- '-- %s: passed in %d s\n' "$name" $((SECONDS - started))
  else
    FAILED+=("$name")
    printf -- '-- %s: FAILED (exit code %d) in %d s\n' "$name" "$code" $((SECONDS - started))
  fi
}

# The last words: what failed, then the count of stages. Fails when any stage did.
verdict() {
  printf '\n'
  local name
  for name in "${FAILED[@]}"; do printf 'FAILED: %s\n' "$name"; done
  printf '%d stages in %d s\n' $((PASSED + ${#FAILED[@]})) "$SECONDS"
  printf '%d passed, %d failed\n' "$PASSED" "${#FAILED[@]}"
  [[ ${#FAILED[@]} -eq 0 ]]
}
