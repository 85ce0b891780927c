// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// A table or view as a text of SQL may name it.
struct NamedObject {
    std::string name;
    /// What may stand before the name and a point and mean its schema; none: whatever does.
    std::vector<std::string> qualifiers = {};
    /// The name is nothing without one of these before it.
    bool needs_qualifier = false;
};

/// True if a text of SQL may name the object: its name stands there, whatever its case, in quotes,
/// in literals and comments too, and not behind another schema or alias. False is certain, unless
/// names are put together while the SQL runs. Cost O(bytes).
[[nodiscard]] bool mentions(std::string_view sql, const NamedObject& object);

/// True if a text of SQL may call one of these functions, likewise. `in_quotes`: names of stored
/// functions stand in quotes.
[[nodiscard]] bool calls_any(std::string_view sql, std::span<const std::string> functions);

/// A view, or whatever else has a text of SQL that others may name.
struct NamedText {
    std::string name;
    std::string sql;
};

/// The text, and those of all whose names it mentions, of all that these mention, and so on.
[[nodiscard]] std::vector<std::string> texts_behind(std::string_view sql,
                                                    std::span<const NamedText> known);

}  // namespace kanon::engine
