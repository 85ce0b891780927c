// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/mentions.hpp"

#include "kanon/base/text/folded_text.hpp"

#include <algorithm>
#include <cstddef>

namespace kanon::engine {
namespace {

constexpr std::string_view kQuotes = "\"'`[]";

bool is_of_name(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$' || byte >= 0x80U;
}

bool is_quote(char c) {
    return kQuotes.find(c) != std::string_view::npos;
}

/// Ways in which a name may be spelled within quotes: as it is, or with quotes doubled.
std::vector<std::string> spellings_of(const std::string& name) {
    std::vector<std::string> out{folded(name)};
    for (const char quote : std::string_view("\"'`]")) {
        if (name.find(quote) == std::string::npos) {
            continue;
        }
        std::string doubled;
        for (const char c : name) {
            doubled.append(c == quote ? 2 : 1, c);
        }
        out.push_back(folded(doubled));
    }
    return out;
}

/// True if what stands in so many bytes from a place on is no part of a longer name.
bool is_whole(std::string_view sql, std::size_t begin, std::size_t bytes) {
    const std::size_t end = begin + bytes;
    const bool goes_before = begin > 0 && is_of_name(sql[begin - 1]) && is_of_name(sql[begin]);
    const bool goes_on = end < sql.size() && is_of_name(sql[end]) && is_of_name(sql[end - 1]);
    return !goes_before && !goes_on;
}

/// What stands before a name and a point: a plain name or a quoted one without quotes in it; "":
/// nothing, or nothing so plain.
std::string_view qualifier_before(std::string_view sql, std::size_t begin) {
    std::size_t end = begin;
    end -= end > 0 && is_quote(sql[end - 1]) ? 1U : 0U;
    if (end == 0 || sql[end - 1] != '.') {
        return {};
    }
    --end;
    const bool is_quoted = end > 0 && is_quote(sql[end - 1]);
    end -= is_quoted ? 1U : 0U;
    std::size_t start = end;
    while (start > 0 && (is_quoted ? !is_quote(sql[start - 1]) : is_of_name(sql[start - 1]))) {
        --start;
    }
    return sql.substr(start, end - start);
}

/// Calls `found` with the place and the length of each whole mention of a name, until it says true.
template <class Found>
bool any_mention(std::string_view folded_sql, const std::string& name, const Found& found) {
    for (const std::string& spelling : spellings_of(name)) {
        if (spelling.empty()) {
            return true;
        }
        for (std::size_t at = folded_sql.find(spelling); at != std::string_view::npos;
             at = folded_sql.find(spelling, at + 1)) {
            if (is_whole(folded_sql, at, spelling.size()) && found(at, spelling.size())) {
                return true;
            }
        }
    }
    return false;
}

bool stands_in(std::string_view folded_sql, const std::string& name) {
    return any_mention(folded_sql, name, [](std::size_t, std::size_t) { return true; });
}

}  // namespace

bool mentions(std::string_view sql, const NamedObject& object) {
    const std::string text = folded(sql);
    const auto is_here = [&](const std::string& qualifier) { return stands_in(text, qualifier); };
    if (object.needs_qualifier && std::ranges::none_of(object.qualifiers, is_here)) {
        return false;
    }
    const auto has_quotes = [](const std::string& qualifier) {
        return std::ranges::any_of(qualifier, is_quote);
    };
    const bool tells =
        !object.qualifiers.empty() && std::ranges::none_of(object.qualifiers, has_quotes);
    return any_mention(text, object.name, [&](std::size_t at, std::size_t) {
        const std::string_view before = qualifier_before(text, at);
        return !tells || before.empty() ||
               std::ranges::any_of(object.qualifiers, [&](const std::string& qualifier) {
                   return folded(qualifier) == before;
               });
    });
}

bool calls_any(std::string_view sql, std::span<const std::string> functions) {
    const std::string text = folded(sql);
    return std::ranges::any_of(functions, [&](const std::string& function) {
        return any_mention(text, function, [&](std::size_t at, std::size_t bytes) {
            std::size_t next = at + bytes;
            while (next < text.size() && (is_quote(text[next]) || text[next] == ' ')) {
                ++next;
            }
            // A comment may stand before the bracket.
            return next < text.size() &&
                   (text[next] == '(' || text[next] == '/' || text[next] == '-');
        });
    });
}

std::vector<std::string> texts_behind(std::string_view sql, std::span<const NamedText> known) {
    std::vector<std::string> out{std::string(sql)};
    std::vector<bool> is_taken(known.size());
    for (std::size_t next = 0; next < out.size(); ++next) {
        const std::string text = folded(out[next]);
        for (std::size_t place = 0; place < known.size(); ++place) {
            if (!is_taken[place] && stands_in(text, known[place].name)) {
                is_taken[place] = true;
                out.push_back(known[place].sql);
            }
        }
    }
    return out;
}

}  // namespace kanon::engine
