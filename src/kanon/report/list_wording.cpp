// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/list_wording.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

namespace kanon {

std::string list_loss_text(const ListFigures& lists) {
    const auto share = [&](std::uint64_t items) {
        return percent_text(
            lists.items == 0 ? 0 : static_cast<double>(items) / static_cast<double>(lists.items));
    };
    return fmt::format("{} of the detail of '{}': of {} {} kept, {} as their group, {} left out",
                       percent_text(lists.loss),
                       lists.column,
                       count_text(lists.items, "item"),
                       share(lists.kept),
                       share(lists.items - lists.kept - lists.dropped),
                       share(lists.dropped));
}

}  // namespace kanon
