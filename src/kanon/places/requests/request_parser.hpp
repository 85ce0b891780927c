// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/place_policy.hpp"
#include "kanon/places/requests/request_form.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace kanon::places {

/// The cells of a request, "" where there is none.
using RequestCells = std::array<std::string_view, kFields>;

[[nodiscard]] inline std::string_view& cell(RequestCells& cells, Field field) {
    return cells[static_cast<std::size_t>(field)];
}

[[nodiscard]] inline std::string_view cell(const RequestCells& cells, Field field) {
    return cells[static_cast<std::size_t>(field)];
}

/// What is wrong with a request, and where.
struct RequestFault {
    Field field = Field::person;
    std::string message;  ///< quotes no cell
};

/// Makes requests of cells, all of one form, with what the policy says where they say nothing.
class RequestParser {
public:
    /// `policy` must outlive the parser.
    RequestParser(const PlacePolicy& policy, const RequestForm& form)
        : policy_(policy), form_(form) {}

    [[nodiscard]] const RequestForm& form() const { return form_; }

    /// All but number and person are set, if nothing is wrong.
    [[nodiscard]] std::optional<RequestFault> parse(const RequestCells& cells, Request& out) const;

private:
    [[nodiscard]] std::optional<RequestFault> parse_place(const RequestCells& cells,
                                                          Request& out) const;
    [[nodiscard]] std::optional<RequestFault> parse_tolerance(const RequestCells& cells,
                                                              Request& out) const;

    const PlacePolicy& policy_;
    RequestForm form_;
};

}  // namespace kanon::places
