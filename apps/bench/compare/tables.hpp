// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compare/run.hpp"
#include "compare/suite.hpp"

#include <string>
#include <vector>

namespace kanon::bench {

/// The data sets and methods of a suite, for people.
[[nodiscard]] std::string suite_list(const Suite& suite);

/// The rows of one table of the suite: a heading, the figures, and why some have none.
[[nodiscard]] std::string suite_text(const Suite& suite,
                                     const SuiteDataset& dataset,
                                     const std::vector<SuiteRow>& rows);

/// The same as Markdown.
[[nodiscard]] std::string suite_markdown(const Suite& suite,
                                         const SuiteDataset& dataset,
                                         const std::vector<SuiteRow>& rows);

/// All rows with all digits.
[[nodiscard]] std::string suite_json(const Suite& suite, const std::vector<SuiteRow>& rows);

}  // namespace kanon::bench
