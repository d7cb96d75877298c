// expect: sc=unknown
// property: deadlock
// should be: safe. Was: a deadlock, certified: _M_futex_notify_all is modelled with a `this` that it does not have.
#include <future>
#include <thread>
int main() { std::promise<void> p; auto f = p.get_future(); std::thread t([&] { p.set_value(); }); f.wait(); t.join(); }
