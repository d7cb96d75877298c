// Threads have copies of an exception; its text goes when the last copy does.
// broken: data race on read
#include "quiet.h"
#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>
int read_by;
void work(std::unique_ptr<std::runtime_error> own) {
    if (strlen(own->what()) != 40) abort();
    IF_BROKEN(read_by++);
    settle();
}
int main() {
    auto first = std::make_unique<std::runtime_error>("a text that is long enough for the heap!");
    std::thread one(work, std::make_unique<std::runtime_error>(*first)), two(work, std::make_unique<std::runtime_error>(*first));
    first.reset();
    one.join();
    two.join();
}
