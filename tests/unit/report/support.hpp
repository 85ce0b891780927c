// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace kanon::test {

/// Anonymize a table under a policy given as YAML.
[[nodiscard]] std::unique_ptr<Result> anonymized(const Table& table, std::string_view policy);

/// A copy of the result's problem in its place, which may be changed.
[[nodiscard]] Problem& changeable_problem(Result& result);

/// Suppress every row of a full-domain result after all, and audit that.
void suppress_all(Result& result);

/// What is wrong with the nesting of a text's tags, or "": every tag is closed in turn, every
/// attribute is quoted, no bare `&` or `<` is left. `<meta ...>` and the doctype need no end.
[[nodiscard]] std::string nesting_fault(std::string_view html);

/// How often `part` occurs.
[[nodiscard]] std::size_t occurrences(std::string_view text, std::string_view part);

}  // namespace kanon::test
