// SPDX-License-Identifier: Apache-2.0
// Tables of texts with many distinct values, where a set of the values of most rows is too large to
// be released: what is chosen when nobody chooses loses no more than what anybody could have asked
// for.
#include "kanon/base/random.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/catalogue/portfolio.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/effort.hpp"
#include "support/outcomes.hpp"
#include "support/tables.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

constexpr std::array<std::uint64_t, 6> kClassSizes{2, 2, 3, 5, 10, 25};

/// How the values of a row come about.
enum class Draw : std::uint8_t {
    even,    ///< each value as often as any other
    skewed,  ///< some values much more often
    tied,    ///< all attributes follow from one of few kinds of rows, but for one row in four
    paired   ///< all attributes have the number of the row's kind, of as many as there are values
};

/// Of n rows, m attributes and about so many values of each; all by the seed.
struct TextTable {
    std::uint64_t rows = 0;
    std::uint64_t k = 0;
    std::vector<std::vector<std::string>> columns{};
};

std::uint64_t between(Random& random, std::uint64_t least, std::uint64_t most) {
    const double share = random.unit();
    const double ratio = static_cast<double>(most) / static_cast<double>(least);
    return static_cast<std::uint64_t>(static_cast<double>(least) * std::pow(ratio, share));
}

std::uint64_t value_of(Random& random, Draw draw, std::uint64_t kind, std::uint64_t values) {
    switch (draw) {
        case Draw::even:
            return random.below(values);
        case Draw::skewed:
            return std::min({random.below(values), random.below(values), random.below(values)});
        case Draw::tied:
            return random.below(4) == 0 ? random.below(values) : kind * 7919 % values;
        case Draw::paired:
            return kind % values;
    }
    return 0;
}

TextTable drawn_table(std::uint64_t seed) {
    Random random(seed);
    TextTable out{.rows = between(random, 20, 2000), .k = kClassSizes[random.below(6)]};
    out.k = std::min(out.k, out.rows / 4);
    const auto draw = static_cast<Draw>(random.below(4));
    const std::uint64_t kinds = draw == Draw::paired ? out.rows : between(random, 5, 200);
    std::vector<std::uint64_t> kind_of_row;
    for (std::uint64_t row = 0; row < out.rows; ++row) {
        kind_of_row.push_back(random.below(kinds));
    }
    for (std::uint64_t attribute = random.below(5) + 2; attribute > 0; --attribute) {
        const std::uint64_t values = between(random, 5, 200);
        std::vector<std::string>& column = out.columns.emplace_back();
        for (std::uint64_t row = 0; row < out.rows; ++row) {
            column.push_back(
                fmt::format("v{:03}", value_of(random, draw, kind_of_row[row], values)));
        }
    }
    return out;
}

Problem problem_of(const TextTable& drawn) {
    std::vector<std::shared_ptr<const Column>> columns;
    std::string policy = "attributes:\n";
    for (std::size_t i = 0; i < drawn.columns.size(); ++i) {
        const std::string name = fmt::format("a{}", i);
        columns.push_back(column_of(name, drawn.columns[i]));
        policy += "  " + name + ": {role: quasi-identifying}\n";
    }
    policy += fmt::format("privacy: {{k-anonymity: {}}}\n", drawn.k);
    return kanon::bind(Table(std::move(columns), drawn.rows), parse_policy(policy, "p"), {});
}

/// The least loss of all methods that recode in classes; but refine, which is tried in any case.
double least_loss_of_classes(const Problem& problem, std::string& whose) {
    double least = 1;
    for (const MethodInfo& method : methods()) {
        if (method.family != "classes" || method.name == "refine") {
            continue;
        }
        const Outcome outcome = run_method(method.name, problem);
        if (outcome.recoding && outcome.loss < least) {
            least = outcome.loss;
            whose = method.name;
        }
    }
    return least;
}

TEST(HighCardinality, TheDefaultLosesLittleMoreThanTheBestOfAllClassMethods) {
    for (const std::uint64_t seed : drawn_cases("high cardinality", 200, 12)) {
        const TextTable drawn = drawn_table(seed);
        SCOPED_TRACE(fmt::format("seed {}: {} rows, {} attributes, k {}",
                                 seed,
                                 drawn.rows,
                                 drawn.columns.size(),
                                 drawn.k));
        const Problem problem = problem_of(drawn);
        const PortfolioOutcome chosen = run_portfolio(problem, {}, {});
        ASSERT_TRUE(chosen.outcome.recoding) << chosen.outcome.reason;
        audited(problem, chosen.outcome);
        std::string whose = "one class";
        const double least = least_loss_of_classes(problem, whose);
        EXPECT_LE(chosen.outcome.loss, 1.1 * least + 1e-12)
            << chosen.choice.info->name << " against " << whose;
        if (chosen.outcome.lower_bound) {
            EXPECT_LE(*chosen.outcome.lower_bound, least + 1e-9) << whose;
        }
    }
}

}  // namespace
}  // namespace kanon::test
