// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// True if no two values of a type, as Dialect::type_name gives it, that the engine takes for alike
/// have different texts.
[[nodiscard]] bool is_exact_type(const Dialect& dialect, std::string_view type);

/// Asks for the distinct texts of some expressions with how often each row of them occurs. What
/// is of a type whose values are alike if, and only if, their texts are (Dialect::exact_types) is
/// grouped by its values, and made a text once for each group: that is cheaper.
class Grouping {
public:
    explicit Grouping(const Dialect& dialect) : dialect_(dialect) {}

    /// What a group has in one place.
    struct Grouped {
        std::string value;  ///< as it was grouped: a value of an exact type, or the text
        std::string text;   ///< NULL where it is missing
    };

    /// Group by an expression of this type.
    Grouped group(const std::string& expression,
                  std::string_view type,
                  std::span<const std::string> missing_marks = {});

    /// A further column of the answer: a text of what is grouped and joined.
    void show(const std::string& expression) { shown_.push_back(expression); }

    /// Group by, and show, a text column of a private table, whose texts are alike if every byte
    /// is.
    void add_own(const std::string& column);

    /// Group by an expression, and show its text.
    void add(const std::string& expression,
             std::string_view type,
             std::span<const std::string> missing_marks = {}) {
        show(group(expression, type, missing_marks).text);
    }

    /// The groups alone, as grouped, with `kanon_count`; `from` is what stands behind FROM.
    [[nodiscard]] std::string groups(const std::string& from) const;

    /// Take the columns of the answer, the count last; `groups` is a table that groups() made,
    /// `joined` what it is joined with. A row of texts may come more than once.
    /// \throws as Connection::query()
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

    const Dialect& dialect_;
    std::size_t columns_ = 0;
    std::string grouped_;
    std::string places_;
    std::vector<std::string> shown_;
};

/// The types of expressions, as Dialect::type_name gives them; "" where that is not known, as in a
/// table without rows. \throws EngineFault
[[nodiscard]] std::vector<std::string> types_of(Connection& connection,
                                                std::span<const std::string> expressions,
                                                const std::string& from);

}  // namespace kanon::engine
