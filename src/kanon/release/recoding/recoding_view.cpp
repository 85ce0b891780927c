// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/recoding_view.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <variant>

namespace kanon {

std::vector<bool> RecodingView::suppressed_types() const {
    std::vector<bool> out;
    if (suppressed != nullptr && std::ranges::find(*suppressed, true) != suppressed->end()) {
        out = *suppressed;
    }
    KANON_CHECK(shares.empty());
    for (std::size_t type = 0; type < tuple_of_type.size(); ++type) {
        if (tuple_of_type[type] == kNoValue) {
            out.resize(tuple_of_type.size());
            out[type] = true;
        }
    }
    return out;
}

std::vector<std::uint32_t> RecodingView::values_of_types(const RowTypes& types,
                                                         std::size_t attribute) const {
    KANON_CHECK(shares.empty());
    std::vector<std::uint32_t> out;
    if (local) {
        for (const std::uint32_t tuple : tuple_of_type) {
            out.push_back(tuple == kNoValue ? kNoValue : value_of_tuple[attribute][tuple]);
        }
        return out;
    }
    types.columns[attribute].visit([&](const auto codes) {
        for (const auto code : codes) {
            out.push_back(value_of_code[attribute][code]);
        }
    });
    for (std::size_t type = 0; suppressed != nullptr && type < out.size(); ++type) {
        out[type] = (*suppressed)[type] ? kNoValue : out[type];
    }
    return out;
}

std::vector<bool> RecodingView::tuples_that_occur() const {
    std::vector<bool> out(tuple_count);
    const auto mark = [&out](std::uint32_t tuple) {
        if (tuple != kNoValue) {
            out[tuple] = true;
        }
    };
    std::ranges::for_each(tuple_of_type, mark);
    std::ranges::for_each(shares, mark, &Share::of_class);
    return out;
}

std::vector<std::vector<std::uint32_t>> RecodingView::types_of_tuples() const {
    std::vector<std::vector<std::uint32_t>> out(tuple_count);
    const auto add = [&out](std::uint32_t tuple, std::uint32_t type) {
        if (tuple != kNoValue) {
            out[tuple].push_back(type);
        }
    };
    for (std::uint32_t type = 0; type < tuple_of_type.size(); ++type) {
        add(tuple_of_type[type], type);
    }
    for (const Share& share : shares) {
        add(share.of_class, share.type);
    }
    for (std::vector<std::uint32_t>& of_tuple : out) {
        std::ranges::sort(of_tuple);
        of_tuple.erase(std::unique(of_tuple.begin(), of_tuple.end()), of_tuple.end());
    }
    return out;
}

RecodingView view_of(const std::optional<Recoding>& recoding) {
    return recoding ? view_of(*recoding) : RecodingView{};
}

RecodingView view_of(const Recoding& recoding) {
    return std::visit([](const auto& shape) { return view_of(shape); }, recoding);
}

void suppress(Recoding& recoding, const std::vector<bool>& types) {
    std::visit([&types](auto& shape) { suppress(shape, types); }, recoding);
}

}  // namespace kanon
