// expect: sc=violation tso=violation
// property: memory
// An index beyond the end of a vector. Was safe by every engine: the check of the C++ library that it fails counted as an assertion.
#include <vector>
extern "C" int __VERIFIER_nondet_int(void);
int main() {
    std::vector<int> row(3);
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 3) row[i] = 1;
}
