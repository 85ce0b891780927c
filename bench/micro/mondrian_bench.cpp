// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/mondrian.hpp"
#include "kanon/problem/problem.hpp"

#include "micro/random_table.hpp"
#include <benchmark/benchmark.h>

#include <numeric>
#include <vector>

namespace kanon::bench {
namespace {

/// Four attributes by ranges and four by hierarchies of one or two levels; one sensitive column.
const std::vector<std::size_t> kDomains{90, 2, 3000, 7, 300, 40, 700, 16, 50};

Hierarchy hierarchy_of(const Column& column) {
    const std::size_t values = column.dictionary->size();
    std::vector<Hierarchy::LevelMap> levels;
    if (values > 10) {
        Hierarchy::LevelMap tens;
        for (std::size_t code = 0; code < values; ++code) {
            tens.label_of_code.push_back(static_cast<Code>(code / 10));
        }
        for (std::size_t label = 0; label <= (values - 1) / 10; ++label) {
            tens.labels.push_back("ten " + std::to_string(label));
        }
        levels.push_back(std::move(tens));
    }
    levels.push_back({std::vector<Code>(values, 0), {"*"}, {}, {}});
    return {column.dictionary, std::move(levels), HierarchyKind::tree};
}

Problem make_problem(std::size_t rows, bool diverse) {
    Problem problem;
    problem.table = random_table(rows, kDomains);
    std::vector<std::size_t> columns(kDomains.size() - 1);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    for (const std::size_t j : columns) {
        QuasiIdentifier attribute;
        attribute.name = problem.table.column(j).name;
        attribute.hierarchy = hierarchy_of(problem.table.column(j));
        attribute.recode_range = j % 2 == 0;
        attribute.greatest_level = attribute.hierarchy.height();
        problem.quasi_identifiers.push_back(std::move(attribute));
        problem.columns.push_back(j);
    }
    problem.k = 10;
    problem.models.push_back(
        find_privacy_model("k-anonymity")
            .make({.model = "k-anonymity", .parameters = {{"k", 10}}, .attribute = "", .kind = ""},
                  std::nullopt));
    if (diverse) {
        problem.tracked_columns = {columns.size()};
        problem.tracked.push_back(
            {.name = "s", .dictionary = problem.table.column(columns.size()).dictionary});
        problem.models.push_back(find_privacy_model("l-diversity")
                                     .make({.model = "l-diversity",
                                            .parameters = {{"l", 3}},
                                            .attribute = "s",
                                            .kind = "distinct"},
                                           ModelContext{0, std::nullopt}));
    }
    problem.count(make_row_types(problem.table, columns, problem.tracked_columns, 2));
    return problem;
}

void divide(benchmark::State& state, bool diverse) {
    const Problem problem = make_problem(static_cast<std::size_t>(state.range(0)), diverse);
    RunContext context;
    context.threads = 2;
    double loss = 0;
    for ([[maybe_unused]] const auto _ : state) {
        loss = classes::make_mondrian({})->run(problem, context).loss;
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.counters["gcp"] = loss;
    state.counters["types"] = static_cast<double>(problem.row_types().size());
}

void k_anonymity(benchmark::State& state) {
    divide(state, false);
}

void with_diversity(benchmark::State& state) {
    divide(state, true);
}

BENCHMARK(k_anonymity)->RangeMultiplier(10)->Range(1000, 10000000)->UseRealTime();
BENCHMARK(with_diversity)->RangeMultiplier(10)->Range(1000, 10000000)->UseRealTime();

}  // namespace
}  // namespace kanon::bench

BENCHMARK_MAIN();
