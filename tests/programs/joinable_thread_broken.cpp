// expect: sc=violation
// property: assert
//
// A std::thread that is destroyed before it is joined ends the program.

#include <thread>
int main() {
    std::thread t([] {});
}
