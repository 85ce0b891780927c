// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/level_recoding.hpp"

namespace kanon {

GlobalRecoding::Attribute recode_to_level(const Hierarchy& hierarchy, Level level) {
    GlobalRecoding::Attribute attribute;
    attribute.value_of_code = hierarchy.level_map(level);
    const auto kind = level == 0 ? ReleasedValue::Kind::exact : ReleasedValue::Kind::label;
    for (Code label = 0; label < hierarchy.label_count(level); ++label) {
        attribute.domain.values.push_back({.kind = kind, .first = label, .second = level});
    }
    return attribute;
}

}  // namespace kanon
