// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/table/values/value_coding.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// A recoding as a file holds it: spellings alone, tied to no table.
struct SavedRecoding {
    enum class Kind {
        full_domain,  ///< each attribute at one level of its hierarchy
        global,       ///< each original value released the same way in every row
        classes       ///< boxes: per class one released value of each attribute
    };

    /// How one original value is released.
    struct Value {
        std::string original;
        bool missing = false;        ///< the missing value; `original` is ""
        std::uint32_t released = 0;  ///< place in Attribute::released
    };

    struct Attribute {
        std::string name;
        std::optional<Level> level{};                 ///< full_domain alone
        std::vector<std::string> released{};          ///< distinct, as spell() writes them
        std::vector<Value> values{};                  ///< not with classes; distinct originals
        std::vector<std::uint32_t> value_of_class{};  ///< classes alone: place in `released`
    };

    Kind kind = Kind::classes;
    std::vector<Attribute> attributes;  ///< at least one
    std::vector<NamedCoding>
        codings{};  ///< ages, top, bottom and rounding, of any released columns
    std::size_t class_count = 0;
    /// Classes alone: which rows of the table are in which, sealed for whoever has the table, see
    /// seal_placement(); empty: it does not say.
    std::string placement{};
};

/// The JSON text of a saved recoding: one line per value or class. Bytes that are not UTF-8 are
/// replaced. Cost O(characters).
[[nodiscard]] std::string recoding_text(const SavedRecoding& recoding);

/// Read what recoding_text() wrote. `file` stands in messages, which quote no value.
/// \throws Error{bad_input}: not JSON (with its line), of another version, an unknown or missing
/// key, a repeated attribute or value, a field of the wrong type or length.
[[nodiscard]] SavedRecoding parse_recoding(std::string_view text, const std::string& file);

}  // namespace kanon
