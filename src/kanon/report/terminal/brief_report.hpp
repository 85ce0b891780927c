// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/record.hpp"

#include <cstddef>
#include <string>

namespace kanon {

/// How a brief report is laid out.
struct BriefLayout {
    std::size_t width = 0;  ///< of a line, in code points; 0: lines are not wrapped
    std::size_t most_lines = 30;
    std::string next;  ///< what to type next; "": nothing is suggested
};

/// The run for a terminal, the verdict first: what was released, promised and lost, the open
/// warnings with their remedies, what was assumed, where files lie, what to type next. What has no
/// room is left out, and that is said; text_report() has all.
[[nodiscard]] std::string brief_report(const RunRecord& record, const BriefLayout& layout);

}  // namespace kanon
