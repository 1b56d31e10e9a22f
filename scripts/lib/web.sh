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

# Real browsers: Chromium from Debian or from $CHROMIUM, Firefox as Debian's ESR.
need_browsers() {
  [[ -n ${CHROMIUM:-} ]] || need_command chromium chromium fonts-noto-core
  [[ -n ${FIREFOX:-} ]] || need_command firefox-esr firefox-esr
}
