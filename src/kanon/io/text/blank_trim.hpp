// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kanon::io {

/// Takes the blanks between delimiters and the cells behind them out of a text table, those within
/// quotes left alone: `39, "a, b"` becomes `39,"a, b"`. Lines stay where they were. The text comes
/// in pieces that may end anywhere.
class BlankTrimmer {
public:
    /// `write` is given the text, a piece for each that is eaten.
    BlankTrimmer(char delimiter,
                 std::optional<char> quote,
                 std::function<void(std::string_view)> write);

    void eat(std::string_view bytes);

    /// True if blanks stood behind 19 of 20 delimiters of what was eaten, those with an empty cell
    /// behind them aside.
    [[nodiscard]] bool found_blanks() const;

private:
    enum class State : std::uint8_t { line_start, cell_start, bare, quoted, closed };

    State next(char c);

    char delimiter_;
    std::optional<char> quote_;
    std::function<void(std::string_view)> write_;
    std::string kept_;  ///< of the piece that is eaten
    State state_ = State::line_start;
    bool blank_here_ = false;    ///< a blank was taken out before the cell that begins
    std::uint64_t cells_ = 0;    ///< that begin behind a delimiter and are not empty
    std::uint64_t trimmed_ = 0;  ///< of them those with blanks before
};

}  // namespace kanon::io
