// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/hierarchy/lattice.hpp"
#include "kanon/parties/protocols/keyed_task.hpp"
#include "kanon/parties/protocols/peers.hpp"
#include "kanon/policy/policy.hpp"

#include <cstdint>
#include <vector>

namespace kanon::parties {

/// What a party is to release, where two have come to terms.
struct JointRows {
    Node node;                        ///< levels of its own quasi-identifiers
    std::vector<std::uint32_t> rows;  ///< its rows of the release, in the order common to both
    std::uint64_t joint_rows = 0;     ///< people that both have
    std::uint64_t left_out = 0;       ///< of these, in groups of fewer than k
    std::uint64_t held_back = 0;      ///< rows of both that took no part, as they are too few alike
    std::vector<std::uint32_t> offered;  ///< its rows that took part, ascending
    std::uint64_t steps = 0;             ///< generalizations of both after the first
};

/// What must hold of the joint rows.
struct JointPromise {
    std::uint64_t k = 2;
    SuppressionLimit limit;  ///< of the joint rows, those that may be left out
};

/// Two parties have columns of partly the same people, and generalize until every joint group has k
/// rows or none; only then do they tell each other which rows to join. The first party of the
/// agreement compares.
///
/// Jiang, Clifton: Privacy-preserving distributed k-anonymity, DBSec 2005. The source was not at
/// hand; reconstructed from the survey's description. Both begin where their own groups have k rows
/// (Datafly without suppression, as the paper proposes), encrypt their keys with commutative keys,
/// and exchange them by groups, in random order, as are the rows of each. Equal points encrypted by
/// both are common people; the sizes of all joint groups follow, and no row of either. While joint
/// groups of 1 to k - 1 rows hold more rows than may be left out, the party with more groups
/// generalizes by one level (the paper lets both). Differs: of the rows that may be left out each
/// party may hold back a quarter from the first, where few rows are unlike all others; if that
/// leaves no release, both begin anew without; keys may be those of different people; rows of
/// groups that stay too small are left out within the limit; at the end both learn which of their
/// own rows are in the release, without which rows could not be joined. The first party so learns
/// in which groups of the other these people were; the other is not told that of the first party's.
///
/// For parties that follow the protocol. Order of the rows: random, and common to both.
/// Cost: for n and m rows 2 (n + m) multiplications of the group at each party, on
/// context.threads; 64 (n + m) bytes in all; O(t attributes) and O(joint rows) for each step.
/// \throws Error{infeasible} if there is no such generalization, at both parties; what channels
/// throw; Error{bad_input} if what the other sends is not as agreed
[[nodiscard]] JointRows jiang_clifton(const KeyedTask& own,
                                      const JointPromise& promise,
                                      const Peers& peers,
                                      const RunContext& context);

}  // namespace kanon::parties
