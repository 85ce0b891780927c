// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::full_domain {

/// Datafly: generalize the attribute of most distinct values by one level until few enough rows are
/// left in classes that fail, then suppress those.
///
/// Sweeney: Guaranteeing anonymity when sharing medical data, the Datafly system, 1997; core
/// algorithm as in Sweeney 2002. Differs: the rows that may be suppressed are the suppression
/// limit's, not k; any privacy model is kept, not k-anonymity alone. The objective is reported but
/// plays no part in the search. Reconstructed: of attributes with equally many distinct values the
/// first is taken, and distinct values are counted over all rows, outliers included.
/// Where the path ends at the top of the lattice in vain, a node beside it is taken
/// (choose_beside_path()): where the promises are not monotone, the top may fail as rows are back
/// that a lower node suppressed. `infeasible` is said only if proven.
///
/// Cost O(h t m) for h levels in all, t row types, m attributes. Memory: RollUpCache's.
/// \throws Error{bad_policy} from run() where that last resort would look at more than 2^26 nodes.
[[nodiscard]] std::unique_ptr<Method> make_datafly(const OptionMap& options);

}  // namespace kanon::full_domain
