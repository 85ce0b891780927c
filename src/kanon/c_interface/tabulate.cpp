// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/tabulate.hpp"

#include "kanon/c_interface/guard_internal.hpp"
#include "kanon/c_interface/jobs_internal.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace kanon::c_interface {
namespace {

/// The columns of each table: an array of arrays of texts; a text alone is a table of one column.
/// \throws Error{usage}
std::vector<std::vector<std::string>> tables_of(const char* text) {
    const auto refuse_unless = [](bool holds) {
        if (!holds) {
            throw Error(ErrorCode::usage,
                        R"(by: the columns of each table are needed, such as [["region", "sex"]])",
                        {.attribute = "by"});
        }
    };
    const nlohmann::json given = nlohmann::json::parse(text, nullptr, false);
    refuse_unless(given.is_array());
    std::vector<std::vector<std::string>> out;
    for (const nlohmann::json& table : given) {
        std::vector<std::string>& columns = out.emplace_back();
        for (const nlohmann::json& column :
             table.is_array() ? table : nlohmann::json::array({table})) {
            refuse_unless(column.is_string());
            columns.push_back(column.get<std::string>());
        }
    }
    return out;
}

TabulateJob job_of(const kanon_tabulate_job& given,
                   const Input& input,
                   const Input& check,
                   const kanon_run* run) {
    TabulateJob job;
    input.fill(job.input, job.read);
    require(given.by, "by");
    job.options.by = tables_of(given.by);
    if (given.k != 0) {
        job.options.k = given.k;
    }
    if (given.total != nullptr) {
        job.options.total = given.total;
    }
    job.options.person = text_or_empty(given.person);
    if (check.is_given()) {
        check.fill(job.check, job.read_check);
    }
    job.options.policy = policy_or_none(given.policy, given.policy_name);
    job.context = context_of(run);
    return job;
}

std::unique_ptr<kanon_findings> findings_of(const TabulateJob& job) {
    const tabulate::Tabulation made = run_job(job);
    auto out = std::make_unique<kanon_findings>();
    out->json = tabulate::tabulation_json(made, job.options);
    out->text = tabulate::tabulation_text(made, job.options);
    out->rows = tabulate::published_table(made, job.options);
    return out;
}

}  // namespace
}  // namespace kanon::c_interface

int32_t kanon_tabulate(const kanon_tabulate_job* job,
                       const kanon_run* run,
                       kanon_findings** findings,
                       kanon_error** error) {
    using namespace kanon::c_interface;  // NOLINT(google-build-using-namespace): the room's own
    return guarded(error, [&] {
        require(job, "job");
        const kanon_tabulate_job given = copy_of(job, "job");
        const Input input(given.input, "input");
        const Input check(given.check, "check");
        give(findings, "findings", [&] { return findings_of(job_of(given, input, check, run)); });
    });
}
