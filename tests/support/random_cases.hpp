// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include "support/naive_auditor.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon::test {

/// What the release of a random case is to promise, besides the attributes.
enum class CaseModels {
    k,
    distinct,
    entropy,
    both,
    person,
    recursive,
    closeness,
    ordered,  ///< t-closeness of the numbers `pay`
    likeness,
    alpha,
    joint,      ///< distinct values of two attributes together
    disclosure  ///< of the values present: no monotony at all
};

struct CaseShape {
    std::size_t rows = 20;
    std::size_t attributes = 3;
    std::size_t values = 6;   ///< of an attribute, about
    bool renameable = false;  ///< only attributes that renamed() can rename
    CaseModels models = CaseModels::k;
    bool binary = false;  ///< two values at most, missing ones counted
    std::uint64_t k = 0;  ///< 0: drawn, 2 or 3
};

/// A table and its policy as a user would give them, still to be bound. Columns: `q0 q1 ...` of any
/// type with any form of hierarchy, some with missing values, one value or values that look like
/// stars and ranges; the sensitive `s0` and `s1`; `person` and `id`, withheld; `note`, the class
/// attribute; the sensitive numbers `pay` where the models look at them.
struct RandomCase {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> cells;  ///< per column; `?` is missing
    Policy policy;
    std::vector<NaiveModel> naive_models;  ///< the policy's models for the naive auditor

    [[nodiscard]] Table table() const;

    /// None if the table cannot keep the promise whatever is done to it.
    [[nodiscard]] std::optional<Problem> bound() const;
};

/// Suppression is drawn among none, a count, a share and all rows; suppressed rows are starred or
/// dropped. The objective is gcp.
[[nodiscard]] RandomCase random_case(const CaseShape& shape, std::uint64_t seed);

/// The same rows in another order.
[[nodiscard]] RandomCase with_rows_shuffled(RandomCase original, std::uint64_t seed);

/// The same table with every value renamed in such a way that order and distances stay.
/// \pre the case was made renameable.
[[nodiscard]] RandomCase renamed(RandomCase original);

}  // namespace kanon::test
