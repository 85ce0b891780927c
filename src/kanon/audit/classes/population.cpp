// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/classes/population.hpp"

#include "kanon/audit/matching/cover_tree.hpp"
#include "kanon/base/parallel.hpp"

#include <cstddef>

namespace kanon::auditing {

PopulationFound find_population(const Evidence& evidence) {
    const std::size_t classes = evidence.classes->size();
    PopulationFound out{.of_class = std::vector<std::uint64_t>(classes)};
    if (!evidence.problem->population) {
        return out;
    }
    const RowTypes& people = *evidence.problem->population;
    const CoverTree tree(evidence, people);
    std::vector<std::vector<std::uint32_t>> fitted(part_count(classes));
    parallel_parts(classes,
                   fitted.size(),
                   evidence.threads,
                   [&](std::size_t part, std::size_t begin, std::size_t end) {
                       for (std::size_t index = begin; index < end; ++index) {
                           if (evidence.classes->is_suppressed(index)) {
                               continue;
                           }
                           std::vector<std::uint32_t> types;
                           tree.find(index, types);
                           for (const std::uint32_t type : types) {
                               out.of_class[index] += people.counts[type];
                           }
                           fitted[part].insert(fitted[part].end(), types.begin(), types.end());
                       }
                   });
    std::vector<bool> is_fitted(people.size());
    for (const std::vector<std::uint32_t>& types : fitted) {
        for (const std::uint32_t type : types) {
            is_fitted[type] = true;
        }
    }
    for (std::size_t type = 0; type < people.size(); ++type) {
        out.absent += is_fitted[type] ? 0 : people.counts[type];
    }
    return out;
}

}  // namespace kanon::auditing
