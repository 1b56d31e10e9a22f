# Sourced: how the kernel is compiled outside CMake. The flags that decide bits are read from the file CMake reads too.
# shellcheck shell=bash disable=SC2034

mapfile -t NUMBER_FLAGS <kernel/compile_flags.txt
BASELINE_FLAGS=()
[[ $(uname -m) != x86_64 ]] || BASELINE_FLAGS=(-march=x86-64 -mtune=generic)

# The kernel itself knows no standard library.
FREESTANDING_FLAGS=(-ffreestanding -fno-exceptions -fno-rtti)

WARNING_FLAGS=(-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
