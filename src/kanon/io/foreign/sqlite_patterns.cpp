// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/sqlite_patterns.hpp"

#include <sqlite3.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace kanon::io {
namespace {

constexpr std::uint32_t kNone = 0;

/// Reads characters as SQLite does: up to a NUL byte, and what is no UTF-8 as best it can be.
class Characters {
public:
    explicit Characters(const unsigned char* text) : at_(text) {}

    /// The next character; kNone at the end, where it stays.
    std::uint32_t next() {
        constexpr std::uint32_t kReplacement = 0xFFFD;
        std::uint32_t character = *at_;
        if (character == kNone) {
            return kNone;
        }
        ++at_;
        if (character < 0xC0) {
            return character;
        }
        character &= character < 0xE0 ? 0x1FU : character < 0xF0 ? 0x0FU : 0x07U;
        while ((*at_ & 0xC0U) == 0x80U) {
            character = (character << 6U) + (*at_++ & 0x3FU);
        }
        const bool is_none = character < 0x80 || (character & 0xFFFFF800U) == 0xD800U ||
                             (character & 0xFFFFFFFEU) == 0xFFFEU;
        return is_none ? kReplacement : character;
    }

    [[nodiscard]] std::uint32_t peek() const { return Characters(*this).next(); }

private:
    const unsigned char* at_;
};

/// What the characters of a pattern stand for.
struct Wildcards {
    std::uint32_t all = kNone;
    std::uint32_t one = kNone;
    std::uint32_t escape = kNone;
    bool has_sets = false;
    bool ignores_case = false;
};

std::uint32_t small_letter(std::uint32_t character) {
    return character >= 'A' && character <= 'Z' ? character - 'A' + 'a' : character;
}

/// `[a-c]`, `[^x]`, `[]]`: true if it holds the character. The opening bracket was read.
bool is_in_set(Characters& pattern, std::uint32_t character) {
    std::uint32_t item = pattern.next();
    const bool inverted = item == '^';
    bool found = false;
    std::uint32_t before = kNone;
    if (inverted) {
        item = pattern.next();
    }
    if (item == ']') {
        found = character == ']';
        item = pattern.next();
    }
    while (item != kNone && item != ']') {
        const std::uint32_t following = pattern.peek();
        if (item == '-' && following != ']' && following != kNone && before != kNone) {
            item = pattern.next();
            found = found || (character >= before && character <= item);
            before = kNone;
        } else {
            found = found || character == item;
            before = item;
        }
        item = pattern.next();
    }
    return item != kNone && found != inverted;
}

/// True if the next part of a pattern, which is no wildcard for all, stands for the character.
bool stands_for(Characters& pattern, std::uint32_t character, const Wildcards& wildcards) {
    std::uint32_t item = pattern.next();
    if (item != kNone && item == wildcards.escape) {
        item = pattern.next();
        if (item == kNone) {
            return false;
        }
    } else if (item == wildcards.one) {
        return true;
    } else if (wildcards.has_sets && item == '[') {
        return is_in_set(pattern, character);
    }
    return wildcards.ignores_case ? small_letter(item) == small_letter(character)
                                  : item == character;
}

/// True if the pattern's next part is a wildcard for any characters.
bool is_all(const Characters& pattern, const Wildcards& wildcards) {
    const std::uint32_t item = pattern.peek();
    return item != kNone && item == wildcards.all && item != wildcards.escape;
}

using ShouldStop = std::function<bool()>;

/// True if the text is as the pattern says; none: it was stopped. Of several wildcards for all only
/// the last is ever tried again: what stands before it has found its first place, and a later one
/// would leave less behind it.
std::optional<bool> matches(Characters pattern,
                            Characters text,
                            const Wildcards& wildcards,
                            const ShouldStop& should_stop) {
    constexpr std::uint64_t kStepsToLook = 1000;
    std::optional<Characters> behind_all;
    Characters tried = text;  // where the text behind the last such wildcard was taken to begin
    std::uint64_t steps = 0;
    while (true) {
        if (++steps % kStepsToLook == 0 && should_stop()) {
            return std::nullopt;
        }
        if (is_all(pattern, wildcards)) {
            pattern.next();
            behind_all = pattern;
            tried = text;
            continue;
        }
        Characters rest = text;
        const std::uint32_t character = rest.next();
        if (character == kNone) {
            return pattern.peek() == kNone;
        }
        Characters next = pattern;
        if (pattern.peek() != kNone && stands_for(next, character, wildcards)) {
            pattern = next;
            text = rest;
        } else if (behind_all) {
            tried.next();
            text = tried;
            pattern = *behind_all;
        } else {
            return false;
        }
    }
}

Wildcards wildcards_of_like() {
    return {.all = '%', .one = '_', .escape = kNone, .has_sets = false, .ignores_case = true};
}

Wildcards wildcards_of_glob() {
    return {.all = '*', .one = '?', .escape = kNone, .has_sets = true, .ignores_case = false};
}

void answer(sqlite3_context* context,
            std::span<sqlite3_value*> values,
            const Wildcards& wildcards) {
    const unsigned char* pattern = sqlite3_value_text(values[0]);
    const unsigned char* text = sqlite3_value_text(values[1]);
    if (pattern == nullptr || text == nullptr) {
        return;  // NULL
    }
    const auto& should_stop = *static_cast<const ShouldStop*>(sqlite3_user_data(context));
    const std::optional<bool> found =
        matches(Characters(pattern), Characters(text), wildcards, should_stop);
    if (found) {
        sqlite3_result_int(context, *found ? 1 : 0);
    } else {
        sqlite3_result_error_code(context, SQLITE_INTERRUPT);
    }
}

/// like(pattern, text), like(pattern, text, escape): `text LIKE pattern ESCAPE escape`.
void like(sqlite3_context* context, int count, sqlite3_value** values) {
    Wildcards wildcards = wildcards_of_like();
    if (count == 3) {
        const unsigned char* escape = sqlite3_value_text(values[2]);
        if (escape == nullptr) {
            return;
        }
        Characters characters(escape);
        wildcards.escape = characters.next();
        if (wildcards.escape == kNone || characters.next() != kNone) {
            sqlite3_result_error(context, "ESCAPE expression must be a single character", -1);
            return;
        }
    }
    answer(context, {values, static_cast<std::size_t>(count)}, wildcards);
}

void glob(sqlite3_context* context, int count, sqlite3_value** values) {
    answer(context, {values, static_cast<std::size_t>(count)}, wildcards_of_glob());
}

}  // namespace

void use_bounded_patterns(sqlite3* connection, const std::function<bool()>& should_stop) {
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    void* const data = const_cast<ShouldStop*>(&should_stop);  // handed back as it is
    sqlite3_create_function_v2(
        connection, "like", 2, kFlags, data, like, nullptr, nullptr, nullptr);
    sqlite3_create_function_v2(
        connection, "like", 3, kFlags, data, like, nullptr, nullptr, nullptr);
    sqlite3_create_function_v2(
        connection, "glob", 2, kFlags, data, glob, nullptr, nullptr, nullptr);
}

}  // namespace kanon::io
