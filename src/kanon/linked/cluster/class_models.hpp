// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/cluster/class_template.hpp"
#include "kanon/linked/schema/counted.hpp"
#include "kanon/linked/schema/linked_tables.hpp"
#include "kanon/privacy/model.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace kanon::linked {

/// Judges classes of subjects by the models of the tables. Each row of the common tree of a class
/// is judged by itself: somebody who knows that a subject has it knows which rows may be his; what
/// is inferred from all rows of a subject, by the class (Counted). Immutable; borrows the tables.
class ClassModels {
public:
    explicit ClassModels(const LinkedTables& tables);

    [[nodiscard]] bool holds(const ClassTemplate& of) const;

    /// True if nothing but k is promised.
    [[nodiscard]] bool is_k_alone() const { return is_k_alone_; }

private:
    struct OwnedRows;

    static constexpr std::size_t kWaysToCount = 3;

    /// Rows that were looked at are taken into `all`, per table.
    [[nodiscard]] bool row_holds(std::size_t table,
                                 const TemplateRow& row,
                                 std::vector<OwnedRows>& all) const;
    [[nodiscard]] bool rows_hold(std::size_t table, const OwnedRows& of, Counted counted) const;

    const LinkedTables& tables_;
    std::vector<std::array<PrivacyModels, kWaysToCount>> models_;  ///< per table, by Counted
    bool is_k_alone_ = true;
};

}  // namespace kanon::linked
