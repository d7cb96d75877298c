// expect: sc=violation tso=violation
// property: race
// Both accesses are in code of the library (a `shared_ptr` that is copied while it is changed); the lines are those of the calls.
#include <memory>
#include <thread>
static std::shared_ptr<int> shared = std::make_shared<int>(4);
int main() {
    std::thread reader([] { auto mine = shared; });
    shared = std::make_shared<int>(5);
    reader.join();
}
