// SPDX-License-Identifier: Apache-2.0
#include "two_tables.hpp"

#include "kanon/base/random.hpp"

#include "support/random_problems.hpp"

#include <cstddef>

namespace kanon::parties::test {

TwoTables two_tables(std::uint64_t seed) {
    Random random(seed);
    TwoTables out;
    out.promise.k = 2 + random.below(2);
    if (random.below(2) == 0) {
        out.promise.limit = SuppressionLimit{.numerator = random.below(13), .denominator = 0};
    }
    for (std::size_t party = 0; party < 2; ++party) {
        const kanon::test::RandomShape shape{.rows = 6 + random.below(30),
                                             .attributes = 1 + random.below(3),
                                             .values = 2 + random.below(5)};
        out.problems[party] = kanon::test::random_problem(shape, seed * 2 + party);
        std::vector<std::string> pool;
        for (std::size_t i = 0; i < 40; ++i) {
            pool.push_back("person " + std::to_string(i));
        }
        for (std::size_t row = 0; row < shape.rows; ++row) {
            const std::size_t at = random.below(pool.size());
            out.keys[party].push_back(pool[at]);
            pool.erase(pool.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    return out;
}

}  // namespace kanon::parties::test
