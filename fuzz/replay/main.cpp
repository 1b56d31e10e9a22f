// Runs a fuzz target on files, with any compiler: what libFuzzer's own main does, without libFuzzer.
//
//   replay FILE...    exit code 0 when no law is broken; a broken law aborts and names the file
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

const char* running = "";

void name_the_file(int) { std::fprintf(stderr, "  in %s\n", running); }

bool read(const char* path, std::vector<uint8_t>& data) {
  std::FILE* const file = std::fopen(path, "rb");
  if (file == nullptr) return false;
  uint8_t block[4096];
  data.clear();
  for (size_t count; (count = std::fread(block, 1, sizeof block, file)) > 0;)
    data.insert(data.end(), block, block + count);
  std::fclose(file);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGABRT, name_the_file);
  std::vector<uint8_t> data;
  for (int i = 1; i < argc; ++i) {
    if (!read(argv[i], data)) {
      std::fprintf(stderr, "cannot read %s\n", argv[i]);
      return 2;
    }
    running = argv[i];
    LLVMFuzzerTestOneInput(data.data(), data.size());
  }
  std::printf("%d inputs replayed\n", argc - 1);
  return argc > 1 ? 0 : 2;
}
