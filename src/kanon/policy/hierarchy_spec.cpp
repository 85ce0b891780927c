// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_keys.hpp"
#include "kanon/policy/policy_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace kanon::detail {
namespace {

using Form = HierarchySpec::Form;
using Kind = ConfigNode::Kind;
using policy_keys::kHierarchyWords;
using policy_keys::kSides;

/// Keys of the map form: each form's own key, and the keys that go with it.
struct FormKeys {
    std::string_view key;
    Form form;
    std::array<std::string_view, 4> extras;
};

constexpr std::array<FormKeys, 5> kForms{{
    {.key = "file", .form = Form::file, .extras = {"encoding", "delimiter", "header", ""}},
    {.key = "intervals", .form = Form::intervals, .extras = {"below", "above", "", ""}},
    {.key = "mask", .form = Form::mask, .extras = {"step", "character", "levels", "parts"}},
    {.key = "tree", .form = Form::tree, .extras = {}},
    {.key = "date", .form = Form::date, .extras = {}},
}};

Form read_word(const PolicyReader& reader, const ConfigNode& node) {
    constexpr std::array<std::string_view, 6> kWords{
        kHierarchyWords[0], kHierarchyWords[1], kHierarchyWords[2], "file", "intervals", "mask"};
    constexpr std::array kWordForms{Form::automatic, Form::flat, Form::date};
    const std::size_t word = reader.word(node, "hierarchy", kWords);
    if (word >= kWordForms.size()) {
        constexpr std::array<std::string_view, 3> kExamples{
            "{file: zip.csv}", "{intervals: [5, 10, 20]}", "{mask: right}"};
        reader.fail(node,
                    fmt::format("hierarchy '{}' needs more: write it as {}",
                                kWords[word],
                                kExamples[word - kWordForms.size()]));
    }
    return kWordForms[word];
}

const FormKeys& form_of(const PolicyReader& reader, const ConfigNode& node) {
    const FormKeys* form = nullptr;
    for (const FormKeys& candidate : kForms) {
        if (node.find(candidate.key) == nullptr) {
            continue;
        }
        if (form != nullptr) {
            reader.fail(
                node,
                fmt::format(
                    "hierarchy has both '{}' and '{}'; keep one", form->key, candidate.key));
        }
        form = &candidate;
    }
    if (form == nullptr) {
        reader.fail(node, "hierarchy needs one of file, intervals, mask, tree, date");
    }
    for (const ConfigNode& key : node.keys) {
        bool fits = key.text == form->key;
        for (const std::string_view extra : form->extras) {
            fits = fits || key.text == extra;
        }
        if (!fits) {
            reader.fail(key,
                        fmt::format("'{}' does not go with a hierarchy by '{}'; leave it out",
                                    key.text,
                                    form->key));
        }
    }
    return *form;
}

void read_intervals(const PolicyReader& reader, const ConfigNode& node, HierarchySpec& spec) {
    const ConfigNode& widths = *node.find("intervals");
    const std::vector<ConfigNode> one{widths};
    const bool list = widths.kind == Kind::list;
    for (const ConfigNode& item : list ? widths.items : one) {
        const double width = reader.number(item, "an interval's width");
        if (width <= 0) {
            reader.fail(item, "an interval's width must be above 0");
        }
        if (!spec.widths.empty()) {
            const double ratio = width / spec.widths.back();
            const bool nests = ratio >= 1.5 && std::abs(ratio - std::round(ratio)) < 1e-9 * ratio;
            if (!nests) {
                reader.fail(item,
                            fmt::format("width {} is not a multiple of the one before, {}; "
                                        "write them ascending, such as [5, 10, 20]",
                                        width,
                                        spec.widths.back()));
            }
        }
        spec.widths.push_back(width);
    }
    if (spec.widths.empty()) {
        reader.fail(widths, "intervals needs at least one width, such as [5, 10, 20]");
    }
    if (const ConfigNode* below = node.find("below")) {
        spec.open_below = reader.number(*below, "below");
    }
    if (const ConfigNode* above = node.find("above")) {
        spec.open_above = reader.number(*above, "above");
        if (spec.open_below && *spec.open_below >= *spec.open_above) {
            reader.fail(*above, "'above' must be greater than 'below'");
        }
    }
}

void read_mask(const PolicyReader& reader, const ConfigNode& node, HierarchySpec& spec) {
    constexpr std::uint64_t kMostSteps = 1000;
    spec.mask_right = reader.word(*node.find("mask"), "side of a mask", kSides) == 0;
    if (const ConfigNode* step = node.find("step")) {
        spec.mask_step = reader.whole(*step, "step", 1, kMostSteps);
    }
    if (const ConfigNode* levels = node.find("levels")) {
        spec.mask_levels = reader.whole(*levels, "levels of a mask", 1, kMostSteps);
    }
    if (const ConfigNode* parts = node.find("parts")) {
        spec.mask_parts = reader.word(*parts, "parts", policy_keys::kFlags) == 1;
    }
    if (const ConfigNode* character = node.find("character")) {
        const std::string& written = reader.text(*character, "character");
        if (written.size() != 1 || written[0] <= ' ' || written[0] > '~') {
            reader.fail(*character, "character needs one printable ASCII character, such as \"*\"");
        }
        spec.mask_character = written[0];
    }
}

void read_periods(const PolicyReader& reader, const ConfigNode& node, HierarchySpec& spec) {
    const std::vector<ConfigNode> one{node};
    for (const ConfigNode& item : node.kind == Kind::list ? node.items : one) {
        const auto period =
            static_cast<Period>(reader.word(item, "period of dates", policy_keys::kPeriods));
        if (!spec.periods.empty() && period <= spec.periods.back()) {
            reader.fail(item, "periods ascend, each once, such as [month, quarter, year]");
        }
        spec.periods.push_back(period);
    }
    if (spec.periods.empty()) {
        reader.fail(node, "date needs at least one period, such as [month, quarter, year]");
    }
}

HierarchyTree read_tree(const PolicyReader& reader, std::string label, const ConfigNode& below);

void read_children(const PolicyReader& reader, const ConfigNode& node, HierarchyTree& parent) {
    switch (node.kind) {
        case Kind::null:
            return;
        case Kind::scalar:
            parent.children.push_back({.label = node.text, .children = {}});
            return;
        case Kind::map:
            for (std::size_t i = 0; i < node.keys.size(); ++i) {
                parent.children.push_back(read_tree(reader, node.keys[i].text, node.items[i]));
            }
            return;
        case Kind::list:
            for (const ConfigNode& item : node.items) {
                if (item.kind == Kind::list || item.kind == Kind::null) {
                    reader.fail(item, "a tree's list holds values and `label: [...]` pairs");
                }
                read_children(reader, item, parent);
            }
            return;
    }
}

HierarchyTree read_tree(const PolicyReader& reader, std::string label, const ConfigNode& below) {
    HierarchyTree out{.label = std::move(label), .children = {}};
    read_children(reader, below, out);
    const bool childless = out.children.empty() && below.kind != Kind::null;
    if (childless) {
        reader.fail(below, "label '" + out.label + "' has nothing below it");
    }
    return out;
}

/// A single outermost label is the root itself; several stand under `*`.
HierarchyTree read_root(const PolicyReader& reader, const ConfigNode& node) {
    if (node.kind != Kind::map && node.kind != Kind::list) {
        reader.fail(node, "tree needs labels over values, such as {Europe: [France, Spain]}");
    }
    if (node.kind == Kind::map && node.keys.size() == 1) {
        if (node.items[0].kind == Kind::null) {
            reader.fail(node, "label '" + node.keys[0].text + "' has nothing below it");
        }
        return read_tree(reader, node.keys[0].text, node.items[0]);
    }
    return read_tree(reader, "*", node);
}

std::string tree_text(const HierarchyTree& tree) {
    if (tree.children.empty()) {
        return yaml_scalar(tree.label);
    }
    std::string out = "{" + yaml_scalar(tree.label) + ": [";
    for (std::size_t i = 0; i < tree.children.size(); ++i) {
        out += (i == 0 ? "" : ", ") + tree_text(tree.children[i]);
    }
    return out + "]}";
}

std::string intervals_text(const HierarchySpec& spec) {
    std::string out = "{intervals: [";
    for (std::size_t i = 0; i < spec.widths.size(); ++i) {
        out += fmt::format("{}{}", i == 0 ? "" : ", ", spec.widths[i]);
    }
    out += "]";
    if (spec.open_below) {
        out += fmt::format(", below: {}", *spec.open_below);
    }
    if (spec.open_above) {
        out += fmt::format(", above: {}", *spec.open_above);
    }
    return out + "}";
}

std::string mask_text(const HierarchySpec& spec) {
    std::string out = fmt::format("{{mask: {}", kSides[spec.mask_right ? 0 : 1]);
    if (spec.mask_step != 1) {
        out += fmt::format(", step: {}", spec.mask_step);
    }
    if (spec.mask_character != '*') {
        out += ", character: " + yaml_scalar(std::string(1, spec.mask_character));
    }
    if (spec.mask_levels != 0) {
        out += fmt::format(", levels: {}", spec.mask_levels);
    }
    return out + (spec.mask_parts ? ", parts: true}" : "}");
}

std::string periods_text(const HierarchySpec& spec) {
    if (spec.periods.empty()) {
        return "date";
    }
    std::string out = "{date: [";
    for (std::size_t i = 0; i < spec.periods.size(); ++i) {
        out += i == 0 ? "" : ", ";
        out += to_string(spec.periods[i]);
    }
    return out + "]}";
}

}  // namespace

HierarchySpec read_hierarchy_spec(const PolicyReader& reader, const ConfigNode& node) {
    HierarchySpec spec;
    if (node.kind == Kind::scalar) {
        spec.form = read_word(reader, node);
        return spec;
    }
    reader.check_keys(node, "hierarchy", policy_keys::kHierarchy);
    const FormKeys& form = form_of(reader, node);
    spec.form = form.form;
    if (spec.form == Form::file) {
        spec.file = reader.text(*node.find(form.key), "file");
        for (const std::string_view name : policy_keys::kHierarchyFile) {
            read_setting(reader, node, name, spec.read);
        }
    } else if (spec.form == Form::intervals) {
        read_intervals(reader, node, spec);
    } else if (spec.form == Form::mask) {
        read_mask(reader, node, spec);
    } else if (spec.form == Form::date) {
        read_periods(reader, *node.find(form.key), spec);
    } else {
        spec.tree = read_root(reader, *node.find(form.key));
    }
    return spec;
}

std::string hierarchy_spec_text(const HierarchySpec& spec) {
    switch (spec.form) {
        case Form::automatic:
            return "auto";
        case Form::flat:
            return "flat";
        case Form::file:
            return "{file: " + yaml_scalar(spec.file) + settings_text(spec.read) + "}";
        case Form::intervals:
            return intervals_text(spec);
        case Form::mask:
            return mask_text(spec);
        case Form::tree:
            return "{tree: " + tree_text(spec.tree) + "}";
        case Form::date:
            return periods_text(spec);
    }
    return "";
}

}  // namespace kanon::detail
