// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/audit/released_forest.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/grouped.hpp"
#include "kanon/base/text/count_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kanon::linked::auditing {
namespace {

/// Reads one released table.
class TableReading {
public:
    TableReading(const LinkedTables& original, std::size_t place, Table released, FaultLog& log)
        : tables_(original), original_(original.tables[place]), place_(place), log_(log) {
        out_.table = std::move(released);
    }

    ReleasedTable operator()(const std::vector<ReleasedTable>& before) {
        take_quasi_identifiers();
        take_kept();
        refuse_others();
        take_key();
        take_links(before);
        return std::move(out_);
    }

    [[nodiscard]] bool is_whole() const { return is_whole_; }

private:
    void fault(std::string_view rule, std::string_view column, const std::string& message) {
        log_.add({.row = 0, .place = place_}, rule, column, [&] {
            return "table '" + original_.name + "': " + message;
        });
    }

    std::optional<std::size_t> find(const std::string& name) {
        const auto found = out_.table.find(name);
        if (!found) {
            fault("columns", name, "the column is not in the release");
            is_whole_ = false;
        }
        return found;
    }

    void take_quasi_identifiers() {
        const Problem& problem = original_.problem;
        for (std::size_t q = 0; q < problem.columns.size(); ++q) {
            const Column& column = original_.table().column(problem.columns[q]);
            const auto found = find(column.name);
            if (!found) {
                continue;
            }
            out_.quasi_identifiers.push_back(*found);
            const Column& released = out_.table.column(*found);
            out_.read.push_back(read_domain(
                *released.dictionary, *column.dictionary, &problem.quasi_identifiers[q].hierarchy));
            const auto unreadable = std::ranges::count(out_.read.back().readable, false);
            if (unreadable > 0) {
                fault("spelling",
                      column.name,
                      fmt::format("{} of the release stand for nothing in the column",
                                  count_text(static_cast<std::uint64_t>(unreadable), "value")));
                is_whole_ = false;
            }
        }
    }

    void take_kept() {
        for (const std::size_t j : original_.kept_columns()) {
            const Column& column = original_.table().column(j);
            const auto found = find(column.name);
            if (!found) {
                continue;
            }
            out_.kept.push_back(*found);
            out_.original_kept.push_back(j);
            const Dictionary& released = *out_.table.column(*found).dictionary;
            std::vector<std::optional<Code>>& code = out_.original_code.emplace_back();
            for (Code c = 0; c < released.size(); ++c) {
                code.push_back(released.is_missing(c)
                                   ? column.dictionary->missing()
                                   : column.dictionary->find_equal(released.text(c)));
            }
        }
    }

    void refuse_others() {
        const Problem& problem = original_.problem;
        for (const std::string_view name : out_.table.names()) {
            const auto known = original_.table().find(name);
            const bool is_key = known && (original_.key == known || original_.foreign == known);
            const bool is_withheld =
                std::ranges::find(problem.unread, name) != problem.unread.end() ||
                (known && !is_key &&
                 std::ranges::find(problem.withheld, *known) != problem.withheld.end());
            if (is_withheld) {
                fault("identifying", name, "the column is identifying, and in the release");
            } else if (!known) {
                fault("columns", name, "the original has no such column");
            }
        }
    }

    void take_key() {
        if (!original_.key) {
            return;
        }
        const std::string& name = original_.table().column(*original_.key).name;
        const auto found = find(name);
        if (found && !is_key(out_.table.column(*found))) {
            fault("keys", name, "a key is missing, or stands in several rows");
            is_whole_ = false;
        }
    }

    void take_links(const std::vector<ReleasedTable>& before) {
        if (!original_.parent || !is_whole_) {
            return;
        }
        const LinkedTable& parent = tables_.tables[*original_.parent];
        const ReleasedTable& above = before[*original_.parent];
        const std::string& name = original_.table().column(*original_.foreign).name;
        const auto foreign = find(name);
        const auto key = above.table.find(parent.table().column(*parent.key).name);
        if (!foreign || !key) {
            is_whole_ = false;
            return;
        }
        try {
            out_.parent_row = join_keys(out_.table.column(*foreign),
                                        above.table.column(*key),
                                        {original_.name, parent.name});
        } catch (const Error& error) {
            fault("links", name, error.what());
            is_whole_ = false;
            return;
        }
        const auto grouped = grouped_items(
            out_.rows(), above.rows(), [&](std::size_t row) { return out_.parent_row[row]; });
        out_.by_parent = grouped.values();
        out_.first_child = grouped.starts();
    }

    const LinkedTables& tables_;
    const LinkedTable& original_;
    std::size_t place_;
    FaultLog& log_;
    ReleasedTable out_;
    bool is_whole_ = true;
};

/// A made table is not written: it has the keys that its only child has.
Table made_table(const LinkedTables& original, const std::vector<Table>& released) {
    const LinkedTable& child = original.tables[1];
    const auto foreign = released[1].find(child.table().column(*child.foreign).name);
    if (!foreign) {
        return {};
    }
    const Column& keys = released[1].column(*foreign);
    auto column = std::make_shared<Column>();
    column->name = original.root().table().column(*original.root().key).name;
    column->dictionary = keys.dictionary;
    column->storage_type = keys.storage_type;
    std::vector<bool> occurs(keys.dictionary->size());
    keys.codes.visit([&](const auto codes) {
        for (const auto code : codes) {
            occurs[code] = true;
        }
    });
    const auto rows = static_cast<std::size_t>(std::ranges::count(occurs, true));
    column->codes = CodeVector(rows, occurs.size());
    std::size_t row = 0;
    for (Code code = 0; code < occurs.size(); ++code) {
        if (occurs[code]) {
            column->codes.set(row++, code);
        }
    }
    return {{std::move(column)}, rows};
}

}  // namespace

ReleasedForest read_forest(const LinkedTables& original,
                           const std::vector<Table>& released,
                           FaultLog& log) {
    ReleasedForest out;
    out.is_whole = true;
    for (std::size_t t = 0; t < original.tables.size(); ++t) {
        const bool is_made = original.tables[t].is_made;
        TableReading reading(
            original, t, is_made ? made_table(original, released) : released[t], log);
        out.tables.push_back(reading(out.tables));
        out.is_whole = out.is_whole && reading.is_whole();
        if (!out.is_whole) {
            break;
        }
    }
    return out;
}

std::string uncovered_column(const LinkedTable& original,
                             const ReleasedTable& released,
                             std::uint32_t original_row,
                             std::uint32_t released_row,
                             Compared compared) {
    const Problem& problem = original.problem;
    for (std::size_t q = 0; q < problem.columns.size(); ++q) {
        const Column& column = original.table().column(problem.columns[q]);
        const Code code = released.table.column(released.quasi_identifiers[q]).codes[released_row];
        const ReadDomain& read = released.read[q];
        if (!covers(read.domain.values[code],
                    read.domain,
                    &problem.quasi_identifiers[q].hierarchy,
                    *column.dictionary,
                    column.codes[original_row])) {
            return column.name;
        }
    }
    const std::size_t kept = compared == Compared::all ? released.kept.size() : 0;
    for (std::size_t i = 0; i < kept; ++i) {
        const Column& column = original.table().column(released.original_kept[i]);
        const Code code = released.table.column(released.kept[i]).codes[released_row];
        if (released.original_code[i][code] != std::optional(column.codes[original_row])) {
            return column.name;
        }
    }
    return "";
}

bool row_covers(const LinkedTable& original,
                const ReleasedTable& released,
                std::uint32_t original_row,
                std::uint32_t released_row,
                Compared compared) {
    return uncovered_column(original, released, original_row, released_row, compared).empty();
}

}  // namespace kanon::linked::auditing
