// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/foreign/workbook_package.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// The most bytes of one text: a cell holds 32,767 characters.
inline constexpr std::size_t kLongestCellText = std::size_t{1} << 18U;

/// Gathers the text of a string item of the format: of its runs, without readings by sound.
class StringItem {
public:
    void clear();
    void open(std::string_view element);
    void close(std::string_view element);

    /// False once the text is longer than a cell can hold.
    [[nodiscard]] bool add(std::string_view piece);

    /// The text, its escapes (`_x000D_`) resolved.
    [[nodiscard]] std::string text() const;

private:
    std::string text_;
    bool in_text_ = false;
    unsigned in_sound_ = 0;
};

/// The texts that cells share by their numbers. Memory: their bytes, and 8 for each.
class WorkbookStrings {
public:
    /// \throws Error{bad_input}: damaged, or of more than 1 GiB.
    WorkbookStrings(const WorkbookPackage& package, const std::string& name);

    [[nodiscard]] std::optional<std::string_view> find(std::size_t number) const {
        return number + 1 < starts_.size()
                   ? std::optional(
                         std::string_view(characters_)
                             .substr(starts_[number], starts_[number + 1] - starts_[number]))
                   : std::nullopt;
    }

private:
    std::string characters_;
    std::vector<std::uint64_t> starts_{0};
};

}  // namespace kanon::io
