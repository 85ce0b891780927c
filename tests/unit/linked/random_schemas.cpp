// SPDX-License-Identifier: Apache-2.0
#include "random_schemas.hpp"

#include "kanon/table/column.hpp"
#include "kanon/table/row_order.hpp"
#include "kanon/table/table_builder.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>

namespace kanon::linked::test {
namespace {

const std::vector<std::string> kWords{"ash", "birch", "cedar", "elm", "fir"};

/// Draws the columns of one table.
class TableMaker {
public:
    TableMaker(Random& random, std::size_t rows) : random_(random), rows_(rows) {}

    void add_keys(const std::string& name) {
        std::vector<std::string> keys;
        keys.reserve(rows_);
        for (std::size_t row = 0; row < rows_; ++row) {
            keys.push_back("k" + std::to_string(1000 + row));
        }
        builder_.add_text(name, keys);
    }

    void add_parents(const std::string& name, const std::vector<std::size_t>& parents) {
        std::vector<std::string> keys;
        keys.reserve(parents.size());
        for (const std::size_t parent : parents) {
            keys.push_back("k" + std::to_string(1000 + parent));
        }
        builder_.add_text(name, keys);
    }

    void add_number(const std::string& name) {
        std::vector<std::int64_t> values;
        const std::uint64_t domain = 2 + random_.below(12);
        for (std::size_t row = 0; row < rows_; ++row) {
            values.push_back(static_cast<std::int64_t>(20 + random_.below(domain)));
        }
        builder_.add_integers(name, values);
    }

    void add_word(const std::string& name, bool may_miss) {
        std::vector<std::string> values;
        const std::uint64_t domain = 1 + random_.below(kWords.size());
        for (std::size_t row = 0; row < rows_; ++row) {
            const bool is_missing = may_miss && random_.below(6) == 0;
            values.push_back(is_missing ? "" : kWords[random_.below(domain)]);
        }
        builder_.add_text(name, values);
    }

    Table finish() { return builder_.finish(); }

private:
    Random& random_;
    std::size_t rows_;
    TableBuilder builder_;
};

std::vector<std::size_t> draw_parents(Random& random, std::size_t parents, std::size_t most) {
    std::vector<std::size_t> out;
    for (std::size_t parent = 0; parent < parents; ++parent) {
        out.insert(out.end(), random.below(most + 1), parent);
    }
    if (out.empty()) {
        out.push_back(0);
    }
    return out;
}

/// A table of a tree with its lines in the policy.
std::string policy_lines(std::size_t table,
                         std::size_t parent,
                         const std::vector<std::string>& quasi_identifiers,
                         const std::string& model) {
    const std::string t = std::to_string(table);
    std::string out = "  t" + t + ": {file: t" + t + ".csv, key: id" + t;
    if (table > 0) {
        out += ", of: t" + std::to_string(parent) + ", by: up" + t;
    }
    out += ", attributes: {secret: {role: " +
           std::string(model.empty() ? "insensitive" : "sensitive") + "}";
    for (const std::string& name : quasi_identifiers) {
        out += ", " + name + ": {role: quasi-identifying}";
    }
    out += "}";
    out += model.empty() ? "" : ", privacy: {" + model + "}";
    return out + "}\n";
}

std::vector<std::vector<std::string>> rows_of(const std::string& text) {
    std::vector<std::vector<std::string>> out;
    std::istringstream rows(text);
    for (std::string row; std::getline(rows, row, ';');) {
        std::istringstream cells(row);
        std::vector<std::string>& to = out.emplace_back();
        for (std::string cell; cells >> cell;) {
            to.push_back(cell);
        }
    }
    return out;
}

std::vector<std::string> column_of(const std::vector<std::vector<std::string>>& rows,
                                   std::size_t at) {
    std::vector<std::string> out;
    out.reserve(rows.size());
    for (const auto& row : rows) {
        out.push_back(row.at(at));
    }
    return out;
}

std::vector<std::string> numbered(char letter, std::size_t count) {
    std::vector<std::string> out;
    for (std::size_t i = 1; i <= count; ++i) {
        out.push_back(letter + std::to_string(i));
    }
    return out;
}

}  // namespace

SchemaPolicy MadeSchema::schema() const {
    return parse_schema_policy(policy, "schema.yaml", "");
}

LinkedTables MadeSchema::read() const {
    return read_linked(schema(), {}, {}, tables);
}

MadeSchema random_schema(const SchemaShape& shape, std::uint64_t seed) {
    Random random(seed * 7919 + 17);
    MadeSchema out;
    out.policy = "schema:\n";
    const std::size_t tables = 2 + random.below(shape.most_tables - 1);
    std::vector<std::size_t> rows;
    for (std::size_t t = 0; t < tables; ++t) {
        const std::size_t parent = t == 0 ? 0 : random.below(t);
        std::vector<std::size_t> parents;
        if (t == 0) {
            rows.push_back(shape.fewest_subjects +
                           random.below(shape.most_subjects - shape.fewest_subjects + 1));
        } else {
            parents = draw_parents(random, rows[parent], shape.most_children);
            rows.push_back(parents.size());
        }
        TableMaker made(random, rows[t]);
        made.add_keys("id" + std::to_string(t));
        if (t > 0) {
            made.add_parents("up" + std::to_string(t), parents);
        }
        std::vector<std::string> quasi_identifiers;
        const std::size_t columns = random.below(3) + (t == 0 ? 1 : 0);
        for (std::size_t j = 0; j < columns; ++j) {
            quasi_identifiers.push_back("q" + std::to_string(j));
            random.below(2) == 0 ? made.add_number(quasi_identifiers.back())
                                 : made.add_word(quasi_identifiers.back(), random.below(2) == 0);
        }
        made.add_word("secret", false);
        out.tables.push_back(made.finish());
        out.policy += policy_lines(t, parent, quasi_identifiers, t == 1 ? shape.model : "");
    }
    out.policy += "privacy: {k-anonymity: " + std::to_string(2 + random.below(3)) +
                  "}\nsuppression: {max: 100%}\n";
    return out;
}

MadeSchema small_hospital(const std::string& persons,
                          const std::string& stays,
                          const std::string& promises) {
    const auto of_persons = rows_of(persons);
    const auto of_stays = rows_of(stays);
    std::vector<std::int64_t> ages;
    for (const std::string& age : column_of(of_persons, 0)) {
        ages.push_back(std::stoll(age));
    }
    std::vector<std::string> pids;
    for (const std::string& whose : column_of(of_stays, 0)) {
        pids.push_back("p" + whose);
    }
    MadeSchema out;
    out.tables.push_back(TableBuilder()
                             .add_text("pid", numbered('p', of_persons.size()))
                             .add_integers("age", ages)
                             .add_text("sex", column_of(of_persons, 1))
                             .finish());
    out.tables.push_back(TableBuilder()
                             .add_text("stay", numbered('s', of_stays.size()))
                             .add_text("pid", pids)
                             .add_text("ward", column_of(of_stays, 1))
                             .add_text("diagnosis", column_of(of_stays, 2))
                             .finish());
    out.policy =
        "schema:\n"
        "  persons: {file: persons.csv, key: pid, attributes: {age: {role: quasi-identifying}, "
        "sex: {role: quasi-identifying}}}\n"
        "  stays: {file: stays.csv, key: stay, of: persons, by: pid, attributes: {ward: {role: "
        "quasi-identifying}, diagnosis: {role: sensitive}}}\n" +
        promises + "\n";
    return out;
}

std::vector<std::string> cells_of(const Table& table, const std::string& column) {
    const Column& of = table.column(*table.find(column));
    std::vector<std::string> out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out.emplace_back(of.text(row));
    }
    return out;
}

Table with_cell(const Table& table,
                const std::string& column,
                std::size_t row,
                const std::string& text) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        columns.push_back(table.shared_column(j));
        if (table.column(j).name == column) {
            std::vector<std::string> cells = cells_of(table, column);
            cells.at(row) = text;
            columns.back() = TableBuilder().add_text(column, cells).finish().shared_column(0);
        }
    }
    return {std::move(columns), table.row_count()};
}

Table without_row(const Table& table, std::size_t row) {
    std::vector<std::uint32_t> rows(table.row_count());
    std::iota(rows.begin(), rows.end(), 0U);
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(row));
    return reordered(table, rows);
}

}  // namespace kanon::linked::test
