// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/stopwatch.hpp"
#include "kanon/run/anonymize.hpp"
#include "kanon/transfer/engine_target.hpp"

#include <cstdint>
#include <memory>

namespace kanon::detail {

/// Bytes that there are for the distinct rows of a table in a database: what the job says, else
/// what its engine leaves of the memory; 0: as many as it takes.
[[nodiscard]] std::uint64_t bytes_of_rows(const AnonymizeJob& job);

/// Anonymize a table of a database that has more distinct rows than there is room for: its engine
/// cuts it into pieces by counts of values, as the method cuts classes that are large
/// (Method::divides_by_marginals_above()), so that the release is that of a run that holds them
/// all. Each piece is read, solved, proven in memory, written by the engine and proven as it was
/// written; then the pieces are put together in the engine, in random order.
///
/// The result has the figures of all pieces (MergedResult), a problem that tells what is in each
/// column and not which values go together, and neither rows nor recoding. \throws Error as
/// run_job(); usage, bad_policy: what cannot be done in pieces
[[nodiscard]] std::unique_ptr<Result> run_in_partitions(const AnonymizeJob& job,
                                                        EngineTarget& target,
                                                        Stopwatch& watch);

}  // namespace kanon::detail
