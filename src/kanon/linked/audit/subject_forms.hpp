// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/audit/released_forest.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::linked::auditing {

/// What released subjects look like to somebody who knows all quasi-identifiers: numbers of forms,
/// where two rows have one form if their quasi-identifiers are spelled alike and the rows below
/// them have the same forms, each as often.
struct SubjectForms {
    std::vector<std::vector<std::uint32_t>> form_of_row;  ///< per table, per released row
    std::vector<std::uint32_t> subjects_of_form;          ///< of the root: the classes
    /// Per table and row: which rows nobody can tell apart who knows all quasi-identifiers of a
    /// subject: of subjects of one form, the forms of all rows above are the same. 0 .. paths - 1
    std::vector<std::vector<std::uint32_t>> path_of_row;
    std::vector<std::uint32_t> paths;  ///< per table
};

/// Cost O(rows m log rows). \pre the forest is whole
[[nodiscard]] SubjectForms find_forms(const LinkedTables& original, const ReleasedForest& released);

}  // namespace kanon::linked::auditing
