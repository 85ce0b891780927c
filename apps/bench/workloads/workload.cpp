// SPDX-License-Identifier: Apache-2.0
#include "workloads/workload.hpp"

#include "kanon/api/kanon.hpp"

#include "data/members.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace kanon::bench {
namespace {

namespace fs = std::filesystem;

ExpectedAnswer read_expected(Members members) {
    ExpectedAnswer expected;
    members.take("loss", expected.loss);
    members.take("classes", expected.classes);
    members.take("suppressed_rows", expected.suppressed_rows);
    members.take("gap", expected.gap);
    std::optional<double> tolerance;
    members.take("tolerance", tolerance);
    members.finish();
    expected.tolerance = tolerance.value_or(expected.tolerance);
    return expected;
}

Target read_target(Members members) {
    Target target;
    members.take("solve_seconds", target.solve_seconds);
    members.take("total_seconds", target.total_seconds);
    members.take("peak_rss_mb", target.peak_rss_mb);
    members.finish();
    return target;
}

Workload read_workload(const std::string& file) {
    const nlohmann::json tree = read_json(file);
    Members members(tree, file);
    Workload workload;
    members.take("name", workload.name);
    members.take("about", workload.about);
    members.take("policy", workload.policy);
    members.take("method", workload.method);
    members.take("method_options", workload.method_options);
    members.take("objective", workload.objective);
    members.take("k", workload.k);
    members.take("suppression", workload.suppression);
    members.take("time_limit_seconds", workload.time_limit_seconds);
    members.take("prove", workload.prove);
    members.take("runs", workload.runs);
    workload.data = read_data(members.below("data"));
    workload.expected = read_expected(members.below("expected"));
    workload.target = read_target(members.below("target"));
    members.finish();
    if (workload.name != fs::path(file).stem().string()) {
        refuse(file, "'name' must be the name of the file");
    }
    if (workload.runs == 0U) {
        refuse(file, "'runs' must be 1 or more");
    }
    workload.policy = read_policy(workload.policy, workload.data, file);
    return workload;
}

std::vector<std::string> names_in(const std::string& folder) {
    if (!fs::is_directory(folder)) {
        refuse(folder,
               "this folder is not there; run kanon-bench where kanon's sources are, or name it "
               "with --dir");
    }
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

[[noreturn]] void refuse_name(const std::string& name,
                              const std::string& folder,
                              const std::vector<std::string_view>& known) {
    throw Error(ErrorCode::usage,
                "workload '" + name + "' is not in " + folder + suggestion(name, known));
}

}  // namespace

std::vector<Workload> read_workloads(const std::string& folder,
                                     const std::vector<std::string>& names) {
    const std::vector<std::string> there = names_in(folder);
    const std::vector<std::string_view> known(there.begin(), there.end());
    std::vector<Workload> workloads;
    for (const std::string& name : names.empty() ? there : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            refuse_name(name, folder, known);
        }
        workloads.push_back(
            read_workload((fs::path(folder) / fs::path(name).concat(".json")).string()));
    }
    return workloads;
}

}  // namespace kanon::bench
