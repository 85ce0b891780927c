// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/audit/fault_log.hpp"
#include "kanon/audit/matching/pairing.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::auditing {

/// Where the rows of the original went; a counted pair is as many as it stands for.
struct RowCounts {
    std::uint64_t original = 0;
    std::uint64_t released = 0;  ///< starred ones included
    std::uint64_t starred = 0;   ///< released with every quasi-identifier cell a star
    std::uint64_t absent = 0;    ///< of the original, not in the release
    std::uint64_t unpaired = 0;  ///< released, not suppressed, and standing for no original row

    [[nodiscard]] std::uint64_t suppressed() const { return starred + absent; }
};

[[nodiscard]] RowCounts count_rows(const Evidence& evidence, const Pairing& pairing);

/// Judge that no row is lost or added, that stated counts are right and that the limit is kept.
/// \return what could not be told, one line each
[[nodiscard]] std::vector<std::string> judge_counts(const Evidence& evidence,
                                                    const Pairing& pairing,
                                                    const RowCounts& counts,
                                                    FaultLog& log);

}  // namespace kanon::auditing
