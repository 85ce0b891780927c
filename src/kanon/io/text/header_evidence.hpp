// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::io {

/// What the first record of a text table is.
enum class FirstRecord : std::uint8_t { header, data, doubt };

/// What the names say that the caller goes by, of a first record: a header holds all of them, and
/// made up ones (`column1`) say that there is none; nothing where there are none, or only some fit.
[[nodiscard]] std::optional<FirstRecord> judge_by_names(const std::vector<std::string>& first,
                                                        std::span<const std::string> known_names);

/// Judge the first of some records of a table by itself and by those below it: a person taken for
/// the names of the columns would be printed everywhere.
///
/// - A record that holds all names the caller goes by is a header; so is one that stands alone
///   without a number in it.
/// - Numbers (codes and dates too) are data, words over a column of numbers a header.
/// - Without numbers anywhere: a word that is a value further below is data; words of which names
///   of columns are made, names that count up, and words of another make than all below them are a
///   header.
/// - What speaks for both, or for neither, is doubt.
/// Cost O(cells). The same for any order of the records below.
[[nodiscard]] FirstRecord judge_first_record(std::span<const std::vector<std::string>> records,
                                             std::span<const std::string> known_names);

}  // namespace kanon::io
