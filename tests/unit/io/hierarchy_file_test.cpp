// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/config/hierarchy_file.hpp"

#include "kanon/base/error.hpp"
#include "kanon/hierarchy/builders.hpp"

#include "support/tables.hpp"
#include "support/temporary_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;
using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(std::string_view text) {
    return parse_hierarchy_text(text, "h.csv").rows;
}

std::string refusal(const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_hierarchy);
        return error.what();
    }
    return "nothing was thrown";
}

std::string why(std::string_view text) {
    return refusal([&] { static_cast<void>(parse_hierarchy_text(text, "h.csv")); });
}

TEST(HierarchyFile, SniffsTheDelimiter) {
    const Rows expected{{"1", "[0, 5[", "*"}, {"7", "[5, 9[", "*"}};
    EXPECT_EQ(rows_of("1;[0, 5[;*\n7;[5, 9[;*\n"), expected);
    EXPECT_EQ(rows_of("1\t[0, 5[\t*\n7\t[5, 9[\t*\n"), expected);
    EXPECT_EQ(rows_of("1,\"[0, 5[\",*\n7,\"[5, 9[\",*\n"), expected);
    EXPECT_EQ(rows_of("a;b,c,*\nd,e,*\n"), (Rows{{"a;b", "c", "*"}, {"d", "e", "*"}}));
}

TEST(HierarchyFile, AcceptsEveryKindOfLineEnd) {
    const Rows expected{{"a", "*"}, {"b", "*"}};
    EXPECT_EQ(rows_of("a;*\nb;*"), expected);
    EXPECT_EQ(rows_of("a;*\r\nb;*\r\n"), expected);
    EXPECT_EQ(rows_of("\xEF\xBB\xBF"
                      "a;*\nb;*\n"),
              expected);
    EXPECT_EQ(rows_of("\n  \na;*\n\r\n\nb;*\n   "), expected);
}

TEST(HierarchyFile, BlanksAroundFieldsAreNoPartOfThem) {
    EXPECT_EQ(rows_of(" a ; b c \n"), (Rows{{"a", "b c"}}));
    EXPECT_EQ(rows_of("x\t;\ty ;*\n"), (Rows{{"x", "y", "*"}}));
    EXPECT_EQ(rows_of("a; \"b ; c\" ;*\n"), (Rows{{"a", "b ; c", "*"}}));
    EXPECT_EQ(rows_of("a \t b\t*\n"), (Rows{{"a", "b", "*"}}));
    EXPECT_TRUE(parse_hierarchy_text("a; *\n", "h.csv").left_out_blanks);
    EXPECT_FALSE(parse_hierarchy_text("a;\" *\"\n", "h.csv").left_out_blanks);
}

TEST(HierarchyFile, CountsLinesThroughBlanksAndQuotes) {
    const HierarchyRows read = parse_hierarchy_text("\na;*\n\n\"b\nc\";*\r\nd;*\n", "h.csv");
    EXPECT_THAT(read.lines, ElementsAre(2, 4, 6));
    EXPECT_EQ(read.rows[1][0], "b\nc");
    EXPECT_EQ(read.file, "h.csv");
}

TEST(HierarchyFile, QuotesHoldAnything) {
    EXPECT_EQ(rows_of("\"a;b\";\"say \"\"so\"\"\";*\n"), (Rows{{"a;b", "say \"so\"", "*"}}));
    EXPECT_EQ(rows_of("\"\";*\n;*\n"), (Rows{{"", "*"}, {"", "*"}}));
    EXPECT_EQ(rows_of("5\" pipe;*\n"), (Rows{{"5\" pipe", "*"}}));
    EXPECT_EQ(rows_of("\" a \";\"b\t\"\n"), (Rows{{" a ", "b\t"}}));
}

TEST(HierarchyFile, NamesBothLinesOfUnequalWidths) {
    EXPECT_THAT(why("a;x;*\n\nb;*\n"),
                AllOf(StartsWith("h.csv:3: 2 fields parted by ';'"), HasSubstr("line 1 has 3")));
}

TEST(HierarchyFile, NamesThePlaceOfBrokenQuotes) {
    EXPECT_THAT(why("a;*\nb;\"c\nd;*\n"), StartsWith("h.csv:2:3: a quote is opened"));
    EXPECT_THAT(why("\xC3\xA9;\"c\"d;*\n"), StartsWith("h.csv:1:6: text goes on"));
    EXPECT_THAT(why("a;*\rb;*\r"), StartsWith("h.csv:1:4: a carriage return"));
}

TEST(HierarchyFile, RefusesWhatIsNotText) {
    using namespace std::string_view_literals;
    EXPECT_THAT(why("a;*\nb\0;*\n"sv), StartsWith("h.csv:2:2: a NUL byte"));
    EXPECT_THAT(why("a;*\nb\xFF;*\n"), StartsWith("h.csv:2:2: not valid UTF-8"));
    EXPECT_THAT(why("\xFF\xFE"
                    "a\0;\0"sv),
                StartsWith("h.csv:1:1: not valid UTF-8"));
}

TEST(HierarchyFile, RefusesWhatHasNoForm) {
    EXPECT_THAT(why(""), HasSubstr("empty"));
    EXPECT_THAT(why("\xEF\xBB\xBF\n \n"), HasSubstr("empty"));
    EXPECT_THAT(why("one\ntwo\n"), StartsWith("h.csv:1: only one field"));
    EXPECT_THAT(why("a" + std::string(65, ';') + "\n"), StartsWith("h.csv:1: 66 fields"));
    EXPECT_EQ(rows_of("a" + std::string(64, ';') + "\n")[0].size(), 65U);
}

TEST(HierarchyFile, RefusesWhatCannotBeRead) {
    const auto read = [](const std::string& path) {
        return refusal([&] { static_cast<void>(read_hierarchy_file(path)); });
    };
    EXPECT_THAT(read("/no/such/file.csv"), StartsWith("/no/such/file.csv: cannot read"));
    EXPECT_THAT(read("/"), HasSubstr("folder"));
}

TEST(HierarchyFile, IsReadAsItIsSaidToBe) {
    const HierarchyRows read = parse_hierarchy_text(
        "value|group\na;b|c\n", "h.csv", {.encoding = "", .delimiter = '|', .header = true});
    EXPECT_EQ(read.rows, (Rows{{"a;b", "c"}}));
    EXPECT_EQ(read.lines, std::vector<std::uint64_t>{2});
}

TEST(HierarchyFile, FindsItsEncoding) {
    const test::TemporaryFolder folder;
    const auto read = [&folder](const std::string& bytes, const std::string& encoding = "") {
        const std::string path = folder.write("h.csv", bytes);
        return read_hierarchy_file(path, {.encoding = encoding, .delimiter = {}, .header = false});
    };
    const Rows towns{{"Z\xC3\xBCrich", "Stadt", "*"}, {"Bern", "Stadt", "*"}};
    const HierarchyRows latin = read("Z\xFCrich;Stadt;*\nBern;Stadt;*\n");
    EXPECT_EQ(latin.rows, towns);
    EXPECT_EQ(latin.found_encoding, "Windows-1252");
    EXPECT_EQ(read("Z\xFCrich;Stadt;*\nBern;Stadt;*\n", "latin1").found_encoding, "");
    EXPECT_EQ(read("Z\xC3\xBCrich;Stadt;*\nBern;Stadt;*\n").found_encoding, "");
    EXPECT_THAT(refusal([&] { static_cast<void>(read("\xFF;*", "utf-16")); }),
                HasSubstr("bytes that are no text in utf-16; say its `encoding`"));
}

TEST(HierarchyFile, WritesWhatReadsBack) {
    const Rows rows{{"", "", "*"},
                    {" blank", "x ", "*"},
                    {"a;b", "say \"so\"", "*"},
                    {"line\nbreak\r", "tab\t, comma", "*"},
                    {"\xEF\xBB\xBFmark", "\xE2\x82\xAC", "*"},
                    {"\"", "\"\"", "*"}};
    EXPECT_EQ(rows_of(hierarchy_text(rows)), rows);
    for (const auto& row : rows) {
        EXPECT_EQ(rows_of(hierarchy_text(std::span(&row, 1))), Rows{row});
    }
    EXPECT_EQ(hierarchy_text(Rows{{"94142", "9414*", "*"}}), "94142;9414*;*\n");
}

std::vector<std::filesystem::path> shared_hierarchies() {
    std::vector<std::filesystem::path> paths;
    for (const char* folder : {"/data/arx", "/data/hierarchies"}) {
        const auto all = std::filesystem::recursive_directory_iterator(test::shared_dir() + folder);
        for (const auto& entry : all) {
            const std::filesystem::path& path = entry.path();
            if (path.filename().string().find("hierarchy_") != std::string::npos ||
                path.extension() == ".txt") {
                paths.push_back(path);
            }
        }
    }
    return paths;
}

/// Read a file and build its hierarchy over its own leaves.
void build_from(const std::filesystem::path& path) {
    const HierarchyRows read = read_hierarchy_file(path);
    DictionaryBuilder builder;
    for (const auto& row : read.rows) {
        builder.add(row[0]);
    }
    const auto dictionary =
        std::make_shared<const Dictionary>(std::move(builder.finish().dictionary));
    const LeafPaths paths{.rows = read.rows, .lines = read.lines, .file = read.file};
    const Hierarchy hierarchy = hierarchy_from_paths(dictionary, paths);
    EXPECT_EQ(hierarchy.height() + 1U, read.rows[0].size());
    EXPECT_EQ(parse_hierarchy_text(hierarchy_text(leaf_paths(hierarchy)), "again").rows,
              leaf_paths(hierarchy));
}

TEST(HierarchyFile, ReadsTheFilesOfOthers) {
    if (test::shared_dir().empty()) {
        GTEST_SKIP() << "needs shared/ beside the project";
    }
    const std::vector<std::filesystem::path> paths = shared_hierarchies();
    EXPECT_GE(paths.size(), 80U);
    std::map<std::string, std::string> refused;  // file name -> message
    for (const auto& path : paths) {
        const std::string message = refusal([&] { build_from(path); });
        if (message != "nothing was thrown") {
            refused[path.parent_path().filename() / path.filename()] = message;
        }
    }
    const auto ragged = HasSubstr(":2: 3 fields parted by ';', but line 1 has 2");
    const auto pairs = HasSubstr("pairs of child and parent are no hierarchy");
    EXPECT_THAT(
        refused,
        UnorderedElementsAre(Pair("qiyuangong-basic-mondrian/adult_marital_status.txt", ragged),
                             Pair("qiyuangong-basic-mondrian/adult_workclass.txt", ragged),
                             Pair("qiyuangong-basic-mondrian/informs_EDUCYEAR.txt", ragged),
                             Pair("yzj2019/adult_age.txt", pairs),
                             Pair("yzj2019/adult_marital_status.txt", pairs)));
}

}  // namespace
}  // namespace kanon
