// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/classes/undecided_classes.hpp"
#include "kanon/audit/matching/matching_types.hpp"
#include "kanon/privacy/model.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace kanon::auditing {

/// What all matchings of a release in any order make of the rows of one class.
///
/// Goes through the ways to fill the class from the original rows that its rows may stand for, by
/// how many of each type and hidden value; a way counts if the other released rows can still be
/// matched, which a flow tells. In the worst case exponential, so it gives up after a fixed number
/// of steps for a release (about a second): small tables are always decided.
class ClassSearch {
public:
    /// `hidden`: the place of the model's column among sides.hidden. All must outlive the search.
    ClassSearch(const Evidence& evidence,
                const MatchingTypes& sides,
                const EdgesOfTypes& edges,
                std::size_t hidden);

    /// None: every matching gives the same verdict. `types`: the released types of the class.
    /// \pre every released row is matched; the model judges classes, each by itself
    [[nodiscard]] std::optional<UndecidedClass> judge(const PrivacyModel& model,
                                                      const std::vector<std::uint32_t>& types);

private:
    struct Figures;
    class OfClass;

    const Evidence& evidence_;
    const MatchingTypes& sides_;
    const EdgesOfTypes& edges_;
    std::size_t hidden_;
    std::vector<std::vector<std::uint32_t>> sources_;  ///< per original type: the released ones
    std::uint64_t steps_ = 0;
};

}  // namespace kanon::auditing
