// Many results that several threads wait for, with stacks that are used again.
// broken: data race on sum
#include "quiet.h"
#include <future>
#include <numeric>
#include <vector>
int sum;
int main() {
    for (int round = 0; round < 5; round++) {
        std::vector<std::shared_future<std::vector<int>>> made;
        for (int number = 0; number < 4; number++) {
            made.push_back(std::async(std::launch::async, [number] { return std::vector<int>(50, number); }).share());
        }
        std::vector<std::future<int>> sums;
        for (int index = 0; index < 4; index++) {
            sums.push_back(std::async(std::launch::async, [made, index] {
                int all = 0;
                for (auto &one : made) all += one.get()[index];
                IF_BROKEN(sum += all);
                return all;
            }));
        }
        for (auto &one : sums) sum += one.get();
    }
}
