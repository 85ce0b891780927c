// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/evaluate/cut_recoding.hpp"

#include <cstddef>
#include <utility>

namespace kanon::domain_cut {

GlobalRecoding recode_to_parts(std::span<const OrderedDomain> domains,
                               std::span<const DomainCut> cuts,
                               std::vector<bool> suppressed) {
    GlobalRecoding recoding;
    recoding.suppressed = std::move(suppressed);
    for (std::size_t j = 0; j < cuts.size(); ++j) {
        GlobalRecoding::Attribute& attribute = recoding.attributes.emplace_back();
        attribute.value_of_code = part_of_code(domains[j], cuts[j]);
        for (std::size_t part = 0; part < cuts[j].size(); ++part) {
            const RankRun run = part_run(cuts[j], part, domains[j].size());
            attribute.domain.values.push_back(domains[j].released(run, attribute.domain));
        }
    }
    return recoding;
}

}  // namespace kanon::domain_cut
