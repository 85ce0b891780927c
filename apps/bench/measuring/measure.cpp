// SPDX-License-Identifier: Apache-2.0
#include "measuring/measure.hpp"

#include "kanon/api/kanon.hpp"

#include "measuring/process.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <utility>

namespace kanon::bench {
namespace {

using ReadJson = nlohmann::json;

/// Where a run of a workload finds and leaves its files.
struct Files {
    std::string program;
    std::string table;
    std::string policy;
    std::string release;
    std::string summary;
    std::string errors;
};

struct Run {
    Answer answer;
    Cost cost;
};

[[noreturn]] void wrong(const Workload& workload, const std::string& what) {
    throw Error(ErrorCode::audit_failed, "workload '" + workload.name + "': " + what);
}

Command command_of(const Workload& workload, const Plan& plan, const Files& files) {
    Command command;
    command.words = {files.program,
                     "anonymize",
                     files.table,
                     "--policy",
                     files.policy,
                     "--k",
                     std::to_string(workload.k),
                     "--max-suppression",
                     workload.suppression,
                     "--method",
                     workload.method,
                     "--objective",
                     workload.objective,
                     "--output",
                     files.release,
                     "--summary",
                     files.summary,
                     "--force",
                     "--quiet"};
    for (const std::string& option : workload.method_options) {
        command.words.insert(command.words.end(), {"--method-option", option});
    }
    if (plan.threads > 0) {
        command.words.insert(command.words.end(), {"--threads", std::to_string(plan.threads)});
    }
    if (workload.time_limit_seconds) {
        command.words.insert(command.words.end(),
                             {"--time-limit", fmt::format("{}", *workload.time_limit_seconds)});
    }
    if (workload.prove.value_or(false)) {
        command.words.emplace_back("--prove");
    }
    command.errors = files.errors;
    return command;
}

std::string last_line(const std::string& file) {
    std::ifstream in(file);
    std::string last;
    for (std::string line; std::getline(in, line);) {
        last = line;
    }
    return last;
}

Run read_summary(const Files& files, const ChildRun& child) {
    std::ifstream in(files.summary);
    const ReadJson summary = ReadJson::parse(in);
    Run run;
    run.answer.rows = summary.at("rows").get<std::uint64_t>();
    run.answer.loss = summary.at("objective").at("value").get<double>();
    if (const ReadJson& classes = summary.at("classes"); classes.is_number()) {
        run.answer.classes = classes.get<std::uint64_t>();
    }
    run.answer.suppressed_rows = summary.at("suppressed_rows").get<std::uint64_t>();
    if (const ReadJson& gap = summary.at("objective").at("gap"); gap.is_number()) {
        run.answer.gap = gap.get<double>();
    }
    run.answer.method = summary.at("method").get<std::string>();
    const ReadJson& seconds = summary.at("seconds");
    for (std::size_t i = 0; i < kStages.size(); ++i) {
        run.cost.stages[i] = seconds.at(std::string(kStages[i])).get<double>();
    }
    run.cost.total = child.wall_seconds;
    run.cost.cpu = child.cpu_seconds;
    run.cost.peak_rss_mb = child.peak_rss_mb;
    return run;
}

void check_count(const Workload& workload,
                 const char* name,
                 const std::optional<std::uint64_t>& found,
                 const std::optional<std::uint64_t>& expected) {
    if (expected && found != expected) {
        wrong(workload,
              fmt::format("{} {}, expected {}",
                          found ? std::to_string(*found) : "unknown number of",
                          name,
                          *expected));
    }
}

void check_answer(const Workload& workload, const Answer& answer) {
    const ExpectedAnswer& expected = workload.expected;
    if (expected.loss && !(std::abs(answer.loss - *expected.loss) <= expected.tolerance)) {
        wrong(workload,
              fmt::format("the loss is {:.9g}, expected {:.9g} within {:g}",
                          answer.loss,
                          *expected.loss,
                          expected.tolerance));
    }
    if (expected.gap && !(answer.gap && *answer.gap <= *expected.gap)) {
        wrong(workload,
              fmt::format("the gap is {}, expected at most {:g}",
                          answer.gap ? fmt::format("{:.4f}", *answer.gap) : "not known",
                          *expected.gap));
    }
    check_count(workload, "classes", answer.classes, expected.classes);
    check_count(workload, "suppressed rows", answer.suppressed_rows, expected.suppressed_rows);
}

Run run_once(const Workload& workload, const Plan& plan, const Files& files) {
    const ChildRun child = run_child(command_of(workload, plan, files));
    if (child.status != 0) {
        wrong(
            workload,
            fmt::format("the run ended with status {}: {}", child.status, last_line(files.errors)));
    }
    Run run = read_summary(files, child);
    check_answer(workload, run.answer);
    // Not needed any more, and large; the next run shall find the disk as this one did.
    std::filesystem::remove(files.release);
    return run;
}

double median(std::vector<double> figures) {
    std::sort(figures.begin(), figures.end());
    const std::size_t half = figures.size() / 2;
    return figures.size() % 2 == 1 ? figures[half] : (figures[half - 1] + figures[half]) / 2;
}

/// The median of one figure over all runs.
template <class Get>
double median_of(const std::vector<Run>& runs, Get get) {
    std::vector<double> figures;
    figures.reserve(runs.size());
    for (const Run& run : runs) {
        figures.push_back(get(run.cost));
    }
    return median(std::move(figures));
}

Cost medians(const std::vector<Run>& runs) {
    Cost out;
    for (std::size_t i = 0; i < kStages.size(); ++i) {
        out.stages[i] = median_of(runs, [i](const Cost& cost) { return cost.stages[i]; });
    }
    out.total = median_of(runs, [](const Cost& cost) { return cost.total; });
    out.cpu = median_of(runs, [](const Cost& cost) { return cost.cpu; });
    out.peak_rss_mb = median_of(runs, [](const Cost& cost) { return cost.peak_rss_mb; });
    return out;
}

}  // namespace

double Measurement::bytes_per_row() const {
    constexpr double kMiB = 1024.0 * 1024.0;
    return median.peak_rss_mb * kMiB / static_cast<double>(answer.rows);
}

Measurement measure(const Workload& workload, const Plan& plan, Workplace& workplace) {
    const Files files{.program = workplace.program(),
                      .table = workplace.make_table(workload.data),
                      .policy = workplace.write_policy(workload),
                      .release = workplace.path("release" + workload.data.extension()),
                      .summary = workplace.path(workload.name + "-summary.json"),
                      .errors = workplace.path(workload.name + "-errors.txt")};
    const std::uint64_t count = std::min(plan.runs, workload.runs.value_or(plan.runs));
    std::vector<Run> runs;
    for (std::uint64_t i = 0; i < count; ++i) {
        runs.push_back(run_once(workload, plan, files));
        if (runs.back().answer != runs.front().answer) {
            wrong(workload, "two runs came to different answers");
        }
    }
    return {.workload = workload,
            .answer = runs.front().answer,
            .median = medians(runs),
            .runs = count};
}

}  // namespace kanon::bench
