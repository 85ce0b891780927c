// SPDX-License-Identifier: Apache-2.0
// Files of SPSS, Stata, SAS and SQLite: whole files, told by their content. A file is refused or
// gives a whole table.
#include "support.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const kanon::fuzz::Folder folder;
    kanon::fuzz::write_bytes(folder.at("input"), kanon::fuzz::text_of(data, size));
    kanon::ReadOptions options;
    options.most_rows = 100000;
    if (const auto table = kanon::fuzz::table_or_refused(folder.at("input"), options)) {
        kanon::fuzz::check_survives(*table, folder.at("again.csv"));
    }
    return 0;
}
