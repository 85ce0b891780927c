// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// Make up hospital stays: realistic, and about nobody. Columns: patient_id (distinct), name, age,
/// sex, zip (text, leading zeros occur), marital_status, education, occupation, nationality,
/// insurance, admission_date, department, diagnosis, length_of_stay (days), charges. Frequencies
/// are skewed and depend on each other (age on sex, diagnosis on both, occupation on age and
/// education, charges on diagnosis and days); no cell is missing.
///
/// Row i depends on the seed and i alone, so the table is the same for any thread count, and a
/// longer table of the same seed begins with the shorter one. Columns in `leave_out` are not made;
/// the others stay as they are. Uses seed, threads, cancel and progress (from any thread) of the
/// context. Cost O(rows); memory about 20 bytes per row, and 21 more for patient_id with its
/// dictionary.
/// \throws Error{usage} for 0 rows, more than a table can hold, an unknown column to leave out, or
/// all of them; Error{cancelled}
[[nodiscard]] Table generate_stays(std::uint64_t rows,
                                   const RunContext& context,
                                   std::span<const std::string> leave_out = {});

/// The names of all columns that generate_stays() makes, in order.
[[nodiscard]] std::vector<std::string_view> stay_columns();

/// The same, from a seed and a number of threads.
[[nodiscard]] inline Table generate_stays(std::uint64_t rows,
                                          std::uint64_t seed,
                                          unsigned threads) {
    RunContext context;
    context.seed = seed;
    context.threads = threads;
    return generate_stays(rows, context);
}

}  // namespace kanon
