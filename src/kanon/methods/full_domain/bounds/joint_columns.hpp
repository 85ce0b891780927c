// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/table/code_vector.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::full_domain {

/// The columns of the row types, those of few values joined into one, and by their joint codes what
/// labels rows have at a node: hashes, costs, numbers. Attributes that are looked up together take
/// one pass over the rows.
///
/// Hashes are the same in every run. Memory: a byte or more per row type and joint column.
class JointColumns {
public:
    /// Cost O(row types * attributes). Borrows the tables.
    JointColumns(const Task& task, const LevelTables& tables);

    [[nodiscard]] std::size_t size() const { return columns_.size(); }

    /// The attributes of a column.
    [[nodiscard]] std::span<const std::size_t> attributes(std::size_t column) const {
        return columns_[column].attributes;
    }

    /// Joint codes of the row types.
    [[nodiscard]] const CodeVector& codes(std::size_t column) const {
        return columns_[column].codes;
    }

    /// Per joint code the code of the column's attribute of that place.
    [[nodiscard]] std::span<const Code> parts(std::size_t column, std::size_t place) const {
        return columns_[column].parts[place];
    }

    /// True if some attribute of the column has other levels at the two nodes.
    [[nodiscard]] bool differ(std::size_t column, const Node& from, const Node& to) const;

    /// Per joint code what the key of a row changes by from one node to another: of all labels of a
    /// row at a node the exclusive or of hashes is its key.
    void find_change(std::size_t column,
                     const Node& from,
                     const Node& to,
                     std::vector<std::uint32_t>& change) const;

    /// Per joint code the hash of its labels at a node.
    void find_hashes(std::size_t column, const Node& node, std::vector<std::uint32_t>& out) const;

    /// Per joint code what its cells cost at a node.
    void find_costs(std::size_t column, const Node& node, std::vector<Cost>& out) const;

    /// Per joint code the number of its labels at a node: the same for the same labels alone.
    void number_labels(std::size_t column, const Node& node, std::vector<std::uint32_t>& out) const;

private:
    struct Column {
        std::vector<std::size_t> attributes;
        std::vector<std::vector<Code>> parts;  ///< per attribute, per joint code
        CodeVector codes;
    };

    /// Sets `out` per joint code: from 0 on, use(attribute)(value, label) for each attribute.
    template <typename Value, typename Use>
    void gather(std::size_t column, const Node& node, std::vector<Value>& out, Use use) const;
    [[nodiscard]] static std::vector<std::vector<std::size_t>> joined(const LevelTables& tables);
    void add_column(const Task& task, std::vector<std::size_t> attributes);

    const LevelTables& tables_;
    std::vector<Column> columns_;
    std::vector<std::vector<std::vector<std::uint32_t>>> hashes_;  ///< [attribute][level][label]
};

}  // namespace kanon::full_domain
