// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/dialect/text_query.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <utility>

namespace kanon::engine {
namespace {

[[noreturn]] void refuse_array() {
    throw EngineFault("the engine gives an array that is not as arrays are written", "");
}

/// Reads one element after another. Texts are appended to a storage that does not move, for it has
/// room for the whole array.
class ArrayReader {
public:
    ArrayReader(std::string_view array, std::string& storage) : left_(array), storage_(storage) {
        storage_.clear();
        storage_.reserve(array.size());
    }

    [[nodiscard]] Cell next(char opening) {
        expect(opening);
        const std::size_t begin = storage_.size();
        const bool is_quoted = !left_.empty() && left_.front() == '"';
        if (is_quoted) {
            read_quoted();
        } else {
            const std::string_view text = left_.substr(0, left_.find_first_of(",}"));
            storage_ += text;
            left_.remove_prefix(text.size());
        }
        const std::string_view text(storage_.data() + begin, storage_.size() - begin);
        return !is_quoted && text == "NULL" ? Cell() : Cell(text);
    }

    void finish() {
        expect('}');
        if (!left_.empty()) {
            refuse_array();
        }
    }

private:
    void expect(char character) {
        if (left_.empty() || left_.front() != character) {
            refuse_array();
        }
        left_.remove_prefix(1);
    }

    void read_quoted() {
        expect('"');
        while (!left_.empty() && left_.front() != '"') {
            if (left_.front() == '\\') {
                left_.remove_prefix(1);
            }
            if (left_.empty()) {
                refuse_array();
            }
            storage_ += left_.front();
            left_.remove_prefix(1);
        }
        expect('"');
    }

    std::string_view left_;
    std::string& storage_;
};

}  // namespace

void read_array(std::string_view array, std::string& storage, std::span<Cell> cells) {
    ArrayReader reader(array, storage);
    for (std::size_t place = 0; place < cells.size(); ++place) {
        cells[place] = reader.next(place == 0 ? '{' : ',');
    }
    reader.finish();
}

void query_texts(Connection& connection,
                 std::span<const std::string> expressions,
                 const std::string& from,
                 const RowTaker& take) {
    const std::string listed = fmt::format("{}", fmt::join(expressions, ", "));
    if (!connection.dialect().has_arrays) {
        connection.query("SELECT " + listed + " FROM " + from, take);
        return;
    }
    std::string storage;
    std::vector<Cell> cells(expressions.size());
    connection.query("SELECT CAST(ARRAY[" + listed + "] AS text) FROM " + from,
                     [&](std::span<const Cell> row) {
                         read_array(row.front().value_or(""), storage, cells);
                         return take(cells);
                     });
}

}  // namespace kanon::engine
