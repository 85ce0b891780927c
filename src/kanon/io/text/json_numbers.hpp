// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/source_files.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace kanon::io {

/// Puts the numbers of a JSON text in quotes that DuckDB would round: those that fit no integer of
/// 64 bits and that a double reads back as others. All else stays byte for byte, so that lines are
/// where they were. The text comes in pieces that may end anywhere.
class JsonNumbers {
public:
    /// `write` is given the text, piece by piece.
    explicit JsonNumbers(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

    void eat(std::string_view bytes);

    /// The end of the text.
    void finish();

    /// True once a number was put in quotes.
    [[nodiscard]] bool any() const { return any_; }

private:
    enum class State { outside, text, escape, number };

    void end_number();
    void step(char c);

    std::function<void(std::string_view)> write_;
    State state_ = State::outside;
    std::string number_;
    bool any_ = false;
};

/// Read JSON files through copies with long numbers in quotes, if there are any: a copy is a
/// temporary file without a name, unpacked. One pass over the bytes, and one more if there are.
/// \throws Error{bad_input} if there is no room for the copies; Error{cancelled}
void keep_json_numbers(SourceFiles& source, const RunContext& context);

}  // namespace kanon::io
