// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/ledger/ledger.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/table/kept_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

[[noreturn]] void refuse_with_ledger(ErrorCode code, const std::string& message) {
    throw Error(code, message);
}

/// The k that is asked for.
std::uint64_t asked_k(const Policy& policy) {
    const auto asked = std::ranges::find(policy.privacy, "k-anonymity", &PrivacyRequirement::model);
    if (asked == policy.privacy.end() || !asked->parameters.contains("k")) {
        refuse_with_ledger(ErrorCode::bad_policy,
                           "a ledger is of candidates, and no k is asked for; ask for k-anonymity "
                           "(--k)");
    }
    return static_cast<std::uint64_t>(asked->parameters.at("k"));
}

/// Refuse what is not about single classes of persons.
void check_promises(const Problem& problem) {
    if (problem.recoding_model != RecodingModel::classes) {
        refuse_with_ledger(
            ErrorCode::bad_policy,
            "a ledger is of classes, and a freeform release has none; say `recoding: "
            "classes`, or choose another method");
    }
    if (std::ranges::find(problem.policy.privacy, "risk", &PrivacyRequirement::model) !=
        problem.policy.privacy.end()) {
        refuse_with_ledger(ErrorCode::bad_policy,
                           "limits of the risk make classes larger than a ledger is asked about; "
                           "ask for k-anonymity in their place (--k)");
    }
}

}  // namespace

std::vector<std::string> subjects_of(const Problem& problem, const Ledger& ledger) {
    const std::string& person = problem.policy.person;
    if (person.empty()) {
        refuse_with_ledger(ErrorCode::bad_policy,
                           "a ledger is of persons; name the column that identifies them with "
                           "`person:` (--person)");
    }
    if (!problem.counts.empty()) {
        refuse_with_ledger(ErrorCode::usage,
                           "a ledger needs the rows of the persons, and these are counted; release "
                           "a table that is read");
    }
    const Column& persons = problem.table.column(column_named(problem, person, "person"));
    std::vector<std::string> out;
    std::set<Code> seen;
    for (std::size_t row = 0; row < persons.codes.size(); ++row) {
        const Code code = persons.codes[row];
        if (persons.dictionary->is_missing(code) || !seen.insert(code).second) {
            throw Error(ErrorCode::bad_input,
                        fmt::format("row {} has no person, or one who has a row before; with a "
                                    "ledger each person has one row",
                                    row + 1),
                        Where{.attribute = person});
        }
        out.push_back(ledger.subject_of(persons.text(row)));
    }
    return out;
}

namespace {

/// Leave out the rows that no release could show, within the limit of suppressed ones.
void leave_out(Problem& problem, PersonHistories& histories, std::uint64_t k) {
    const std::vector<bool> keep = releasable(histories, k);
    const auto lost = static_cast<std::uint64_t>(std::ranges::count(keep, false));
    if (lost == 0) {
        return;
    }
    if (lost > problem.suppression_limit || lost == keep.size()) {
        throw Error(
            ErrorCode::infeasible,
            fmt::format("{} of persons of whose earlier classes fewer than {} persons are "
                        "left can be released no more, and {} may be suppressed; allow more "
                        "(--max-suppression)",
                        count_text(lost, "row"),
                        k,
                        count_text(problem.suppression_limit)));
    }
    problem.suppression_limit -= lost;
    problem.table = kept_rows(problem.table, keep);
    std::vector<std::uint32_t> kept;
    for (std::size_t row = 0; row < keep.size(); ++row) {
        if (keep[row]) {
            kept.push_back(histories.of_code[row]);
        }
    }
    histories.of_code = std::move(kept);
    problem.assumptions.push_back(
        fmt::format("left out, and taken from those that may be suppressed: {} of persons of whose "
                    "earlier classes fewer than {} persons are left",
                    count_text(lost, "row"),
                    k));
}

}  // namespace

void bind_ledger(Problem& problem, const BindOptions& circumstances) {
    if (circumstances.ledger == nullptr || find_invariance(problem.policy.privacy) != nullptr) {
        return;
    }
    check_promises(problem);
    const Ledger& ledger = *circumstances.ledger;
    const std::uint64_t k = asked_k(problem.policy);
    const std::vector<std::string> subjects = subjects_of(problem, ledger);
    PersonHistories histories = histories_of(ledger, circumstances.ledger_releases, subjects);
    leave_out(problem, histories, k);
    problem.histories = std::make_shared<const PersonHistories>(std::move(histories));
}

std::shared_ptr<const PersonHistories> histories_by_code(const Problem& problem,
                                                         const Column& persons) {
    auto out = std::make_shared<PersonHistories>(*problem.histories);
    out->of_code.assign(persons.dictionary->size(), 0);
    for (std::size_t row = 0; row < persons.codes.size(); ++row) {
        out->of_code[persons.codes[row]] = problem.histories->of_code[row];
    }
    return out;
}

}  // namespace kanon::detail
