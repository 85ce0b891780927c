// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/written_release.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/engine/release/written_pairs.hpp"
#include "kanon/engine/rows/read_rows.hpp"
#include "kanon/table/row_order.hpp"

#include "unit/engine/engine_test.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace kanon::engine {
namespace {

using testing_with::engine_name;
using testing_with::engines;
using testing_with::EngineTest;
using testing_with::Rows;

using Text = std::optional<std::string>;

std::vector<std::string> cells_of(const Table& table, std::size_t row) {
    std::vector<std::string> out;
    for (std::size_t column = 0; column < table.column_count(); ++column) {
        out.emplace_back(table.column(column).text(row));
    }
    return out;
}

void replace(std::string& text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what)) {
        text.replace(at, what.size(), by);
    }
}

Rows rows_of(const Table& table) {
    Rows out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out.push_back(cells_of(table, row));
    }
    std::ranges::sort(out);
    return out;
}

/// A table in an engine, what was counted of it, and a release that was decided on.
class WrittenReleases : public EngineTest {
protected:
    void SetUp() override {
        EngineTest::SetUp();
        if (IsSkipped()) {
            return;
        }
        connection_ = open();
        drop_all();
        make_rows();
    }

    void TearDown() override {
        if (connection_) {
            drop_all();
        }
        connection_.reset();
        EngineTest::TearDown();
    }

    void drop_all() const {
        for (const SourceAddress& table : {kSource, kTarget}) {
            connection_->clean_up("DROP VIEW IF EXISTS " + quoted("kanon view"));
            connection_->clean_up("DROP TABLE IF EXISTS " + quoted(table.table));
        }
    }

    [[nodiscard]] std::string quoted(const std::string& name) const {
        return quoted_name(connection_->dialect(), name);
    }

    void make_rows() const {
        make_table(*connection_,
                   quoted(kSource.table),
                   {{"id", "INTEGER"},
                    {quoted(kColumns[0]), "INTEGER"},
                    {quoted(kColumns[1]), "VARCHAR(40)"},
                    {quoted(kColumns[2]), "VARCHAR(40)"}});
        const std::vector<Text> zips{"a", "A", "a ", "'; DROP TABLE x; --", "\U0001F600", "", {}};
        const std::vector<Text> diagnoses{"flu", "*", "\\*", "1.50", "1.5", {}};
        std::mt19937_64 random(1);
        std::string values;
        const auto cell = [&](const std::vector<Text>& of) {
            const Text& text = of[random() % of.size()];
            return text ? literal(connection_->dialect(), *text) : std::string("NULL");
        };
        for (int row = 0; row < 200; ++row) {
            const std::string age = row % 17 == 0 ? "NULL" : std::to_string(20 + random() % 30);
            values += (row == 0 ? "(" : ", (") + std::to_string(row) + ", " + age + ", " +
                      cell(zips) + ", " + cell(diagnoses) + ")";
        }
        connection_->execute("INSERT INTO " + quoted(kSource.table) + " VALUES " + values);
    }

    [[nodiscard]] EngineTable read() const {
        return read_rows(std::array{SourcePart{connection_.get(), kSource}},
                         {.find_values = false, .skip = {"id"}});
    }

    [[nodiscard]] static Rows single_rows(const EngineTable& counted) {
        return rows_of(row_by_row(counted).read.table);
    }

    [[nodiscard]] std::unique_ptr<Result> decide(const EngineTable& original,
                                                 const Policy& policy) const {
        return anonymize(
            original.read.table, policy, context_, {.secret_seed = 1, .counts = original.counts});
    }

    [[nodiscard]] static ReleaseMap map_of(const EngineTable& original, const Result& result) {
        return map_release(original.read.table,
                           original.counts,
                           result.whole().release,
                           result.problem->columns,
                           1);
    }

    [[nodiscard]] static Rows released_of(const Result& result) {
        return rows_of(repeated(result.whole().release.table, result.whole().release.counts));
    }

    [[nodiscard]] static Policy policy() {
        Policy out;
        for (const std::size_t place : {0U, 1U}) {
            out.attribute(kColumns[place]).role = Role::quasi_identifying;
        }
        out.attribute(kColumns[2]).role = Role::sensitive;
        out.require(
            {.model = "k-anonymity", .parameters = {{"k", 4}}, .attribute = "", .kind = ""});
        return out;
    }

    /// Decide by the plain policy, and write.
    [[nodiscard]] WrittenRelease write(PrivateTables& tables, const EngineTable& original) const {
        const auto result = decide(original, policy());
        const KeyedRows rows = key_rows(tables, kSource, kColumns, has_keys());
        return write_release(tables,
                             rows,
                             original.read.table,
                             result->whole().release.table,
                             map_of(original, *result),
                             true);
    }

    /// Decide, write, read back, publish; what was written is what was decided.
    void expect_written(const Policy& policy,
                        const SourceAddress& source,
                        bool own_keys,
                        bool replaces = false) {
        const EngineTable original = read();
        const auto result = decide(original, policy);
        const ReleaseMap map = map_of(original, *result);
        EXPECT_EQ(has_row_keys(*connection_, source), own_keys);
        PrivateTables tables(*connection_, "");
        const KeyedRows rows = key_rows(tables, source, kColumns, own_keys);
        const WrittenRelease written = write_release(
            tables, rows, original.read.table, result->whole().release.table, map, true);
        const WrittenRows found = read_written(
            std::array{WrittenPart{&tables, rows, written}}, original.read.table, original.counts);
        EXPECT_EQ(rows_of(repeated(found.released, found.counts)), released_of(*result));
        expect_pairs(found, result->whole().release, map);
        place(tables, written, kTarget, replaces);
        tables.commit();
        tables.finish();
        EXPECT_EQ(released_rows(), released_of(*result));
        EXPECT_EQ(private_tables(), 0);
    }

    /// Where rows alike are released alike, the pairs are the rows of the release.
    static void expect_pairs(const WrittenRows& found,
                             const Release& decided,
                             const ReleaseMap& map) {
        EXPECT_EQ(std::ranges::is_sorted(found.original_row), true);
        if (map.by_place) {
            return;
        }
        EXPECT_EQ(found.counts, decided.counts);
        for (std::uint32_t row = 0; row < found.released.row_count(); ++row) {
            EXPECT_EQ(cells_of(found.released, row), cells_of(decided.table, row));
            EXPECT_EQ(found.original_row[row],
                      decided.original_row.empty() ? row : decided.original_row[row]);
        }
    }

    [[nodiscard]] Rows released_rows() const {
        std::string texts;
        for (const std::string& name : kColumns) {
            texts += (texts.empty() ? "" : ", ") + key_of(connection_->dialect(), quoted(name), {});
        }
        Rows out;
        connection_->query("SELECT " + texts + " FROM " + quoted(kTarget.table),
                           [&](std::span<const Cell> cells) {
                               out.emplace_back();
                               for (const Cell& cell : cells) {
                                   out.back().emplace_back(cell.value_or(""));
                               }
                           });
        std::ranges::sort(out);
        return out;
    }

    [[nodiscard]] int private_tables() const {
        const bool sqlite = connection_->dialect().name == "sqlite";
        const std::string from = sqlite ? "(SELECT name AS table_name FROM sqlite_master) n"
                                        : "information_schema.tables";
        int found = 0;
        connection_->query("SELECT table_name FROM " + from, [&](std::span<const Cell> cells) {
            found += cells[0].value_or("").starts_with("kanon_") ? 1 : 0;
        });
        return found;
    }

    [[nodiscard]] bool has_keys() const { return !connection_->dialect().row_key.empty(); }

    inline static const SourceAddress kSource{.table = "kanon \"; DROP`t"};
    inline static const SourceAddress kTarget{.table = "freed \"'`; t"};
    inline static const std::vector<std::string> kColumns{"age", "Größe \"'`;x", "diagnosis"};
    std::unique_ptr<Connection> connection_;
};

TEST_P(WrittenReleases, AreWhatWasDecided) {
    expect_written(policy(), kSource, has_keys());
}

TEST_P(WrittenReleases, StarSuppressedRows) {
    Policy strict = policy();
    strict.method = "datafly";
    strict.suppression = SuppressionLimit::parse("50%");
    expect_written(strict, kSource, has_keys());
}

TEST_P(WrittenReleases, LeaveOutSuppressedRows) {
    Policy strict = policy();
    strict.method = "datafly";
    strict.suppression = SuppressionLimit::parse("50%");
    strict.suppressed = SuppressedRows::drop;
    expect_written(strict, kSource, has_keys());
}

TEST_P(WrittenReleases, TellRowsAlikeApartByTheirPlace) {
    Policy freeform = policy();
    freeform.recoding_model = RecodingModel::freeform;
    expect_written(freeform, kSource, has_keys());
}

TEST_P(WrittenReleases, CodeValuesAndKeepTheRest) {
    Policy coded = policy();
    coded.attribute(kColumns[0]).coding.top = "40";
    expect_written(coded, kSource, has_keys());
}

TEST_P(WrittenReleases, AreOfViewsAndQueriesToo) {
    connection_->execute("CREATE VIEW " + quoted("kanon view") + " AS SELECT * FROM " +
                         quoted(kSource.table));
    expect_written(policy(), {.table = "kanon view"}, false);
    drop_all();
    make_rows();
    expect_written(policy(), {.query = "SELECT * FROM " + quoted(kSource.table)}, false);
}

TEST_P(WrittenReleases, ReplaceATableThatIsThere) {
    make_table(*connection_, quoted(kTarget.table), {{"x", "INTEGER"}});
    expect_written(policy(), kSource, has_keys(), true);
}

TEST_P(WrittenReleases, AreTakenBackUntilTheyAreFinished) {
    make_table(*connection_, quoted(kTarget.table), {{"x", "INTEGER"}});
    {
        PrivateTables tables(*connection_, "");
        const WrittenRelease written = write(tables, read());
        place(tables, written, kTarget, true);
        if (!connection_->dialect().ddl_rolls_back) {
            tables.commit();  // else both change places for good, in one transaction
        }
    }
    EXPECT_EQ(connection_->columns("SELECT * FROM " + quoted(kTarget.table)),
              std::vector<std::string>{"x"});
    EXPECT_EQ(private_tables(), 0);
}

TEST_P(WrittenReleases, LeaveNothingWhereTheyAreGivenUp) {
    {
        PrivateTables tables(*connection_, "");
        static_cast<void>(write(tables, read()));
        cancel_ = true;
    }
    cancel_ = false;
    EXPECT_EQ(private_tables(), 0);
}

TEST_P(WrittenReleases, LeaveNoRowsInWhatADropCanBringBack) {
    if (connection_->dialect().before_drop.empty()) {
        GTEST_SKIP() << "skipped: the engine does not bring dropped tables back";
    }
    expect_written(policy(), kSource, has_keys());
    {
        PrivateTables tables(*connection_, "");
        static_cast<void>(write(tables, read()));
    }
    const Rows dropped = rows(
        *connection_, "SELECT table, uuid FROM system.dropped_tables WHERE table LIKE 'kanon%'");
    EXPECT_GE(dropped.size(), 8U);
    for (const std::vector<std::string>& table : dropped) {
        const std::string name = table[0].substr(1, table[0].size() - 2);
        connection_->execute("UNDROP TABLE " + name + " UUID " + table[1]);
        EXPECT_EQ(rows(*connection_, "SELECT count(*) FROM " + name), (Rows{{"'0'"}}));
    }
}

TEST_P(WrittenReleases, ChangedRowsAreRefused) {
    const EngineTable original = read();
    const auto result = decide(original, policy());
    const ReleaseMap map = map_of(original, *result);
    const std::string table = quoted(kSource.table);
    const Dialect& dialect = connection_->dialect();
    for (const std::string& change : {changing(dialect, table, "age = age + 1", "id = 3"),
                                      changing(dialect, table, "age = 99", "id = 3"),
                                      "DELETE FROM " + table + " WHERE id = 3"}) {
        drop_all();
        make_rows();
        connection_->execute(change);
        PrivateTables tables(*connection_, "");
        const KeyedRows rows = key_rows(tables, kSource, kColumns, has_keys());
        const WrittenRelease written = write_release(
            tables, rows, original.read.table, result->whole().release.table, map, false);
        try {
            static_cast<void>(read_written(std::array{WrittenPart{&tables, rows, written}},
                                           original.read.table,
                                           original.counts));
            ADD_FAILURE() << change;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("changed while"), std::string::npos);
            EXPECT_EQ(error.where().file, shown(kSource)) << "the table is named";
        }
    }
}

TEST_P(WrittenReleases, StandInAnOrderThatTellsNothingOfTheOriginals) {
    const EngineTable original = read();
    PrivateTables tables(*connection_, "");
    const KeyedRows rows = key_rows(tables, kSource, kColumns, has_keys());
    const auto result = decide(original, policy());
    const ReleaseMap map = map_of(original, *result);
    // All columns: the key alone would be read from its index, in its order.
    const auto keys_of = [&](const std::string& key, const std::string& table) {
        std::vector<std::string> out;
        connection_->query(
            "SELECT " + key_of(connection_->dialect(), key, {}) + ", x.* FROM " + table + " x",
            [&](std::span<const Cell> cells) { out.emplace_back(*cells[0]); });
        return out;
    };
    const auto write_once = [&] {
        return keys_of(
            "kanon_key",
            write_release(
                tables, rows, original.read.table, result->whole().release.table, map, true)
                .table);
    };
    const std::vector<std::string> before = keys_of(rows.key, rows.table);
    const std::vector<std::string> once = write_once();
    ASSERT_EQ(once.size(), before.size());
    int still_neighbours = 0;
    for (std::size_t row = 0; row + 1 < once.size(); ++row) {
        const auto place = std::ranges::find(before, once[row]);
        still_neighbours += place + 1 != before.end() && *(place + 1) == once[row + 1] ? 1 : 0;
    }
    EXPECT_LT(still_neighbours, 10) << "of 200 rows; one is expected";
    EXPECT_NE(write_once(), once);
}

TEST_P(WrittenReleases, ThatWereTamperedWithAreRefused) {
    const EngineTable original = read();
    const auto result = decide(original, policy());
    const auto set = [&](const std::string& change, const std::string& where) {
        return changing(connection_->dialect(), "{}", change, where);
    };
    const auto insert_itself = [](const std::string& table) {
        return "INSERT INTO " + table + " SELECT * FROM " + table;
    };
    const std::string written_table = "{}";
    const std::string tuples_table = "{tuples}";
    const std::string tuples_changed =
        changing(connection_->dialect(), tuples_table, "r0 = '[0, 99]'", "tuple = 1");
    const std::string keys_swapped =
        changing(connection_->dialect(), "{keys}", "kanon_type = 1 - kanon_type", "kanon_type < 2");
    const std::string rows_changed = set("q0 = '[0, 99]'", "kanon_tuple = 1");
    using Changes = std::vector<std::string>;
    for (const auto& [changes, is_refused] : std::initializer_list<std::pair<Changes, bool>>{
             {{rows_changed}, true},
             {{tuples_changed}, true},
             {{rows_changed, tuples_changed}, false},
             {{insert_itself(tuples_table)}, true},
             {{keys_swapped}, true},
             {{"DELETE FROM {tuples} WHERE tuple = 1"}, true},
             {{set("q0 = NULL", "kanon_tuple = 1"), "DELETE FROM {tuples} WHERE tuple = 1"}, true},
             {{set("q0 = '[0, 99]'", "q2 = 'flu'")}, true},
             {{set("q2 = 'none'", "q2 = 'flu'")}, true},
             {{set("kanon_tuple = 1", "1 = 1")}, true},
             {{"DELETE FROM {} WHERE kanon_tuple = 1"}, false},
             {{insert_itself(written_table)}, true}}) {
        PrivateTables tables(*connection_, "");
        const KeyedRows rows = key_rows(tables, kSource, kColumns, has_keys());
        const WrittenRelease written = write_release(tables,
                                                     rows,
                                                     original.read.table,
                                                     result->whole().release.table,
                                                     map_of(original, *result),
                                                     false);
        std::string change;
        for (std::string sql : changes) {
            replace(sql, written_table, written.table);
            replace(sql, tuples_table, written.tuple_table);
            replace(sql, "{keys}", written.keys.table);
            connection_->execute(sql);
            change += sql + "; ";
        }
        try {
            const WrittenRows found = read_written(std::array{WrittenPart{&tables, rows, written}},
                                                   original.read.table,
                                                   original.counts);
            EXPECT_FALSE(is_refused) << change;
            EXPECT_NE(rows_of(repeated(found.released, found.counts)), released_of(*result))
                << change << ": neither refused nor seen";
        } catch (const Error& error) {
            EXPECT_TRUE(is_refused) << change << ": " << error.what();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, WrittenReleases, engines(), engine_name);

}  // namespace
}  // namespace kanon::engine
