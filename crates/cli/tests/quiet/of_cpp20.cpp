// Latches, barriers, semaphores, threads that are joined by themselves, and atomics that are waited for.
// broken: data race on after_latch
#include "quiet.h"
#include <atomic>
#include <barrier>
#include <latch>
#include <semaphore>
#include <thread>
int after_latch, after_wait, under_semaphore, rounds[2];
std::latch latch(2);
std::barrier<> barrier(2);
std::counting_semaphore<2> semaphore(1);
std::atomic<int> word;
void work(int number) {
    if (number) after_latch = 1;
    UNLESS_BROKEN(latch.arrive_and_wait());
    if (!number && after_latch > 1) abort();
    semaphore.acquire();
    under_semaphore++;
    semaphore.release();
    for (int round = 0; round < 3; round++) {
        rounds[number] = round;
        barrier.arrive_and_wait();
        if (rounds[1 - number] != round) abort();
        barrier.arrive_and_wait();
    }
    if (number) {
        after_wait = 5;
        word = 1;
        word.notify_all();
    } else {
        word.wait(0);
        if (after_wait != 5) abort();
    }
}
int main() {
    std::jthread one(work, 0), two(work, 1);
}
