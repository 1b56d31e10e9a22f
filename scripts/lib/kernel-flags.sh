# Sourced: how the kernel is compiled outside CMake. The flags that decide bits are read from the file CMake reads too.
# shellcheck shell=bash disable=SC2034

mapfile -t NUMBER_FLAGS <kernel/compile_flags.txt
BASELINE_FLAGS=()
[[ $(uname -m) != x86_64 ]] || BASELINE_FLAGS=(-march=x86-64 -mtune=generic)

# The kernel itself knows no standard library.
FREESTANDING_FLAGS=(-ffreestanding -fno-exceptions -fno-rtti)

WARNING_FLAGS=(-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)

# compile_kernel COMPILER OUT FLAG... : every translation unit of the kernel, as OUT/*.o. The lanes of batches are
# compiled once for each instruction set that the compiler can name, as CMakeLists.txt does it.
compile_kernel() {
  local compiler=$1 out=$2 level levels=(baseline) batch_flags=() lane_flags
  shift 2
  if [[ $("$compiler" -dumpmachine) == x86_64* ]]; then
    levels+=(x86_64_v3 x86_64_v4)
    batch_flags=(-DFABRIKIT_X86_LEVELS)
  fi
  "$compiler" "$@" "${FREESTANDING_FLAGS[@]}" -I"$ROOT" -c kernel/abi.cpp -o "$out/abi.o"
  "$compiler" "$@" "${FREESTANDING_FLAGS[@]}" "${batch_flags[@]}" -I"$ROOT" -c kernel/batch.cpp -o "$out/batch.o"
  for level in "${levels[@]}"; do
    lane_flags=(-DFABRIKIT_LEVEL="$level")
    [[ $level == baseline ]] || lane_flags+=(-march="${level//_v/-v}" -mprefer-vector-width=512)
    lane_flags=("${lane_flags[@]//x86_64-v/x86-64-v}")
    "$compiler" "$@" "${FREESTANDING_FLAGS[@]}" "${lane_flags[@]}" -I"$ROOT" -c kernel/batch_lanes.cpp -o "$out/lanes_$level.o"
  done
  check_lanes_apart "$out"
}

# Symbols that the linker may take from any object: none of one level may be called as one of another, or a processor
# would meet instructions it does not have.
check_lanes_apart() {
  local lanes shared
  for lanes in "$1"/lanes_*.o; do
    shared=$(comm -12 <(weak_symbols "$lanes") <(find "$1" -name '*.o' ! -path "$lanes" | while read -r other; do weak_symbols "$other"; done | sort -u))
    [[ -z $shared ]] || {
      echo "$lanes shares symbols with another object: $(head -3 <<<"$shared" | xargs)"
      return 1
    }
  done
}
weak_symbols() { nm --defined-only "$1" | awk '$2 == "W" {print $3}' | sort -u; }
