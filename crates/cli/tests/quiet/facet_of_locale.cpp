// Threads have copies of a locale; its parts go when the last copy does.
// broken: data race on used
#include "quiet.h"
#include <locale>
#include <memory>
#include <thread>
int used;
struct Part : std::locale::facet {
    static std::locale::id id;
    int value = 7;
    ~Part() { value = 0; }
};
std::locale::id Part::id;
void work(std::unique_ptr<std::locale> own) {
    if (std::use_facet<Part>(*own).value != 7) abort();
    IF_BROKEN(used++);
}
int main() {
    auto first = std::make_unique<std::locale>(std::locale::classic(), new Part);
    std::thread one(work, std::make_unique<std::locale>(*first)), two(work, std::make_unique<std::locale>(*first));
    first.reset();
    one.join();
    two.join();
}
