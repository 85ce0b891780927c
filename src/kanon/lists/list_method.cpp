// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/list_method.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/lists/apriori.hpp"
#include "kanon/lists/exhaustive.hpp"
#include "kanon/lists/horizontal.hpp"
#include "kanon/lists/vertical.hpp"

#include <array>
#include <string>

namespace kanon::lists {
namespace {

constexpr std::array kMethods{
    ListMethodInfo{.name = "apriori",
                   .summary = "one cut of the hierarchy for all lists, by rare sets of items",
                   .citation = "Terrovitis, Mamoulis, Kalnis, VLDB 2008",
                   .run = apriori},
    ListMethodInfo{.name = "lra",
                   .summary = "a cut for each part of the rows, in the Gray order of lists",
                   .citation = "Terrovitis, Mamoulis, Kalnis, VLDB Journal 2011",
                   .run = local_recoding},
    ListMethodInfo{.name = "optimal",
                   .summary = "the least lossy cut, by trying all; tiny hierarchies only",
                   .citation = "Terrovitis, Mamoulis, Kalnis, VLDB 2008",
                   .run = optimal_cut},
    ListMethodInfo{.name = "vpa",
                   .summary = "one cut, found branch by branch of the hierarchy, then together",
                   .citation = "Terrovitis, Mamoulis, Kalnis, VLDB Journal 2011",
                   .run = vertical_partitioning},
};

}  // namespace

std::span<const ListMethodInfo> list_methods() {
    return kMethods;
}

const ListMethodInfo& find_list_method(std::string_view name) {
    std::vector<std::string_view> known;
    for (const ListMethodInfo& info : kMethods) {
        if (info.name == name) {
            return info;
        }
        known.push_back(info.name);
    }
    throw Error(ErrorCode::bad_policy,
                "unknown list method '" + std::string(name) + "'" + suggestion(name, known));
}

}  // namespace kanon::lists
