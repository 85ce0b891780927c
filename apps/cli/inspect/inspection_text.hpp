// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kanon::cli {

/// How an inspection is shown, and what its commands name.
struct InspectionLayout {
    std::string input;      ///< "": the next command is not shown, for more than it is needed
    std::string policy;     ///< the file that the suggestion is written to; "": none
    std::size_t width = 0;  ///< of the terminal, at which lines are wrapped; 0: they are not
    bool verbose = false;   ///< all columns, sets and warnings; else at most some thirty lines
};

/// What a look at a table suggests: the columns, who is counted, what identifies, open warnings,
/// how the file was read, the next command. `said`: lines on the reading.
[[nodiscard]] std::string inspection_text(const Inspection& seen,
                                          const std::vector<std::string>& said,
                                          const InspectionLayout& layout);

}  // namespace kanon::cli
