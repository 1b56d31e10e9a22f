# Sourced after common.sh: Node's packages for the page, exactly the locked ones.
# shellcheck shell=bash

install_web() {
  local stamp=$ROOT/web/node_modules/fabrikit-installed digest
  need_command node nodejs
  need_command npm npm
  digest=$(sha256sum "$ROOT/web/package-lock.json" | cut -d ' ' -f 1)
  if [[ -f $stamp && $(<"$stamp") == "$digest" ]]; then return; fi
  say "installing the page's build tools (npm ci)"
  local log
  log=$(mktemp)
  (cd "$ROOT/web" && npm ci --no-audit --no-fund) >"$log" 2>&1 </dev/null || {
    tail -20 "$log" >&2
    die "npm ci failed"
  }
  rm -f "$log"
  echo "$digest" >"$stamp"
}

# Real browsers, Debian's: another Chromium or Firefox is named by $CHROMIUM or $FIREFOX.
need_chromium() { [[ -n ${CHROMIUM:-} ]] || need_command chromium chromium fonts-noto-core; }
need_firefox() { [[ -n ${FIREFOX:-} ]] || need_command firefox-esr firefox-esr; }

# in_web COMMAND [ARG]... : runs a command among the page's sources.
in_web() { (install_web && cd "$ROOT/web" && "$@"); }

page_types() { in_web npx tsc --noEmit; }
page_units() { in_web npx vitest run; }
# page_tests FOLDER : the names are absolute, because they are found before in_web changes the folder.
page_tests() { in_web node --test --test-reporter=spec "$ROOT/web/tests/$1/"*.test.mjs; }
page_in_chromium() { need_chromium && page_tests e2e; }
page_in_firefox() { need_firefox && page_tests firefox; }
page_in_lighthouse() { need_chromium && page_tests lighthouse; }
