// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon {

/// Asks the privacy models about the candidates of an assignment, as one sees them who knows its
/// graph: for each record its members, and for each row what the records show of which it is a
/// member. Models that look at rows alone hold by the degree of the graph. Borrows both.
class CandidateChecker {
public:
    /// \pre degree >= least_class_rows() of the task
    CandidateChecker(const Task& task, const AssignmentRecoding& recoding);

    /// What the first model is called that does not hold over the members of every record, however
    /// rows are drawn for records; "" if all hold. Cost O(n k log k) a tracked column.
    [[nodiscard]] std::string broken_by_members() const;

    /// True if every model holds for what is shown to each row, once rows are drawn for records: a
    /// record shows the tracked values of its row, or nothing if it is starred throughout. The same
    /// cost.
    [[nodiscard]] bool holds_as_drawn(const std::vector<std::uint32_t>& row_of_record) const;

private:
    [[nodiscard]] const PrivacyModel* broken_over(
        const std::vector<std::uint32_t>& sets,
        const std::vector<std::uint32_t>& row_of_item) const;

    const Task& task_;
    const AssignmentRecoding& recoding_;
    std::vector<const PrivacyModel*> models_;  ///< those that look at tracked values
    std::vector<std::vector<Code>> codes_;     ///< per tracked column, per row
    std::vector<std::uint32_t> records_of_;    ///< `degree` of each row
};

}  // namespace kanon
