// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/hierarchy/hierarchy.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::test {

/// A dictionary of the values; with_missing adds the missing value.
inline std::shared_ptr<const Dictionary> dictionary_of(const std::vector<std::string>& values,
                                                       bool with_missing = false) {
    DictionaryBuilder builder;
    for (const std::string& value : values) {
        builder.add(value);
    }
    if (with_missing) {
        builder.add_missing();
    }
    return std::make_shared<const Dictionary>(std::move(builder.finish().dictionary));
}

/// The labels above a value, lowest first, joined by ` > `.
inline std::string path_of(const Hierarchy& hierarchy, Code code) {
    std::string out;
    for (Level level = 1; level <= hierarchy.height(); ++level) {
        out += level > 1 ? " > " : "";
        out += hierarchy.text(level, hierarchy.label_of(level, code));
    }
    return out;
}

inline std::string path_of(const Hierarchy& hierarchy, std::string_view value) {
    return path_of(hierarchy, hierarchy.dictionary().find(value).value());
}

inline std::string path_of_missing(const Hierarchy& hierarchy) {
    return path_of(hierarchy, hierarchy.dictionary().missing().value());
}

/// The message of the Error{bad_hierarchy} that `act` throws, or what happened instead.
template <class Act>
std::string refusal(Act&& act) {
    try {
        static_cast<void>(act());
    } catch (const Error& error) {
        return error.code() == ErrorCode::bad_hierarchy
                   ? error.what()
                   : std::string("another code: ") + error.what();
    }
    return "nothing was thrown";
}

}  // namespace kanon::test
