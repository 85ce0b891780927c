// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "growth/growth.hpp"
#include "measuring/harvest.hpp"
#include "terminal/flags.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kanon::bench {
namespace {

struct GrowthFlags : MeasureFlags {
    std::vector<std::string> methods{"mondrian", "optimal"};
    std::vector<std::uint64_t> sizes{10'000, 100'000, 1'000'000, 10'000'000};
    std::string svg;
};

int run_growth(const GrowthFlags& options) {
    if (std::find(options.sizes.begin(), options.sizes.end(), 0U) != options.sizes.end()) {
        throw Error(ErrorCode::usage, "--sizes: a table needs 1 row or more");
    }
    return measure_all(
        options, growth_workloads(options.methods, options.sizes), options.svg, growth_svg);
}

}  // namespace

cli::Verb add_growth(CLI::App& root) {
    CLI::App* app = cli::add_verb(root,
                                  "growth",
                                  "Measure time and memory over the number of rows.",
                                  "  kanon-bench growth --sizes 1000,2000 --methods mondrian "
                                  "--runs 1 --svg growth.svg\n");
    const auto options = std::make_shared<GrowthFlags>();
    app->add_flag("--list", options->list, "list the workloads, measure nothing");
    cli::add_list(*app, "--methods", options->methods, "methods (mondrian,optimal)")
        ->type_name("METHOD,...");
    cli::add_counts(*app, "--sizes", options->sizes, "rows (10000 to 10000000)")
        ->type_name("N,...");
    app->add_option("--svg", options->svg, "draw the growth here (SVG)")->type_name("FILE");
    add_bench_flags(*app, *options);
    add_measure_flags(*app, *options);
    return {app, [options] { return run_growth(*options); }};
}

}  // namespace kanon::bench
