// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/privacy/model.hpp"
#include "kanon/solve/min_cost_flow.hpp"

#include "histograms.hpp"
#include <gtest/gtest.h>

#include <cmath>

namespace kanon::test {
namespace {

using Counts = std::vector<std::uint32_t>;

double distance(const ModelContext& context, const std::string& kind, const Counts& counts) {
    return model_of("t-closeness", {{"t", 0.999}}, kind, context)
        ->achieved(Histogram(counts).view());
}

/// The earth mover's distance by a flow of whole rows at whole costs: each of the class's rows
/// weighs the table's rows, and the other way round.
double distance_by_flow(const Counts& of_class,
                        const std::vector<std::uint64_t>& of_table,
                        const std::vector<std::vector<std::int64_t>>& costs,
                        std::int64_t whole) {
    const auto size = static_cast<std::uint32_t>(of_class.size());
    const auto n = std::accumulate(of_class.begin(), of_class.end(), std::int64_t{0});
    const auto rows = static_cast<std::int64_t>(
        std::accumulate(of_table.begin(), of_table.end(), std::uint64_t{0}));
    FlowNetwork network;
    network.supplies.resize(std::size_t{2} * size);
    for (std::uint32_t i = 0; i < size; ++i) {
        network.supplies[i] = of_class[i] * rows;
        network.supplies[size + i] = -static_cast<std::int64_t>(of_table[i]) * n;
        for (std::uint32_t j = 0; j < size; ++j) {
            network.arcs.push_back({i, size + j, 0, n * rows, costs[i][j]});
        }
    }
    return static_cast<double>(min_cost_flow(network).value().cost) /
           static_cast<double>(n * rows * whole);
}

TEST(TCloseness, OrderedSalariesOfThePaper) {
    // Nine salaries from 3k to 11k, three classes of three rows (Li, Li, Venkatasubramanian, 5.1).
    const ModelContext table = context_of(std::vector<std::uint64_t>(9, 1), false);
    EXPECT_NEAR(distance(table, "ordered", {1, 1, 1}), 0.375, 1e-12);
    EXPECT_NEAR(distance(table, "ordered", {0, 0, 0, 1, 0, 1, 0, 0, 1}), 1.0 / 6, 1e-12);
    EXPECT_NEAR(distance(table, "equal", {1, 1, 1}), 2.0 / 3, 1e-12);
}

/// The diseases of the paper's Figure 1, as far as its examples go: 0 flu, 1 bronchitis, 2
/// pulmonary embolism, 3 stomach cancer; the missing value is under nothing but the top.
ModelContext diseases(const std::vector<std::uint64_t>& rows) {
    ModelContext out = context_of(rows, false);
    add_hierarchy(out, {{0, 0, 1, 2}, {0, 0, 0, 1}});
    return out;
}

TEST(TCloseness, HierarchicalDistancesOfThePaper) {
    EXPECT_NEAR(distance(diseases({1, 1, 0, 0}), "hierarchical", {1}), 0.5 / 3, 1e-12);
    EXPECT_NEAR(distance(diseases({1, 0, 1, 0}), "hierarchical", {1}), 1.0 / 3, 1e-12);
    EXPECT_NEAR(distance(diseases({1, 0, 0, 1}), "hierarchical", {1}), 0.5, 1e-12);
}

TEST(TCloseness, TheTableItselfIsAtDistanceZero) {
    ModelContext table = context_of({3, 1, 7, 2}, true);
    add_hierarchy(table, {{0, 0, 1, 2}});
    for (const std::string kind : {"equal", "ordered", "hierarchical"}) {
        const auto model = model_of("t-closeness", {{"t", 0}}, kind, table);
        EXPECT_TRUE(model->holds(Histogram({3, 1, 7, 2}).view())) << kind;
        EXPECT_TRUE(model->holds(Histogram({30, 10, 70, 20}).view())) << kind;
        EXPECT_EQ(model->achieved(Histogram({6, 2, 14, 4}).view()), 0) << kind;
        EXPECT_FALSE(model->holds(Histogram({3, 1, 7, 1}).view())) << kind;
    }
}

TEST(TCloseness, ADistanceOfTItselfIsReached) {
    const ModelContext table = context_of(std::vector<std::uint64_t>(9, 1), false);
    const Histogram salaries({1, 1, 1});
    EXPECT_TRUE(model_of("t-closeness", {{"t", 0.375}}, "ordered", table)->holds(salaries.view()));
    EXPECT_FALSE(
        model_of("t-closeness", {{"t", 0.374999}}, "ordered", table)->holds(salaries.view()));
    const auto model = model_of("t-closeness", {{"t", 0.375}}, "ordered", table);
    EXPECT_EQ(model->achieved(salaries.view()), 0.375);
    EXPECT_FALSE(model->more_is_better());
    EXPECT_FALSE(model->is_strict());
    EXPECT_EQ(model->describe(), "ordered 0.375-closeness of disease");
    EXPECT_EQ(model->monotony(), Monotony::merge);
}

TEST(TCloseness, MissingIsACategoryApartFromAll) {
    const ModelContext table = context_of({2, 2, 2, 2}, true);
    // All of the class is missing: three quarters of it must become something else.
    for (const std::string kind : {"equal", "ordered"}) {
        EXPECT_NEAR(distance(table, kind, {0, 0, 0, 5}), 0.75, 1e-12) << kind;
    }
    // 0.25 more of each end and no middle: half of the middle comes from either side.
    EXPECT_NEAR(distance(context_of({1, 1, 1}, false), "ordered", {1, 0, 1}), 1.0 / 6, 1e-12);
    // A quarter is missing in the table and not in the class, which has it on all three alike.
    EXPECT_NEAR(distance(table, "ordered", {1, 1, 1}), 0.25, 1e-12);
    // Six rows, the first and the last value: what goes to the missing value is free to come from
    // wherever it helps the middle.
    EXPECT_NEAR(distance(table, "ordered", {3, 0, 3}), 0.25 + 0.25 / 2, 1e-12);
}

TEST(TCloseness, CountsSpellingsOfOneValueOnce) {
    ModelContext table = context_of({2, 2, 4}, false);
    table.value_of = std::make_shared<const std::vector<Code>>(std::vector<Code>{0, 0, 2});
    EXPECT_NEAR(distance(table, "equal", {4, 0, 4}), 0, 1e-12);
    EXPECT_NEAR(distance(table, "ordered", {0, 1, 0}), 0.5, 1e-12) << "two values, 1 apart";
}

TEST(TCloseness, SurvivesTablesOfBillionsOfRows) {
    const std::uint64_t many = 1'000'000'000;
    const ModelContext table = context_of({many, many, many, many / 2}, true);
    const Counts like{4'000'000, 4'000'000, 4'000'000, 2'000'000};
    for (const std::string kind : {"equal", "ordered"}) {
        EXPECT_NEAR(distance(table, kind, like), 0, 1e-12) << kind;
        EXPECT_NEAR(distance(table, kind, {0, 0, 0, 1}), 6.0 / 7, 1e-12) << kind;
    }
}

std::int64_t rank_distance(std::size_t i, std::size_t j) {
    return std::abs(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(j));
}

/// Small tables of a few values, each of which occurs, and the last of which may be missing.
struct RandomColumn {
    ModelContext context;
    Counts counts;
    std::size_t values = 0;  ///< that are not missing
    std::vector<std::vector<Code>> levels{};

    explicit RandomColumn(std::uint64_t seed) {
        Random random(seed);
        const bool missing = random.below(2) == 0;
        std::vector<std::uint64_t> rows(2 + random.below(7) + (missing ? 1 : 0));
        values = rows.size() - (missing ? 1 : 0);
        for (std::uint64_t& count : rows) {
            count = 1 + random.below(5);
            counts.push_back(static_cast<std::uint32_t>(random.below(count + 1)));
        }
        counts[random.below(counts.size())] += 1;
        context = context_of(rows, missing);
        levels.emplace_back();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            levels[0].push_back(static_cast<Code>(random.below(4)));
        }
        levels.emplace_back();
        for (const Code label : levels[0]) {
            levels[1].push_back(label / 2);
        }
        add_hierarchy(context, levels);
    }

    /// Costs as whole numbers, `whole` the greatest.
    template <class Cost>
    [[nodiscard]] double by_flow(Cost cost, std::int64_t whole) const {
        std::vector<std::vector<std::int64_t>> costs;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            costs.emplace_back();
            for (std::size_t j = 0; j < counts.size(); ++j) {
                const bool apart = i != j && (i >= values || j >= values);
                costs[i].push_back(i == j ? 0 : apart ? whole : cost(i, j));
            }
        }
        return distance_by_flow(counts, context.distribution, costs, whole);
    }
};

TEST(TCloseness, IsTheLeastFlowFromTheClassToTheTable) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const RandomColumn column(seed);
        const auto widest = static_cast<std::int64_t>(column.values) - 1;
        EXPECT_NEAR(distance(column.context, "equal", column.counts),
                    column.by_flow([](std::size_t, std::size_t) { return 1; }, 1),
                    1e-9)
            << seed;
        EXPECT_NEAR(distance(column.context, "ordered", column.counts),
                    column.by_flow(rank_distance, widest),
                    1e-9)
            << seed;
        const auto tree = [&](std::size_t i, std::size_t j) {
            return column.levels[0][i] == column.levels[0][j]   ? 1
                   : column.levels[1][i] == column.levels[1][j] ? 2
                                                                : 3;
        };
        EXPECT_NEAR(
            distance(column.context, "hierarchical", column.counts), column.by_flow(tree, 3), 1e-9)
            << seed;
    }
}

/// A column of that many texts.
std::shared_ptr<const Dictionary> texts_of(std::size_t count) {
    DictionaryBuilder builder;
    for (std::size_t i = 0; i < count; ++i) {
        builder.add("v" + std::to_string(i));
    }
    return std::make_shared<const Dictionary>(builder.finish().dictionary);
}

TEST(TCloseness, TextsHaveTheOrderOfTheirHierarchy) {
    std::size_t otherwise = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        RandomColumn column(seed);
        column.context.values = texts_of(column.counts.size());
        std::vector<std::size_t> rank(column.values);
        std::size_t next = 0;
        for (const Code code : column.context.hierarchy->leaf_order()) {
            if (code < column.values) {
                rank[code] = next++;
            }
        }
        otherwise += std::ranges::is_sorted(rank) ? 0U : 1U;
        const auto apart = [&](std::size_t i, std::size_t j) {
            return rank_distance(rank[i], rank[j]);
        };
        EXPECT_NEAR(distance(column.context, "ordered", column.counts),
                    column.by_flow(apart, static_cast<std::int64_t>(column.values) - 1),
                    1e-9)
            << seed;
    }
    EXPECT_GT(otherwise, 50);
}

std::string refusal(double t, const std::string& kind, const ModelContext& context) {
    try {
        (void)model_of("t-closeness", {{"t", t}}, kind, context);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        return error.what();
    }
    return "";
}

TEST(TCloseness, RefusesWhatItCannotMeasure) {
    const ModelContext numbers = context_of({1, 1}, false);
    EXPECT_NE(refusal(1.5, "equal", numbers).find("needs t as a number from 0 to 1; it is 1.5"),
              std::string::npos);
    EXPECT_NE(refusal(0.1, "hierarchical", numbers).find("needs a hierarchy"), std::string::npos);
    ModelContext texts = numbers;
    texts.values = texts_of(2);
    EXPECT_NE(refusal(0.1, "ordered", texts).find("needs numbers or dates"), std::string::npos);
    EXPECT_EQ(refusal(0.1, "equal", texts), "");
    EXPECT_NE(refusal(0.1, "hierarchic", numbers).find("did you mean 'hierarchical'"),
              std::string::npos);
}

}  // namespace
}  // namespace kanon::test
