// SPDX-License-Identifier: Apache-2.0
// Excel workbooks. The first byte says what the other ones are: a whole file, or the XML of a
// sheet's rows, of shared texts, of formats, of styles and of what stands behind the rows, parted
// by NUL bytes, which is made a workbook here. A workbook is refused or gives a whole table, with
// whatever number of threads and however its first row is taken.
#include "support.hpp"
#include "support/packed_files.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

std::string take_part(std::string_view& rest) {
    const std::size_t end = rest.find('\0');
    std::string part(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return part;
}

std::string workbook_of_parts(std::string_view parts) {
    kanon::test::WorkbookText text;
    for (std::string* part :
         {&text.rows, &text.strings, &text.formats, &text.styles, &text.behind}) {
        *part = take_part(parts);
    }
    return kanon::test::workbook_of(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const kanon::fuzz::Folder folder;
    if (size < 1) {
        return 0;
    }
    const std::string bytes = kanon::fuzz::text_of(data + 1, size - 1);
    const bool parts = (data[0] & 1U) != 0;
    kanon::fuzz::write_bytes(folder.at("input.xlsx"), parts ? workbook_of_parts(bytes) : bytes);
    kanon::ReadOptions options;
    options.header_in_doubt = (data[0] & 2U) != 0;
    options.unpack_limit = std::uint64_t{1} << 24U;
    if (const auto table = kanon::fuzz::table_or_refused(folder.at("input.xlsx"), options)) {
        kanon::fuzz::check_survives(*table, folder.at("again.csv"));
    }
    return 0;
}
