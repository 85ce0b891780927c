// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/dialect/column_types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// Some text does not come as the engine has it.
class CutText : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Asks for the distinct texts of some expressions with how often each row of them occurs. What
/// is of a type whose values are alike if, and only if, their texts are (Dialect::exact_types) is
/// grouped by its values, and made a text once for each group: that is cheaper.
class Grouping {
public:
    /// Whether the engine is asked how many bytes texts have.
    enum class Check : std::uint8_t { none, bytes };

    explicit Grouping(const Dialect& dialect, Check check = Check::none)
        : dialect_(dialect), check_(check) {}

    /// What a group has in one place.
    struct Grouped {
        std::string value;  ///< as it was grouped: a value of an exact type, or the text
        std::string text;   ///< NULL where it is missing
    };

    /// Group by an expression of this type.
    Grouped group(const std::string& expression,
                  const ColumnType& type,
                  std::span<const std::string> missing_marks = {});

    /// A further column of the answer: a text of what is grouped and joined.
    void show(const std::string& expression) { shown_.push_back(expression); }

    /// Group by, and show, a text column of a private table, whose texts are alike if every byte
    /// is.
    void add_own(const std::string& column);

    /// Group by an expression, and show its text.
    void add(const std::string& expression,
             const ColumnType& type,
             std::span<const std::string> missing_marks = {});

    /// The groups alone, as grouped, with `kanon_count`; `from` is what stands behind FROM.
    [[nodiscard]] std::string groups(const std::string& from) const;

    /// Take the columns of the answer, the count last; `groups` is a table that groups() made,
    /// `joined` what it is joined with. A row of texts may come more than once. Where bytes
    /// are checked, the texts of each row have as many as the engine counts.
    /// \throws as Connection::query(); CutText
    void query_of(Connection& connection,
                  const std::string& groups,
                  const std::string& joined,
                  const RowTaker& take) const;

    /// Both in one.
    void query(Connection& connection, const std::string& from, const RowTaker& take) const {
        query_of(connection, "(" + groups(from) + ")", "", take);
    }

private:
    /// Group by an expression as it is; the name that it has among the groups.
    std::string grouped_as(const std::string& expression);

    /// A column that is grouped, and shown, as a text.
    struct Text {
        std::size_t place = 0;  ///< among those that are shown
        std::string name;
    };

    /// Refuse a row whose texts have other bytes. \throws CutText
    void check(const Cell& counted, std::span<const Cell> row) const;

    /// An expression on a row of groups(): the bytes that the engine counts in its texts.
    [[nodiscard]] std::string bytes() const;

    const Dialect& dialect_;
    Check check_;
    std::size_t columns_ = 0;
    std::string grouped_;
    std::string places_;
    std::vector<Text> texts_;
    std::vector<std::string> shown_;
};

}  // namespace kanon::engine
