// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "patterns/published.hpp"

#include <string>
#include <vector>

namespace kanon::bench {

/// Ours of one side, what was printed in brackets behind it, and how many figures come out as
/// printed.
[[nodiscard]] std::string published_text(const PublishedSide& side,
                                         const std::vector<PublishedRow>& rows);

/// The same as Markdown.
[[nodiscard]] std::string published_markdown(const PublishedSide& side,
                                             const std::vector<PublishedRow>& rows);

/// One side's rows.
struct PublishedResult {
    const PublishedTable* table = nullptr;
    const PublishedSide* side = nullptr;
    std::vector<PublishedRow> rows;
};

/// All rows with all digits.
[[nodiscard]] std::string published_json(const std::vector<PublishedResult>& results);

}  // namespace kanon::bench
