// Counts every allocation of the process it is part of. glibc only: elsewhere `counts_allocations` is false.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>  // also tells whether this is glibc

namespace bench {
inline std::atomic<int64_t> allocation_count{0};
inline std::atomic<int64_t> allocation_bytes{0};
#ifdef __GLIBC__
inline constexpr bool counts_allocations = true;
#else
inline constexpr bool counts_allocations = false;
#endif
inline void count_allocation(size_t bytes) {
  allocation_count.fetch_add(1, std::memory_order_relaxed);
  allocation_bytes.fetch_add(static_cast<int64_t>(bytes), std::memory_order_relaxed);
}
}  // namespace bench

#ifdef __GLIBC__
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

// operator new ends here too.
void* malloc(size_t bytes) {
  bench::count_allocation(bytes);
  return __libc_malloc(bytes);
}
void* calloc(size_t count, size_t bytes) {
  bench::count_allocation(count * bytes);
  return __libc_calloc(count, bytes);
}
void* realloc(void* memory, size_t bytes) {
  bench::count_allocation(bytes);
  return __libc_realloc(memory, bytes);
}
void* aligned_alloc(size_t alignment, size_t bytes) {
  bench::count_allocation(bytes);
  return __libc_memalign(alignment, bytes);
}
int posix_memalign(void** memory, size_t alignment, size_t bytes) {
  bench::count_allocation(bytes);
  *memory = __libc_memalign(alignment, bytes);
  return *memory == nullptr ? 12 : 0;
}
}
#endif
