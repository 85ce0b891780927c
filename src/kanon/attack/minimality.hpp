// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/privacy/model.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kanon::attack {

/// People of a class who are in the same sub-class of every finer node that is looked at.
struct AlikePeople {
    std::vector<std::size_t> parts;     ///< per finer node: their sub-class, from 0 on in the class
    std::vector<std::uint32_t> counts;  ///< rows of each value, as they truly are
};

/// A class of the release. Values are numbered alike in all classes.
using PeopleOfClass = std::vector<AlikePeople>;

/// What decides whether a node keeps the promises.
struct MinimalityRule {
    PrivacyModels models;         ///< each looks at the rows or at one column, at `place`
    std::size_t place = 0;        ///< of that column's histogram
    std::vector<Code> values;     ///< the codes of the values, ascending
    double bound = 0;             ///< greatest credibility that is promised, such as 1 / l
    std::size_t finer_nodes = 0;  ///< of which the adversary knows that they break a promise
    std::uint64_t most_worlds = 1'000'000;  ///< of all classes, people alike not told apart
};

/// Whether the attack could be played.
enum class MinimalityEnding : std::uint8_t {
    found,
    not_minimal,  ///< some finer node keeps the promises: the adversary is wrong about the method
    too_many_worlds,   ///< the classes have most_worlds worlds or more
    nearly_impossible  ///< so few worlds have broken finer nodes that rounding would decide
};

[[nodiscard]] std::string_view to_string(MinimalityEnding ending);  ///< as in JSON

/// People of whom some value is more credible than the bound.
struct MinimalityFindings {
    MinimalityEnding ending = MinimalityEnding::found;
    std::uint64_t rows = 0;
    std::uint64_t classes = 0;
    std::uint64_t rows_over_before = 0;  ///< by the shares of their class
    std::uint64_t rows_over = 0;         ///< by what is known of the method as well
    std::uint64_t classes_over = 0;
    double greatest_before = 0;  ///< the greatest credibility
    double greatest = 0;
    double greatest_gain = 0;  ///< of a value of somebody: credibility over the share in the class
};

/// The minimality attack (Wong, Fu, Wang, Pei, VLDB 2007; Cormode, Li, Srivastava, Li, 2010), on a
/// full-domain recoding. The adversary knows everybody's quasi-identifiers, the values of each
/// class, the promises, and that the release is minimal: each finer node next below breaks one.
/// Worlds are the ways to give the values of each class to its people, all equally likely; left are
/// those in which every finer node has a sub-class that breaks a promise. The credibility of a
/// value of somebody is the share of the worlds left in which he has it.
///
/// By inclusion and exclusion over the sets of finer nodes, whose terms are products over classes;
/// in each class the worlds are counted by the tables of people alike and values. Differs: theirs
/// decides class by class; here that only one of all classes need break is taken into account,
/// which is what a full-domain search says.
/// Cost O(worlds finer parts) for each class, O(2^finer classes). Same result for any thread count.
/// \pre at most 12 finer nodes; unions of classes that hold hold. \throws Error{cancelled}
[[nodiscard]] MinimalityFindings reason_from_minimality(std::span<const PeopleOfClass> classes,
                                                        const MinimalityRule& rule,
                                                        const RunContext& context);

}  // namespace kanon::attack
