// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/asked_classes.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kanon::parties {

/// A class of all sites, and which of one's own rows are in it.
struct JointClass {
    std::uint64_t rows = 0;   ///< of all sites
    std::vector<Word> cover;  ///< what may occur, until it is known what does
    std::size_t begin = 0;    ///< one's own row types
    std::size_t end = 0;
    std::unique_ptr<AskedDivision> division;

    // Of the attribute that is asked about:
    std::size_t attribute = 0;
    Extent extent;
    std::vector<std::uint64_t> before;  ///< holders: parts of the rows before each place, and all
};

/// How many things are asked of what a class covers on an attribute; `cover` is its words there.
[[nodiscard]] std::size_t occurrence_count(const Word* cover, bool by_set);

/// How many words an attribute has in what a class covers.
[[nodiscard]] std::size_t words_on(const AskedClasses& classes,
                                   std::size_t attribute,
                                   std::size_t attributes);

/// Narrow what may occur on an attribute to what does. False if the answers do not agree with each
/// other, or nothing occurs.
[[nodiscard]] bool narrow(std::span<const std::uint8_t> answers,
                          std::size_t words,
                          bool by_set,
                          Word* cover);

}  // namespace kanon::parties
