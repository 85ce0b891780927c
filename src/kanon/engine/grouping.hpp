// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// A query for the distinct texts of some expressions with how often each row of them occurs. What
/// is of a type whose values are alike if, and only if, their texts are (Dialect::exact_types) is
/// grouped by its values, and made a text once for each group: that is cheaper.
class Grouping {
public:
    explicit Grouping(const Dialect& dialect) : dialect_(dialect) {}

    /// A further column of the answer: the text of an expression of this type, NULL where it is
    /// missing.
    void add(const std::string& expression,
             std::string_view type,
             std::span<const std::string> missing_marks = {});

    /// The query, whose last column is the count; `from` is what stands behind FROM. It may give a
    /// row of texts more than once.
    [[nodiscard]] std::string query(const std::string& from) const;

private:
    const Dialect& dialect_;
    std::size_t columns_ = 0;
    std::string grouped_;
    std::string places_;
    std::string texts_;
};

/// The types of expressions, as Dialect::type_name gives them; "" where that is not known, as in a
/// table without rows. \throws EngineFault
[[nodiscard]] std::vector<std::string> types_of(Connection& connection,
                                                std::span<const std::string> expressions,
                                                const std::string& from);

}  // namespace kanon::engine
