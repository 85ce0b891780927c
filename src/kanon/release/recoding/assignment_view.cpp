// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/check.hpp"
#include "kanon/release/recoding/recoding_view.hpp"

#include <algorithm>

namespace kanon {

RecodingView view_of(const AssignmentRecoding& recoding) {
    KANON_CHECK(recoding.is_drawn());
    RecodingView out;
    out.local = true;
    for (const ReleasedDomain& domain : recoding.domains) {
        out.domains.push_back(&domain);
    }
    for (const std::vector<std::uint32_t>& values : recoding.value_of_record) {
        out.value_of_tuple.emplace_back(values);
        out.tuple_count = values.size();
    }
    out.tuple_of_type = recoding.record_of_type;
    out.shares = recoding.shares;
    return out;
}

void suppress(AssignmentRecoding& recoding, const std::vector<bool>& types) {
    KANON_CHECK(recoding.is_drawn() && std::ranges::find(types, true) == types.end());
}

}  // namespace kanon
