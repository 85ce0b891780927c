// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/run/request_ids.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/table_reader.hpp"
#include "kanon/places/requests/numbers.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table_builder.hpp"

#include <fmt/format.h>

#include <unordered_set>

namespace kanon::places {
namespace {

/// Whether one id comes before another, as numbers where both are.
bool comes_before(const std::string& a, const std::string& b) {
    const auto number_a = whole_number(a);
    const auto number_b = whole_number(b);
    return number_a && number_b ? *number_a < *number_b : a < b;
}

}  // namespace

std::string random_name(SecretRandom& random) {
    return fmt::format("{:016x}", random.next());
}

std::vector<std::string> random_names(std::size_t count, SecretRandom& random) {
    std::unordered_set<std::string> seen;
    std::vector<std::string> out;
    while (out.size() < count) {
        std::string name = random_name(random);
        if (seen.insert(name).second) {
            out.push_back(std::move(name));
        }
    }
    return out;
}

Table id_table(std::span<const std::string> ids) {
    std::vector<std::int64_t> rows;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        rows.push_back(static_cast<std::int64_t>(i) + 1);
    }
    return TableBuilder()
        .add_integers("row", rows)
        .add_text("request", std::vector<std::string>(ids.begin(), ids.end()))
        .finish();
}

std::vector<std::string> read_ids(const std::string& path,
                                  std::size_t requests,
                                  const RunContext& context) {
    ReadOptions as_is;
    as_is.find_values = false;
    const Table table = read_table(path, as_is, context).table;
    const std::optional<std::size_t> rows = table.find("row");
    const std::optional<std::size_t> names = table.find("request");
    const auto refuse = [&path](const std::string& message) {
        throw Error(ErrorCode::bad_input, message, {.file = shown_file(path)});
    };
    if (!rows || !names || table.row_count() != requests) {
        refuse("it is not the file of ids of these requests: row, request, one line for each");
    }
    std::vector<std::string> out(requests);
    for (std::size_t i = 0; i < requests; ++i) {
        const auto row = whole_number(table.column(*rows).text(i));
        if (!row || *row == 0 || *row > requests || !out[*row - 1].empty()) {
            refuse("a row is missing, or there twice");
        }
        out[*row - 1] = table.column(*names).text(i);
    }
    return out;
}

std::vector<std::string> known_ids(const RequestSet& requests,
                                   const std::string& ids_file,
                                   const RunContext& context) {
    if (requests.ids.empty() == ids_file.empty()) {
        throw Error(ErrorCode::usage,
                    ids_file.empty()
                        ? "the requests have no column 'request'; name the file that has their "
                          "ids: --ids FILE"
                        : "--ids: the requests have a column 'request', which says who is who");
    }
    return ids_file.empty() ? requests.ids : read_ids(ids_file, requests.requests.size(), context);
}

bool ids_tell_time(const RequestSet& requests, std::span<const std::string> ids) {
    constexpr std::size_t kFewest = 20;
    constexpr double kNearlyAll = 0.9;
    const std::size_t pairs = requests.requests.size() - 1;
    if (pairs + 1 < kFewest) {
        return false;
    }
    std::size_t ascending = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
        const std::string& here = ids[requests.requests[i].number];
        const std::string& next = ids[requests.requests[i + 1].number];
        ascending += static_cast<std::size_t>(comes_before(here, next));
    }
    const double share = static_cast<double>(ascending) / static_cast<double>(pairs);
    return share > kNearlyAll || share < 1 - kNearlyAll;
}

}  // namespace kanon::places
