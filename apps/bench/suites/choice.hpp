// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "data/workplace.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// What of a suite is run: what was asked for, and whose data is there.
namespace kanon::bench {

/// Leave the items whose name, by `name_of`, was asked for; all where none was.
/// \throws Error{usage} for a name that none has.
template <class Item, class NameOf>
void keep_named(std::vector<Item>& items,
                const std::vector<std::string>& names,
                const std::string& kind,
                NameOf name_of) {
    std::vector<std::string_view> known(items.size());
    std::transform(items.begin(), items.end(), known.begin(), [&](const Item& item) {
        return std::string_view(std::invoke(name_of, item));
    });
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw Error(
                ErrorCode::usage,
                fmt::format("the suite has no {} '{}'{}", kind, name, suggestion(name, known)));
        }
    }
    if (!names.empty()) {
        std::erase_if(items, [&](const Item& item) {
            return std::find(names.begin(), names.end(), std::invoke(name_of, item)) == names.end();
        });
    }
}

/// Leave out items whose data, by `source_of`, is not there; returns a line for each, which calls
/// it by `title_of`.
template <class Item, class SourceOf, class TitleOf>
[[nodiscard]] std::string leave_out_missing(std::vector<Item>& items,
                                            const Workplace& workplace,
                                            SourceOf source_of,
                                            TitleOf title_of) {
    std::string lines;
    std::erase_if(items, [&](const Item& item) {
        const std::string missing = workplace.missing(std::invoke(source_of, item));
        if (!missing.empty()) {
            lines.append("skipped ")
                .append(std::invoke(title_of, item))
                .append(": " + missing + "\n");
        }
        return !missing.empty();
    });
    return lines;
}

/// Tell which items were left out. \throws Error{bad_input} with the same if `nothing_left`.
void tell_left_out(const std::string& lines, bool nothing_left);

}  // namespace kanon::bench
