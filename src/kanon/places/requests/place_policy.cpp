// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/requests/place_policy.hpp"

#include "kanon/io/config/config_tree.hpp"
#include "kanon/io/files/text_file.hpp"
#include "kanon/places/requests/numbers.hpp"
#include "kanon/policy/policy_reader.hpp"

#include <array>
#include <cstddef>
#include <set>
#include <string_view>

namespace kanon::places {
namespace {

using detail::PolicyReader;
using Kind = ConfigNode::Kind;

constexpr std::size_t kLargestPolicy = std::size_t{1} << 20U;
constexpr std::size_t kCorners = 4;
constexpr std::array<std::string_view, 6> kPlaceKeys{
    "k", "within", "wait", "min-area", "area", "lbqids"};
constexpr std::array<std::string_view, 2> kLbqidKeys{"elements", "recurrence"};
constexpr std::array<std::string_view, 3> kElementKeys{"area", "from", "to"};

const ConfigNode& needed_in(const PolicyReader& reader,
                            const ConfigNode& map,
                            std::string_view key) {
    const ConfigNode* const node = map.find(key);
    if (node == nullptr) {
        reader.fail(map, "`" + std::string(key) + "` is missing here");
    }
    return *node;
}

Area read_area(const PolicyReader& reader, const ConfigNode& node) {
    if (node.kind != Kind::list || node.items.size() != kCorners) {
        reader.fail(node, "area takes [x_min, y_min, x_max, y_max]");
    }
    const auto at = [&](std::size_t i) { return reader.number(node.items[i], "area"); };
    const Area out{{at(0), at(2)}, {at(1), at(3)}};
    if (out.x.length() <= 0 || out.y.length() <= 0) {
        reader.fail(node, "area takes [x_min, y_min, x_max, y_max], the least first");
    }
    return out;
}

double read_amount(const PolicyReader& reader,
                   const ConfigNode& node,
                   std::string_view what,
                   double greatest) {
    const double out = reader.number(node, what);
    if (!(out >= 0 && out <= greatest)) {
        reader.fail(node, std::string(what) + " takes a number from 0 to 10^9");
    }
    return out;
}

/// `07:30` in minutes.
std::int64_t read_time_of_day(const PolicyReader& reader,
                              const ConfigNode& node,
                              std::string_view what) {
    constexpr std::int64_t kMinutesOfHour = 60;
    constexpr std::int64_t kMinutesOfDay = 1440;
    const std::string& text = reader.text(node, what);
    const std::size_t colon = text.find(':');
    const auto hours = whole_number(std::string_view(text).substr(0, colon));
    const auto minutes = colon == std::string::npos
                             ? std::nullopt
                             : whole_number(std::string_view(text).substr(colon + 1));
    if (!hours || !minutes || *minutes >= kMinutesOfHour ||
        *hours * kMinutesOfHour + *minutes > kMinutesOfDay) {
        reader.fail(node, std::string(what) + " takes a time of the day in quotes, \"07:30\"");
    }
    return static_cast<std::int64_t>(*hours * kMinutesOfHour + *minutes);
}

LbqidElement read_element(const PolicyReader& reader, const ConfigNode& node) {
    reader.check_keys(node, "an element", kElementKeys);
    const Area area = read_area(reader, needed_in(reader, node, "area"));
    LbqidElement out{area.x, area.y, {}};
    out.minutes.least = read_time_of_day(reader, needed_in(reader, node, "from"), "from");
    out.minutes.greatest = read_time_of_day(reader, needed_in(reader, node, "to"), "to");
    if (out.minutes.length() <= 0) {
        reader.fail(node, "`to` comes after `from`, on the same day");
    }
    return out;
}

Lbqid read_lbqid(const PolicyReader& reader, const ConfigNode& key, const ConfigNode& node) {
    Lbqid out;
    out.name = reader.text(key, "a name");
    reader.check_keys(node, "lbqid '" + out.name + "'", kLbqidKeys);
    const ConfigNode& elements = needed_in(reader, node, "elements");
    if (elements.kind != Kind::list || elements.items.empty()) {
        reader.fail(elements, "elements takes a list of {area: [...], from: \"07:00\", to: ...}");
    }
    for (const ConfigNode& element : elements.items) {
        out.elements.push_back(read_element(reader, element));
    }
    const ConfigNode& recurrence = needed_in(reader, node, "recurrence");
    reader.at(recurrence,
              [&] { out.recurrence = parse_recurrence(reader.text(recurrence, "recurrence")); });
    return out;
}

void read_amounts(const PolicyReader& reader, const ConfigNode& root, PlacePolicy& out) {
    if (const ConfigNode* const node = root.find("k")) {
        out.k = static_cast<std::uint32_t>(reader.whole(*node, "k", 2, kMostK));
    }
    if (const ConfigNode* const node = root.find("within")) {
        out.within = read_amount(reader, *node, "within", kFarthest);
    }
    if (const ConfigNode* const node = root.find("wait")) {
        out.wait = read_amount(reader, *node, "wait", kLongest);
    }
    if (const ConfigNode* const node = root.find("min-area")) {
        out.least_area = read_amount(reader, *node, "min-area", kFarthest);
    }
    if (const ConfigNode* const node = root.find("area")) {
        out.area = read_area(reader, *node);
    }
}

}  // namespace

PlacePolicy parse_place_policy(std::string_view text,
                               const std::string& name,
                               const RunContext& context) {
    const ConfigTree tree = parse_config(text, name, context);
    const PolicyReader reader(tree);
    reader.check_keys(tree.root, "a policy of places", kPlaceKeys);
    PlacePolicy out;
    out.file = name;
    read_amounts(reader, tree.root, out);
    if (const ConfigNode* const lbqids = tree.root.find("lbqids")) {
        if (lbqids->kind != Kind::map) {
            reader.fail(*lbqids, "lbqids takes `name: {elements: [...], recurrence: ...}` pairs");
        }
        for (std::size_t i = 0; i < lbqids->items.size(); ++i) {
            out.lbqids.push_back(read_lbqid(reader, lbqids->keys[i], lbqids->items[i]));
        }
    }
    return out;
}

PlacePolicy read_place_policy(const std::string& path, const RunContext& context) {
    const std::string text =
        read_text_file(path, "policy", ErrorCode::bad_policy, kLargestPolicy, context);
    check_text(without_bom(text), path, ErrorCode::bad_policy);
    return parse_place_policy(without_bom(text), path, context);
}

Area parse_area(std::string_view text) {
    std::array<double, kCorners> corners{};
    bool ok = true;
    for (std::size_t i = 0; i < kCorners; ++i) {
        const std::size_t comma = text.find(',');
        ok = ok && (comma == std::string_view::npos) == (i + 1 == kCorners);
        const std::optional<double> number = finite_number(text.substr(0, comma));
        ok = ok && number.has_value();
        corners[i] = number.value_or(0);
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    const Area out{{corners[0], corners[2]}, {corners[1], corners[3]}};
    if (!ok || out.x.length() <= 0 || out.y.length() <= 0) {
        throw Error(ErrorCode::usage, "--area: write x_min,y_min,x_max,y_max");
    }
    return out;
}

}  // namespace kanon::places
