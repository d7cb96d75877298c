// expect: sc=safe
// property: assert deadlock memory
//
// A global object is destroyed after main.

#include <iostream>
#include <string>
#include <thread>
#include <vector>
struct Log {
    std::vector<std::string> lines;
    ~Log() { std::cout << "lines " << lines.size() << std::endl; }
};
static Log logbook;
int main() {
    std::thread t([] { logbook.lines.push_back("hello"); });
    t.join();
    std::cout << logbook.lines[0] << "\n";
}
