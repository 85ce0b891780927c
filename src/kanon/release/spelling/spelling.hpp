// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// The spelling of a suppressed cell.
inline constexpr std::string_view kStar = "*";

/// True if an original spelling needs a leading backslash in a released quasi-identifier column: it
/// is empty, or would read as a star, a range `[a, b]`, `[a, b)`, `(a, b]`, `(a, b)`, a set `{...}`
/// or an escape.
[[nodiscard]] bool needs_escape(std::string_view text);

/// The original spelling behind an escaped one; none if `text` is not an escape. What does not need
/// an escape is never one, so a label such as `\x` stays a label.
[[nodiscard]] std::optional<std::string_view> unescape(std::string_view text);

/// How a value of a column other than a quasi-identifier is spelled where that column also holds
/// stars of suppressed rows: `*` with a backslash, `\*` with one more, all else as it is.
[[nodiscard]] std::string spell_beside_stars(std::string_view text);

/// One member of a set or one end of a range of texts.
struct Member {
    std::string text;
    bool missing = false;

    friend bool operator==(const Member&, const Member&) = default;
};

/// Spell the members with `, ` between them. In a member `,` `{` `}` `\` and a blank at either end
/// get a backslash; the missing value is spelled as nothing, an empty text as `\e`.
[[nodiscard]] std::string join_members(const std::vector<Member>& members);

/// The inverse of join_members(); blanks around members do not count. None if `body` is malformed:
/// a bare brace, a backslash before any other character or at the end. Never empty.
[[nodiscard]] std::optional<std::vector<Member>> split_members(std::string_view body);

}  // namespace kanon
