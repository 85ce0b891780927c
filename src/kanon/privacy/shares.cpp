// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/shares.hpp"

#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace kanon::privacy {

double greatest_share(const ClassValues& values,
                      const ClassView& view,
                      const std::optional<Code>& only) {
    std::uint64_t most = 0;
    values.each(view, [&](Code value, std::uint64_t count) {
        most = !only || value == only ? std::max(most, count) : most;
    });
    return static_cast<double>(most) / static_cast<double>(view.rows);
}

std::optional<Code> protected_value(const PrivacyRequirement& requirement,
                                    const ModelContext& context) {
    if (requirement.value.empty() || context.values == nullptr) {
        return std::nullopt;
    }
    const std::optional<Code> code = context.values->find(requirement.value);
    if (!code) {
        refuse(requirement,
               fmt::format("{} protects the value '{}', which the column does not have; "
                           "spell it as the table does",
                           requirement.model,
                           requirement.value));
    }
    return context.value_of ? (*context.value_of)[*code] : *code;
}

}  // namespace kanon::privacy
