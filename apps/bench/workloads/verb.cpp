// SPDX-License-Identifier: Apache-2.0
#include "measuring/harvest.hpp"
#include "verbs.hpp"
#include "workloads/workload.hpp"

#include <memory>
#include <string>
#include <vector>

namespace kanon::bench {
namespace {

struct WorkloadsFlags : MeasureFlags {
    std::vector<std::string> names;
};

}  // namespace

cli::Verb add_workloads(CLI::App& root) {
    CLI::App* app = cli::add_verb(root,
                                  "workloads",
                                  "Measure time and memory of whole runs whose answers are known.",
                                  "  kanon-bench workloads --list\n");
    const auto options = std::make_shared<WorkloadsFlags>();
    app->add_option("WORKLOAD", options->names, "workloads to measure; default: all")
        ->type_name("");
    app->add_flag("--list", options->list, "list the workloads, measure nothing");
    add_folder_flags(*app, "workloads", *options);
    add_bench_flags(*app, *options);
    add_measure_flags(*app, *options);
    return {app, [options] {
                return measure_all(*options, read_workloads(options->folder, options->names));
            }};
}

}  // namespace kanon::bench
