// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/lists/item_lists.hpp"
#include "kanon/lists/list_method.hpp"

#include <cstdint>
#include <span>

namespace kanon::lists {

/// Recode the lists of each class by themselves: (k, k^m)-anonymity of Poulis, Loukides,
/// Gkoulalas-Divanis, Skiadopoulos (ECML PKDD 2013). Whoever knows the quasi-identifiers of a
/// person and up to m items finds the person's class, and in it k lists that hold what stands for
/// these items; whoever knows the items alone finds these lists among others.
///
/// `class_of_row`: one for each list. Same result for any number of threads.
/// \throws Error{cancelled}, and as the method
[[nodiscard]] ItemLists recode_by_class(const ListTask& task,
                                        std::span<const std::uint32_t> class_of_row,
                                        const ListMethodInfo& method,
                                        const RunContext& context);

}  // namespace kanon::lists
