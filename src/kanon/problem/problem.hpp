// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/hierarchy/lattice.hpp"
#include "kanon/privacy/model.hpp"
#include "kanon/problem/pattern_mask.hpp"
#include "kanon/problem/policy.hpp"
#include "kanon/quality/objective.hpp"
#include "kanon/release/release.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// A quasi-identifier bound to its column.
struct QuasiIdentifier {
    std::size_t column = 0;  ///< in the table
    std::string name;
    Hierarchy hierarchy;           ///< always there; flat at least
    bool hierarchy_given = false;  ///< by the policy, as opposed to made up by default
    bool recode_range = false;  ///< local recoding by ranges of the ordered values, not by subtree
    double weight = 1;
    Level least_level = 0;
    Level greatest_level = 0;  ///< <= hierarchy.height()
};

/// Table and policy bound together: what a method solves. Immutable once bound.
struct Problem {
    Table table;
    std::vector<QuasiIdentifier> quasi_identifiers;  ///< m, in column order
    std::vector<std::size_t> sensitive;              ///< columns
    std::vector<std::size_t> withheld;               ///< identifying columns: never released
    std::vector<std::string> unread;  ///< names of identifying columns that were not even loaded
    /// Columns whose values are counted in each class: those of the models, then the class
    /// attribute's, unless a model has it.
    std::vector<std::size_t> tracked;
    PrivacyModels models;                 ///< k-anonymity first
    std::uint64_t k = 1;                  ///< of k-anonymity
    std::uint64_t suppression_limit = 0;  ///< rows
    /// Rows that a node of the lattice may leave without a class, whose cells are then starred one
    /// by one; none: no single cells are starred.
    std::optional<std::uint64_t> cell_suppression_limit;
    PatternMask patterns;  ///< which quasi-identifiers may be starred together
    SuppressedRows suppressed = SuppressedRows::star;
    Objective objective = Objective::gcp;
    std::optional<std::size_t> class_attribute;  ///< column
    RowTypes row_types;                    ///< over quasi_identifiers, histograms over tracked
    std::vector<std::string> assumptions;  ///< one line each: what was decided without being asked
    /// The policy with every role, hierarchy and model spelled out, made up or not: bound to the
    /// same table again it gives the same roles, hierarchies and models.
    Policy policy;

    /// Place of the class attribute among the tracked columns, as in RowTypes::histograms; none
    /// without one.
    [[nodiscard]] std::optional<std::size_t> class_histogram() const;

    /// Rows that every releasable class has at least: the largest least_rows() of the models.
    [[nodiscard]] std::uint64_t least_class_rows() const;

    /// Rows starred in every quasi-identifier are a class if they are this many; else suppressed.
    [[nodiscard]] std::uint64_t star_class_rows() const;

    /// The lattice of all allowed level vectors.
    [[nodiscard]] Lattice lattice() const;

    /// As release::apply wants them; the pointers are into this problem.
    [[nodiscard]] std::vector<RecodedAttribute> recoded_attributes() const;
};

/// Bind a policy to a table: roles (suggested where the policy is silent), hierarchies (built,
/// checked, or made up by default and said so), models, limits. Files named by the policy are read.
/// \throws Error{bad_policy, bad_hierarchy, bad_input, infeasible} with attribute and remedy.
/// Cost O(n m) for the row types, O(distinct values * levels) for the rest.
[[nodiscard]] Problem bind(Table table, const Policy& policy, const RunContext& context);

}  // namespace kanon
