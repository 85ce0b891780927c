// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"
#include "kanon/api/reading_internal.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <fstream>
#include <string>

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

}  // namespace

AuditReport verify(const VerifyJob& job) {
    const detail::ReadRelease read = detail::read_with_release({.original = job.original,
                                                                .release = job.release,
                                                                .policy = &job.policy,
                                                                .read = &job.read,
                                                                .read_release = &job.read_release},
                                                               job.context);
    AuditOptions options = job.audit;
    if (!job.summary.empty()) {
        read_summary(job.summary, options);
    }
    return audit(read.problem, read.release, options, job.context);
}

}  // namespace kanon
