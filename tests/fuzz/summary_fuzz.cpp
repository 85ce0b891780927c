// SPDX-License-Identifier: Apache-2.0
// Any bytes as the summary that a release is verified with: refused with Error{bad_input}, or read
// for two counts, by which the release of two rows of stars then stands or falls.
#include "kanon/api/kanon.hpp"
#include "kanon/base/check.hpp"

#include "support.hpp"
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace {

using kanon::fuzz::Folder;

constexpr std::uint64_t kRows = 4;
constexpr std::uint64_t kStars = 2;

kanon::VerifyJob job_in(const Folder& folder) {
    kanon::VerifyJob job;
    job.original = folder.at("original.csv");
    job.release = folder.at("release.csv");
    job.summary = folder.at("summary.json");
    kanon::fuzz::write_bytes(job.original, "age,ill\n30,flu\n30,flu\n40,hiv\n50,flu\n");
    kanon::fuzz::write_bytes(job.release, "age,ill\n30,flu\n30,flu\n*,*\n*,*\n");
    job.policy.attribute("age").role = kanon::Role::quasi_identifying;
    job.policy.attribute("ill").role = kanon::Role::sensitive;
    job.policy.privacy.push_back(
        {.model = "k-anonymity", .parameters = {{"k", 2}}, .attribute = "", .kind = ""});
    job.policy.suppression = kanon::SuppressionLimit::parse("50%");
    return job;
}

std::optional<bool> verified(const kanon::VerifyJob& job) {
    try {
        return kanon::verify(job).passed;
    } catch (const kanon::Error& error) {
        KANON_CHECK(error.code() == kanon::ErrorCode::bad_input);
        return std::nullopt;
    }
}

bool states(const nlohmann::json& summary, const char* key, std::uint64_t count) {
    return summary.contains(key) && summary[key].is_number_unsigned() && summary[key] == count;
}

/// Whether the version of its form, if it states one, is known.
bool is_readable(const nlohmann::json& summary) {
    if (!summary.contains("schema")) {
        return true;
    }
    const nlohmann::json& schema = summary["schema"];
    return schema.is_number_unsigned() && schema >= 1U && schema <= kanon::kSummarySchema;
}

/// Whether the summary states what is so, in whole numbers.
bool tells_the_truth(const std::string& text) {
    const nlohmann::json summary = nlohmann::json::parse(text, nullptr, false);
    return summary.is_object() && is_readable(summary) && states(summary, "rows", kRows) &&
           states(summary, "suppressed_rows", kStars);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Folder folder;
    static const kanon::VerifyJob job = job_in(folder);
    const std::string text = kanon::fuzz::text_of(data, size);
    kanon::fuzz::write_bytes(job.summary, text);
    const std::optional<bool> passed = verified(job);
    KANON_CHECK(passed.value_or(false) == tells_the_truth(text));
    return 0;
}
