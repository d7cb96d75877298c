// Threads allocate by all functions; run with other allocators, too.
// expect: nothing
#include <cstdlib>
#include <malloc.h>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <vector>
std::mutex lock;
std::vector<std::string> all;
struct alignas(128) Wide {
    char bytes[128];
};
void work(int thread) {
    for (int i = 0; i < 200; i++) {
        auto many = std::make_unique<int[]>(100 + i);
        many[i] = thread;
        std::unique_ptr<Wide> wide(new (std::nothrow) Wide);
        wide->bytes[0] = 1;
        void *memory = aligned_alloc(64, 256);
        memory = realloc(memory, 1000 + i * 1000);
        if (malloc_usable_size(memory) < 1000) abort();
        free(memory);
        if (posix_memalign(&memory, 32, 100)) abort();
        free(memory);
        free(pvalloc(10));
        std::lock_guard<std::mutex> held(lock);
        all.push_back(std::string(50, 'a' + thread));
    }
}
int main() {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; thread++) threads.emplace_back(work, thread);
    for (auto &thread : threads) thread.join();
    try {
        operator delete(operator new(1ul << 60));
    } catch (const std::bad_alloc &) {
        return all.size() == 800 ? 0 : 7;
    }
    return 8;
}
