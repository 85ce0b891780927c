// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <cstddef>
#include <string>

namespace kanon::places {

/// The lines of a file, a pipe or standard input (`-`), as they come.
class LineSource {
public:
    static constexpr std::size_t kLongest = std::size_t{1} << 20U;  ///< bytes of a line

    /// `context` must outlive the source. \throws Error{bad_input}
    LineSource(const std::string& path, const RunContext& context);
    ~LineSource();
    LineSource(const LineSource&) = delete;
    LineSource(LineSource&&) = delete;
    LineSource& operator=(const LineSource&) = delete;
    LineSource& operator=(LineSource&&) = delete;

    /// True if the next line is here already.
    [[nodiscard]] bool has_line() const;

    /// Wait for the next line, without its end (LF or CRLF); false at the end of the input. A last
    /// line needs no end. Of a line much longer than kLongest comes an empty one.
    /// \throws Error: bad_input, it cannot be read; cancelled
    bool next(std::string& line);

private:
    bool fill();

    std::string path_;
    const RunContext& context_;
    int descriptor_;
    std::string buffer_;
    std::size_t used_ = 0;  ///< of the buffer
    bool ended_ = false;
    bool is_too_long_ = false;  ///< the line that comes
};

}  // namespace kanon::places
