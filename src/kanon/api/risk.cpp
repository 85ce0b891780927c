// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/risk.hpp"

#include "kanon/audit/cells/released_table.hpp"
#include "kanon/io/writing/pending_file.hpp"
#include "kanon/ledger/ledger.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/run/no_release.hpp"
#include "kanon/source/counterfeit_rows.hpp"
#include "kanon/source/input.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/source/targets.hpp"
#include "kanon/table/row_order.hpp"
#include "kanon/table/row_types.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// Have the columns read that the options name, where they have no role or are withheld.
void keep_measured(Policy& policy, const RiskOptions& options) {
    std::vector<std::string> columns = options.strata;
    if (!options.weights.empty()) {
        columns.push_back(options.weights);
    }
    for (const std::string& column : columns) {
        AttributePolicy& found = policy.attribute(column);
        if (found.role.value_or(Role::identifying) == Role::identifying) {
            found.role = Role::insensitive;
        }
    }
}

/// What binding needs of a policy: nothing is promised, but k-anonymity may count persons, and
/// k-map has the people counted.
Policy measuring(Policy policy, const RiskOptions& options) {
    const auto is_k = [](const PrivacyRequirement& one) { return one.model == "k-anonymity"; };
    std::erase_if(policy.privacy,
                  [&](const PrivacyRequirement& requirement) { return !is_k(requirement); });
    if (policy.privacy.empty()) {
        policy.privacy.push_back({.model = "k-anonymity", .parameters = {{"k", 2}}});
    }
    if (!policy.population.file.empty()) {
        policy.privacy.push_back({.model = "k-map", .parameters = {{"k", 2}}});
    }
    keep_measured(policy, options);
    return policy;
}

/// Read what is asked for; of a column that only an option names, and that is not there, the option
/// is blamed.
template <class Read>
auto blaming_options(const RiskJob& job, const Read& read) {
    try {
        return read();
    } catch (const Error& fault) {
        constexpr std::string_view kSaid = "the table has no such column, named under attributes";
        const std::string text = fault.what();
        const std::string& column = fault.where().attribute;
        const auto& strata = job.options.strata;
        const bool is_stratum = std::ranges::find(strata, column) != strata.end();
        const std::size_t said = text.find(kSaid);
        if (said == std::string::npos || job.policy.find(column) != nullptr ||
            (!is_stratum && column != job.options.weights)) {
            throw;
        }
        throw Error(fault.code(),
                    "the table has no such column, named by " +
                        std::string(is_stratum ? "--strata" : "--weights") +
                        text.substr(said + kSaid.size()),
                    {.attribute = column});
    }
}

struct Read {
    Problem problem;
    std::optional<Release> release;
    bool in_order = true;  ///< see ReadRelease
};

Problem read_original(const RiskJob& job, const Policy& policy) {
    BindOptions circumstances = detail::bind_options_of(policy);
    circumstances.objectives = {};
    circumstances.row_order = RowOrder::hidden;
    circumstances.only_measured = true;
    // Weights are of single rows, and minimal sample uniques are looked for among them.
    const bool by_rows = !job.options.weights.empty() || job.options.suda || !job.release.empty();
    return detail::read_and_bind(std::span(&job.original, 1),
                                 policy,
                                 job.read,
                                 circumstances,
                                 job.context,
                                 by_rows ? detail::EngineRows::single : detail::EngineRows::counted)
        .problem;
}

/// The rows of the persons of an m-invariant release, in the order of the original.
Read read_persons(const RiskJob& job, const Policy& policy) {
    const Ledger ledger = Ledger::read(job.ledger);
    ledger.check_column(job.policy.person, job.ledger);
    ledger.check_promise(true, job.ledger);
    detail::ReleaseSource source = detail::release_source_of(job);
    source.ledger = &ledger;
    source.only_measured = true;
    const detail::ReadInvariantRelease read = detail::read_invariant_release(source, job.context);
    std::vector<std::uint32_t> row_of(read.original.table.row_count(), kNoRow);
    for (std::uint32_t row = 0; row < read.original_row.size(); ++row) {
        if (read.original_row[row] != kNoRow) {
            row_of[read.original_row[row]] = row;
        }
    }
    std::erase(row_of, kNoRow);
    Read out{.problem = read_original(job, policy)};
    out.release = release_from_table(reordered(read.release.table, row_of), out.problem);
    return out;
}

Read read_files(const RiskJob& job, const Policy& policy) {
    if (job.release.empty()) {
        return {.problem = read_original(job, policy), .release = std::nullopt};
    }
    if (!job.ledger.empty() && find_invariance(job.policy.privacy) != nullptr) {
        return read_persons(job, policy);
    }
    detail::ReleaseSource source = detail::release_source_of(job);
    source.policy = &policy;
    source.only_measured = true;
    detail::ReadRelease read = detail::read_with_release(source, job.context);
    return {.problem = std::move(read.problem),
            .release = std::move(read.release),
            .in_order = read.in_order};
}

void check_rows_have_order(const RiskJob& job) {
    if (!job.rows.empty() && is_address(job.original)) {
        throw Error(ErrorCode::usage,
                    "rows of a database have no order, so nobody could tell whose risk is whose; "
                    "leave --rows out, or read a file",
                    Where{.file = shown_input(job.original)});
    }
}

}  // namespace

Problem read_for_risk(const RiskJob& job) {
    return blaming_options(job,
                           [&] { return read_original(job, measuring(job.policy, job.options)); });
}

linked::LinkedRisk risk_of_households(const RiskJob& job, const std::string& household) {
    Policy persons = job.policy;
    keep_measured(persons, job.options);
    linked::LinkedRiskJob asked{
        .schema = linked::household_schema(std::move(persons), household, job.original),
        .release = job.release,
        .read = job.read,
        .read_release = job.read_release,
        .options = job.options,
        .context = job.context};
    return blaming_options(job, [&] { return linked::risk_linked(asked); });
}

risk::Assessment run_job(const RiskJob& job) {
    check_rows_have_order(job);
    std::vector<std::string> sources = detail::sources_of(job.original, job.policy);
    sources.push_back(job.release);
    sources.push_back(job.ledger);
    detail::check_targets(sources,
                          {{.what = "JSON", .path = job.json}, {.what = "rows", .path = job.rows}});
    std::optional<PendingFile> json = pending_file(job.json, job.force);
    std::optional<PendingFile> rows = pending_file(job.rows, job.force);
    RiskOptions options = job.options;
    options.rows = rows.has_value();
    const Policy policy = measuring(job.policy, options);
    const Read read = blaming_options(job, [&] { return read_files(job, policy); });
    options.shuffled = options.shuffled || !read.in_order;
    RiskResult result =
        assess_risk(read.problem, read.release ? &*read.release : nullptr, options, job.context);
    if (read.release && job.ledger.empty() && find_invariance(job.policy.privacy) != nullptr) {
        result.assessment.notes.emplace_back(
            "rows of nobody (counterfeits) are counted as rows of the release: which they are "
            "its ledger knows (--ledger)");
    }
    const std::string unasked = detail::unasked_text(read.problem, job.policy);
    if (!unasked.empty()) {
        result.assessment.assumptions.insert(result.assessment.assumptions.begin(), unasked);
    }
    if (rows) {
        rows->write_table(result.rows, {}, job.context);
    }
    if (json) {
        json->write_text(risk_json(result.assessment));
    }
    throw_if_cancelled(job.context);
    if (job.before_commit) {
        job.before_commit(result.assessment);
    }
    commit_together({&rows, &json}, job.context);
    return std::move(result.assessment);
}

}  // namespace kanon
