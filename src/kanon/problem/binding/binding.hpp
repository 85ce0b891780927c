// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy.hpp"
#include "kanon/problem/problem.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {
struct ColumnSuggestion;
}  // namespace kanon

/// The steps of bind(); each takes a problem under way, whose `policy` is spelled out as they go.
namespace kanon::detail {

/// The column of that name. \throws Error{bad_policy} with the nearest name; `what` says who asks.
[[nodiscard]] std::size_t column_named(const Problem& problem,
                                       const std::string& name,
                                       std::string_view what);

[[nodiscard]] std::vector<std::string> names_of(const Table& table,
                                                const std::vector<std::size_t>& columns);

/// Without a policy file, count persons by the column that numbers them and repeats, if no part was
/// given to it, and say so; else warn of it. `unread`: such a column that was not loaded.
void settle_person(Problem& problem, const std::optional<RepeatedNumber>& unread);

/// What becomes of a column of that role, for assumptions: `dropped as identifying`.
[[nodiscard]] std::string_view verb_of(Role role);

/// True if a role that stands in no policy may take protection away: it has to be looked at.
[[nodiscard]] bool is_role_judged(const RoleSource& source, Role role);

/// Look at a role that stands in no policy where the policy, or the look at the column, protects it
/// more; the source is forgotten then. A role that a flag or word gave over these is said under the
/// assumptions. One that only follows from a model that names the column is refused, and said where
/// nothing is known of the column. \throws Error{bad_policy}
void judge_role_source(Problem& problem,
                       AttributePolicy& attribute,
                       const ColumnSuggestion& suggestion);

/// Give every column its role: from the policy, from what the policy asks of it (person, sensitive
/// attribute of a model), else suggested by inspect() and said. Fills sensitive, withheld,
/// class_attribute.
void bind_roles(Problem& problem);

/// True for columns of which ranges, labels or rounded values are released that kanon spells: a
/// hierarchy of the user's spells the values as the table does.
[[nodiscard]] bool is_spelled_anew(const AttributePolicy& attribute);

/// Spell numbers and dates of another notation than the standard one anew in the columns of which
/// ranges or coded values are released, and say so: `28.02.1980` beside `[1980-01-01, 1981-01-01)`
/// would be two notations in one column. Spellings of one number or date become one in the
/// quasi-identifiers: that of the first row, or of a table without an order the least.
/// \pre roles are bound
void bind_notations(Problem& problem, bool has_order);

/// Code the columns for which the policy, or an applied recoding, has top, bottom or rounding.
/// \throws Error{bad_policy}: a column that is not released, a quasi-identifier that is to be
/// rounded, two codings of one column, and what coded_column() refuses. \pre roles are bound
void bind_codings(Problem& problem, std::span<const NamedCoding> carried, unsigned threads);

/// With a ledger: find the earlier classes of each row's person, and leave out whom no release can
/// show any more, within the limit of suppressed rows. \throws Error{bad_policy}: no k or no
/// persons; Error{bad_input}: a person with two rows, or none; Error{infeasible}
void bind_ledger(Problem& problem, const BindOptions& circumstances);

/// With m-invariance: refuse what goes with it no further, unless nothing is released or the table
/// is of what is released already (BindOptions::counterfeits). \throws Error{bad_policy, usage}: no
/// ledger or persons, another promise beside it, columns that it does not protect, what is of
/// others; Error{bad_input}: a person with two rows, or none; a row without a sensitive value.
/// \pre models are bound
void bind_invariance(Problem& problem, const BindOptions& circumstances);

/// The persons of the rows, by their hashes. \throws Error{bad_policy, usage, bad_input} where
/// rows are of none, or two of one
[[nodiscard]] std::vector<std::string> subjects_of(const Problem& problem, const Ledger& ledger);

/// Problem::histories by the codes of the column of persons, which has the rows of the problem.
[[nodiscard]] std::shared_ptr<const PersonHistories> histories_by_code(const Problem& problem,
                                                                       const Column& persons);

/// Columns that are coded under a secret key are pseudonymous. \throws Error{bad_policy} where
/// dates are to be shifted by a column that the table lacks
void take_keyed_roles(Problem& problem);

/// Put pseudonyms and shifted dates in place of what was read, and warn of them (`pseudonymous`):
/// by the keys, else as BindOptions has them. \throws Error{bad_policy}: no key, two values with
/// one pseudonym, no dates; Error{bad_input}: a date of nobody. \pre roles are bound, others are
/// coded
void bind_keyed(Problem& problem, const Keys& keys, const BindOptions& circumstances);

/// Find the columns that the order of the rows tells (find_order()): withheld, sensitive and
/// quasi-identifying ones. The release is to be shuffled then, which is said, or `row-order` is
/// warned of, by what is to become of the order. Counted rows have none that could tell, and are
/// shuffled. Cost O(n) for each column. \pre roles are bound.
void bind_row_order(Problem& problem, const BindOptions& circumstances, unsigned threads);

/// Build the hierarchies of the quasi-identifiers.
void bind_quasi_identifiers(Problem& problem,
                            const HierarchyFiles& files,
                            bool has_columns_elsewhere);

/// Settle which quasi-identifiers are released by aggregates, and with how many digits: those of
/// which the policy says so, and with `by_default` all of which it says nothing else, which is
/// said. \throws Error{bad_policy} if a column has no such aggregate. \pre quasi-identifiers are
/// bound.
void bind_aggregates(Problem& problem, bool by_default);

/// Turn the policy's patterns, and bounds on levels, into a mask. \pre quasi-identifiers are bound.
void bind_patterns(Problem& problem);

/// What releases may be made as: what the policy says, else what the method is. \throws
/// Error{bad_policy} if the policy asks for classes and names a freeform method, or asks for
/// freeform and for what classes alone have: aggregates, patterns, cells starred at a node.
[[nodiscard]] RecodingModel settle_recoding(const Policy& policy, const BindOptions& circumstances);

/// Find the columns of the population (`given`) that the policy matches, and give those of the
/// table the same codes. Returns them in the order of the quasi-identifiers; none where no model
/// counts the population. \throws Error{bad_policy} if a model does and there is none, if it lacks
/// a quasi-identifier, or one has top or bottom. \pre roles are bound, columns coded
[[nodiscard]] std::optional<Table> bind_population(Problem& problem,
                                                   const std::optional<Table>& given);

/// Count the row types of a population, as bind_population() returns it, and say of how many rows
/// of the table it has no more. \pre the table's row types are counted
void count_population(Problem& problem, const Table& population, unsigned threads);

/// Make the models, tracked columns and k; `files` has the hierarchy files that the policy names.
/// \pre roles are bound.
void bind_models(Problem& problem, const HierarchyFiles& files);

/// Make of an adversary who knows every quasi-identifier one who knows all. \throws
/// Error{bad_policy} if one knows a column that is none, or no adversary knows one, or the model is
/// not for who knows some. \pre roles are bound
void settle_adversaries(Problem& problem);

/// Make each model that is promised against somebody who knows some quasi-identifiers one of these.
/// \throws Error{bad_policy} if it says nothing of unions, or releases have no classes.
/// \pre models and quasi-identifiers are bound
void bind_adversaries(Problem& problem);

/// Make two requirements of one that limits both the highest and the average risk.
void split_risk(std::vector<PrivacyRequirement>& privacy);

/// The k that limits of the risk ask for: 2, or that of the highest risk; none: there are none.
[[nodiscard]] std::optional<double> k_of_risk(const std::vector<PrivacyRequirement>& privacy);

/// Refuse an average over what has no classes. \throws Error{bad_policy}. \pre models are bound
void check_average(const Problem& problem);

/// Which codes of a column are one value to privacy models: equal_values(), or null where each is
/// one of its own, as in a column that the policy declares text.
[[nodiscard]] std::shared_ptr<const std::vector<Code>> values_of_codes(const Problem& problem,
                                                                       std::size_t column);

/// Refuse a model of so many known values that there are too many sets of them to look at.
/// \pre models and quasi-identifiers are bound
void check_known_values(const Problem& problem);

/// The place among the tracked columns of the joint values of a requirement's attributes, of which
/// they become one: rows have the same joint value if they have the same value, as models count
/// them, in each attribute. Where the model counts values it is missing if one of these is; where
/// it compares shares a missing one is a category in each attribute, for to make them one would
/// hide what is known beside it. Cost O(n attributes). \throws Error{bad_policy} if there is no
/// such column, one is named twice, or the model looks at more than which values are alike.
[[nodiscard]] std::size_t track_joint_values(Problem& problem,
                                             const PrivacyRequirement& requirement);

/// Bind the quasi-identifying column of lists, if there is one: its items, hierarchy and promise,
/// which is made up where none is asked for. \throws Error{bad_policy} for two such columns, for
/// km-anonymity without one, and where lists cannot be (counted rows, freeform); Error{bad_input}
/// for lists that cannot be read, without any item, or too long to count their sets;
/// Error{bad_hierarchy}. \pre models are bound. Cost O(rows + items * levels)
void bind_list(Problem& problem, const HierarchyFiles& files);

/// Track the sensitive columns, for a method that looks at them. \pre models are bound
void track_sensitive(Problem& problem);

/// Warn of values that models count and that are perhaps none: texts of the tracked columns that
/// look alike (looks_of_text()) or spell one number or date (`twin-values`), spellings of "unknown"
/// (`unknown-spellings`). Cost O(distinct values). \pre models are bound.
void warn_of_spellings(Problem& problem);

/// Take an objective that the method can work for where the policy names none; returns what there
/// is to say of it, or "". \pre roles are bound
[[nodiscard]] std::string settle_objective(Problem& problem, const BindOptions& circumstances);

/// Track the class attribute, if there is one; after the columns of the models, whose places stay.
/// \throws Error{bad_policy} if the objective needs one and there is none. \pre models are bound.
void bind_class(Problem& problem);

/// Refuse promises that no release of this table can keep. What the table breaks as one class is
/// looked at only with `by_whole_table`. `people`: rows of the population. \pre models are bound.
void check_feasible(const Problem& problem, std::uint64_t people, bool by_whole_table);

/// A warning of the catalogue; the policy's reason goes with it if it accepts the code.
[[nodiscard]] Warning warning_of(const Policy& policy,
                                 std::string_view code,
                                 std::string text,
                                 std::vector<std::string> columns);

/// Add a warning to what is being bound.
void warn(Problem& problem,
          std::string_view code,
          std::string text,
          std::vector<std::string> columns);

/// Lines of assumptions: one per name while there are few, one for all when there are many.
/// Each entry is a column's name and why; `verb` completes `'name' is ...`.
struct Assumed {
    std::string name;
    std::string why;
};

void say_assumed(Problem& problem, std::string_view verb, const std::vector<Assumed>& columns);

}  // namespace kanon::detail
