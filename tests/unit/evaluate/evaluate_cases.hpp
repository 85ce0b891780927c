// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/evaluate/evaluated_table.hpp"
#include "kanon/evaluate/evaluation.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/release/release.hpp"

#include <string>
#include <vector>

/// Small originals with releases of them.
namespace kanon::test {

/// One column of a release.
struct ReleasedTexts {
    std::string name;
    std::vector<std::string> cells;
};

/// A problem, and a table that is taken for a release of it.
struct EvaluateCase {
    /// `rows` as table_of() takes them, the policy as YAML; k = 2 where that says nothing.
    EvaluateCase(std::string_view names,
                 std::string_view rows,
                 const std::string& policy,
                 const std::vector<ReleasedTexts>& released);

    /// Side by side, row i of the release taken for row i of the original.
    [[nodiscard]] EvaluatedTable table() const;

    Problem problem;
    Release release;
    ReleasedClasses classes;
};

/// `age` and `zip` are quasi-identifiers, and `disease`, where it is there, sensitive.
inline constexpr const char* kPatients =
    "attributes:\n"
    "  age: {role: quasi-identifying, hierarchy: flat}\n"
    "  zip: {role: quasi-identifying, hierarchy: flat}\n"
    "privacy: {k-anonymity: 2}\n";

}  // namespace kanon::test
