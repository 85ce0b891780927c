// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/map_tables.hpp"

#include "kanon/engine/release/row_writer.hpp"

#include <fmt/format.h>

#include <utility>

namespace kanon::engine {
namespace {

using Value = RowWriter::Value;

/// Makes the tables of one map.
class MapSending {
public:
    MapSending(PrivateTables& tables,
               const Table& original,
               const Table& release,
               const ReleaseMap& map,
               std::uint64_t tuples_before)
        : tables_(tables),
          dialect_(tables.connection().dialect()),
          number_(dialect_.count_type),
          text_(dialect_.text_type),
          original_(original),
          release_(release),
          map_(map),
          tuples_before_(tuples_before) {}

    /// A table of such columns, to be filled.
    struct Filled {
        std::string name;
        RowWriter writer;
    };

    [[nodiscard]] KeyTable send_keys(std::span<const ColumnType> types) {
        KeyTable out;
        Columns columns{{"kanon_type", number_}};
        if (!map_.by_place) {
            columns.emplace_back("tuple", number_);
        }
        std::vector<std::string> names;
        for (const std::size_t column : map_.keys) {
            const bool is_native = is_exact_type(dialect_, types[column].name) &&
                                   !original_.column(column).dictionary->missing().has_value();
            names.push_back(fmt::format("k{}", out.keys.size()));
            columns.emplace_back(names.back(), is_native ? types[column].name : text_);
            out.keys.push_back({.column = column, .is_native = is_native});
        }
        Filled filled = make(columns);
        for (const ReleaseMap::Entry& entry : map_.entries) {
            if (entry.key == out.original.size()) {
                send_key(entry, filled.writer);
                out.original.push_back(entry.original);
            }
        }
        filled.writer.finish();
        tables_.index(filled.name, names, true);
        out.table = std::move(filled.name);
        return out;
    }

    [[nodiscard]] std::string send_entries() {
        Filled filled = make({{"kanon_type", number_},
                              {"first_place", number_},
                              {"last_place", number_},
                              {"tuple", number_}});
        for (const ReleaseMap::Entry& entry : map_.entries) {
            if (entry.tuple != ReleaseMap::kLeftOut) {
                filled.writer.add(std::vector<Value>{
                    std::uint64_t{entry.key}, entry.first, entry.last, number_of(entry)});
            }
        }
        filled.writer.finish();
        tables_.index(filled.name, {"kanon_type"}, false);
        return std::move(filled.name);
    }

    [[nodiscard]] std::string send_tuples() {
        Columns columns{{"tuple", number_}, {"suppressed", number_}};
        for (std::size_t place = 0; place < map_.recoded.size(); ++place) {
            columns.emplace_back(fmt::format("r{}", place), text_);
        }
        Filled filled = make(columns);
        std::vector<Value> values;
        for (std::size_t tuple = 0; tuple < map_.row_of_tuple.size(); ++tuple) {
            values.assign(
                {tuples_before_ + tuple + 1, std::uint64_t{map_.is_suppressed[tuple] ? 1U : 0U}});
            for (const std::size_t column : map_.recoded) {
                values.emplace_back(release_.column(column).text(map_.row_of_tuple[tuple]));
            }
            filled.writer.add(values);
        }
        filled.writer.finish();
        tables_.index(filled.name, {"tuple"}, false);
        return std::move(filled.name);
    }

    [[nodiscard]] std::string send_values(const ReleaseMap::Other& other) {
        Filled filled = make({{"k", text_}, {"v", text_}});
        const Dictionary& dictionary = *original_.column(other.original).dictionary;
        for (Code code = 0; code < other.text_of_code.size(); ++code) {
            filled.writer.add(std::vector<Value>{dictionary.text(code), other.text_of_code[code]});
        }
        filled.writer.finish();
        tables_.index(filled.name, {"k"}, true);
        return std::move(filled.name);
    }

private:
    using Columns = std::vector<std::pair<std::string, std::string>>;

    [[nodiscard]] Filled make(const Columns& columns) {
        std::string listed;
        std::vector<std::string> types;
        for (const auto& [name, type] : columns) {
            listed += fmt::format("{}{} {}", listed.empty() ? "" : ", ", name, type);
            types.push_back(type);
        }
        std::string name = tables_.make(listed);
        RowWriter writer(tables_.connection(), name, types);
        return {.name = std::move(name), .writer = std::move(writer)};
    }

    [[nodiscard]] std::uint64_t number_of(const ReleaseMap::Entry& entry) const {
        return entry.tuple == ReleaseMap::kLeftOut ? 0 : tuples_before_ + entry.tuple + 1;
    }

    void send_key(const ReleaseMap::Entry& entry, RowWriter& writer) {
        values_.assign({std::uint64_t{entry.key}});
        if (!map_.by_place) {
            values_.emplace_back(number_of(entry));
        }
        for (const std::size_t column : map_.keys) {
            values_.emplace_back(original_.column(column).text(entry.original));
        }
        writer.add(values_);
    }

    PrivateTables& tables_;
    const Dialect& dialect_;
    std::string number_;
    std::string text_;
    const Table& original_;
    const Table& release_;
    const ReleaseMap& map_;
    std::uint64_t tuples_before_;
    std::vector<Value> values_;
};

}  // namespace

MapTables make_map_tables(PrivateTables& tables,
                          std::span<const ColumnType> types,
                          const Table& original,
                          const Table& release,
                          const ReleaseMap& map,
                          std::uint64_t tuples_before) {
    MapSending sending(tables, original, release, map, tuples_before);
    MapTables out{.keys = sending.send_keys(types),
                  .entries = map.by_place ? sending.send_entries() : "",
                  .tuples = sending.send_tuples(),
                  .values = {}};
    for (const ReleaseMap::Other& other : map.others) {
        out.values.push_back(other.text_of_code.empty() ? "" : sending.send_values(other));
    }
    return out;
}

}  // namespace kanon::engine
