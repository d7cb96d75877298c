// Shared and weak pointers: whoever is last destroys.
// broken: data race
#include "quiet.h"
#include <memory>
#include <thread>
#include <vector>
struct Thing {
    std::vector<int> numbers{1, 2, 3};
    int x = 0;
    ~Thing() { numbers[0] = x; }
};
int main() {
    for (int round = 0; round < 10; round++) {
        auto thing = std::make_shared<Thing>();
        std::weak_ptr<Thing> weak = thing;
        auto use = [](std::shared_ptr<Thing> mine) {
            int sum = 0;
            for (int number : mine->numbers) sum += number;
            IF_BROKEN(mine->x = sum);
            if (sum != 6) abort();
        };
        std::thread one(use, thing), two(use, std::move(thing)), three([weak] {
            if (auto mine = weak.lock()) {
                if (mine->numbers[1] != 2) abort();
            }
        });
        one.join();
        two.join();
        three.join();
    }
}
