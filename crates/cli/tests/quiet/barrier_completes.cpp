// Who comes last to a barrier does something for all.
// broken: data race on sum
#include "quiet.h"
#include <barrier>
#include <latch>
#include <semaphore>
#include <thread>
int parts[3], sum;
struct Add { void operator()() noexcept { for (int part : parts) sum += part; } };
std::barrier<Add> phase(3);
std::latch ready(3);
std::counting_semaphore<4> free_places(0);
int place;
void work(int number) {
    ready.arrive_and_wait();
    for (int round = 0; round < 5; round++) {
        parts[number] = round;
        phase.arrive_and_wait();
        IF_BROKEN(sum++);
        if (sum > 100) abort();
        phase.arrive_and_wait();
    }
    if (number == 0) { place = 1; free_places.release(2); }
    else { free_places.acquire(); if (place != 1) abort(); }
}
int main() {
    std::thread threads[] = {std::thread(work, 0), std::thread(work, 1), std::thread(work, 2)};
    for (auto &thread : threads) thread.join();
}
