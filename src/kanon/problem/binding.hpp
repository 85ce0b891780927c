// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/policy.hpp"
#include "kanon/problem/problem.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The steps of bind(); each takes a problem under way, whose `policy` is spelled out as they go.
namespace kanon::detail {

/// The column of that name. \throws Error{bad_policy} with the nearest name; `what` says who asks.
[[nodiscard]] std::size_t column_named(const Problem& problem,
                                       const std::string& name,
                                       std::string_view what);

/// Give every column its role: from the policy, from what the policy asks of it (person, sensitive
/// attribute of a model), else suggested by inspect() and said. Fills sensitive, withheld,
/// class_attribute.
void bind_roles(Problem& problem);

/// Code the columns for which the policy, or an applied recoding, has top, bottom or rounding.
/// \throws Error{bad_policy}: a column that is not released, a quasi-identifier that is to be
/// rounded, two codings of one column, and what coded_column() refuses. \pre roles are bound
void bind_codings(Problem& problem, std::span<const NamedCoding> carried, unsigned threads);

/// Warn of how many rows have a combination of values in the insensitive columns that fewer than k
/// rows share: each column alone singles nobody out, all of them together may. Cost O(n m).
/// \pre models are bound.
void warn_of_rare_together(Problem& problem, unsigned threads);

/// Build the hierarchies of the quasi-identifiers.
void bind_quasi_identifiers(Problem& problem, const HierarchyFiles& files);

/// Turn the policy's patterns, and bounds on levels, into a mask. \pre quasi-identifiers are bound.
void bind_patterns(Problem& problem);

/// Make the models, tracked columns and k. \pre roles are bound.
void bind_models(Problem& problem);

/// Take an objective that the method can work for where the policy names none; returns what there
/// is to say of it, or "". \pre roles are bound
[[nodiscard]] std::string settle_objective(Problem& problem, const Circumstances& circumstances);

/// Track the class attribute, if there is one; after the columns of the models, whose places stay.
/// \throws Error{bad_policy} if the objective needs one and there is none. \pre models are bound.
void bind_class(Problem& problem);

/// Refuse promises that no release of this table can keep. \pre models are bound.
void check_feasible(const Problem& problem);

/// Add a warning of the catalogue; the policy's reason goes with it if it accepts the code.
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
