// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/evaluate/evaluation.hpp"

#include <string>

namespace kanon {

/// An evaluation for people, as text: what was asked and how far off the release is.
[[nodiscard]] std::string evaluation_text(const Evaluation& evaluation);

/// The same with every figure as JSON; docs/evaluate.md has the keys. Unknown figures are null.
[[nodiscard]] std::string evaluation_json(const Evaluation& evaluation);

/// The same as a page, with bars of original and release side by side; it needs no script, font or
/// link.
[[nodiscard]] std::string evaluation_html(const Evaluation& evaluation);

}  // namespace kanon
