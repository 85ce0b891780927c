// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/archive.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include "support/packed_files.hpp"
#include "support/reading.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {
namespace {

using test::packed_by;
using test::refusal_of_reading;
using test::TemporaryFolder;
using test::zip_of;

constexpr const char* kTable = "age,zip\n30,1\n31,2\n";

void expect_says(const std::string& text, std::string_view words) {
    EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST(Archive, PackedTablesAreReadByWhatTheyAre) {
    const TemporaryFolder folder;
    for (const auto& [name, bytes] : std::vector<std::pair<std::string, std::string>>{
             {"a.csv.xz", packed_by("xz", kTable)},
             {"b.csv.bz2", packed_by("bzip2", kTable)},
             {"c", packed_by("xz", kTable)},
             {"d.zip", zip_of({{"people.csv", kTable}})},
             {"e.zip", zip_of({{"folder/people.tsv", "age\tzip\n30\t1\n31\t2\n"}})},
             {"f.jsonl.xz", packed_by("xz", "{\"age\":30,\"zip\":1}\n{\"age\":31,\"zip\":2}\n")}}) {
        const Table table = read_table(folder.write(name, bytes), {}, {}).table;
        EXPECT_EQ(table.row_count(), 2U) << name;
        EXPECT_EQ(table.column(1).name, "zip") << name;
    }
}

TEST(Archive, OneOfSeveralFilesMustBeNamed) {
    const TemporaryFolder folder;
    const std::string path =
        folder.write("t.zip", zip_of({{"a.csv", kTable}, {"b.csv", "x\n1\n"}}));
    expect_says(refusal_of_reading(path), "--member: 'a.csv', 'b.csv'");
    ReadOptions options;
    options.member = "b.csv";
    EXPECT_EQ(read_table(path, options, {}).table.column(0).name, "x");
    options.member = "c.csv";
    expect_says(refusal_of_reading(path, options), "has no file 'c.csv'");
    options.member = "a.csv";
    expect_says(refusal_of_reading(folder.write("t.csv", kTable), options), "leave out --member");
    expect_says(refusal_of_reading(folder.write("empty.zip", zip_of({}))), "without a file");
}

TEST(Archive, FaultsAreSaidOfTheFileWithinIt) {
    const TemporaryFolder folder;
    const std::string ragged =
        refusal_of_reading(folder.write("t.zip", zip_of({{"p.csv", "a,b\n1,2\n3\n"}})));
    expect_says(ragged, "t.zip (p.csv):3");
    expect_says(refusal_of_reading(folder.write("e.zip", zip_of({{"p.csv", ""}}))), "is empty");
}

TEST(Archive, WhatIsPackedTwiceIsRefused) {
    const TemporaryFolder folder;
    const std::string inner = packed_by("xz", kTable);
    for (const std::string& bytes : {packed_by("xz", inner),
                                     packed_by("bzip2", packed_by("gzip", kTable)),
                                     packed_by("gzip", inner),
                                     zip_of({{"a.csv.xz", inner}}),
                                     zip_of({{"a.zip", zip_of({{"a.csv", kTable}})}}),
                                     packed_by("xz", zip_of({{"a.csv", kTable}}))}) {
        expect_says(refusal_of_reading(folder.write("t", bytes)), "packed within a packed file");
    }
}

TEST(Archive, CutOrDamagedFilesAreRefused) {
    const TemporaryFolder folder;
    std::string long_table = "age,zip\n";
    for (int i = 0; i < 5000; ++i) {
        long_table += std::to_string(i) + "," + std::to_string(i * 7919) + "\n";
    }
    for (const std::string& whole : {packed_by("xz", long_table),
                                     packed_by("bzip2", long_table),
                                     zip_of({{"a.csv", long_table}})}) {
        const std::string cut = whole.substr(0, whole.size() / 2);
        expect_says(refusal_of_reading(folder.write("t", cut)), "damaged");
        std::string changed = whole;
        changed[changed.size() / 3] = static_cast<char>(changed[changed.size() / 3] ^ 0x55);
        expect_says(refusal_of_reading(folder.write("t", changed)), "damaged");
    }
    expect_says(refusal_of_reading(folder.write("t.csv.xz", kTable)), "is not a .xz file");
}

TEST(Archive, BombsAreStoppedAtTheLimit) {
    const TemporaryFolder folder;
    const std::string zeros(3U << 20U, '0');
    ReadOptions options;
    options.unpack_limit = 1U << 20U;
    for (const std::string& bytes :
         {packed_by("xz", zeros), packed_by("bzip2", zeros), zip_of({{"a.csv", zeros}})}) {
        expect_says(refusal_of_reading(folder.write("t", bytes), options), "--unpack-limit");
    }
    EXPECT_EQ(unpacked_limit(1000), 1U << 30U);
    EXPECT_EQ(unpacked_limit(std::uint64_t{1} << 30U), std::uint64_t{200} << 30U);
    EXPECT_EQ(unpacked_limit(~std::uint64_t{0}), ~std::uint64_t{0});
}

}  // namespace
}  // namespace kanon::io
