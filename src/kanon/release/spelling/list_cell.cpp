// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/spelling/list_cell.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace kanon {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr char kQuote = '"';

std::string_view without_blanks(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    return begin == std::string_view::npos
               ? std::string_view()
               : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// Reads a cell from front to back.
class ListReader {
public:
    ListReader(std::string_view cell, std::string_view separator)
        : rest_(cell), separator_(separator) {}

    [[nodiscard]] bool done() const { return done_; }

    /// The next item, "" if there is none between two separators; none: it is malformed.
    std::optional<std::string> next() {
        skip_blanks();
        if (!rest_.empty() && rest_.front() == kQuote) {
            return quoted();
        }
        const std::size_t end = rest_.find(separator_);
        std::string item(without_blanks(rest_.substr(0, end)));
        cut(end);
        return item;
    }

private:
    /// Blanks that are no separator themselves.
    void skip_blanks() {
        while (!rest_.empty() && kBlanks.find(rest_.front()) != std::string_view::npos &&
               !rest_.starts_with(separator_)) {
            rest_.remove_prefix(1);
        }
    }

    void cut(std::size_t end) {
        done_ = end == std::string_view::npos;
        rest_ = done_ ? std::string_view() : rest_.substr(end + separator_.size());
    }

    std::optional<std::string> quoted() {
        std::string item;
        std::size_t at = 1;
        for (; at < rest_.size(); ++at) {
            if (rest_[at] != kQuote) {
                item += rest_[at];
            } else if (at + 1 < rest_.size() && rest_[at + 1] == kQuote) {
                item += rest_[at++];
            } else {
                break;
            }
        }
        if (at == rest_.size()) {
            return std::nullopt;
        }
        rest_.remove_prefix(at + 1);
        const std::size_t end = rest_.find(separator_);
        if (!without_blanks(rest_.substr(0, end)).empty()) {
            return std::nullopt;
        }
        cut(end);
        return item;
    }

    std::string_view rest_;
    std::string_view separator_;
    bool done_ = false;
};

bool needs_quotes(std::string_view item, std::string_view separator) {
    return item.find(separator) != std::string_view::npos ||
           (!item.empty() && item.front() == kQuote) || without_blanks(item) != item;
}

}  // namespace

std::optional<std::vector<std::string>> split_list(std::string_view cell,
                                                   std::string_view separator) {
    std::vector<std::string> out;
    ListReader reader(cell, separator);
    while (!reader.done()) {
        std::optional<std::string> item = reader.next();
        if (!item) {
            return std::nullopt;
        }
        if (!item->empty()) {
            out.push_back(std::move(*item));
        }
    }
    return out;
}

std::string join_list(std::span<const std::string_view> items, std::string_view separator) {
    std::string out;
    bool first = true;
    for (const std::string_view item : items) {
        out += first ? std::string_view() : separator;
        first = false;
        if (!needs_quotes(item, separator)) {
            out += item;
            continue;
        }
        out += kQuote;
        for (const char c : item) {
            out += c == kQuote ? "\"\"" : std::string(1, c);
        }
        out += kQuote;
    }
    return out;
}

std::string find_separator(const Dictionary& cells) {
    constexpr std::array<std::string_view, 5> kKnown{";", "|", ",", "\t", " "};
    constexpr std::size_t kSure = 3;  // blanks are in items, too
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < kKnown.size() && (i < kSure || most == 0); ++i) {
        std::size_t found = 0;
        for (Code code = 0; code < cells.size(); ++code) {
            const auto items = split_list(cells.text(code), kKnown[i]);
            found += items && items->size() > 1 ? 1U : 0U;
        }
        if (found > most) {
            most = found;
            best = i;
        }
    }
    return std::string(kKnown[best]);
}

}  // namespace kanon
