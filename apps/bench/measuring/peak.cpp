// SPDX-License-Identifier: Apache-2.0
#include "measuring/peak.hpp"

#include <fstream>
#include <string>

namespace kanon::bench {

void forget_peak_rss() noexcept {
    std::ofstream("/proc/self/clear_refs") << "5";  // proc(5): resets VmHWM
}

double peak_rss_since() {
    constexpr double kKibPerMib = 1024;
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        double kib = 0;
        if (word == "VmHWM:" && status >> kib) {
            return kib / kKibPerMib;
        }
    }
    return 0;
}

}  // namespace kanon::bench
