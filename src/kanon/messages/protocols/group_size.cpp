// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/group_size.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon::messages {
namespace {

/// C(n, r), 0 where r > n. Every product on the way is a whole number as long as it fits.
double choose(std::size_t n, std::size_t r) {
    if (r > n) {
        return 0;
    }
    double out = 1;
    for (std::size_t i = 1; i <= r; ++i) {
        out = out * static_cast<double>(n - r + i) / static_cast<double>(i);
    }
    return out;
}

}  // namespace

double chance_of_few_honest(std::size_t members,
                            std::size_t cheaters,
                            std::size_t size,
                            std::size_t k) {
    KANON_CHECK(size <= members && cheaters <= members);
    double few = 0;
    for (std::size_t honest = 0; honest < std::min(k, size + 1); ++honest) {
        few += choose(members - cheaters, honest) * choose(cheaters, size - honest);
    }
    return few / choose(members, size);
}

std::size_t group_size(std::size_t members, std::size_t k, std::size_t cheaters, double taken) {
    if (k < 1 || cheaters > members || k > members - cheaters) {
        throw Error(ErrorCode::usage,
                    fmt::format("k = {} needs as many honest members; there are {}, of whom {} may "
                                "cheat",
                                k,
                                members,
                                cheaters));
    }
    const auto risk = [&](std::size_t size) {
        const std::size_t groups = members / size;
        return static_cast<double>(groups) * chance_of_few_honest(members, cheaters, size, k);
    };
    std::size_t size = k;
    while (risk(size) > taken) {
        ++size;
    }
    return size;
}

}  // namespace kanon::messages
