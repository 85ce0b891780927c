// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"
#include "kanon/api/reading_internal.hpp"
#include "kanon/audit/released_table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// The row counts that a summary states, and whether the rows were shuffled.
void read_summary(const std::string& path, AuditOptions& options) {
    std::ifstream file(path);
    const nlohmann::json summary = nlohmann::json::parse(file, nullptr, false);
    const auto count = [&](const char* key) -> std::uint64_t {
        if (!summary.is_object() || !summary.contains(key) || !summary[key].is_number_unsigned()) {
            throw Error(ErrorCode::bad_input,
                        "not a summary: it states no '" + std::string(key) + "'",
                        Where{.file = path});
        }
        return summary[key].get<std::uint64_t>();
    };
    if (!file.is_open()) {
        throw Error(ErrorCode::bad_input, "cannot be opened", Where{.file = path});
    }
    options.stated_rows = count("rows");
    options.stated_suppressed = count("suppressed_rows");
    options.shuffled = options.shuffled || summary.value("shuffled", nlohmann::json()) == true;
}

/// The columns that a release of the problem has.
std::vector<std::string> released_names(const Problem& problem) {
    std::vector<std::string> out;
    for (std::size_t column = 0; column < problem.table.column_count(); ++column) {
        if (std::ranges::find(problem.withheld, column) == problem.withheld.end()) {
            out.push_back(problem.table.column(column).name);
        }
    }
    return out;
}

}  // namespace

AuditReport verify(const VerifyJob& job) {
    Circumstances unsaid;
    unsaid.row_order = RowOrder::hidden;  // nothing is released here
    const Circumstances said = detail::circumstances_of(job.policy);
    unsaid.method = said.method;
    unsaid.aggregates = said.aggregates;
    unsaid.freeform = said.freeform;
    const detail::BoundTable bound =
        detail::read_and_bind(job.original, job.policy, job.read, unsaid, job.context);
    ReadOptions read = job.read_release;
    read.missing_marks.clear();
    read.types.clear();
    read.known_names = released_names(bound.problem);
    read.header_in_doubt = true;  // as every release is written
    const ReadTable released = read_table(job.release, read, job.context);
    AuditOptions options = job.audit;
    if (!job.summary.empty()) {
        read_summary(job.summary, options);
    }
    return audit(
        bound.problem, release_from_table(released.table, bound.problem), options, job.context);
}

}  // namespace kanon
