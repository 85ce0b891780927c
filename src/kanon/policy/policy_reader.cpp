// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_reader.hpp"

#include "kanon/base/fraction.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/reading/read_settings.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <system_error>

namespace kanon::detail {
namespace {

std::string in_quotes(std::string_view text) {
    return "'" + std::string(text) + "'";
}

/// What to say of `key:value`, which YAML takes for one text; "" if it is something else.
std::string missing_blank(std::string_view text, std::span<const std::string_view> known) {
    const std::size_t colon = text.find(':');
    const bool is_key = colon != std::string_view::npos &&
                        std::find(known.begin(), known.end(), text.substr(0, colon)) != known.end();
    return is_key ? "a blank is missing behind the colon of " + in_quotes(text.substr(0, colon + 1))
                  : "";
}

}  // namespace

void PolicyReader::fail(const ConfigNode& node, const std::string& message) const {
    throw Error(ErrorCode::bad_policy, message, tree_.where(node));
}

void PolicyReader::check_keys(const ConfigNode& node,
                              std::string_view what,
                              std::span<const std::string_view> known) const {
    if (node.kind != ConfigNode::Kind::map) {
        if (const std::string fault = missing_blank(node.text, known); !fault.empty()) {
            fail(node, fault);
        }
        std::string list;
        for (const std::string_view key : known) {
            list += (list.empty() ? "" : ", ") + std::string(key);
        }
        fail(node, std::string(what) + " takes `key: value` pairs; keys: " + list);
    }
    for (const ConfigNode& key : node.keys) {
        if (std::find(known.begin(), known.end(), key.text) == known.end()) {
            if (const std::string fault = missing_blank(key.text, known); !fault.empty()) {
                fail(key, fault);
            }
            fail(key,
                 "unknown key " + in_quotes(key.text) + " in " + std::string(what) +
                     suggestion(key.text, known));
        }
    }
}

const std::string& PolicyReader::text(const ConfigNode& node, std::string_view what) const {
    using Kind = ConfigNode::Kind;
    if (node.kind != Kind::scalar || node.text.empty()) {
        const char* const found = node.kind == Kind::list  ? "a list"
                                  : node.kind == Kind::map ? "`key: value` pairs"
                                                           : "empty";
        fail(node, std::string(what) + " needs one value, not " + found);
    }
    return node.text;
}

double PolicyReader::number(const ConfigNode& node, std::string_view what) const {
    return number_by(decimal_or_fraction, node, what);
}

double PolicyReader::number_or_share(const ConfigNode& node, std::string_view what) const {
    return number_by(number_or_percent, node, what);
}

double PolicyReader::number_by(std::optional<double> (*parse)(std::string_view),
                               const ConfigNode& node,
                               std::string_view what) const {
    const std::string& written = text(node, what);
    const std::optional<double> value = parse(written);
    if (!value) {
        fail(node, std::string(what) + " needs a number, not " + in_quotes(written));
    }
    return *value;
}

std::uint64_t PolicyReader::whole(const ConfigNode& node,
                                  std::string_view what,
                                  std::uint64_t least,
                                  std::uint64_t greatest) const {
    const std::string& written = text(node, what);
    std::uint64_t value = 0;
    const char* end = written.data() + written.size();
    const auto [stop, fault] = std::from_chars(written.data(), end, value);
    if (fault != std::errc{} || stop != end || value < least || value > greatest) {
        fail(node,
             std::string(what) + " needs a whole number from " + std::to_string(least) + " to " +
                 std::to_string(greatest) + ", not " + in_quotes(written));
    }
    return value;
}

std::vector<std::string> PolicyReader::names(const ConfigNode& node, std::string_view what) const {
    if (node.kind != ConfigNode::Kind::list) {
        fail(node, std::string(what) + " takes a list of attributes, such as [age, zip]");
    }
    std::vector<std::string> out;
    out.reserve(node.items.size());
    std::set<std::string_view> seen;
    for (const ConfigNode& item : node.items) {
        const std::string& name = text(item, "an attribute's name");
        if (!seen.insert(name).second) {
            fail(item, std::string(what) + " names " + in_quotes(name) + " twice; name it once");
        }
        out.push_back(name);
    }
    return out;
}

std::size_t PolicyReader::word(const ConfigNode& node,
                               std::string_view what,
                               std::span<const std::string_view> known) const {
    const std::string& written = text(node, what);
    const auto at = std::find(known.begin(), known.end(), written);
    if (at == known.end()) {
        fail(
            node,
            "unknown " + std::string(what) + " " + in_quotes(written) + suggestion(written, known));
    }
    return static_cast<std::size_t>(at - known.begin());
}

void PolicyReader::at(const ConfigNode& node, const std::function<void()>& action) const {
    try {
        action();
    } catch (const Error& error) {
        throw Error(error.code(), error.what(), tree_.where(node));
    }
}

void read_setting(const PolicyReader& reader,
                  const ConfigNode& map,
                  std::string_view name,
                  ReadWords& to) {
    const ConfigNode* const node = map.find(name);
    if (node == nullptr) {
        return;
    }
    const std::vector<ConfigNode> one{*node};
    std::vector<std::string>& texts = to[std::string(name)];
    for (const ConfigNode& item :
         node->kind == ConfigNode::Kind::list && name == "date-format" ? node->items : one) {
        texts.push_back(reader.text(item, name));
    }
    ReadOptions options;
    try {
        set_read_options(options, to);
    } catch (const Error& fault) {
        reader.fail(*node, fault.what());
    }
}

std::string settings_text(const ReadWords& words) {
    std::string out;
    for (const auto& [name, texts] : words) {
        std::string list;
        for (const std::string& text : texts) {
            list += (list.empty() ? "" : ", ") + yaml_scalar(text);
        }
        const bool is_flag = find_read_setting(name).takes.empty();
        out += ", " + name + ": " +
               (is_flag             ? texts.back()
                : texts.size() == 1 ? list
                                    : "[" + list + "]");
    }
    return out;
}

}  // namespace kanon::detail
