// expect: sc=safe
// property: deadlock assert memory
#include <future>
#include <thread>
int main() {
    std::promise<void> p;
    auto f = p.get_future();
    std::thread t([&] { p.set_value(); });
    f.wait();
    t.join();
}
