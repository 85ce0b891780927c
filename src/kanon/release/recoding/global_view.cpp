// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/recoding_view.hpp"

namespace kanon {

RecodingView view_of(const GlobalRecoding& recoding) {
    RecodingView out;
    for (const GlobalRecoding::Attribute& attribute : recoding.attributes) {
        out.domains.push_back(&attribute.domain);
        out.value_of_code.emplace_back(attribute.value_of_code);
    }
    out.suppressed = recoding.suppressed.empty() ? nullptr : &recoding.suppressed;
    out.node = recoding.node ? &*recoding.node : nullptr;
    return out;
}

void suppress(GlobalRecoding& recoding, const std::vector<bool>& types) {
    recoding.suppressed.resize(types.size());
    for (std::size_t type = 0; type < types.size(); ++type) {
        recoding.suppressed[type] = recoding.suppressed[type] || types[type];
    }
}

}  // namespace kanon
