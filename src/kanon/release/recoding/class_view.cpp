// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/check.hpp"
#include "kanon/release/recoding/recoding_view.hpp"

namespace kanon {

RecodingView view_of(const ClassRecoding& recoding) {
    RecodingView out;
    out.local = true;
    for (const ReleasedDomain& domain : recoding.domains) {
        out.domains.push_back(&domain);
    }
    for (const std::vector<std::uint32_t>& values : recoding.value_of_class) {
        out.value_of_tuple.emplace_back(values);
        out.tuple_count = values.size();
    }
    out.tuple_of_type = recoding.class_of_type;
    out.shares = recoding.shares;
    out.star_class = recoding.star_class;
    out.node = recoding.node ? &*recoding.node : nullptr;
    return out;
}

void suppress(ClassRecoding& recoding, const std::vector<bool>& types) {
    KANON_CHECK(recoding.shares.empty() && recoding.class_of_type.size() == types.size());
    for (std::size_t type = 0; type < types.size(); ++type) {
        if (types[type]) {
            recoding.class_of_type[type] = kSuppressedClass;
        }
    }
}

}  // namespace kanon
