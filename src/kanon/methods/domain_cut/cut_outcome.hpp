// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/task/task.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::domain_cut {

/// How a search over cuts ended.
struct CutsFound {
    std::optional<std::vector<DomainCut>> cuts;  ///< of a release; none: nothing found
    bool stopped = false;                        ///< by the deadline, a limit or the user
    bool proven = false;                         ///< nothing found: there is no release
};

/// True if what fails a model fails it in every part, so that where the most general cuts that are
/// no star keep no promise no cuts do.
[[nodiscard]] bool fails_for_good(const PrivacyModels& models);

/// The outcome of a heuristic: the recoding by the cuts, evaluated anew, and its loss; without cuts
/// the reason. The cuts keep the promises (checked). Cost O(t m).
[[nodiscard]] Outcome outcome_of_cuts(const Task& task,
                                      std::span<const OrderedDomain> domains,
                                      const CutsFound& found,
                                      const RunContext& context);

}  // namespace kanon::domain_cut
