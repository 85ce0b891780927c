// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::test {

/// Fig. 9(a) of Ciriani et al. 2007, and its hierarchies as a policy for 2-anonymity; dates are
/// texts, for their hierarchy is the figure's.
inline constexpr std::string_view kFigure9Private =
    "Race,DOB,Sex,ZIP\n"
    "asian,64/04/12,F,94142\nasian,64/09/13,F,94141\nasian,64/04/15,F,94139\n"
    "asian,63/03/13,M,94139\nasian,63/03/18,M,94139\nblack,64/09/27,F,94138\n"
    "black,64/09/27,F,94139\nwhite,64/09/27,F,94139\nwhite,64/09/27,F,94141\n";
inline constexpr std::string_view kFigure9Hierarchies = R"(attributes:
  Race: {role: quasi-identifying, hierarchy: {tree: {person: [asian, black, white]}}}
  DOB:
    role: quasi-identifying
    type: text
    hierarchy:
      tree:
        "64": [{"64/04": ["64/04/12", "64/04/15"]}, {"64/09": ["64/09/13", "64/09/27"]}]
        "63": [{"63/03": ["63/03/13", "63/03/18"]}]
  Sex: {role: quasi-identifying, hierarchy: {tree: {not-released: [F, M]}}}
  ZIP:
    role: quasi-identifying
    type: text
    hierarchy:
      tree:
        "941**": [{"9413*": ["94138", "94139"]}, {"9414*": ["94141", "94142"]}]
privacy: {k-anonymity: 2}
)";

/// A hierarchy of kind file from the labels above each value, lowest level first.
[[nodiscard]] Hierarchy hierarchy_of(const Column& column,
                                     const std::vector<std::map<std::string, std::string>>& levels);

/// 2-anonymity of {Race, ZIP} of the table in Fig. 1 of Ciriani et al. 2007 under the hierarchies
/// of Fig. 3, as in its Figs 5 to 7 and 11; nine rows, with the disease.
[[nodiscard]] Problem survey_problem(std::uint64_t max_sup);

/// 2-anonymity of {Race, Sex, Marital} of the same table, as in Fig. 14.
[[nodiscard]] Problem marital_problem();

/// 2-anonymity of Fig. 9(a): {Race, DOB, Sex, ZIP} of the same table. DOB is generalized to month,
/// year and any date. With `stars_alone` every hierarchy is flat (model _AS).
[[nodiscard]] Problem figure_9_problem(std::uint64_t max_sup, bool stars_alone = false);

}  // namespace kanon::test
