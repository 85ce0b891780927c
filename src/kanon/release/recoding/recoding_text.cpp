// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/recoding_text.hpp"

#include "kanon/base/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace {

using Json = nlohmann::json;
using SavedKind = SavedRecoding::Kind;

constexpr std::uint64_t kVersion = 1;
constexpr const char* kVersionKey = "kanon_recoding";
constexpr const char* kCodedKey = "coded";
constexpr const char* kPlacementKey = "placement";

constexpr std::array<std::pair<SavedKind, std::string_view>, 3> kKinds{{
    {SavedKind::full_domain, "full-domain"},
    {SavedKind::global, "global"},
    {SavedKind::classes, "classes"},
}};

std::string json_text(std::string_view text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// `[a, b]` of items that are JSON already.
std::string list_of(const std::vector<std::string>& items) {
    std::string out = "[";
    for (const std::string& item : items) {
        out += (out.size() > 1 ? ", " : "") + item;
    }
    return out + "]";
}

/// One item per line.
std::string lines_of(const std::vector<std::string>& items, const std::string& indent) {
    std::string out = "[";
    for (const std::string& item : items) {
        out.append(out.size() > 1 ? ",\n" : "\n").append(indent).append("  ").append(item);
    }
    return out + (items.empty() ? "]" : "\n" + indent + "]");
}

std::vector<std::string> json_texts(const std::vector<std::string>& texts) {
    std::vector<std::string> out;
    out.reserve(texts.size());
    for (const std::string& text : texts) {
        out.push_back(json_text(text));
    }
    return out;
}

std::string attribute_text(const SavedRecoding::Attribute& attribute, SavedKind kind) {
    std::string out = "{\"name\": " + json_text(attribute.name);
    if (kind == SavedKind::classes) {
        return out + "}";
    }
    if (attribute.level) {
        out += ", \"level\": " + std::to_string(unsigned{*attribute.level});
    }
    std::vector<std::string> values;
    for (const SavedRecoding::Value& value : attribute.values) {
        values.push_back(list_of({value.missing ? "null" : json_text(value.original),
                                  json_text(attribute.released[value.released])}));
    }
    return out + ",\n     \"released\": " + lines_of(json_texts(attribute.released), "     ") +
           ",\n     \"values\": " + lines_of(values, "     ") + "}";
}

std::string coding_text(const NamedCoding& named) {
    std::string out = "{\"name\": " + json_text(named.column);
    for (const auto& [key, value] : {std::pair{"derive", named.coding.derive},
                                     std::pair{"bottom", named.coding.bottom},
                                     std::pair{"top", named.coding.top},
                                     std::pair{"round", named.coding.round}}) {
        if (!value.empty()) {
            out += ", \"" + std::string(key) + "\": " + json_text(value);
        }
    }
    return out + "}";
}

std::string class_text(const SavedRecoding& recoding, std::size_t index) {
    std::vector<std::string> values;
    for (const SavedRecoding::Attribute& attribute : recoding.attributes) {
        values.push_back(json_text(attribute.released[attribute.value_of_class[index]]));
    }
    return list_of(values);
}

/// Walks the JSON and refuses what is not as it should be.
class Parser {
public:
    explicit Parser(const std::string& file) : file_(file) {}

    SavedRecoding parse(std::string_view text) const {
        const Json root = parse_json(text);
        check_version(root);
        SavedRecoding out;
        out.kind = read_kind(root);
        if (out.kind == SavedKind::classes) {
            check_keys(root,
                       "the file",
                       {kVersionKey, "kind", "attributes", "classes"},
                       {kCodedKey, kPlacementKey});
        } else {
            check_keys(root, "the file", {kVersionKey, "kind", "attributes"}, {kCodedKey});
        }
        read_attributes(list(root["attributes"], "'attributes'"), out);
        if (out.kind == SavedKind::classes) {
            read_classes(list(root["classes"], "'classes'"), out);
            if (root.contains(kPlacementKey)) {
                out.placement = this->text(root[kPlacementKey], "'placement'");
            }
        }
        if (root.contains(kCodedKey)) {
            read_codings(list(root[kCodedKey], "'coded'"), out);
        }
        return out;
    }

private:
    [[noreturn]] void fail(const std::string& message, std::uint64_t line = 0) const {
        throw Error(ErrorCode::bad_input, message, Where{.file = file_, .line = line});
    }

    [[nodiscard]] Json parse_json(std::string_view text) const {
        try {
            return Json::parse(text);
        } catch (const Json::parse_error& error) {
            // The parser's own words quote the text, and with it values.
            const std::string_view read = text.substr(0, std::min(error.byte, text.size()));
            fail("not a recoding: broken JSON; save it anew with --save-recoding",
                 1 + static_cast<std::uint64_t>(std::count(read.begin(), read.end(), '\n')));
        } catch (const Json::exception&) {
            fail(
                "not a recoding: it holds a number out of range; save it anew with "
                "--save-recoding");
        }
    }

    void check_version(const Json& root) const {
        if (!root.is_object() || !root.contains(kVersionKey)) {
            fail("not a recoding: it states no '" + std::string(kVersionKey) +
                 "'; name a file that --save-recoding wrote");
        }
        if (!root[kVersionKey].is_number_unsigned() ||
            root[kVersionKey].get<std::uint64_t>() != kVersion) {
            fail("a recoding of another version, this kanon reads version " +
                 std::to_string(kVersion) + "; save it anew with --save-recoding");
        }
    }

    [[nodiscard]] SavedKind read_kind(const Json& root) const {
        const std::string kind = root.contains("kind") && root["kind"].is_string()
                                     ? root["kind"].get<std::string>()
                                     : std::string();
        for (const auto& [value, name] : kKinds) {
            if (name == kind) {
                return value;
            }
        }
        if (kind == "assignment") {
            fail(
                "a freeform recoding is of the rows that it was made for, and is drawn from once; "
                "it cannot be applied to others, or again");
        }
        fail("'kind' must be full-domain, global or classes");
    }

    /// All of `keys`, some of `others`, and no more.
    void check_keys(const Json& object,
                    const std::string& what,
                    std::initializer_list<std::string_view> keys,
                    std::initializer_list<std::string_view> others = {}) const {
        if (!object.is_object()) {
            fail(what + " is not an object");
        }
        for (const auto& item : object.items()) {
            if (std::find(keys.begin(), keys.end(), item.key()) == keys.end() &&
                std::find(others.begin(), others.end(), item.key()) == others.end()) {
                std::string known;
                for (const std::string_view key : keys) {
                    known.append(known.empty() ? "" : ", ").append(key);
                }
                fail(what + std::string(" has an unknown key; known: ").append(known));
            }
        }
        for (const std::string_view key : keys) {
            if (!object.contains(key)) {
                fail(what + " has no '" + std::string(key) + "'");
            }
        }
    }

    [[nodiscard]] const Json& list(const Json& node, const std::string& what) const {
        if (!node.is_array() || (node.empty() && what == "'attributes'")) {
            fail(what + " must be a list" + (node.is_array() ? " of at least one" : ""));
        }
        return node;
    }

    [[nodiscard]] const std::string& text(const Json& node, const std::string& what) const {
        if (!node.is_string()) {
            fail(what + " must be a text");
        }
        return node.get_ref<const std::string&>();
    }

    void read_attributes(const Json& nodes, SavedRecoding& out) const {
        std::set<std::string> names;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::string what = "attribute " + std::to_string(i + 1);
            switch (out.kind) {
                case SavedKind::classes:
                    check_keys(nodes[i], what, {"name"});
                    break;
                case SavedKind::global:
                    check_keys(nodes[i], what, {"name", "released", "values"});
                    break;
                case SavedKind::full_domain:
                    check_keys(nodes[i], what, {"name", "level", "released", "values"});
                    break;
            }
            SavedRecoding::Attribute attribute;
            attribute.name = text(nodes[i]["name"], "the name of " + what);
            if (attribute.name.empty() || !names.insert(attribute.name).second) {
                fail(what + " has an empty name, or that of another attribute");
            }
            if (out.kind != SavedKind::classes) {
                read_map(nodes[i], what, attribute);
            }
            out.attributes.push_back(std::move(attribute));
        }
    }

    void read_map(const Json& node,
                  const std::string& what,
                  SavedRecoding::Attribute& attribute) const {
        if (node.contains("level")) {
            const Json& level = node["level"];
            if (!level.is_number_unsigned() || level.get<std::uint64_t>() > kMaxHeight) {
                fail("the level of " + what + " must be a whole number from 0 to " +
                     std::to_string(kMaxHeight));
            }
            attribute.level = level.get<Level>();
        }
        std::unordered_map<std::string_view, std::uint32_t> places;
        for (const Json& released : list(node["released"], "'released' of " + what)) {
            const std::string& spelling = text(released, "each released value of " + what);
            if (!places.emplace(spelling, static_cast<std::uint32_t>(places.size())).second) {
                fail("a released value of " + what + " stands twice");
            }
            attribute.released.push_back(spelling);
        }
        std::set<std::pair<bool, std::string_view>> originals;
        for (const Json& pair : list(node["values"], "'values' of " + what)) {
            if (!pair.is_array() || pair.size() != 2) {
                fail("each of the values of " + what + " must be [original, released]");
            }
            SavedRecoding::Value value;
            value.missing = pair[0].is_null();
            if (!value.missing) {
                value.original = text(pair[0], "each original value of " + what);
            }
            const auto at = places.find(text(pair[1], "each released value of " + what));
            if (at == places.end()) {
                fail("a value of " + what + " is released as something not in its 'released'");
            }
            value.released = at->second;
            const std::string_view key =
                value.missing ? std::string_view() : pair[0].get_ref<const std::string&>();
            if (!originals.emplace(value.missing, key).second) {
                fail("an original value of " + what + " stands twice");
            }
            attribute.values.push_back(std::move(value));
        }
    }

    void read_codings(const Json& nodes, SavedRecoding& out) const {
        std::set<std::string> names;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::string what = "coded column " + std::to_string(i + 1);
            check_keys(nodes[i], what, {"name"}, {"derive", "bottom", "top", "round"});
            NamedCoding named{.column = text(nodes[i]["name"], "the name of " + what),
                              .coding = {}};
            if (named.column.empty() || !names.insert(named.column).second) {
                fail(what + " has an empty name, or that of another one");
            }
            for (const auto& [key, to] : {std::pair{"derive", &named.coding.derive},
                                          std::pair{"bottom", &named.coding.bottom},
                                          std::pair{"top", &named.coding.top},
                                          std::pair{"round", &named.coding.round}}) {
                if (nodes[i].contains(key)) {
                    *to = text(nodes[i][key], "'" + std::string(key) + "' of " + what);
                }
            }
            check(named.coding, what);
            out.codings.push_back(std::move(named));
        }
    }

    void check(const ValueCoding& coding, const std::string& what) const {
        if (coding.empty()) {
            fail(what + " has no derive, bottom, top or round");
        }
        try {
            check_coding(coding);
        } catch (const Error& fault) {
            fail(what + ": " + fault.what());
        }
    }

    void read_classes(const Json& nodes, SavedRecoding& out) const {
        out.class_count = nodes.size();
        for (std::size_t j = 0; j < out.attributes.size(); ++j) {
            std::unordered_map<std::string_view, std::uint32_t> places;
            SavedRecoding::Attribute& attribute = out.attributes[j];
            attribute.value_of_class.reserve(nodes.size());
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                const std::string what = "class " + std::to_string(i + 1);
                if (!nodes[i].is_array() || nodes[i].size() != out.attributes.size()) {
                    fail(what + " must be a list with one value for each attribute");
                }
                const std::string& spelling = text(nodes[i][j], "each value of " + what);
                const auto [at, is_new] =
                    places.emplace(spelling, static_cast<std::uint32_t>(places.size()));
                if (is_new) {
                    attribute.released.push_back(spelling);
                }
                attribute.value_of_class.push_back(at->second);
            }
        }
    }

    const std::string& file_;
};

}  // namespace

std::string recoding_text(const SavedRecoding& recoding) {
    std::string_view kind;
    for (const auto& [value, name] : kKinds) {
        kind = value == recoding.kind ? name : kind;
    }
    std::string out = "{\n  \"" + std::string(kVersionKey) + "\": " + std::to_string(kVersion) +
                      ",\n  \"kind\": " + json_text(kind) + ",\n  \"attributes\": ";
    std::vector<std::string> attributes;
    for (const SavedRecoding::Attribute& attribute : recoding.attributes) {
        attributes.push_back(attribute_text(attribute, recoding.kind));
    }
    out += lines_of(attributes, "  ");
    if (recoding.kind == SavedKind::classes) {
        std::vector<std::string> classes;
        for (std::size_t i = 0; i < recoding.class_count; ++i) {
            classes.push_back(class_text(recoding, i));
        }
        out += ",\n  \"classes\": " + lines_of(classes, "  ");
    }
    if (!recoding.placement.empty()) {
        out += ",\n  \"" + std::string(kPlacementKey) + "\": " + json_text(recoding.placement);
    }
    if (!recoding.codings.empty()) {
        std::vector<std::string> codings;
        for (const NamedCoding& coding : recoding.codings) {
            codings.push_back(coding_text(coding));
        }
        out += ",\n  \"" + std::string(kCodedKey) + "\": " + lines_of(codings, "  ");
    }
    return out + "\n}\n";
}

SavedRecoding parse_recoding(std::string_view text, const std::string& file) {
    return Parser(file).parse(text);
}

}  // namespace kanon
