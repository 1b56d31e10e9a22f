# Sourced by scripts/test --all: what needs more than Python, gcc and Node, or more time.
# shellcheck shell=bash

install_clang() {
  local clang_version runtime
  need_command clang++ clang
  clang_version=$(clang++ -dumpversion | cut -d . -f 1)
  runtime=$(clang++ -print-file-name="libclang_rt.asan-$(uname -m).a")
  # The sanitizers' runtime is a package of its own.
  [[ -f $runtime ]] || need_debian "clang's sanitizer runtime" "libclang-rt-$clang_version-dev"
}

tidy() {
  . scripts/lib/kernel-flags.sh
  "$VENV/bin/clang-tidy" --quiet kernel/abi.cpp -- "${NUMBER_FLAGS[@]}" "${FREESTANDING_FLAGS[@]}" -I"$ROOT"
}

# Every input that a fuzzer kept, under the sanitizers.
replay_corpus() {
  need_command make make
  make --no-print-directory -C fuzz replay CXX=clang++
}

# Instructions of fixed work, held to the committed counts. They are the compiler's: another one is skipped, in words.
instruction_counts() {
  local code=0
  (need_command valgrind valgrind) || {
    echo "skipped: valgrind could not be installed"
    return
  }
  scripts/bench regression || code=$?
  [[ $code -ne 77 ]] || {
    echo "skipped, for the reason above"
    return
  }
  return "$code"
}

all_stages() {
  stage "install clang" install_clang
  stage "kernel tests (clang)" scripts/lib/kernel-tests clang++
  stage "kernel tests (gcc, sanitizers)" scripts/lib/kernel-tests g++ sanitize
  stage "kernel tests (clang, sanitizers)" scripts/lib/kernel-tests clang++ sanitize
  stage "threads (ThreadSanitizer)" scripts/lib/kernel-tests g++ threads
  stage "the same bits at every optimisation and instruction set" scripts/lib/kernel-levels
  stage "the same bits on 64-bit ARM (qemu)" scripts/lib/kernel-levels arm64
  stage "C++ lint (clang-tidy)" tidy
  stage "fuzz corpus" replay_corpus
  stage "instruction counts (callgrind, 2 %)" instruction_counts
  stage "WebAssembly is what the kernel compiles to" scripts/wasm --check
  stage "the page is what web/ builds to" scripts/page --check
  stage "page in Chromium: end to end, axe, golden bits" page_in_chromium
  stage "page in Firefox: opens, drags, golden bits" page_in_firefox
  stage "page in Lighthouse" page_in_lighthouse
  stage "wheel in a clean place" scripts/lib/wheel-test
}
