// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/asked_classes.hpp"
#include "kanon/task/task.hpp"

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

/// One's own row types, those of a class side by side.
class OwnRows {
public:
    OwnRows(const Task& own, const AskedClasses& classes);

    [[nodiscard]] std::size_t size() const { return types_.size(); }

    /// 1 for each thing that is asked of what a class covers (occurrence_count()) that holds of
    /// one's own rows: for extents, whether any is at the lowest place, or the one after it, ...,
    /// then whether any is at the highest, or the one before it, ...; for sets, each place.
    void add_occurrences(const JointClass& one, std::vector<std::uint8_t>& bits);

    /// One's own rows at each place of an extent.
    void add_counts(const JointClass& one,
                    std::size_t attribute,
                    Extent extent,
                    std::vector<std::uint64_t>& counts) const;

    /// Put the row types of a class in order by the parts of its division, and add where each
    /// begins, and the last ends. False, and they stay, if one is in none of the parts. \pre
    /// `one.extent` is of the attribute divided
    bool divide(const JointClass& one,
                const PlaceDivision& division,
                std::vector<std::size_t>& starts);

    /// Rows of some row types, by their places here.
    [[nodiscard]] std::uint64_t rows(std::size_t begin, std::size_t end) const;

    /// Which row type of the task it is.
    [[nodiscard]] std::uint32_t type(std::size_t at) const { return types_[at]; }

private:
    void measure(const JointClass& one);
    void mark_set(const JointClass& one, std::size_t attribute, std::span<std::uint8_t> bits) const;

    [[nodiscard]] Place place(std::size_t at, std::size_t attribute) const {
        return places_[at * attributes_ + attribute];
    }

    const AskedClasses& classes_;
    std::size_t attributes_;
    std::vector<Place> places_;  ///< per row type, per attribute
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint32_t> types_;
    std::vector<Place> lows_;
    std::vector<Place> highs_;
    std::vector<Place> moved_places_;  ///< of divide(), as the next two
    std::vector<std::uint32_t> moved_counts_;
    std::vector<std::uint32_t> moved_types_;
    std::vector<std::size_t> next_;
    std::vector<std::uint32_t> part_of_place_;
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
