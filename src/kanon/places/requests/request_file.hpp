// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/places/requests/place_policy.hpp"
#include "kanon/places/requests/request_form.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::places {

/// How messages name a file: `-` is standard input.
[[nodiscard]] std::string shown_file(const std::string& path);

/// The requests of a file.
struct RequestSet {
    std::string file{};
    RequestForm form{};
    /// In the order of time, ties in that of the file; numbers are places of rows from 0, persons
    /// are numbered below person_count.
    std::vector<Request> requests{};
    std::vector<std::string> ids{};      ///< by number; empty: the file has none
    std::vector<std::string> persons{};  ///< names, by number
    std::uint64_t out_of_order = 0;      ///< rows whose time is before that of the row above

    [[nodiscard]] std::uint64_t person_count() const { return persons.size(); }
};

/// Read a file of requests: a table of any format that kanon reads, with the columns of
/// find_fields(). \throws Error{bad_input} naming row and column, with no cell's value: see
/// RequestParser; an id that is missing or not the only one
[[nodiscard]] RequestSet read_requests(const std::string& path,
                                       const PlacePolicy& policy,
                                       const ReadOptions& options,
                                       const RunContext& context);

/// The same of a table in memory; `name` stands in messages.
[[nodiscard]] RequestSet requests_of(const Table& table,
                                     const std::string& name,
                                     const PlacePolicy& policy);

}  // namespace kanon::places
