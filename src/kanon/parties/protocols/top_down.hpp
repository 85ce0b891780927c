// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/protocols/keyed_task.hpp"
#include "kanon/parties/protocols/peers.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/table/code_vector.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::parties {

/// The columns of one party, and who has the others. Borrowed.
struct DividedColumns {
    KeyedTask rows;
    /// Per quasi-identifier of all parties, in the order of the joint table: the place of the party
    /// that has it. One's own stand in the order of the task.
    std::span<const std::size_t> owners;
    std::size_t class_owner = 0;         ///< place of the party that has the class attribute
    std::span<const Code> class_of_row;  ///< codes of its column; empty at the other parties
};

/// What a party is to release where columns were specialized together.
struct SpecializedRows {
    std::vector<std::uint32_t> rows;  ///< one's own, in the order common to all, which is random
    /// Of one's own quasi-identifiers; `suppressed` says of row i of `rows` if it is.
    GlobalRecoding recoding;
    std::uint64_t steps = 0;  ///< specializations of all parties
};

/// Parties that have columns of the same people specialize them together: the release is that of
/// the method top-down on the joined table.
///
/// Wang, Fung, Dong: Integrating private databases for data analysis, ISI 2005. The source was not
/// at hand; reconstructed from descriptions of it. Which rows have the same parts of all cuts is
/// common knowledge, so whoever has an attribute can tell gain and loss of specializing it. In each
/// round all tell the score of their best specialization, and the owner of the best of all tells
/// which rows go into which part. Differs:
/// - Whether the keys are the same set is found first: all keys of a party are hashed as one, and
///   compared under commutative encryption, pair by pair. Parties learn that and no key.
/// - Rows are in a random order that the first party draws: an order by keys would be released.
/// - Values are told by the numbers of their specializations, and their parts by those of their
///   first rows. No label, threshold or rank leaves its owner, nor the order of parts, nor how many
///   values there are. The paper tells the values themselves.
/// - What else the method does differently from its paper, see make_top_down(): thresholds that are
///   valid, suppression within the limit.
///
/// All learn the class label of each row, numbered in the order of the labels; each party's best
/// score in each round, and of which attribute; and which rows are in the parts of every
/// specialization carried out, suppressed rows too. As keys are common, these are known people.
///
/// For parties that follow the protocol. What is not as agreed ends the run, and so does a
/// specialization that breaks the promise, before anything is released; parties that tell one
/// thing to some and another to others may end it by the channels' idle time.
/// Cost at each party: O(n log n) for the order of rows; then as the method, with each row a row
/// type. Bytes to each other party: 4 n of the first party, n log2(labels) / 8 of the class, and
/// s log2(p) / 8 for s rows divided into p parts. No node limit; the deadline is the channels'.
/// \pre every code of one's own dictionaries occurs
/// \throws Error{infeasible} at all parties if no cuts keep the promise; Error{bad_input} at all
/// if their keys are not the same, or at those who got a message that is not as agreed;
/// Error{bad_policy} if more is asked than k-anonymity; what channels throw
[[nodiscard]] SpecializedRows top_down(const DividedColumns& own,
                                       const Peers& peers,
                                       const RunContext& context);

}  // namespace kanon::parties
