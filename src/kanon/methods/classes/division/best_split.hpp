// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::classes {

inline constexpr std::array kBestSplitOptions{
    OptionSpec{.name = "most-weighed",
               .type = OptionType::integer,
               .least = 65536,
               .fallback = "4194304",
               .help =
                   "row types of a class up to which every division is weighed; a larger one is "
                   "divided as mondrian does, for which its rows need not be held at once"},
};

/// Local recoding that divides top down, each class by the division in two that lowers the loss
/// most: start from one class of all rows, and divide as long as both sides keep every privacy
/// model. A range attribute may be cut before any of its values, an attribute with a hierarchy
/// divided into one label of any level below the class's own, or one value, and the rest; one
/// recoded by sets into a group of values and the rest: one value, the most frequent ones, or what
/// grows from the value that gains most by the one that then gains most; and where texts may come
/// out as ranges and the class has too many for a set, into what is before any value and the rest.
/// What a division gains is
/// exact: rows times loss (NCP, or LM where that is the objective) of the class less that of both
/// sides, over every attribute and not the divided one alone. So attributes that go together are
/// narrowed together, and the order of the columns decides nothing.
///
/// Ours, after the top-down search of Xu, Wang, Pei, Wang, Shi, Fu: Utility-Based Anonymization
/// Using Local Recoding, KDD 2006, and the splits by what they gain of LeFevre, DeWitt,
/// Ramakrishnan: Workload-Aware Anonymization, KDD 2006. Unlike the first it looks at every
/// division of a class and not at two far rows; unlike the second it gains information loss, not
/// information on a class attribute.
///
/// Ties go to the evener division, then to the attribute that is first by name. Where models look
/// at values, and 64 divisions one after another do not hold, the class is divided as mondrian
/// does, if at all; so are classes of more than `most-weighed` row types at once. In a table
/// of kLeastSampledTable row types a class of kLeastSampled or more is divided by what gains most
/// on a sample of about kSampledTypes of them, which their values decide, if the class itself may
/// be divided so. Suppression, bounds on levels, early stops and thread count are as described at
/// make_mondrian().
///
/// Cost: O(t m^2 l d) time for t row types, m attributes, l levels and depth d, about log2(n / k)
/// on even data; memory as mondrian, and 12 bytes for each value of an attribute and attribute.
/// Bound: see class_loss_bound().
[[nodiscard]] std::unique_ptr<Method> make_best_split(const OptionMap& options);

}  // namespace kanon::classes
