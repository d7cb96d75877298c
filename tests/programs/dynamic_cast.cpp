// expect: sc=safe
// property: assert deadlock memory
//
// Virtual calls, dynamic casts, strings and containers of the C++ library.

#include <atomic>
#include <cassert>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <typeinfo>
struct A {
    virtual ~A() {}
    int a = 1;
};
struct B : A {
    int b = 2;
};
struct C {
    virtual ~C() {}
    int c = 3;
};
struct D : B, C {
    int d = 4;
};
struct V {
    virtual ~V() {}
    int v = 5;
};
struct E : virtual V {
    int e = 6;
};
struct F : virtual V {
    int f = 7;
};
struct G : E, F {
    int g = 8;
};
std::shared_ptr<int> sp;
thread_local int tl = 3;
struct S {
    std::string s;
    S() : s("a long string that does not fit inside") {}
};
S &inst() {
    static S s;
    return s;
}
std::atomic<int> hits;
int main() {
    A *a = new D;
    assert(dynamic_cast<B *>(a) && dynamic_cast<D *>(a)->d == 4);
    C *c = dynamic_cast<C *>(a);
    assert(c && c->c == 3);
    assert(dynamic_cast<A *>(c) == a);
    A *b = new B;
    assert(!dynamic_cast<D *>(b) && !dynamic_cast<C *>(b));
    delete a;
    delete b;
    V *v = new G;
    assert(dynamic_cast<F *>(v)->f == 7 && dynamic_cast<G *>(v)->g == 8 &&
           dynamic_cast<E *>(v)->e == 6);
    assert(typeid(*v) == typeid(G) && typeid(*v) != typeid(E));
    delete v;
    std::atomic_store(&sp, std::make_shared<int>(4));
    auto q = std::atomic_load(&sp);
    assert(*q == 4);
    std::random_device rd;
    unsigned x = rd();
    (void)x;
    std::thread t([] {
        tl++;
        assert(tl == 4);
        hits += inst().s.size() > 20;
    });
    hits += inst().s.size() > 20;
    t.join();
    assert(tl == 3 && hits == 2);
    std::string s = "abc";
    s.insert(1, "zz");
    assert(s == "azzbc" && s.find("zb") == 2 && s.substr(1, 2) == "zz" && std::stoi("42") == 42);
    return 0;
}
