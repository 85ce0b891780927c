// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/classes/starred.hpp"

#include "kanon/base/check.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/release/spelling/spelling.hpp"

#include <algorithm>

namespace kanon {

std::vector<bool> values_spelled_star(const ReleasedDomain& domain, const Hierarchy* hierarchy) {
    std::vector<bool> out;
    out.reserve(domain.values.size());
    for (const ReleasedValue& value : domain.values) {
        if (value.kind == ReleasedValue::Kind::label) {
            KANON_CHECK(hierarchy != nullptr);
            out.push_back(hierarchy->text(static_cast<Level>(value.second), value.first) == kStar);
        } else {
            out.push_back(value.kind == ReleasedValue::Kind::star);
        }
    }
    return out;
}

std::vector<bool> starred_throughout(const StarredAttributes& attributes) {
    std::vector<std::vector<bool>> stars;
    for (std::size_t j = 0; j < attributes.count; ++j) {
        stars.push_back(attributes.stars(j));
    }
    std::vector<bool> out;
    for (std::size_t j = 0; j < attributes.count; ++j) {
        const std::vector<std::uint32_t> values = attributes.values(j);
        out.resize(values.size(), true);
        for (std::size_t type = 0; type < values.size(); ++type) {
            out[type] = out[type] && (values[type] == kNoValue || stars[j][values[type]]);
        }
    }
    return std::ranges::find(out, true) == out.end() ? std::vector<bool>() : out;
}

}  // namespace kanon
