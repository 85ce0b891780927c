// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/evaluate/evaluation.hpp"

#include <string>
#include <utility>
#include <vector>

/// An evaluation as a part of something else: of its own page, or of the reports of a run.
namespace kanon {

/// Rows, notes, bars of original and release side by side, tables: HTML whose headings are of this
/// depth (2: `<h2>`).
[[nodiscard]] std::string evaluation_body(const Evaluation& evaluation, int depth);

/// The figures that tell most, one line each: what of, and how much.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> evaluation_lines(
    const Evaluation& evaluation);

}  // namespace kanon
