// SPDX-License-Identifier: Apache-2.0
#include "suites/table_bench.hpp"

#include "suites/choice.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "terminal/text_table.hpp"
#include <fmt/format.h>

namespace kanon::bench {
namespace {

std::string list_of(const SuiteHead& suite, const std::string& called) {
    std::vector<std::vector<std::string>> datasets{{called, "data", "about"}};
    for (const SuiteDataset& dataset : suite.datasets) {
        datasets.push_back({dataset.name, dataset.data.text(), dataset.about});
    }
    return suite.about + "\n\n" + cli::text_table(datasets);
}

}  // namespace

int run_table_bench(SuiteHead suite, const SuiteFlags& options, const TableBench& bench) {
    if (options.list) {
        cli::print_out(list_of(suite, bench.called));
        return cli::kDone;
    }
    BenchTargets targets({options.json, options.markdown}, options.force);
    Workplace workplace(options.keep, options.shared, options.program);
    const std::string left_out =
        leave_out_missing(suite.datasets, workplace, &SuiteDataset::data, &SuiteDataset::name);
    tell_left_out(left_out, suite.datasets.empty());
    for (const SuiteDataset& dataset : suite.datasets) {
        bench.run(dataset, workplace);
    }
    const std::string head = fmt::format("kanon {}: {}\n\n", version(), suite.about);
    cli::print_out(head + cli::text_table(bench.cells()));
    targets.write({bench.json(), head + cli::markdown_table(bench.cells())});
    return cli::kDone;
}

}  // namespace kanon::bench
