// SPDX-License-Identifier: Apache-2.0
#include "support/plain_csv.hpp"

#include <cstddef>
#include <utility>

namespace kanon::test {
namespace {

class Reader {
public:
    Reader(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {}

    std::optional<std::vector<PlainRecord>> read() {
        std::vector<PlainRecord> records;
        while (at_ < text_.size()) {
            PlainRecord& record = records.emplace_back();
            do {
                PlainCell cell;
                if (!(is('"') ? read_quoted(cell) : read_bare(cell))) {
                    return std::nullopt;
                }
                record.push_back(std::move(cell));
            } while (take(delimiter_));
            if (at_ < text_.size() && !take_end_of_line()) {
                return std::nullopt;
            }
        }
        return records;
    }

private:
    [[nodiscard]] bool is(char wanted) const { return at_ < text_.size() && text_[at_] == wanted; }

    bool take(char wanted) {
        const bool found = is(wanted);
        at_ += found ? 1 : 0;
        return found;
    }

    bool take_end_of_line() {
        take('\r');
        return take('\n');
    }

    /// A cell up to its closing quote.
    bool read_quoted(PlainCell& cell) {
        std::string bytes;
        for (++at_; at_ < text_.size(); ++at_) {
            if (text_[at_] == '\0') {
                return false;
            }
            if (text_[at_] == '"') {
                ++at_;
                if (!is('"')) {
                    keep(std::move(bytes), cell);
                    return true;
                }
            }
            bytes += text_[at_];
        }
        return false;
    }

    /// A cell up to the next delimiter or end of line.
    bool read_bare(PlainCell& cell) {
        std::string bytes;
        while (at_ < text_.size() && !is(delimiter_) && !is('\n') && !is('\r')) {
            if (is('"') || is('\0')) {
                return false;
            }
            bytes += text_[at_++];
        }
        keep(std::move(bytes), cell);
        return true;
    }

    static void keep(std::string bytes, PlainCell& cell) {
        if (!bytes.empty()) {
            cell = std::move(bytes);
        }
    }

    std::string_view text_;
    char delimiter_;
    std::size_t at_ = 0;
};

}  // namespace

std::optional<std::vector<PlainRecord>> plain_csv(std::string_view text, char delimiter) {
    return Reader(text, delimiter).read();
}

}  // namespace kanon::test
