// SPDX-License-Identifier: Apache-2.0
// Any bytes as a Parquet file: read_table refuses them with a kanon::Error, or gives a table that
// is whole and survives being written as CSV and read again.
#include "support.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const kanon::fuzz::Folder folder;
    const std::string path = folder.at("input.parquet");
    kanon::fuzz::write_bytes(path, kanon::fuzz::text_of(data, size));
    if (const std::optional<kanon::Table> table = kanon::fuzz::table_or_refused(path)) {
        kanon::fuzz::check_survives(*table, folder.at("again.csv"));
    }
    return 0;
}
