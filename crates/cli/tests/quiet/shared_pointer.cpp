// A shared pointer that threads change is an atomic one, or each has its own.
// broken: data race
#include "quiet.h"
#include <atomic>
#include <memory>
#ifdef BROKEN
std::shared_ptr<int> latest = std::make_shared<int>(1);
#define LOAD() latest
#define STORE(value) latest = value
#else
std::shared_ptr<int> latest = std::make_shared<int>(1);
#define LOAD() std::atomic_load(&latest)
#define STORE(value) std::atomic_store(&latest, value)
#endif
void *work(void *) {
    STORE(std::make_shared<int>(2));
    say_done(0);
    return 0;
}
int main() {
    std::shared_ptr<int> own = LOAD();
    pthread_t thread = start(work, 0);
    IF_BROKEN(wait_for(0));
    std::shared_ptr<int> seen = LOAD();
    finish(thread);
    return *seen > 2 || *own != 1;
}
