// Threads that end by pthread_exit, with objects on their stacks, and results that are returned so.
// broken: data race on total
#include "quiet.h"
#include <string>
#include <vector>
int total;
struct Counts {
    ~Counts() { IF_BROKEN(total++); }
};
void *work(void *number) {
    Counts counts;
    std::vector<std::string> texts(10, "text");
    std::string *result = new std::string(texts[3] + std::to_string((long)number));
    pthread_exit(result);
}
int main() {
    for (int round = 0; round < 3; round++) {
        pthread_t threads[3];
        for (long number = 0; number < 3; number++) threads[number] = start(work, (void *)number);
        for (pthread_t thread : threads) {
            void *result;
            pthread_join(thread, &result);
            total += ((std::string *)result)->size();
            delete (std::string *)result;
        }
    }
}
