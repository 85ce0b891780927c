// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"
#include "kanon/audit/check_lines.hpp"
#include "kanon/audit/invariance.hpp"
#include "kanon/audit/over_releases.hpp"
#include "kanon/audit/pairs.hpp"
#include "kanon/base/text/address_text.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/problem/binding/protection.hpp"
#include "kanon/source/counterfeit_rows.hpp"
#include "kanon/source/reading.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

nlohmann::json read_summary(const std::string& path) {
    require_path(path, ErrorCode::bad_input);
    std::ifstream file(path);
    if (!file.is_open()) {
        throw Error(ErrorCode::bad_input, "cannot be opened", Where{.file = path});
    }
    return nlohmann::json::parse(file, nullptr, false);
}

/// Refuse a summary of a form that this kanon does not know. Those without a version are of the
/// first, in which all that is read here has the names that it has now.
void check_schema(const nlohmann::json& summary, const std::string& path) {
    if (!summary.is_object() || !summary.contains("schema")) {
        return;
    }
    const nlohmann::json& schema = summary["schema"];
    if (!schema.is_number_unsigned() || schema == 0U) {
        throw Error(ErrorCode::bad_input,
                    "not a summary: its 'schema' must be a whole number from 1",
                    Where{.file = path});
    }
    if (schema > kSummarySchema) {
        throw Error(ErrorCode::bad_input,
                    "a newer kanon wrote this summary (schema " + schema.dump() +
                        "; this kanon reads up to " + std::to_string(kSummarySchema) +
                        "); verify the release with that version",
                    Where{.file = path});
    }
}

/// The row counts that a summary states, and whether the rows were shuffled.
void take_summary(const nlohmann::json& summary, const std::string& path, AuditOptions& options) {
    const auto count = [&](const char* key) -> std::uint64_t {
        if (!summary.is_object() || !summary.contains(key) || !summary[key].is_number_unsigned()) {
            throw Error(ErrorCode::bad_input,
                        "not a summary: it states no '" + std::string(key) + "'",
                        Where{.file = path});
        }
        return summary[key].get<std::uint64_t>();
    };
    options.stated_rows = count("rows");
    options.stated_suppressed = count("suppressed_rows");
    options.shuffled = options.shuffled || summary.value("shuffled", nlohmann::json()) == true;
}

/// What a run without a policy decided by itself, as its summary states it: codings of columns of
/// which the policy says none, and promises that were added.
std::vector<NamedCoding> take_protection(const nlohmann::json& summary, Policy& policy) {
    std::vector<NamedCoding> codings;
    if (!policy.file.empty() || !summary.is_object()) {
        return codings;
    }
    const auto text = [](const nlohmann::json& column, const char* key) {
        const auto found = column.find(key);
        return found != column.end() && found->is_string() ? found->get<std::string>() : "";
    };
    const nlohmann::json coded = summary.value("coded", nlohmann::json::object());
    for (const auto& [name, column] : coded.items()) {
        const AttributePolicy* asked = policy.find(name);
        const ValueCoding coding{.bottom = text(column, "bottom"),
                                 .top = text(column, "top"),
                                 .round = text(column, "round"),
                                 .derive = text(column, "derive")};
        if (!coding.empty() && (asked == nullptr || asked->coding.empty())) {
            check_coding(coding);
            codings.push_back({.column = name, .coding = coding});
        }
    }
    const auto protection = summary.value("protection", nlohmann::json::object());
    const std::vector<Adversary> adversaries = adversaries_of(policy.privacy);
    for (const auto& name : protection.value("diversity", nlohmann::json::array())) {
        const auto is_of = [&](const PrivacyRequirement& one) { return one.attribute == name; };
        if (name.is_string() && std::ranges::none_of(policy.privacy, is_of)) {
            for (const Adversary& against : adversaries) {
                policy.require(added_promise_for(name.get<std::string>(), against));
            }
        }
    }
    return codings;
}

/// Hold the bytes of a file against what the summary states of it, if it does. Other bytes are no
/// fault: the same cells can be written in many ways.
void compare_bytes(const nlohmann::json& stated,
                   const std::vector<std::string>& found,
                   const std::string& what,
                   AuditReport& report) {
    if (stated.is_null() || stated.empty()) {
        return;
    }
    if (found.empty()) {
        report.notes.push_back("the " + what +
                               " is in a database, so there are no bytes to compare; its cells are "
                               "what was judged");
    } else {
        const bool same = stated == nlohmann::json(found) || stated == found.front();
        if (same) {
            note_same_bytes(report, what);
        } else {
            report.notes.push_back("the " + what +
                                   " is not the summary's byte for byte (SHA-256); its cells are "
                                   "what was judged");
        }
    }
}

void compare_hashes(const nlohmann::json& summary,
                    const std::vector<std::string>& original,
                    const std::vector<std::string>& release,
                    AuditReport& report) {
    const nlohmann::json stated = summary.value("sha256", nlohmann::json::object());
    if (stated.is_object()) {
        compare_bytes(stated.value("input", nlohmann::json()), original, "original", report);
        compare_bytes(stated.value("release", nlohmann::json()), release, "release", report);
    }
}

/// Pseudonyms and shifts without a key are held against each other row by row.
void check_rows_stand(const detail::ReadRelease& read, const AuditOptions& options) {
    const bool stand =
        !options.shuffled && read.release.table.row_count() == read.problem.table.row_count();
    if (read.keys_elsewhere && !stand) {
        throw Error(ErrorCode::usage,
                    "the rows of the release are shuffled or fewer, so its pseudonyms and shifted "
                    "dates cannot be held against the original without their key; give it (--key)");
    }
}

/// The releases of a ledger that were made before the one at hand: the last one of as many persons
/// as the release shows, all of them persons of the original, is taken for it.
std::size_t earlier_releases(const Ledger& ledger,
                             const detail::ReadRelease& read,
                             const VerifyJob& job) {
    const Table& original =
        read.problem.uncoded.column_count() > 0 ? read.problem.uncoded : read.problem.table;
    const auto place = original.find(job.policy.person);
    if (!place) {
        return ledger.releases().size();
    }
    const ReleasedClasses classes = classes_of(read.problem, read.release, job.context.threads);
    const std::uint64_t shown = classes.released_rows() - classes.suppressed_rows();
    std::set<std::string> subjects;
    for (std::size_t row = 0; row < original.row_count(); ++row) {
        subjects.insert(ledger.subject_of(original.column(*place).text(row)));
    }
    for (std::size_t at = ledger.releases().size(); at > 0; --at) {
        const auto& in_it = ledger.releases()[at - 1].class_of;
        const bool is_it =
            in_it.size() == shown && std::ranges::all_of(in_it, [&](const auto& one) {
                return subjects.contains(one.first);
            });
        if (is_it) {
            return at - 1;
        }
    }
    return ledger.releases().size();
}

/// Hold the release against what the ledger says of it, and all of its releases against each other.
void judge_by_ledger(std::optional<Ledger>& ledger,
                     const detail::ReadRelease& read,
                     const AuditOptions& options,
                     std::size_t at,
                     AuditReport& report) {
    if (!ledger) {
        return;
    }
    const bool is_in_order =
        !options.shuffled && read.release.table.row_count() == read.problem.table.row_count();
    if (is_in_order) {
        const ReleasedClasses classes = classes_of(read.problem, read.release, 1);
        Ledger::Release found = ledger_release_of(read.problem, read.release, classes, *ledger);
        if (at == ledger->releases().size() || !same_classes(found, ledger->releases()[at])) {
            report.notes.emplace_back(
                "the ledger does not have this release; it is held against all that it has");
            ledger->add(read.problem.policy.person, std::move(found));
        }
    } else {
        report.notes.emplace_back(
            "the rows are shuffled or fewer, so whether their classes are those of the ledger is "
            "not looked at; the ledger's own are");
    }
    judge_over_releases(*ledger, report);
}

AuditReport audit_of(const detail::ReadRelease& read,
                     const VerifyJob& job,
                     const AuditOptions& options) {
    return job.counts.empty()
               ? audit(read.problem, read.release, options, job.context)
               : audit_pairs(read.problem, read.release.table, job.counts, options, job.context);
}

/// Hold an m-invariant release against its original and the ledger, by which the counterfeits are
/// told from the persons.
AuditReport verify_invariant(const VerifyJob& job,
                             const detail::ReleaseSource& source,
                             const nlohmann::json& summary) {
    if (source.ledger == nullptr || !job.counts.empty()) {
        throw Error(ErrorCode::usage,
                    source.ledger == nullptr
                        ? "which rows of an m-invariant release are of nobody its ledger knows; "
                          "give it (--ledger)"
                        : "m-invariance is of the rows of persons, and these are counted");
    }
    const detail::ReadInvariantRelease read = detail::read_invariant_release(source, job.context);
    AuditOptions options = job.audit;
    if (!job.summary.empty()) {
        take_summary(summary, job.summary, options);
    }
    options.shuffled = false;  // the ledger says whose each row is
    AuditReport report = audit(read.classed, read.release, options, job.context);
    judge_invariance(
        {.original = read.original, .classed = read.classed, .original_row = read.original_row},
        *source.ledger,
        read.at,
        report);
    if (!job.summary.empty()) {
        compare_hashes(summary, read.original_sha256, read.release_sha256, report);
    }
    return report;
}

/// Without a policy or a summary columns may have been coded: judge again as the default codes
/// them.
AuditReport judge_as_default(const detail::ReadRelease& read,
                             const VerifyJob& job,
                             const AuditOptions& options,
                             AuditReport report) {
    if (report.passed || !job.policy.file.empty()) {
        return report;
    }
    const detail::ReadRelease again = read.with_protection();
    if (again.problem.uncoded.column_count() == 0) {
        return report;
    }
    AuditReport of_default = audit_of(again, job, options);
    return of_default.passed ? of_default : report;
}

}  // namespace

AuditReport verify(const VerifyJob& job) {
    ReadOptions of_original = job.read;
    ReadOptions of_release = job.read_release;
    of_original.keep_blank_rows = of_original.keep_blank_rows || !job.counts.empty();
    of_original.hash_files = of_release.hash_files = !job.summary.empty();
    nlohmann::json summary;
    Policy policy = job.policy;
    detail::ReleaseSource source = detail::release_source_of(job);
    if (!job.summary.empty()) {
        summary = read_summary(job.summary);
        check_schema(summary, job.summary);
        source.codings = take_protection(summary, policy);
    }
    source.policy = &policy;
    source.read = &of_original;
    source.read_release = &of_release;
    source.counts = job.counts;
    source.keys = job.keys;
    const bool is_invariant = find_invariance(policy.privacy) != nullptr;
    std::optional<Ledger> ledger;
    if (!job.ledger.empty()) {
        ledger = Ledger::read(job.ledger);
        ledger->check_column(policy.person, job.ledger);
        ledger->check_promise(is_invariant, job.ledger);
        source.ledger = &*ledger;
    }
    if (is_invariant) {
        return verify_invariant(job, source, summary);
    }
    std::size_t at = 0;
    source.releases_before = [&](const detail::ReadRelease& found) {
        return at = earlier_releases(*ledger, found, job);
    };
    const detail::ReadRelease read = detail::read_with_release(source, job.context);
    AuditOptions options = job.audit;
    options.shuffled = options.shuffled || !read.in_order;
    if (job.summary.empty()) {
        check_rows_stand(read, options);
        AuditReport report = judge_as_default(read, job, options, audit_of(read, job, options));
        judge_by_ledger(ledger, read, options, at, report);
        return report;
    }
    take_summary(summary, job.summary, options);
    check_rows_stand(read, options);
    AuditReport report = audit_of(read, job, options);
    compare_hashes(summary, read.original_sha256, read.release_sha256, report);
    judge_by_ledger(ledger, read, options, at, report);
    return report;
}

}  // namespace kanon
