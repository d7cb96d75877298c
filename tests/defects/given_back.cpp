// expect: sc=safe tso=safe
// property: memory
// Everything goes back to who gave it: through pointers to functions, by a class with functions of its own, null, aligned, not throwing.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
struct Own {
    int value = 1;
    static void *operator new(std::size_t size) { return malloc(size); }
    static void operator delete(void *memory) { free(memory); }
};
struct Ends {
    int value;
    ~Ends() { value = 0; }
};
struct alignas(64) Wide {
    int value;
};
int main() {
    void *(*give)(std::size_t) = &::operator new;
    void (*take)(void *) = &::operator delete;
    take(give(4));
    ::operator delete(give(4));
    take(new int);
    delete new Own;
    delete new int(3);
    delete[] new int[3];
    delete[] new Ends[2];
    Wide *wide = new Wide;
    if (reinterpret_cast<std::uintptr_t>(wide) % 64) abort();
    delete wide;
    delete[] new Wide[2];
    delete new (std::nothrow) int;
    delete static_cast<int *>(nullptr);
    free(nullptr);
    free(realloc(malloc(3), 9));
    free(strdup("text"));
}
