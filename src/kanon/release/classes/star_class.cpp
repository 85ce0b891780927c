// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/classes/star_class.hpp"

#include <map>
#include <utility>

namespace kanon {

ClassRecoding with_star_class(const CarriedRecoding& carried, const std::vector<bool>& starred) {
    ClassRecoding out;
    out.star_class = true;
    std::vector<std::uint32_t> stars;  // a tuple, as those below: one value per attribute
    for (const ReleasedDomain* domain : view_of(carried.recoding).domains) {
        stars.push_back(static_cast<std::uint32_t>(domain->values.size()));
        out.domains.push_back(*domain);
        out.domains.back().values.push_back({.kind = ReleasedValue::Kind::star});
    }
    out.value_of_class.resize(stars.size());
    std::map<std::vector<std::uint32_t>, std::uint32_t> class_of_tuple;
    for (std::size_t type = 0; type < starred.size(); ++type) {
        std::vector<std::uint32_t> tuple = stars;
        for (std::size_t j = 0; j < tuple.size() && !starred[type]; ++j) {
            tuple[j] = carried.value_of_type[j][type];
        }
        const auto next = static_cast<std::uint32_t>(class_of_tuple.size());
        const auto [at, is_new] = class_of_tuple.emplace(std::move(tuple), next);
        for (std::size_t j = 0; is_new && j < stars.size(); ++j) {
            out.value_of_class[j].push_back(at->first[j]);
        }
        out.class_of_type.push_back(at->second);
    }
    return out;
}

}  // namespace kanon
