// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/folder_columns.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <utility>

namespace kanon::io {
namespace {

using Pair = std::pair<std::string, std::string>;

std::string percent_decoded(std::string_view text) {
    constexpr int kHexadecimal = 16;
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        unsigned char byte = 0;
        const char* digits = text.data() + at + 1;
        const bool encoded =
            text[at] == '%' && at + 2 < text.size() &&
            std::from_chars(digits, digits + 2, byte, kHexadecimal).ptr == digits + 2;
        out += encoded ? static_cast<char>(byte) : text[at];
        at += encoded ? 2U : 0U;
    }
    return out;
}

/// Keys and values of the folders of a path, outermost first.
std::vector<Pair> pairs_of(std::string_view path) {
    std::vector<Pair> out;
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
         slash = path.find('/')) {
        const std::string_view folder = path.substr(0, slash);
        const std::size_t sign = folder.find('=');
        if (sign != std::string_view::npos && sign > 0) {
            out.emplace_back(percent_decoded(folder.substr(0, sign)),
                             percent_decoded(folder.substr(sign + 1)));
        }
        path.remove_prefix(slash + 1);
    }
    return out;
}

bool same_keys(const std::vector<Pair>& a, const std::vector<Pair>& b) {
    return std::ranges::equal(a, b, {}, &Pair::first, &Pair::first);
}

}  // namespace

std::vector<std::string> folder_keys(std::string_view path) {
    std::vector<std::string> out;
    for (const Pair& pair : pairs_of(path)) {
        out.push_back(pair.first);
    }
    return out;
}

std::vector<FolderColumn> find_folder_columns(const SourceFiles& source) {
    constexpr std::string_view kMissing = "__HIVE_DEFAULT_PARTITION__";
    const auto refuse = [&](std::size_t index, const std::string& message) {
        throw Error(ErrorCode::bad_input, message, {.file = source.names[index]});
    };
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        for (const auto& [key, value] : pairs_of(source.seen[index].path)) {
            if (first_invalid_utf8(key + value) || (key + value).find('\0') != std::string::npos) {
                refuse(index, "a folder on the way to it is not named in UTF-8; rename it");
            }
        }
    }
    const std::vector<Pair> first = pairs_of(source.seen[0].path);
    if (first.empty()) {
        refuse(
            0,
            "no folder on the way to it is named key=value, and columns of folders are asked for");
    }
    std::vector<FolderColumn> out;
    for (const Pair& pair : first) {
        if (std::ranges::find(out, pair.first, &FolderColumn::name) != out.end()) {
            refuse(0, "two folders on the way to it have the key '" + pair.first + "'; rename one");
        }
        out.push_back({.name = pair.first, .values = {}});
    }
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        std::vector<Pair> pairs = pairs_of(source.seen[index].path);
        if (!same_keys(pairs, first)) {
            refuse(index,
                   "stands in folders of other keys than " + source.names[0] +
                       "; files of one pattern must have the same columns");
        }
        for (std::size_t j = 0; j < out.size(); ++j) {
            std::string& value = pairs[j].second;
            out[j].values.push_back(value == kMissing ? std::nullopt
                                                      : std::optional(std::move(value)));
        }
    }
    return out;
}

}  // namespace kanon::io
