// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/requests/request_lines.hpp"

#include "kanon/base/error.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace kanon::places {
namespace {

/// The cells of a line of CSV; none: a quote is not closed, or closed within a cell.
std::optional<std::vector<std::string>> split_line(std::string_view line) {
    std::vector<std::string> out(1);
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == ',') {
            out.emplace_back();
        } else if (line[at] != '"' || !out.back().empty()) {
            out.back() += line[at];
        } else {
            for (++at; at < line.size(); ++at) {
                if (line[at] != '"') {
                    out.back() += line[at];
                } else if (at + 1 < line.size() && line[at + 1] == '"') {
                    out.back() += line[at++];
                } else {
                    break;
                }
            }
            if (at >= line.size() || (at + 1 < line.size() && line[at + 1] != ',')) {
                return std::nullopt;
            }
        }
    }
    return out;
}

nlohmann::json object_of(std::string_view line) {
    nlohmann::json out = nlohmann::json::parse(line, nullptr, false);
    return out.is_object() ? out : nlohmann::json();
}

}  // namespace

RequestLines::RequestLines(std::string_view first, const std::string& file)
    : is_json_(first.starts_with('{')) {
    std::vector<std::string> names;
    if (is_json_) {
        const nlohmann::json object = object_of(first);
        for (const auto& [key, value] : object.items()) {
            names.push_back(key);
        }
    } else {
        names = split_line(first).value_or(std::vector<std::string>());
    }
    if (names.size() < 2) {
        throw Error(ErrorCode::bad_input,
                    "the first line is neither names with commas between them nor an object of "
                    "JSON",
                    {.file = file});
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    places_ = find_fields(views, file);
    if (!places_[Field::request]) {
        throw Error(ErrorCode::bad_input,
                    "requests that are answered as they come need ids: a column 'request'",
                    {.file = file});
    }
    width_ = names.size();
    for (std::size_t field = 0; field < kFields; ++field) {
        names_[field] = places_.at[field] ? names[*places_.at[field]] : "";
    }
    // Objects that come later may have what the first has not.
    names_[static_cast<std::size_t>(Field::k)] = "k";
    names_[static_cast<std::size_t>(Field::within)] = "within";
    names_[static_cast<std::size_t>(Field::wait)] = "wait";
    names_[static_cast<std::size_t>(Field::least_area)] = "min_area";
}

bool RequestLines::take_csv(std::string_view line) {
    std::optional<std::vector<std::string>> row = split_line(line);
    if (!row || row->size() != width_) {
        return false;
    }
    row_ = std::move(*row);
    for (std::size_t field = 0; field < kFields; ++field) {
        texts_[field] = places_.at[field] ? std::move(row_[*places_.at[field]]) : "";
    }
    return true;
}

bool RequestLines::take_json(std::string_view line) {
    const nlohmann::json object = object_of(line);
    for (std::size_t field = 0; field < kFields; ++field) {
        texts_[field].clear();
        const auto found = object.find(names_[field]);
        if (found == object.end() || found->is_null()) {
            continue;
        }
        if (!found->is_string() && !found->is_number()) {
            return false;
        }
        texts_[field] = found->is_string() ? found->get<std::string>() : found->dump();
    }
    return object.is_object();
}

std::optional<RequestCells> RequestLines::cells(std::string_view line) {
    if (!(is_json_ ? take_json(line) : take_csv(line))) {
        return std::nullopt;
    }
    RequestCells out{};
    for (std::size_t field = 0; field < kFields; ++field) {
        out[field] = texts_[field];
    }
    return out;
}

std::string csv_line(const std::vector<std::string>& cells) {
    std::string out;
    for (const std::string& cell : cells) {
        if (!out.empty()) {
            out += ',';
        }
        if (cell.find_first_of(",\"\r\n#") == std::string::npos) {
            out += cell;
            continue;
        }
        out += '"';
        for (const char c : cell) {
            out += c == '"' ? "\"\"" : std::string(1, c);
        }
        out += '"';
    }
    return out + "\n";
}

std::string json_object_line(const std::vector<std::string>& keys,
                             const std::vector<std::string>& cells,
                             std::size_t numbers) {
    nlohmann::ordered_json out;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i + numbers < keys.size()) {
            out[keys[i]] = cells[i];
        } else {
            out[keys[i]] = nlohmann::ordered_json::parse(cells[i]);
        }
    }
    return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace kanon::places
