// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace kanon {

/// A term of the reports and what it means, in a line for who knows the data and no algorithms.
struct Term {
    std::string_view name;
    std::string_view meaning;  ///< completes `NAME: ...`
};

/// The terms, sorted by name; docs/guide/glossary.md has each. What a privacy model means stands in
/// its own catalogue.
[[nodiscard]] std::span<const Term> terms();

/// The words of one page: each term is explained where it first stands.
class TermWords {
public:
    /// What a term means, or a privacy model; "" from the second time on. \pre it is one of them
    [[nodiscard]] std::string_view first(std::string_view name);

private:
    std::set<std::string, std::less<>> said_;
};

}  // namespace kanon
