// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/io/arrow/arrow_tables.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/table/column_builder.hpp"
#include "kanon/table/table_builder.hpp"

#include "support/arrow_streams.hpp"
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::MadeArray;
using test::MadeStream;
using Bits = std::vector<std::uint8_t>;
using Texts = std::vector<std::optional<std::string>>;

/// The cells of a column, `?` for the missing value.
std::string cells(const Column& column) {
    std::string out;
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const bool missing = column.dictionary->is_missing(column.codes[row]);
        out += (row > 0 ? " " : "") + (missing ? "?" : std::string(column.text(row)));
    }
    return out;
}

/// Rows of a few types with gaps.
Table people() {
    using std::chrono::sys_days;
    using std::chrono::year;
    TableBuilder builder;
    builder.add_text("city", Texts{"Ulm", std::nullopt, "", "Ulm"})
        .add_integers("age", std::vector<std::optional<int>>{34, 7, std::nullopt, -1})
        .add_numbers("size", std::vector<double>{1.5, 2, 1e-9, 0.1})
        .add_dates("day",
                   std::vector<std::optional<sys_days>>{sys_days{year{1960} / 2 / 29},
                                                        std::nullopt,
                                                        sys_days{year{2024} / 12 / 31},
                                                        sys_days{year{1970} / 1 / 1}});
    return builder.finish();
}

TEST(Arrow, IsTheSameForAnyNumberOfThreads) {
    constexpr int kRows = 150'000;
    std::vector<std::optional<std::int64_t>> counts;
    std::vector<double> sizes;
    for (int row = 0; row < kRows; ++row) {
        counts.push_back(row % 7 == 0 ? std::nullopt : std::optional<std::int64_t>(row * 11));
        sizes.push_back(row % 5 == 0 ? std::numeric_limits<double>::quiet_NaN() : row / 7.0);
    }
    TableBuilder builder;
    const Table table = builder.add_integers("count", counts).add_numbers("size", sizes).finish();
    for (const unsigned threads : {1U, 4U}) {
        ArrowArrayStream stream;
        to_arrow(table, &stream, threads);
        const Table back = from_arrow(&stream, {}, {.threads = 2});
        EXPECT_EQ(back.column(1).storage_type, "DOUBLE");
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            EXPECT_TRUE(cells(back.column(j)) == cells(table.column(j))) << threads;
        }
    }
}

TEST(Arrow, GivesBackWhatItTook) {
    const Table table = people();
    ArrowArrayStream stream;
    to_arrow(table, &stream);
    const Table back = from_arrow(&stream, {}, {.threads = 3});
    EXPECT_EQ(stream.release, nullptr) << "taken and released";
    ASSERT_EQ(back.names(), table.names());
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        EXPECT_EQ(cells(back.column(j)), cells(table.column(j)));
        EXPECT_EQ(back.column(j).storage_type, table.column(j).storage_type);
        EXPECT_EQ(back.column(j).dictionary->type(), table.column(j).dictionary->type());
    }
}

TEST(Arrow, AnArrayOutlivesItsStreamAndItsTable) {
    ArrowArrayStream stream;
    to_arrow(people(), &stream);
    ArrowArray batch;
    ASSERT_EQ(stream.get_next(&stream, &batch), 0);
    ArrowArray end;
    ASSERT_EQ(stream.get_next(&stream, &end), 0);
    EXPECT_EQ(end.release, nullptr) << "one batch, then the end";
    stream.release(&stream);
    ArrowArray city = *batch.children[0];  // moved out, as a consumer may
    batch.children[0]->release = nullptr;
    batch.release(&batch);
    EXPECT_EQ(city.length, 4);
    EXPECT_EQ(city.null_count, 2) << "the empty text is missing as well";
    EXPECT_EQ(city.dictionary->length, 1);
    EXPECT_EQ(std::string(static_cast<const char*>(city.dictionary->buffers[2]), 3), "Ulm");
    city.release(&city);
    EXPECT_EQ(city.release, nullptr);
}

TEST(Arrow, OfATableWithoutRowsIsAStreamWithoutBatches) {
    TableBuilder builder;
    builder.add_text("a", std::vector<std::string>{});
    ArrowArrayStream stream;
    to_arrow(builder.finish(), &stream);
    const Table back = from_arrow(&stream);
    EXPECT_EQ(back.names(), std::vector<std::string_view>{"a"});
    EXPECT_EQ(back.row_count(), 0U);
}

/// A stream whose schemas are released with it: duckdb_arrow_scan() forgets to.
class ScannedStream {
public:
    explicit ScannedStream(const Table& table) {
        to_arrow(table, &inner_);
        stream.get_schema = [](ArrowArrayStream* one, ArrowSchema* out) {
            auto& self = *static_cast<ScannedStream*>(one->private_data);
            const int fault = self.inner_.get_schema(&self.inner_, out);
            self.schemas_.push_back(*out);
            out->release = [](ArrowSchema* schema) { schema->release = nullptr; };
            return fault;
        };
        stream.get_next = [](ArrowArrayStream* one, ArrowArray* out) {
            auto& self = *static_cast<ScannedStream*>(one->private_data);
            return self.inner_.get_next(&self.inner_, out);
        };
        stream.release = [](ArrowArrayStream* one) { one->release = nullptr; };
        stream.private_data = this;
    }

    ~ScannedStream() {
        for (ArrowSchema& schema : schemas_) {
            schema.release(&schema);
        }
        inner_.release(&inner_);
    }

    ScannedStream(const ScannedStream&) = delete;
    ScannedStream& operator=(const ScannedStream&) = delete;

    ArrowArrayStream stream{};

private:
    ArrowArrayStream inner_{};
    std::vector<ArrowSchema> schemas_;
};

TEST(Arrow, IsReadByDuckDb) {
    const RunContext context;
    ScannedStream scanned(people());
    io::Database database(1, context);
    ASSERT_EQ(duckdb_arrow_scan(database.connection(),
                                "people",
                                reinterpret_cast<duckdb_arrow_stream>(&scanned.stream)),
              DuckDBSuccess);
    const auto rows = database.rows(
        "SELECT city IS NULL, city::VARCHAR, age + 1, size * 2, day - 1, typeof(age), typeof(size) "
        "FROM people");
    EXPECT_EQ(rows,
              (std::vector<std::vector<std::string>>{
                  {"false", "Ulm", "35", "3.0", "1960-02-28", "BIGINT", "DOUBLE"},
                  {"true", "", "8", "4.0", "", "BIGINT", "DOUBLE"},
                  {"true", "", "", "2e-09", "2024-12-30", "BIGINT", "DOUBLE"},
                  {"false", "Ulm", "0", "0.2", "1969-12-31", "BIGINT", "DOUBLE"}}));
}

TEST(Arrow, StarsInATypedColumnAreNull) {
    TableBuilder builder;
    ColumnBuilder column("pay", "INTEGER");
    for (const char* text : {"12", "*", "[1, 2]"}) {
        column.append(column.code_of(text));
    }
    builder.add(std::move(column));
    ArrowArrayStream stream;
    to_arrow(builder.finish(), &stream);
    EXPECT_EQ(cells(from_arrow(&stream).column(0)), "12 ? ?");
}

TEST(Arrow, ANumberThatItsTypeCannotHoldIsText) {
    for (const auto& [type, text] : {std::pair("INTEGER", "9999999999"),
                                     std::pair("BIGINT", "1.5"),
                                     std::pair("DOUBLE", "9007199254740993")}) {
        TableBuilder builder;
        ColumnBuilder column("pay", type);
        column.append(column.code_of("12"));
        column.append(column.code_of(text));
        builder.add(std::move(column));
        ArrowArrayStream stream;
        to_arrow(builder.finish(), &stream);
        const Table back = from_arrow(&stream);
        EXPECT_EQ(cells(back.column(0)), std::string("12 ") + text) << type;
        EXPECT_EQ(back.column(0).storage_type, "VARCHAR");
    }
}

TEST(Arrow, ADictionaryHoldsOnlyWhatOccurs) {
    auto gone = std::make_shared<Column>();
    DictionaryBuilder words;
    for (const char* word : {"flu", "rare", "cold"}) {
        words.add(word);
    }
    words.add_missing();
    gone->name = "sick";
    gone->storage_type = "VARCHAR";
    gone->dictionary = std::make_shared<const Dictionary>(words.finish().dictionary);
    gone->codes = CodeVector(3, gone->dictionary->size());
    gone->codes.set(0, *gone->dictionary->find("flu"));
    gone->codes.set(1, *gone->dictionary->missing());
    gone->codes.set(2, *gone->dictionary->find("cold"));
    ArrowArrayStream stream;
    to_arrow(Table({gone}, 3), &stream);
    ArrowArray batch;
    ASSERT_EQ(stream.get_next(&stream, &batch), 0);
    const ArrowArray& dictionary = *batch.children[0]->dictionary;
    EXPECT_EQ(dictionary.length, 2);
    EXPECT_EQ(std::string(static_cast<const char*>(dictionary.buffers[2]), 7), "coldflu");
    MadeStream again({{"sick", "C", "u"}});
    again.batches.push_back(batch);
    EXPECT_EQ(cells(from_arrow(&again.stream).column(0)), "flu ? cold");
    stream.release(&stream);
}

TEST(Arrow, ReadsSlicesOfSeveralBatches) {
    MadeStream made({{"n", "s"}, {"t", "u"}, {"b", "b"}});
    // Rows 1 and 2 of the batch, of arrays that are slices themselves.
    made.batch({MadeArray(4)
                    .buffer(Bits{0b11011})
                    .buffer(std::vector<std::int16_t>{0, 1, 2, 3, 4})
                    .finish(-1, 1),
                MadeArray(3)
                    .buffer(Bits{})
                    .buffer(std::vector<std::int32_t>{0, 1, 3, 6})
                    .text("abbccc")
                    .finish(),
                MadeArray(3).buffer(Bits{}).buffer(Bits{0b010}).finish()},
               2,
               1);
    made.batch(
        {MadeArray(1).buffer(Bits{}).buffer(std::vector<std::int16_t>{-7}).finish(),
         MadeArray(1).buffer(Bits{0}).buffer(std::vector<std::int32_t>{0, 0}).text("").finish(1),
         MadeArray(1).buffer(Bits{0}).buffer(Bits{1}).finish(1)},
        1);
    const Table table = from_arrow(&made.stream);
    EXPECT_EQ(cells(table.column(0)), "? 3 -7");
    EXPECT_EQ(cells(table.column(1)), "bb ccc ?");
    EXPECT_EQ(cells(table.column(2)), "true false ?");
    EXPECT_EQ(made.releases, 1);
}

TEST(Arrow, ReadsDictionariesThatDifferFromBatchToBatch) {
    const auto words = [](const std::string& a, const std::string& b) {
        const auto size = static_cast<std::int64_t>(a.size());
        return MadeArray(3)
            .buffer(Bits{0b011})
            .buffer(std::vector<std::int64_t>{0,
                                              size,
                                              size + static_cast<std::int64_t>(b.size()),
                                              size + static_cast<std::int64_t>(b.size())})
            .text(a + b)
            .finish(1);
    };
    MadeStream made({{"t", "c", "U"}});
    made.batch({MadeArray(3)
                    .buffer(Bits{0b101})
                    .buffer(std::vector<std::int8_t>{1, -9, 2})
                    .dictionary(words("never", "x"))
                    .finish(1)},
               3);
    made.batch({MadeArray(2)
                    .buffer(Bits{})
                    .buffer(std::vector<std::int8_t>{1, 0})
                    .dictionary(words("x", "y"))
                    .finish()},
               2);
    const Table table = from_arrow(&made.stream);
    EXPECT_EQ(cells(table.column(0)), "x ? ? y x");
    EXPECT_FALSE(table.column(0).dictionary->find("never"));
}

TEST(Arrow, ReadsMarksTypesAndSkippedColumnsAsTheOptionsSay) {
    MadeStream made({{"n", "i"}, {"nested", "+l"}, {"t", "u"}});
    made.batch({MadeArray(2).buffer(Bits{}).buffer(std::vector<std::int32_t>{-9, 3}).finish(),
                MadeArray(2).finish(),
                MadeArray(2)
                    .buffer(Bits{})
                    .buffer(std::vector<std::int32_t>{0, 1, 2})
                    .text("12")
                    .finish()},
               2);
    const Table table = from_arrow(
        &made.stream,
        {.missing_marks = {"-9"}, .types = {{"t", ValueType::text}}, .skip = {"nested"}});
    EXPECT_EQ(table.names(), (std::vector<std::string_view>{"n", "t"}));
    EXPECT_EQ(cells(table.column(0)), "? 3");
    EXPECT_EQ(table.column(1).dictionary->type(), ValueType::text);
}

/// What DuckDB hands out of a query, as a stream.
class QueryStream {
public:
    QueryStream(io::Database& database, const std::string& sql) {
        EXPECT_EQ(duckdb_query(database.connection(), sql.c_str(), &result_), DuckDBSuccess)
            << duckdb_result_error(&result_);
        options_ = duckdb_result_get_arrow_options(&result_);
        stream.get_schema = give_schema;
        stream.get_next = give_batch;
        stream.release = [](ArrowArrayStream* one) { one->release = nullptr; };
        stream.private_data = this;
    }

    ~QueryStream() {
        duckdb_destroy_arrow_options(&options_);
        duckdb_destroy_result(&result_);
    }

    QueryStream(const QueryStream&) = delete;
    QueryStream& operator=(const QueryStream&) = delete;

    ArrowArrayStream stream{};

private:
    static int give_schema(ArrowArrayStream* stream, ArrowSchema* out) {
        auto& self = *static_cast<QueryStream*>(stream->private_data);
        std::vector<duckdb_logical_type> types;
        std::vector<const char*> names;
        for (idx_t j = 0; j < duckdb_column_count(&self.result_); ++j) {
            types.push_back(duckdb_column_logical_type(&self.result_, j));
            names.push_back(duckdb_column_name(&self.result_, j));
        }
        duckdb_error_data fault =
            duckdb_to_arrow_schema(self.options_, types.data(), names.data(), types.size(), out);
        for (duckdb_logical_type& type : types) {
            duckdb_destroy_logical_type(&type);
        }
        return fault_code(fault);
    }

    static int give_batch(ArrowArrayStream* stream, ArrowArray* out) {
        auto& self = *static_cast<QueryStream*>(stream->private_data);
        duckdb_data_chunk chunk = duckdb_fetch_chunk(self.result_);
        if (chunk == nullptr) {
            return 0;
        }
        duckdb_error_data fault = duckdb_data_chunk_to_arrow(self.options_, chunk, out);
        duckdb_destroy_data_chunk(&chunk);
        return fault_code(fault);
    }

    static int fault_code(duckdb_error_data fault) {
        const bool failed = fault != nullptr && duckdb_error_data_has_error(fault);
        duckdb_destroy_error_data(&fault);
        return failed ? 1 : 0;
    }

    duckdb_result result_{};
    duckdb_arrow_options options_ = nullptr;
};

/// The cells of the one column of a query, of which DuckDB makes an Arrow stream.
std::string cells_of_query(const std::string& settings, const std::string& sql) {
    const RunContext context;
    io::Database database(1, context);
    if (!settings.empty()) {
        database.execute(settings);
    }
    QueryStream query(database, sql);
    return cells(from_arrow(&query.stream).column(0));
}

struct TypeCase {
    const char* values;
    const char* type;
    const char* cells;
};

class ArrowOfDuckDb : public testing::TestWithParam<TypeCase> {};

TEST_P(ArrowOfDuckDb, IsReadAsItsText) {
    const TypeCase& one = GetParam();
    const std::string sql =
        std::string("SELECT x::") + one.type + " AS x FROM (VALUES " + one.values + ") AS t(x)";
    EXPECT_EQ(cells_of_query("", sql), one.cells);
}

INSTANTIATE_TEST_SUITE_P(
    Types,
    ArrowOfDuckDb,
    testing::Values(TypeCase{"('-128'), (NULL), ('127')", "TINYINT", "-128 ? 127"},
                    TypeCase{"('-32768'), ('5')", "SMALLINT", "-32768 5"},
                    TypeCase{"('-2147483648'), ('5')", "INTEGER", "-2147483648 5"},
                    TypeCase{"('-9223372036854775808'), ('5')", "BIGINT", "-9223372036854775808 5"},
                    TypeCase{"('255'), ('0')", "UTINYINT", "255 0"},
                    TypeCase{"('65535'), ('0')", "USMALLINT", "65535 0"},
                    TypeCase{"('4294967295'), ('0')", "UINTEGER", "4294967295 0"},
                    TypeCase{"('18446744073709551615')", "UBIGINT", "18446744073709551615"},
                    TypeCase{"('0.1'), ('16777216'), ('nan')", "FLOAT", "0.1 16777216.0 ?"},
                    TypeCase{"('0.1'), ('1e300'), ('-2')", "DOUBLE", "0.1 1e+300 -2.0"},
                    TypeCase{"('true'), (NULL), ('false')", "BOOLEAN", "true ? false"},
                    TypeCase{"('12.3'), ('-0.04'), (NULL)", "DECIMAL(5,2)", "12.30 -0.04 ?"},
                    TypeCase{"('-12345678901234567890123456789012345678')",
                             "DECIMAL(38,0)",
                             "-12345678901234567890123456789012345678"},
                    TypeCase{"('1969-12-31'), ('0001-01-01')", "DATE", "1969-12-31 0001-01-01"},
                    TypeCase{"('1969-12-31 23:59:59.5'), ('2024-02-29')",
                             "TIMESTAMP",
                             "1969-12-31 23:59:59.5 2024-02-29 00:00:00"},
                    TypeCase{"('2024-02-29 01:02:03.000000001')",
                             "TIMESTAMP_NS",
                             "2024-02-29 01:02:03.000000001"},
                    TypeCase{"('2024-02-29 01:02:03')", "TIMESTAMP_S", "2024-02-29 01:02:03"},
                    TypeCase{"('b'), ('a'), (NULL)", "ENUM('a', 'b', 'never')", "b a ?"},
                    TypeCase{"('a text longer than twelve'), ('x'), (NULL), ('')",
                             "VARCHAR",
                             "a text longer than twelve x ? ?"}));

TEST(Arrow, ReadsViewsAndLongOffsetsOfText) {
    const std::string sql =
        "SELECT * FROM (VALUES ('short'), ('a text longer than twelve'), (NULL)) AS t(x)";
    const char* expected = "short a text longer than twelve ?";
    EXPECT_EQ(cells_of_query("SET produce_arrow_string_view = true", sql), expected);
    EXPECT_EQ(cells_of_query("SET arrow_large_buffer_size = true", sql), expected);
}

}  // namespace
}  // namespace kanon
