// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/c_interface/options_internal.hpp"

#include <algorithm>
#include <utility>

namespace kanon::c_interface {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse_option(std::string_view key, const char* wanted) {
    throw Error(ErrorCode::usage,
                std::string(key) + ": " + wanted + " is needed",
                {.attribute = std::string(key)});
}

std::string text_item(std::string_view key, const Json& value) {
    if (!value.is_string()) {
        refuse_option(key, "a text");
    }
    return value.get<std::string>();
}

std::uint64_t count_item(std::string_view key, const Json& value) {
    if (!value.is_number_unsigned()) {
        refuse_option(key, "a whole number of at least 0");
    }
    return value.get<std::uint64_t>();
}

/// The items of a list; a single value is a list of one.
template <class Read>
auto items_of(std::string_view key, const Json* value, const Read& read) {
    std::vector<decltype(read(key, *value))> out;
    if (value == nullptr) {
        return out;
    }
    if (!value->is_array()) {
        out.push_back(read(key, *value));
        return out;
    }
    for (const Json& item : *value) {
        out.push_back(read(key, item));
    }
    return out;
}

}  // namespace

Options::Options(const char* text, std::string name) : name_(std::move(name)) {
    given_ = text == nullptr ? Json::object() : Json::parse(text, nullptr, false);
    if (!given_.is_object()) {
        throw Error(ErrorCode::usage, name_ + ": no JSON object", {.attribute = name_});
    }
}

const Json* Options::find(std::string_view key) {
    asked_.emplace_back(key);
    const auto found = given_.find(key);
    return found == given_.end() || found->is_null() ? nullptr : &*found;
}

std::string Options::text(std::string_view key) {
    const Json* const value = find(key);
    return value == nullptr ? std::string() : text_item(key, *value);
}

std::vector<std::string> Options::texts(std::string_view key) {
    return items_of(key, find(key), text_item);
}

std::optional<double> Options::number(std::string_view key) {
    const Json* const value = find(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_number()) {
        refuse_option(key, "a number");
    }
    return value->get<double>();
}

std::optional<std::uint64_t> Options::count(std::string_view key) {
    const Json* const value = find(key);
    return value == nullptr ? std::nullopt : std::optional(count_item(key, *value));
}

std::vector<std::uint64_t> Options::counts(std::string_view key) {
    return items_of(key, find(key), count_item);
}

bool Options::flag(std::string_view key) {
    const Json* const value = find(key);
    if (value != nullptr && !value->is_boolean()) {
        refuse_option(key, "true or false");
    }
    return value != nullptr && value->get<bool>();
}

void Options::refuse_others() const {
    for (const auto& item : given_.items()) {
        if (std::ranges::find(asked_, item.key()) == asked_.end()) {
            throw Error(ErrorCode::usage,
                        "'" + item.key() + "' is not known" +
                            suggestion(item.key(),
                                       std::vector<std::string_view>(asked_.begin(), asked_.end())),
                        {.attribute = name_});
        }
    }
}

ReadWords Options::words() const {
    const auto word_of = [](std::string_view, const Json& value) {
        return value.is_string() ? value.get<std::string>() : value.dump();
    };
    ReadWords out;
    for (const auto& item : given_.items()) {
        if (!item.value().is_null()) {
            out.emplace(item.key(), items_of(item.key(), &item.value(), word_of));
        }
    }
    return out;
}

}  // namespace kanon::c_interface
