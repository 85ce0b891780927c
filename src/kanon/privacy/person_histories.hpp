// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon {

/// In which classes of earlier releases persons were, as numbers: a history is a set of pairs of a
/// release and a class of it. Persons of one history are told apart by no release.
struct PersonHistories {
    std::vector<std::uint32_t> of_code;  ///< the history of each person, by the codes of a column
    /// Per history those that contain it, itself among them: whoever has one of these was in the
    /// same class in every release that has persons of the history. Ascending.
    std::vector<std::vector<std::uint32_t>> containing;
    std::size_t releases = 0;  ///< that there were
};

}  // namespace kanon
