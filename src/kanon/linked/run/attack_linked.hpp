// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/run/verify_linked.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::linked {

/// So many subjects have so many candidates.
struct CandidateCount {
    std::uint64_t candidates = 0;
    std::uint64_t subjects = 0;
};

/// What somebody finds who knows all quasi-identifiers of every subject in all tables, and which of
/// its rows are below which, and joins the released tables.
struct LinkedAttack {
    std::string subject;  ///< the name of their table
    std::uint64_t k = 0;
    std::uint64_t subjects = 0;  ///< of the original
    std::uint64_t certain = 0;   ///< with one candidate
    std::uint64_t below_k = 0;   ///< with fewer than k, and not none
    std::uint64_t without = 0;   ///< with none: left out
    std::uint64_t least = 0;     ///< candidates of one who has any
    double expected = 0;         ///< subjects found by guessing: the sum of 1 / candidates
    std::vector<CandidateCount> histogram;  ///< by candidates, ascending
};

/// Join a release with the tables it is of, as an attacker would who has them. A released subject
/// is a candidate if each of its rows may be one of the subject's, no two the same one; rows of
/// his may be left out. Cost as find_candidates(). \throws Error: usage, bad_policy, bad_input
[[nodiscard]] LinkedAttack attack_linked(const LinkedVerifyJob& job);

/// The same of tables that were read.
[[nodiscard]] LinkedAttack attack_tables(const ReadLinkedRelease& read, const RunContext& context);

[[nodiscard]] std::string linked_attack_text(const LinkedAttack& attack);
[[nodiscard]] std::string linked_attack_json(const LinkedAttack& attack);

}  // namespace kanon::linked
