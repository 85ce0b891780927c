// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/all_at_once.hpp"

#include <exception>
#include <thread>
#include <vector>

namespace kanon::engine {

void all_at_once(std::size_t count, const std::function<void(std::size_t)>& what) {
    if (count == 1) {
        what(0);
        return;
    }
    std::vector<std::exception_ptr> faults(count);
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i) {
        threads.emplace_back([&, i] {
            try {
                what(i);
            } catch (...) {
                faults[i] = std::current_exception();
            }
        });
    }
    threads.clear();
    for (const std::exception_ptr& fault : faults) {
        if (fault) {
            std::rethrow_exception(fault);
        }
    }
}

}  // namespace kanon::engine
