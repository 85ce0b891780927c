// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "bench_flags.hpp"
#include "bench_growth.hpp"
#include "bench_measure.hpp"
#include "bench_tables.hpp"
#include "bench_workload.hpp"
#include "bench_workplace.hpp"
#include "exit_status.hpp"
#include "flags.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace kanon::cli {
namespace {

struct Options : bench::BenchFlags {
    std::vector<std::string> names;
    std::string svg;
    bool growth = false;
    bool quiet = false;
    std::vector<std::string> methods{"mondrian", "optimal"};
    std::vector<std::uint64_t> sizes{10'000, 100'000, 1'000'000, 10'000'000};
    bench::Plan plan;
};

std::vector<bench::Workload> workloads_of(const Options& options) {
    if (options.growth) {
        return bench::growth_workloads(options.methods, options.sizes);
    }
    return bench::read_workloads(options.folder, options.names);
}

/// What came of all workloads.
struct Harvest {
    std::vector<bench::Measurement> measurements;
    bool all_right = true;
};

/// Measure one workload after another; a wrong answer is told at once and ends in no time.
Harvest measure_all(const Options& options, const std::vector<bench::Workload>& workloads) {
    bench::Workplace workplace(options.keep, options.shared);
    Harvest harvest;
    for (const bench::Workload& workload : workloads) {
        if (const std::string missing = workplace.missing(workload.data); !missing.empty()) {
            print_err("skipped " + workload.name + ": " + missing + "\n");
            continue;
        }
        if (!options.quiet) {
            print_err("measuring " + workload.name + ": " + workload.data.text() + "\n");
        }
        try {
            harvest.measurements.push_back(bench::measure(workload, options.plan, workplace));
        } catch (const Error& error) {
            if (error.code() != ErrorCode::audit_failed) {
                throw;
            }
            print_err(std::string("kanon: ") + error.what() + "\n");
            harvest.all_right = false;
        }
    }
    return harvest;
}

void check(const Options& options) {
    if (options.plan.runs == 0) {
        throw Error(ErrorCode::usage, "--runs must be 1 or more");
    }
    if (options.growth && !options.names.empty()) {
        throw Error(ErrorCode::usage, "--growth has workloads of its own; name none beside it");
    }
    if (!options.growth && !options.svg.empty()) {
        throw Error(ErrorCode::usage, "--svg draws growth; give --growth as well");
    }
    for (const std::uint64_t size : options.sizes) {
        if (size == 0) {
            throw Error(ErrorCode::usage, "--sizes: a table needs 1 row or more");
        }
    }
}

std::string head(const Options& options) {
    const std::uint64_t cores = std::thread::hardware_concurrency();
    return fmt::format(
        "kanon {}, {} threads, {} cores; medians of at most {} runs; times in seconds\n\n",
        version(),
        options.plan.threads > 0 ? options.plan.threads : cores,
        cores,
        options.plan.runs);
}

int run(const Options& options) {
    check(options);
    const std::vector<bench::Workload> workloads = workloads_of(options);
    if (options.list) {
        print_out(bench::workload_list(workloads));
        return kDone;
    }
    bench::BenchTargets targets({options.json, options.svg}, options.force);
    const Harvest harvest = measure_all(options, workloads);
    if (!harvest.measurements.empty()) {
        print_out(head(options) + bench::measurement_table(harvest.measurements));
    }
    targets.write({bench::measurement_json(harvest.measurements),
                   options.growth ? bench::growth_svg(harvest.measurements) : ""});
    return harvest.all_right ? kDone : kBroken;
}

void add_flags(CLI::App& app, Options& options) {
    app.add_option("WORKLOAD", options.names, "workloads to measure; default: all")->type_name("");
    app.add_flag("--list", options.list, "list the workloads, measure nothing");
    bench::add_bench_flags(app, "workloads", options);
    app.add_option("--runs", options.plan.runs, "runs of each workload (3)")->type_name("N");
    app.add_option("--threads", options.plan.threads, "threads of each run (one per core)")
        ->type_name("N");
    app.add_flag("--growth", options.growth, "measure over the number of rows instead");
    add_list(app, "--methods", options.methods, "methods for --growth (mondrian,optimal)")
        ->type_name("METHOD,...");
    add_counts(app, "--sizes", options.sizes, "rows for --growth (10000 to 10000000)")
        ->type_name("N,...");
    app.add_option("--svg", options.svg, "draw the growth here (SVG)")->type_name("FILE");
    app.add_flag("-q,--quiet", options.quiet, "do not say what is being measured");
    whole(app.get_option("--runs"));
    whole(app.get_option("--threads"));
}

}  // namespace

std::vector<Verb> add_bench(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "bench",
                             "Measure time and memory of whole runs whose answers are known.",
                             "  kanon bench --growth --sizes 1000,2000 --methods mondrian --runs 1 "
                             "--svg growth.svg\n");
    const auto options = std::make_shared<Options>();
    add_flags(*app, *options);
    std::vector<Verb> verbs = add_bench_suites(*app);
    verbs.push_back(add_bench_patterns(*app));
    verbs.push_back(add_bench_covers(*app));
    verbs.push_back({app, [options] { return run(*options); }});
    return verbs;
}

}  // namespace kanon::cli
