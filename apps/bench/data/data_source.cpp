// SPDX-License-Identifier: Apache-2.0
#include "data/data_source.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

namespace kanon::bench {

namespace fs = std::filesystem;

std::string DataSource::extension() const {
    if (rows > 0) {
        return "." + format;
    }
    fs::path path = file.empty() ? "table.csv" : file;
    return (path.extension() == ".xz" ? path.stem() : path).extension().string();
}

std::string DataSource::text() const {
    if (rows > 0) {
        return fmt::format("{} generated rows, {}", rows, format);
    }
    const std::string name = file.empty() ? script : file;
    return first_lines > 0 ? fmt::format("{}, {} lines", name, first_lines) : name;
}

DataSource read_data(Members members) {
    DataSource data;
    Members generate = members.below("generate");
    generate.take("rows", data.rows);
    generate.take("seed", data.seed);
    generate.take("format", data.format);
    generate.take("leave_out", data.leave_out);
    generate.finish();
    members.take("file", data.file);
    members.take("more_files", data.more_files);
    std::optional<bool> tidy;
    members.take("tidy", tidy);
    data.tidy = tidy.value_or(false);
    members.take("numbered", data.numbered);
    Members binned = members.below("binned");
    binned.take("column", data.binned.column);
    binned.take("width", data.binned.width);
    binned.take("from", data.binned.from);
    binned.take("to", data.binned.to);
    binned.finish();
    members.take("first_lines", data.first_lines);
    members.take("script", data.script);
    members.finish();
    const int sources =
        (data.rows > 0 ? 1 : 0) + (data.file.empty() ? 0 : 1) + (data.script.empty() ? 0 : 1);
    if (sources != 1) {
        refuse(members.file(), "'data' needs one of generate.rows, file and script");
    }
    const bool plain =
        !data.tidy && data.more_files.empty() && data.numbered.empty() && data.binned.column == 0;
    if (data.file.empty() && (!plain || data.first_lines > 0)) {
        refuse(members.file(),
               "'more_files', 'tidy', 'numbered', 'binned' and 'first_lines' need a file");
    }
    return data;
}

std::string read_policy(const std::string& words, const DataSource& data, const std::string& file) {
    if (words.empty() && data.rows == 0) {
        refuse(file, "'policy' is missing; only generated tables come with one");
    }
    if (words.empty() || words.find_first_of("\n:") != std::string::npos) {
        return words;
    }
    return text_of((fs::path(file).parent_path() / words).string());
}

}  // namespace kanon::bench
