// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/box_file.hpp"
#include "kanon/places/requests/request_file.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::places {

/// What an attacker achieves who knows where everybody was, and wants to know who asked.
struct AttackFigures {
    std::uint64_t requests = 0;        ///< that he attacks
    std::uint64_t persons = 0;         ///< who asked them
    std::uint64_t found_requests = 0;  ///< one candidate is left, and it is right
    std::uint64_t found_persons = 0;   ///< of whom at least one request is found
    double expected_right = 0;         ///< requests, if he guesses among the candidates
};

/// The attacks on released boxes.
struct PlaceFindings {
    /// The requests as they were asked: candidates were at the very place at the very moment.
    AttackFigures before;
    /// Candidates were in the box while it lasted, whether they asked or not.
    AttackFigures inside;
    /// The same, but he takes who was nearest to the centre of the box, in parts of its sides:
    /// requests that he is right about. He is never certain.
    std::uint64_t right_by_centre = 0;
    /// He knows the method, runs it with all requests, and so knows who is released with which box:
    /// candidates are those with a row of the very same box.
    AttackFigures replay;
    std::uint64_t fewer_than_k = 0;  ///< requests whose box fewer share than they ask for
    /// He does not know the method, but which boxes are of the same person, and takes who was in
    /// all of them while they lasted.
    AttackFigures linked_inside;
    /// He knows both, and takes who shares all of them.
    AttackFigures linked;
    bool linked_by_pseudonym = false;     ///< by the pseudonyms; else it is assumed that he knows
    std::uint64_t boxes_until_found = 0;  ///< of traces found by `linked`: median number of boxes
    std::uint64_t unknown_rows = 0;       ///< left out: there is no request of that id
};

/// Attack released boxes. `ids`: of the requests, by number. Rows of unknown requests are left out.
/// Cost O(n log n + persons in boxes). Deterministic.
[[nodiscard]] PlaceFindings attack_boxes(const RequestSet& requests,
                                         std::span<const std::string> ids,
                                         const std::vector<ReleasedBox>& boxes);

}  // namespace kanon::places
