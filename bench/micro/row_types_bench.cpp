// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/row_types.hpp"

#include "micro/random_table.hpp"
#include <benchmark/benchmark.h>

#include <numeric>
#include <vector>

namespace kanon::bench {
namespace {

void group(benchmark::State& state, const std::vector<std::size_t>& domains, bool histogram) {
    const auto rows = static_cast<std::size_t>(state.range(0));
    const Table table = random_table(rows, domains);
    std::vector<std::size_t> attributes(domains.size() - 1);
    std::iota(attributes.begin(), attributes.end(), std::size_t{0});
    std::vector<std::size_t> tracked;
    if (histogram) {
        tracked.push_back(attributes.size());
    }
    std::size_t types = 0;
    for ([[maybe_unused]] const auto _ : state) {
        types = make_row_types(table, attributes, tracked, 2).size();
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.counters["types"] = static_cast<double>(types);
}

/// Nearly every row is a type of its own; eight attributes and one that may be tracked.
const std::vector<std::size_t> kMany{90, 2, 3000, 7, 16, 40, 100, 5, 50};
/// Some thousand types.
const std::vector<std::size_t> kFew{5, 2, 3, 7, 4, 2, 3, 2, 50};
/// Codes that do not fit into one key.
const std::vector<std::size_t> kWide{90, 70000, 3000, 700, 1600, 4000, 100, 5, 50};

void many_types(benchmark::State& state) {
    group(state, kMany, false);
}

void many_types_with_histogram(benchmark::State& state) {
    group(state, kMany, true);
}

void few_types(benchmark::State& state) {
    group(state, kFew, false);
}

void few_types_with_histogram(benchmark::State& state) {
    group(state, kFew, true);
}

void wide_keys(benchmark::State& state) {
    group(state, kWide, false);
}

BENCHMARK(many_types)->RangeMultiplier(10)->Range(1000, 10000000)->UseRealTime();
BENCHMARK(many_types_with_histogram)->RangeMultiplier(10)->Range(1000, 10000000)->UseRealTime();
BENCHMARK(few_types)->RangeMultiplier(10)->Range(1000, 10000000)->UseRealTime();
BENCHMARK(few_types_with_histogram)->RangeMultiplier(10)->Range(1000, 10000000)->UseRealTime();
BENCHMARK(wide_keys)->RangeMultiplier(10)->Range(1000, 10000000)->UseRealTime();

}  // namespace
}  // namespace kanon::bench

BENCHMARK_MAIN();
