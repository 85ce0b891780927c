// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/random.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/effort.hpp"
#include "support/outcomes.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

struct OrderCase {
    std::string method;
    OptionMap options;
};

template <class Item>
void shuffle(std::vector<Item>& items, Random& random) {
    for (std::size_t i = items.size(); i > 1; --i) {
        std::swap(items[i - 1], items[random.below(i)]);
    }
}

/// Few values, so that much is tied: numbers, some missing, a tree, sets, a copy of a column.
struct RandomRows {
    std::vector<std::string> names{"n", "m", "t", "u", "v", "c", "s"};
    std::vector<std::vector<std::string>> cells;

    RandomRows(Random& random, std::size_t count) {
        const auto word = [&random](char first, std::uint64_t below) {
            return std::string(1, static_cast<char>(first + static_cast<int>(random.below(below))));
        };
        for (std::size_t i = 0; i < count; ++i) {
            const std::string n = std::to_string(random.below(7));
            const std::string m = random.below(9) == 0 ? "?" : std::to_string(random.below(7));
            cells.push_back({n, m, word('p', 5), word('p', 3), word('p', 3), n, word('x', 3)});
        }
    }

    void reorder(Random& random) {
        std::vector<std::size_t> order(names.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        shuffle(order, random);
        const auto laid_out = [&order](const std::vector<std::string>& row) {
            std::vector<std::string> out;
            out.reserve(order.size());
            for (const std::size_t column : order) {
                out.push_back(row[column]);
            }
            return out;
        };
        names = laid_out(names);
        std::ranges::transform(cells, cells.begin(), laid_out);
        shuffle(cells, random);
    }

    [[nodiscard]] Problem problem(const std::string& privacy) const {
        const std::string policy =
            "attributes:\n"
            "  n: {role: quasi-identifying}\n"
            "  m: {role: quasi-identifying, weight: 2}\n"
            "  t: {role: quasi-identifying, hierarchy: {tree: {\"*\": [{l: [p, q]}, {k: [r, s, "
            "t]}]}}}\n"
            "  u: {role: quasi-identifying}\n"
            "  v: {role: quasi-identifying, hierarchy: flat}\n"
            "  c: {role: quasi-identifying}\n"
            "  s: {role: sensitive}\n"
            "privacy: " +
            privacy + "\n";
        std::string text;
        for (const std::vector<std::string>& row : cells) {
            for (const std::string& cell : row) {
                text += cell;
                text += ' ';
            }
            text += ';';
        }
        std::string header;
        for (const std::string& name : names) {
            header += name;
            header += ' ';
        }
        return kanon::bind(test::table_of(header, text), parse_policy(policy, "p"), {});
    }
};

class OrderOfColumns : public testing::TestWithParam<OrderCase> {};

TEST_P(OrderOfColumns, ChangesNoLoss) {
    for (const std::uint64_t seed : test::drawn_cases("order of columns", 60, 20)) {
        Random random(seed);
        RandomRows rows(random, 40 + random.below(80));
        const std::string privacy = seed % 3 == 0
                                        ? "{k-anonymity: 3, l-diversity: {attribute: s, l: 2}}"
                                        : "{k-anonymity: " + std::to_string(2 + seed % 4) + "}";
        const auto loss = [&] {
            const Problem problem = rows.problem(privacy);
            const Outcome outcome =
                test::run_method(GetParam().method, problem, GetParam().options);
            test::audited(problem, outcome);
            return outcome.loss;
        };
        const double before = loss();
        for (int i = 0; i < 3; ++i) {
            rows.reorder(random);
            EXPECT_NEAR(loss(), before, 1e-12) << seed;
        }
    }
}

std::vector<OrderCase> order_cases() {
    std::vector<OrderCase> out{{.method = "best-split", .options = {}},
                               {.method = "refine", .options = {{"effort", "low"}}}};
    for (const char* partitioning : {"strict", "relaxed"}) {
        for (const char* split_by : {"widest", "entropy", "least-loss"}) {
            out.push_back({.method = "mondrian",
                           .options = {{"partitioning", partitioning}, {"split-by", split_by}}});
        }
    }
    return out;
}

std::string order_case_name(const testing::TestParamInfo<OrderCase>& tested) {
    std::string name = tested.param.method;
    for (const auto& [option, value] : tested.param.options) {
        name += '_';
        name += value;
    }
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, OrderOfColumns, testing::ValuesIn(order_cases()), order_case_name);

}  // namespace
}  // namespace kanon::classes
