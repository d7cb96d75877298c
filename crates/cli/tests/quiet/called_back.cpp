// A list of callbacks under a lock; a callback takes the lock of who registered it, and who registers holds none.
// broken: deadlock: 
#include "quiet.h"
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
class Events {
    std::mutex lock;
    std::vector<std::function<void()>> callbacks;
  public:
    void add(std::function<void()> callback) {
        std::lock_guard<std::mutex> hold(lock);
        callbacks.push_back(std::move(callback));
    }
    void fire() {
        std::lock_guard<std::mutex> hold(lock);
        for (auto &callback : callbacks) callback();
    }
};
class Window {
    std::mutex lock;
    int drawn = 0;
    Events &events;
    void draw() {
        std::lock_guard<std::mutex> hold(lock);
        drawn++;
    }
  public:
    explicit Window(Events &events) : events(events) {}
    void open() {
        IF_BROKEN(std::lock_guard<std::mutex> hold(lock);)
        events.add([this] { draw(); });
    }
};
int main() {
    Events events;
    Window one(events);
    one.open();
    std::thread drawing([&] { events.fire(); say_done(0); });
    wait_for(0);
    std::thread opening([&] { one.open(); });
    drawing.join();
    opening.join();
}
