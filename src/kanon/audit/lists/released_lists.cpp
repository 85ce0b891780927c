// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/lists/released_lists.hpp"

#include "kanon/release/spelling/list_cell.hpp"

#include <algorithm>
#include <utility>

namespace kanon::auditing {
namespace {

/// What each text means: binding has seen to it that none means two groups of items.
std::map<std::string, ReleasedItem, std::less<>> meanings_of(const ListColumn& list) {
    std::map<std::string, ReleasedItem, std::less<>> out;
    const Hierarchy& hierarchy = list.hierarchy;
    for (unsigned at = 0; at <= hierarchy.height(); ++at) {
        const auto level = static_cast<Level>(at);
        std::map<std::string, ReleasedItem, std::less<>> of_level;
        for (Code item = 0; item < hierarchy.domain_size(); ++item) {
            const auto label = hierarchy.text(level, hierarchy.label_of(level, item));
            of_level[std::string(label)].covers.push_back(item);
        }
        out.merge(of_level);
    }
    for (auto& [text, item] : out) {
        item.is_sensitive =
            std::ranges::all_of(item.covers, [&](Code code) { return list.sensitive[code]; });
    }
    return out;
}

}  // namespace

ReleasedLists read_lists(const ListColumn& list, const Column& released) {
    ReleasedLists out;
    std::map<std::string, std::uint32_t, std::less<>> number_of;
    for (auto& [text, item] : meanings_of(list)) {
        number_of.emplace(text, static_cast<std::uint32_t>(out.items.size()));
        out.items.push_back(std::move(item));
    }
    const Dictionary& cells = *released.dictionary;
    for (Code cell = 0; cell < cells.size(); ++cell) {
        std::optional<std::vector<std::uint32_t>>& read = out.of_code.emplace_back();
        const auto texts = split_list(cells.text(cell), list.separator);
        if (!texts) {
            continue;
        }
        read.emplace();
        for (const std::string& text : *texts) {
            const auto found = number_of.find(text);
            if (found == number_of.end()) {
                read.reset();
                break;
            }
            read->push_back(found->second);
        }
        if (read) {
            std::ranges::sort(*read);
            read->erase(std::unique(read->begin(), read->end()), read->end());
        }
    }
    return out;
}

std::span<const std::uint32_t> ListEvidence::row(std::size_t row) const {
    const auto& read = lists.of_code[released->codes[row]];
    return evidence->is_suppressed(row) || !read ? std::span<const std::uint32_t>()
                                                 : std::span<const std::uint32_t>(*read);
}

}  // namespace kanon::auditing
