// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/places/requests/request_file.hpp"
#include "kanon/table/table.hpp"

#include <span>
#include <string>
#include <vector>

namespace kanon::places {

/// A name of 16 hexadecimal digits that says nothing.
[[nodiscard]] std::string random_name(SecretRandom& random);

/// So many names, all different.
[[nodiscard]] std::vector<std::string> random_names(std::size_t count, SecretRandom& random);

/// Which row of the requests has which id: columns `row`, from 1, and `request`.
[[nodiscard]] Table id_table(std::span<const std::string> ids);

/// Read such a table. \throws Error{bad_input} unless it has each row of the requests once
[[nodiscard]] std::vector<std::string> read_ids(const std::string& path,
                                                std::size_t requests,
                                                const RunContext& context);

/// The ids of requests: their own, else those of a file, see read_ids().
/// \throws Error{usage}: both, or neither
[[nodiscard]] std::vector<std::string> known_ids(const RequestSet& requests,
                                                 const std::string& ids_file,
                                                 const RunContext& context);

/// True if the order of ids is that of time in nearly all pairs of neighbours, or the reverse, so
/// that they tell it. Numbers compare as numbers. False below 20 requests.
[[nodiscard]] bool ids_tell_time(const RequestSet& requests, std::span<const std::string> ids);

}  // namespace kanon::places
