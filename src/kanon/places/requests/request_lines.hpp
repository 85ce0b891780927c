// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/request_parser.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::places {

/// Takes requests from lines: CSV with commas below a line of names, or an object of JSON on each.
class RequestLines {
public:
    /// By the first line; `file` stands in messages.
    /// \throws Error{bad_input}: see find_fields(), by the keys of the first object for JSON; there
    /// is no field `request`
    RequestLines(std::string_view first, const std::string& file);

    [[nodiscard]] bool is_json() const { return is_json_; }

    [[nodiscard]] bool degrees() const { return places_.degrees; }

    /// True if the first line is a request, not names.
    [[nodiscard]] bool first_is_request() const { return is_json_; }

    /// Whether a request may say this of itself: there is a column, or objects may have the key.
    [[nodiscard]] bool may_have(Field field) const { return is_json_ || places_[field]; }

    /// The cells of a line, valid until the next call; none: it is no request.
    [[nodiscard]] std::optional<RequestCells> cells(std::string_view line);

private:
    [[nodiscard]] bool take_csv(std::string_view line);
    [[nodiscard]] bool take_json(std::string_view line);

    bool is_json_;
    FieldPlaces places_;
    std::size_t width_ = 0;                     ///< cells of a line of CSV
    std::array<std::string, kFields> names_{};  ///< keys of JSON
    std::vector<std::string> row_;
    std::array<std::string, kFields> texts_{};
};

/// A line of CSV: cells in quotes where they need them, and an end.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& cells);

/// A line of JSON: an object of these keys; `numbers` of the last cells are numbers.
[[nodiscard]] std::string json_object_line(const std::vector<std::string>& keys,
                                           const std::vector<std::string>& cells,
                                           std::size_t numbers);

}  // namespace kanon::places
