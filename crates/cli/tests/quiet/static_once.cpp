// A static variable of a function, made by whoever comes first.
// broken: data race
#include "quiet.h"
#include <thread>
#include <vector>
struct Table {
    std::vector<int> numbers;
    Table() : numbers(10, 3) {}
};
Table &table() {
    static Table table;
    IF_BROKEN(table.numbers[0]++);
    return table;
}
int main() {
    int sums[2] = {};
    std::thread one([&] { sums[0] = table().numbers[3]; }), two([&] { sums[1] = table().numbers[3]; });
    one.join();
    two.join();
    return sums[0] + sums[1] == 6 ? 0 : 1;
}
