// Money goes from one account to another under the locks of both, the one with the smaller number first.
// broken: deadlock: 
#include "quiet.h"
#include <mutex>
#include <thread>
#include <utility>
#include <vector>
struct Account {
    int number;
    int money = 100;
    std::mutex lock;
    explicit Account(int number) : number(number) {}
};
void transfer(Account &from, Account &to, int amount) {
    Account *first = &from, *second = &to;
    UNLESS_BROKEN(if (first->number > second->number) std::swap(first, second);)
    std::lock_guard<std::mutex> outer(first->lock);
    std::lock_guard<std::mutex> inner(second->lock);
    from.money -= amount;
    to.money += amount;
}
int main() {
    Account a(1), b(2), c(3);
    std::vector<std::thread> threads;
    threads.emplace_back([&] { transfer(a, b, 5); say_done(0); });
    wait_for(0);
    threads.emplace_back([&] { transfer(b, c, 6); say_done(1); });
    wait_for(1);
    threads.emplace_back([&] { transfer(b, a, 7); });
    for (auto &thread : threads) thread.join();
}
