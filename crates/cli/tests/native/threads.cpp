// What the C++ library does with threads is seen, too.
// expect: nothing
// events: fork=5 join=5
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

struct Base {
    virtual ~Base() {}
    virtual int value() { return 1; }
};

struct Derived : Base {
    int value() override { return 2; }
};

Base &only() {
    static Derived derived;
    return derived;
}

int main() {
    std::mutex lock;
    std::condition_variable finished;
    std::atomic<int> counter{0};
    int sum = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++) {
        threads.emplace_back([&] {
            for (int k = 0; k < 50; k++) {
                std::lock_guard<std::mutex> guard(lock);
                sum += only().value();
                counter++;
            }
            finished.notify_all();
        });
    }
    {
        std::unique_lock<std::mutex> guard(lock);
        finished.wait(guard, [&] { return sum == 400; });
    }
    for (auto &thread : threads) thread.join();
    auto thrown = std::async(std::launch::async, [] {
        try {
            throw 3;
        } catch (int value) {
            return value;
        }
    });
    return thrown.get() == 3 && counter == 200 ? 0 : 9;
}
