// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/starred_columns.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/problem/binding/binding.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

constexpr std::string_view kCode = "mostly-starred";

/// True if more than nine in ten of so many cells are stars.
bool are_mostly(std::uint64_t stars, std::uint64_t cells) {
    return cells > 0 && static_cast<double>(stars) > 0.9 * static_cast<double>(cells);
}

bool can_be_told(const QuasiIdentifier& attribute) {
    return attribute.dictionary().size() > 1 &&
           attribute.least_level < attribute.hierarchy.height();
}

}  // namespace

void warn_of_starred_columns(Result& result) {
    const Problem& problem = *result.problem;
    const Measures& measures = result.audit.measures;
    std::erase_if(result.facts.warnings, [](const Warning& known) { return known.code == kCode; });
    const bool drops = problem.suppressed == SuppressedRows::drop;
    const std::uint64_t left_out = drops ? measures.suppressed_rows : 0;
    const std::uint64_t cells = measures.rows - left_out;
    std::string text;
    std::vector<std::string> columns;
    for (std::size_t j = 0; j < measures.attribute_stars.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        const std::uint64_t stars = measures.attribute_stars[j] - left_out;
        if (are_mostly(stars, cells) && can_be_told(attribute)) {
            text += fmt::format("{}'{}' in {} of {}",
                                columns.empty() ? "" : ", ",
                                attribute.name,
                                count_text(stars),
                                count_text(cells, "row"));
            columns.push_back(attribute.name);
        }
    }
    if (!columns.empty()) {
        result.facts.warnings.push_back(
            warning_of(problem.policy, kCode, "suppressed: " + text, std::move(columns)));
    }
}

}  // namespace kanon::detail
