// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/run/box_picture.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/io/reading/table_reader.hpp"
#include "kanon/places/requests/numbers.hpp"
#include "kanon/places/requests/request_file.hpp"
#include "kanon/report/pictures/plot_frame.hpp"
#include "kanon/report/pictures/svg_page.hpp"
#include "kanon/table/column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

namespace kanon::places {
namespace {

constexpr std::size_t kMostDrawn = 150;
constexpr int kPictureSide = 640;
constexpr double kMargin = 20;
constexpr double kTitleHeight = 28;

/// All that is to be seen.
Box extent_of(const std::set<Box>& boxes, const std::vector<DrawnRoad>& roads) {
    Box out = *boxes.begin();
    for (const Box& box : boxes) {
        out.x.add(box.x);
        out.y.add(box.y);
    }
    for (const DrawnRoad& road : roads) {
        out.x.add(road.x_from);
        out.x.add(road.x_to);
        out.y.add(road.y_from);
        out.y.add(road.y_to);
    }
    return out;
}

/// From coordinates to pixels, one scale for both axes.
class Map {
public:
    explicit Map(const Box& extent) : extent_(extent) {
        const double longest = std::max({extent.x.length(), extent.y.length(), 1e-9});
        scale_ = (kPictureSide - 2 * kMargin) / longest;
    }

    [[nodiscard]] double x(double at) const { return kMargin + (at - extent_.x.least) * scale_; }

    [[nodiscard]] double y(double at) const {
        return kTitleHeight + kMargin + (extent_.y.greatest - at) * scale_;
    }

    [[nodiscard]] double length(double of) const { return of * scale_; }

private:
    Box extent_;
    double scale_;
};

double road_number(const Table& table,
                   std::string_view name,
                   std::size_t row,
                   const std::string& path) {
    const std::optional<std::size_t> place = table.find(name);
    const std::optional<double> out =
        place ? finite_number(table.column(*place).text(row)) : std::nullopt;
    if (!out) {
        throw Error(
            ErrorCode::bad_input,
            fmt::format("row {}: roads need a number in column '{}'", count_text(row + 1), name),
            {.file = shown_file(path)});
    }
    return *out;
}

}  // namespace

std::vector<DrawnRoad> read_roads(const std::string& path, const RunContext& context) {
    ReadOptions as_is;
    as_is.find_values = false;
    const Table table = read_table(path, as_is, context).table;
    const std::optional<std::size_t> main = table.find("main");
    std::vector<DrawnRoad> out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out.push_back({road_number(table, "x_from", row, path),
                       road_number(table, "y_from", row, path),
                       road_number(table, "x_to", row, path),
                       road_number(table, "y_to", row, path),
                       main && table.column(*main).text(row) == "1"});
    }
    return out;
}

std::string box_picture(const std::vector<Group>& groups, const std::vector<DrawnRoad>& roads) {
    std::set<Box> boxes;
    for (const Group& group : groups) {
        boxes.insert(group.box);
    }
    const Map map(extent_of(boxes, roads));
    const std::size_t each = (boxes.size() + kMostDrawn - 1) / kMostDrawn;
    const std::size_t drawn = (boxes.size() + each - 1) / each;
    std::string out = svg_begin(
        kPictureSide, kPictureSide + static_cast<int>(kTitleHeight), "Released boxes on roads");
    const std::string title =
        drawn == boxes.size()
            ? count_text(drawn, "released box")
            : fmt::format("{} of {}", count_text(drawn), count_text(boxes.size(), "released box"));
    out += svg_text(kMargin, kTitleHeight, "t", title);
    for (const DrawnRoad& road : roads) {
        out += svg_segment(map.x(road.x_from),
                           map.y(road.y_from),
                           map.x(road.x_to),
                           map.y(road.y_to),
                           road.is_main ? "e" : "g");
    }
    std::size_t place = 0;
    for (const Box& box : boxes) {
        if (place++ % each == 0) {
            out += fmt::format(
                "<rect class=\"f\" fill-opacity=\"0.35\" x=\"{:.1f}\" y=\"{:.1f}\" "
                "width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                map.x(box.x.least),
                map.y(box.y.greatest),
                map.length(box.x.length()),
                map.length(box.y.length()));
        }
    }
    return out + "</svg>\n";
}

}  // namespace kanon::places
