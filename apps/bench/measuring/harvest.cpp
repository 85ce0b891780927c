// SPDX-License-Identifier: Apache-2.0
#include "measuring/harvest.hpp"

#include "kanon/api/kanon.hpp"

#include "data/workplace.hpp"
#include "measuring/tables.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include <fmt/format.h>

#include <thread>

namespace kanon::bench {
namespace {

struct Harvest {
    std::vector<Measurement> measurements;
    bool all_right = true;
};

Harvest harvest(const MeasureFlags& flags, const std::vector<Workload>& workloads) {
    Workplace workplace(flags.keep, flags.shared, flags.program);
    Harvest harvest;
    for (const Workload& workload : workloads) {
        if (const std::string missing = workplace.missing(workload.data); !missing.empty()) {
            cli::print_err("skipped " + workload.name + ": " + missing + "\n");
            continue;
        }
        if (!flags.quiet) {
            cli::print_err("measuring " + workload.name + ": " + workload.data.text() + "\n");
        }
        try {
            harvest.measurements.push_back(measure(workload, flags.plan, workplace));
        } catch (const Error& error) {
            if (error.code() != ErrorCode::audit_failed) {
                throw;
            }
            cli::print_err(std::string("kanon-bench: ") + error.what() + "\n");
            harvest.all_right = false;
        }
    }
    return harvest;
}

std::string head(const Plan& plan) {
    const std::uint64_t cores = std::thread::hardware_concurrency();
    return fmt::format(
        "kanon {}, {} threads, {} cores; medians of at most {} runs; times in seconds\n\n",
        version(),
        plan.threads > 0 ? plan.threads : cores,
        cores,
        plan.runs);
}

}  // namespace

void add_measure_flags(CLI::App& app, MeasureFlags& flags) {
    app.add_option("--runs", flags.plan.runs, "runs of each workload (3)")->type_name("N");
    app.add_option("--threads", flags.plan.threads, "threads of each run (one per core)")
        ->type_name("N");
    app.add_flag("-q,--quiet", flags.quiet, "do not say what is being measured");
    cli::whole(app.get_option("--runs"));
    cli::whole(app.get_option("--threads"));
}

int measure_all(const MeasureFlags& flags,
                const std::vector<Workload>& workloads,
                const std::string& svg,
                const std::function<std::string(const std::vector<Measurement>&)>& draw) {
    if (flags.plan.runs == 0) {
        throw Error(ErrorCode::usage, "--runs must be 1 or more");
    }
    if (flags.list) {
        cli::print_out(workload_list(workloads));
        return cli::kDone;
    }
    BenchTargets targets({flags.json, svg}, flags.force);
    const Harvest found = harvest(flags, workloads);
    if (!found.measurements.empty()) {
        cli::print_out(head(flags.plan) + measurement_table(found.measurements));
    }
    targets.write({measurement_json(found.measurements), draw ? draw(found.measurements) : ""});
    return found.all_right ? cli::kDone : cli::kBroken;
}

}  // namespace kanon::bench
