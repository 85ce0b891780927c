// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/requests/request_parser.hpp"

#include "kanon/places/requests/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kanon::places {
namespace {

constexpr double kMetresPerDegree = 6371008.8 * std::numbers::pi / 180;  // on the mean sphere
constexpr double kMostLongitude = 180;
constexpr double kMostLatitude = 90;
constexpr double kMillisecondsPerSecond = 1000;
constexpr double kLeastCosine = 1e-3;  // within 6 km of a pole, as wide as there

/// A number from 0 up: that of the cell, else what the policy says.
std::optional<RequestFault> take_amount(std::string_view text,
                                        Field field,
                                        const std::optional<double>& otherwise,
                                        double greatest,
                                        double& out) {
    if (text.empty() && !otherwise) {
        return RequestFault{field, "there is no value, and neither policy nor flag gives one"};
    }
    const std::optional<double> value = text.empty() ? otherwise : finite_number(text);
    if (!value || *value < 0 || *value > greatest) {
        return RequestFault{field, "it is not a number from 0 to 10^9"};
    }
    out = *value;
    return std::nullopt;
}

std::optional<RequestFault> take_k(std::string_view text,
                                   const std::optional<std::uint32_t>& otherwise,
                                   std::uint32_t& out) {
    if (text.empty() && !otherwise) {
        return RequestFault{Field::k, "there is no value, and neither policy nor flag gives one"};
    }
    const std::optional<std::uint64_t> value =
        text.empty() ? std::optional<std::uint64_t>(*otherwise) : whole_number(text);
    if (!value || *value < 2 || *value > kMostK) {
        return RequestFault{Field::k, "it is not a whole number from 2 to 1,000,000"};
    }
    out = static_cast<std::uint32_t>(*value);
    return std::nullopt;
}

}  // namespace

std::optional<RequestFault> RequestParser::parse_place(const RequestCells& cells,
                                                       Request& out) const {
    const double most_x = form_.degrees ? kMostLongitude : kFarthest;
    const double most_y = form_.degrees ? kMostLatitude : kFarthest;
    for (const Field field : {Field::x, Field::y}) {
        const std::optional<double> value = finite_number(cell(cells, field));
        if (!value) {
            return RequestFault{field, "it is not a number"};
        }
        const double most = field == Field::x ? most_x : most_y;
        if (std::abs(*value) > most) {
            return RequestFault{field, "the position is outside of where positions can be"};
        }
        (field == Field::x ? out.x : out.y) = *value;
    }
    if (policy_.area && !(policy_.area->x.holds(out.x) && policy_.area->y.holds(out.y))) {
        return RequestFault{policy_.area->x.holds(out.x) ? Field::y : Field::x,
                            "the position is outside of the area"};
    }
    if (form_.degrees) {
        const double cosine = std::cos(out.y * std::numbers::pi / 180);
        out.metres_per_y = kMetresPerDegree;
        out.metres_per_x = kMetresPerDegree * std::max(cosine, kLeastCosine);
    }
    return std::nullopt;
}

std::optional<RequestFault> RequestParser::parse_tolerance(const RequestCells& cells,
                                                           Request& out) const {
    double within = 0;
    double wait = 0;
    double area = 0;
    std::optional<RequestFault> fault =
        take_amount(cell(cells, Field::within), Field::within, policy_.within, kFarthest, within);
    if (!fault) {
        fault = take_amount(cell(cells, Field::wait), Field::wait, policy_.wait, kLongest, wait);
    }
    if (!fault) {
        fault = take_amount(cell(cells, Field::least_area),
                            Field::least_area,
                            policy_.least_area.value_or(0),
                            kFarthest,
                            area);
    }
    out.reach_x = within / out.metres_per_x;
    out.reach_y = within / out.metres_per_y;
    out.wait = static_cast<Moment>(std::floor(wait * kMillisecondsPerSecond));
    out.least_area = area / (out.metres_per_x * out.metres_per_y);
    return fault;
}

std::optional<RequestFault> RequestParser::parse(const RequestCells& cells, Request& out) const {
    if (cell(cells, Field::person).empty()) {
        return RequestFault{Field::person, "there is no value"};
    }
    const std::optional<Moment> time = parse_moment(cell(cells, Field::time), form_.time);
    if (!time) {
        return RequestFault{Field::time,
                            form_.time == TimeForm::seconds
                                ? "it is not a time in seconds"
                                : "it is not a date with a time, such as 2026-03-02 08:15:00"};
    }
    out.time = *time;
    std::optional<RequestFault> fault = parse_place(cells, out);
    if (!fault) {
        fault = take_k(cell(cells, Field::k), policy_.k, out.k);
    }
    return fault ? fault : parse_tolerance(cells, out);
}

}  // namespace kanon::places
