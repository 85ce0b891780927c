// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/result.hpp"

#include "kanon/base/secret_random.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/run/carry_over.hpp"
#include "kanon/run/saved_recoding.hpp"
#include "kanon/table/row_order.hpp"
#include "kanon/table/shuffle.hpp"

#include <cmath>
#include <filesystem>
#include <string>

namespace kanon {
namespace {

/// A path that stands in a policy file, as it is found from everywhere.
void make_absolute(std::string& path, const std::string& policy_file) {
    namespace fs = std::filesystem;
    if (!path.empty() && !policy_file.empty()) {
        path = fs::absolute(fs::path(policy_file).parent_path() / path).string();
    }
}

[[noreturn]] void refuse_rows() {
    throw Error(ErrorCode::usage,
                "the released rows are not in memory: they were written where the original is; "
                "read them from there");
}

}  // namespace

const WholeRelease& Result::whole() const {
    if (const auto* const out = std::get_if<WholeRelease>(&made)) {
        return *out;
    }
    refuse_rows();
}

WholeRelease& Result::whole() {
    if (auto* const out = std::get_if<WholeRelease>(&made)) {
        return *out;
    }
    refuse_rows();
}

Table released_table(const Result& result, const std::optional<std::uint64_t>& secret_seed) {
    if (!result.whole().release.counts.empty()) {
        refuse_rows();
    }
    return table_to_write(result, secret_seed);
}

Policy repeating_policy(const Result& result) {
    Policy policy = result.problem->policy;
    if (result.problem->counterfeits) {
        std::erase_if(policy.attributes,
                      [](const AttributePolicy& one) { return one.name == kClassColumn; });
    }
    for (const std::string& name : result.problem->unread) {
        policy.attribute(name).role = Role::identifying;
    }
    for (std::string* const file : named_files(policy)) {
        make_absolute(*file, policy.file);
    }
    policy.file.clear();
    return policy;
}

std::string_view version() {
    return KANON_VERSION;
}

Table table_to_write(const Result& result, const std::optional<std::uint64_t>& secret_seed) {
    const Release& release = result.whole().release;
    Table table = release.counts.empty() ? release.table : repeated(release.table, release.counts);
    if (!result.problem->shuffle) {
        return table;
    }
    SecretRandom random(secret_seed);
    return shuffled(table, random);
}

RunRecord record_of(const Result& result) {
    RunRecord record{result.facts};
    record.problem = result.problem.get();
    record.policy = &result.policy;
    record.outcome = &result.outcome;
    if (result.is_whole()) {
        const WholeRelease& whole = result.whole();
        record.release = &whole.release;
        record.classes = whole.classes ? &*whole.classes : nullptr;
    }
    record.audit = &result.audit;
    record.evaluation = result.evaluation ? &*result.evaluation : nullptr;
    return record;
}

std::optional<double> loss_by(Objective objective, const Result& result) {
    const bool has_levels = view_of(result.outcome.recoding).full_domain_node() != nullptr;
    if ((info(objective).needs_levels && !has_levels) ||
        (info(objective).needs_class && !result.audit.measures.minority_rows)) {
        return std::nullopt;
    }
    const double loss = detail::carried_loss(
        objective, *result.problem, result.outcome.recoding, result.audit.measures);
    return std::isnan(loss) ? std::nullopt : std::optional(loss);
}

std::string recoding_text(const Result& result) {
    if (!result.is_whole()) {
        throw Error(ErrorCode::usage,
                    "the table was solved in pieces, whose recodings are not kept; there is none "
                    "to save");
    }
    return recoding_text(detail::save_recoding(*result.problem, *result.outcome.recoding));
}

}  // namespace kanon
