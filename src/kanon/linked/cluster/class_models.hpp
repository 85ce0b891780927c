// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/cluster/class_template.hpp"
#include "kanon/linked/schema/linked_tables.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace kanon::linked {

/// Judges classes of subjects by the models of the tables. Each row of the common tree of a class
/// is judged by itself: somebody who knows that a subject has it knows which rows may be his.
/// Immutable; borrows the tables.
class ClassModels {
public:
    explicit ClassModels(const LinkedTables& tables);

    [[nodiscard]] bool holds(const ClassTemplate& of) const;

    /// True if nothing but k is promised.
    [[nodiscard]] bool is_k_alone() const { return is_k_alone_; }

private:
    [[nodiscard]] bool row_holds(std::size_t table, const TemplateRow& row) const;
    [[nodiscard]] bool rows_hold(std::size_t table, std::span<const std::uint32_t> rows) const;

    const LinkedTables& tables_;
    bool is_k_alone_ = true;
};

}  // namespace kanon::linked
