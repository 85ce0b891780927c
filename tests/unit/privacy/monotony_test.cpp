// SPDX-License-Identifier: Apache-2.0
// What models say of unions of classes, on random small classes of random small tables.
#include "kanon/base/random.hpp"
#include "kanon/privacy/model.hpp"

#include "histograms.hpp"
#include <gtest/gtest.h>

#include <algorithm>

namespace kanon::test {
namespace {

using Counts = std::vector<std::uint32_t>;

struct Tried {
    std::string model;
    std::map<std::string, double, std::less<>> parameters;
    std::string kind{};
};

const std::vector<Tried>& tried_models() {
    static const std::vector<Tried> all{
        {"alpha-k", {{"alpha", 0.5}}},
        {"alpha-k", {{"alpha", 0.4}, {"k", 4}}},
        {"beta-likeness", {{"beta", 0.7}}},
        {"beta-likeness", {{"beta", 0.9}}, "enhanced"},
        {"delta-disclosure", {{"delta", 0.9}}},
        {"delta-disclosure", {{"delta", 0.7}}, "present"},
        {"k-anonymity", {{"k", 3}}},
        {"k-e", {{"e", 20}, {"k", 2}}},
        {"l-diversity", {{"l", 2}}},
        {"l-diversity", {{"l", 2.2}}, "entropy"},
        {"l-diversity", {{"l", 2.9}}, "entropy-grassberger"},
        {"l-diversity", {{"l", 2}, {"c", 1.5}}, "recursive"},
        {"l-diversity", {{"l", 3}, {"c", 2}}, "recursive"},
        {"p-sensitive", {{"p", 3}}},
        {"p-sensitive", {{"p", 2}}, "extended"},
        {"t-closeness", {{"t", 0.3}}, "equal"},
        {"t-closeness", {{"t", 0.2}}, "ordered"},
        {"t-closeness", {{"t", 0.25}}, "hierarchical"},
    };
    return all;
}

Counts sum(const Counts& a, const Counts& b) {
    Counts out;
    std::transform(a.begin(), a.end(), b.begin(), std::back_inserter(out), std::plus<>());
    return out;
}

/// Two classes of a table in which each value occurs.
struct RandomTable {
    Counts first;
    Counts second;
    ModelContext context;

    explicit RandomTable(std::uint64_t seed) {
        Random random(seed);
        const bool missing = random.below(3) == 0;
        const std::size_t values = 3 + random.below(3);
        std::vector<std::uint64_t> rows;
        for (std::size_t i = 0; i < values; ++i) {
            first.push_back(static_cast<std::uint32_t>(random.below(4)));
            second.push_back(static_cast<std::uint32_t>(random.below(4)));
            rows.push_back(first[i] + second[i] + (seed % 2 == 0 ? 1 : random.below(20)));
            rows[i] = std::max<std::uint64_t>(rows[i], 1);
        }
        first[0] += 1;
        second[1] += 1;
        rows[0] += 1;
        rows[1] += 1;
        context = context_of(rows, missing);
        std::vector<Code> groups;
        for (std::size_t i = 0; i < values; ++i) {
            groups.push_back(static_cast<Code>(i / 2));
        }
        add_hierarchy(context, {groups});
    }
};

TEST(Monotony, IsKeptByUnions) {
    for (const Tried& tried : tried_models()) {
        SCOPED_TRACE(tried.model + " " + tried.kind);
        std::uint64_t held = 0;
        std::uint64_t broken = 0;
        Monotony said = Monotony::none;
        for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
            const RandomTable table(seed);
            const auto model = model_of(tried.model, tried.parameters, tried.kind, table.context);
            said = model->monotony();
            const bool first = model->holds(Histogram(table.first).view());
            const bool second = model->holds(Histogram(table.second).view());
            const Histogram both(sum(table.first, table.second));
            const bool premise = said == Monotony::superset ? first || second : first && second;
            held += premise ? 1U : 0U;
            broken += premise && !model->holds(both.view()) ? 1U : 0U;
            ASSERT_TRUE(said == Monotony::none || broken == 0) << "seed " << seed;
        }
        EXPECT_GT(held, 50U) << "the classes must not all fail";
        // What claims nothing has no reason to: some union fails.
        EXPECT_EQ(broken > 0, said == Monotony::none);
    }
}

TEST(Monotony, MergeModelsAreNotSuperset) {
    for (const Tried& tried : tried_models()) {
        SCOPED_TRACE(tried.model + " " + tried.kind);
        std::uint64_t lost = 0;
        Monotony said = Monotony::none;
        for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
            const RandomTable table(seed);
            const auto model = model_of(tried.model, tried.parameters, tried.kind, table.context);
            said = model->monotony();
            const Histogram both(sum(table.first, table.second));
            lost +=
                model->holds(Histogram(table.first).view()) && !model->holds(both.view()) ? 1U : 0U;
        }
        EXPECT_EQ(lost > 0, said != Monotony::superset) << "else it claims too little or too much";
    }
}

TEST(Monotony, FiguresAgreeWithVerdicts) {
    for (const Tried& tried : tried_models()) {
        SCOPED_TRACE(tried.model + " " + tried.kind);
        std::uint64_t failing = 0;
        for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
            const RandomTable table(seed);
            const auto model = model_of(tried.model, tried.parameters, tried.kind, table.context);
            const Histogram first(table.first);
            const double figure = model->achieved(first.view());
            const double limit = model->required();
            const bool good = model->more_is_better()
                                  ? figure >= limit
                                  : (model->is_strict() ? figure < limit : figure <= limit);
            const bool holds = model->holds(first.view());
            EXPECT_EQ(good, holds) << seed << ": " << figure;
            failing += holds ? 0U : 1U;
            EXPECT_TRUE(!holds || first.view().rows >= model->least_rows()) << seed;
            if (const auto best = model->best_possible()) {
                EXPECT_TRUE(model->more_is_better() ? figure <= *best + 1e-9
                                                    : figure >= *best - 1e-9)
                    << seed;
            }
        }
        EXPECT_GT(failing, 50U) << "the classes must not all hold";
    }
}

}  // namespace
}  // namespace kanon::test
