// An exception that several threads get from one shared future.
// broken: data race on seen
#include "quiet.h"
#include <future>
#include <stdexcept>
#include <string>
#include <vector>
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};
int seen;
int main() {
    int sum = 0;
    for (int round = 0; round < 10; round++) {
        auto shared = std::async(std::launch::async, [round]() -> int {
                          throw Failure("failure " + std::to_string(round));
                      }).share();
        std::vector<std::future<int>> futures;
        for (int index = 0; index < 3; index++) {
            futures.push_back(std::async(std::launch::async, [shared] {
                int size = 0;
                try {
                    shared.get();
                } catch (Failure &failure) {
                    size = (int)std::string(failure.what()).size();
                }
                IF_BROKEN(seen++);
                return size;
            }));
        }
        shared = {};
        for (auto &future : futures) sum += future.get();
    }
    return sum == 270 ? 0 : 1;
}
