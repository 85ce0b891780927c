// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/ledger/ledger.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/problem/binding/binding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace kanon::detail {
namespace {

[[noreturn]] void refuse_invariance(const Problem& problem,
                                    const std::string& message,
                                    const std::string& attribute = "") {
    throw Error(
        ErrorCode::bad_policy, message, Where{.file = problem.policy.file, .attribute = attribute});
}

/// Refuse what a run does otherwise, and does not do with counterfeits.
void check_asked(const Problem& problem) {
    const Policy& policy = problem.policy;
    const std::array<std::pair<bool, const char*>, 9> others{
        {{policy.privacy.size() > 1 || !policy.privacy.front().against.knows_all(),
          "no other promise, and none against who knows some columns"},
         {policy.method != "auto", "no other method (--method)"},
         {problem.recoding_model != RecodingModel::classes, "no freeform release"},
         {policy.patterns.has_value(), "no patterns of stars"},
         {policy.cell_suppression.has_value(), "no single suppressed cells"},
         {problem.list.has_value(), "no column of lists"},
         {policy.has_keyed(), "no pseudonyms and shifted dates"},
         {!policy.population.file.empty(), "no population"},
         {problem.class_attribute.has_value(), "no class attribute"}}};
    for (const auto& [is_asked, what] : others) {
        if (is_asked) {
            refuse_invariance(
                problem, fmt::format("m-invariance is a promise of its own: it takes {}", what));
        }
    }
    const bool has_aggregates = std::ranges::any_of(
        policy.attributes, [](const AttributePolicy& one) { return one.aggregate.has_value(); });
    if (has_aggregates) {
        refuse_invariance(problem,
                          "m-invariance releases no means, medians or modes: nobody's values would "
                          "be among them");
    }
}

/// Refuse columns that counterfeits could not have, or that link a person's rows.
void check_columns(const Problem& problem) {
    const std::string& sensitive = problem.policy.privacy.front().attribute;
    if (problem.table.find(kClassColumn)) {
        refuse_invariance(problem,
                          "the release says there which class a row is in; give the column of the "
                          "table another name, or drop it",
                          std::string(kClassColumn));
    }
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        const std::string& name = problem.table.column(j).name;
        const Role role = problem.policy.find(name)->role.value();
        if (name == problem.policy.person && role != Role::identifying) {
            refuse_invariance(problem,
                              "it says whose a row is, and m-invariance releases no such column; "
                              "make it `role: identifying` (--drop)",
                              name);
        }
        if (role != Role::identifying && role != Role::quasi_identifying && name != sensitive) {
            refuse_invariance(problem,
                              "counterfeits would have no value there, which would give them away; "
                              "drop the column (--drop), or make it quasi-identifying (--qi)",
                              name);
        }
        if (name == sensitive && !problem.policy.find(name)->coding.empty()) {
            refuse_invariance(problem,
                              "the values are to be the same in each release, so they are not "
                              "coded; code them before, or drop top, bottom and round",
                              name);
        }
    }
}

void check_values(const Problem& problem) {
    const std::string& name = problem.policy.privacy.front().attribute;
    const Column& column = problem.table.column(column_named(problem, name, "m-invariance"));
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        if (column.dictionary->is_missing(column.codes[row])) {
            throw Error(ErrorCode::bad_input,
                        fmt::format("row {} has no value, and m-invariance is of persons who have "
                                    "one; leave such rows out (`missing: drop`)",
                                    row + 1),
                        Where{.attribute = name});
        }
    }
}

}  // namespace

void bind_invariance(Problem& problem, const BindOptions& circumstances) {
    problem.counterfeits = circumstances.counterfeits;
    const bool is_asked = find_invariance(problem.policy.privacy) != nullptr;
    if (!is_asked || circumstances.only_measured || circumstances.counterfeits) {
        return;
    }
    check_asked(problem);
    if (circumstances.ledger == nullptr) {
        refuse_invariance(problem,
                          "m-invariance is of all releases of some people, which a ledger knows; "
                          "make one (`kanon ledger init`) and give it to `kanon anonymize "
                          "--ledger`");
    }
    static_cast<void>(subjects_of(problem, *circumstances.ledger));
    check_columns(problem);
    check_values(problem);
}

}  // namespace kanon::detail
