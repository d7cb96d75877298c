// expect: sc=safe
// property: assert deadlock memory
//
// Promises, futures and std::async.

#include <algorithm>
#include <iostream>
#include <list>
#include <map>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>
std::shared_mutex sm;
std::string g = "hello";
int main() {
    std::string s = g + " world";
    s += "!";
    s.append(" x");
    std::map<int, std::string> mm;
    mm[3] = s;
    mm[1] = "a";
    mm.erase(3);
    std::unordered_map<std::string, int> um;
    um["a"] = 2;
    std::list<int> li{1, 2};
    li.sort();
    std::set<int> st{3, 1};
    std::shared_lock<std::shared_mutex> l(sm);
    std::vector<int> v{3, 1, 2};
    std::sort(v.begin(), v.end());
    std::cout << s << " " << v[0] << ' ' << 1.5 << std::endl;
    if (s == "q" || s.find("z") != std::string::npos)
        return 1;
    std::cout << std::to_string(5) << "\n";
    return s.size() > 100;
}
