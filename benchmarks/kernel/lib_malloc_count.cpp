// Preloaded into a Python process: counts its allocations by malloc and its kin.
#include "malloc_count.hpp"

extern "C" {
int64_t malloc_count() { return bench::allocation_count.load(); }
int64_t malloc_bytes() { return bench::allocation_bytes.load(); }
}
