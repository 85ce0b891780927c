// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/measures.hpp"

#include <cstddef>
#include <cstdint>

namespace kanon {

/// Add the measures of another part of a table to those of some: as measure() gives them of all
/// rows, but for the last digits, if the dictionaries of both are those of the whole table and no
/// class has rows of two parts. What hangs on the distribution of values in the whole (field), and
/// figures of aggregates, are not added. Then finish_measures().
void add_measures(Measures& sum, const Measures& part);

/// Compute what follows from the sums; `attributes`: quasi-identifiers.
void finish_measures(Measures& sum, std::uint64_t k, std::size_t attributes);

}  // namespace kanon
