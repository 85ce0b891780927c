// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/table_content.hpp"

#include "kanon/base/sha256.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace kanon::detail {
namespace {

/// Adds up hashes of rows, so that their order does not matter.
class RowSum {
public:
    void add(std::string_view row, std::uint64_t count) {
        const auto hash = sha256_words(row);
        for (std::size_t i = 0; i < words_.size(); ++i) {
            words_[i] += count * hash[i];
        }
    }

    [[nodiscard]] std::string text() const {
        std::string out;
        for (const std::uint64_t word : words_) {
            out += std::to_string(word) + " ";
        }
        return out;
    }

private:
    std::array<std::uint64_t, 4> words_{};
};

/// A text that says where it ends.
void append(std::string& out, std::string_view text) {
    out += std::to_string(text.size());
    out += ':';
    out += text;
}

/// What the codes of a column mean, in their order.
void add_dictionary(const Dictionary& dictionary, Sha256& hash) {
    std::string text = std::to_string(dictionary.size()) + " values ";
    for (Code code = 0; code < dictionary.size(); ++code) {
        append(text, dictionary.is_missing(code) ? "" : dictionary.text(code));
    }
    hash.add(text);
}

}  // namespace

std::string content_of(const Problem& problem) {
    const Table& table = problem.table;
    Sha256 hash;
    for (const std::string_view name : table.names()) {
        std::string text;
        append(text, name);
        hash.add(text);
    }
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        add_dictionary(attribute.dictionary(), hash);
    }
    RowSum rows;
    std::string row;
    for (std::size_t i = 0; i < table.row_count(); ++i) {
        row.clear();
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            append(row, table.column(j).text(i));
        }
        rows.add(row, problem.counts.empty() ? 1 : problem.counts[i]);
    }
    hash.add(rows.text());
    return hash.hex();
}

std::string promises_of(const Problem& problem) {
    std::string out = std::to_string(problem.suppression_limit);
    for (const auto& model : problem.models) {
        append(out, model->describe());
    }
    for (const TrackedAttribute& attribute : problem.tracked) {
        append(out, attribute.name);
    }
    return out;
}

}  // namespace kanon::detail
