// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/pending_file.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include "support/tables.hpp"
#include "support/temporary_folder.hpp"
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::table_of;
using test::TemporaryFolder;

std::shared_ptr<const Column> column_of(const std::string& name,
                                        const std::vector<std::optional<std::string>>& cells,
                                        const std::string& storage_type = "VARCHAR") {
    DictionaryBuilder builder;
    std::vector<Code> codes;
    codes.reserve(cells.size());
    for (const auto& cell : cells) {
        codes.push_back(cell ? builder.add(*cell) : builder.add_missing());
    }
    auto built = builder.finish();
    auto column = std::make_shared<Column>();
    column->name = name;
    column->storage_type = storage_type;
    column->codes = CodeVector(codes.size(), built.dictionary.size());
    for (std::size_t row = 0; row < codes.size(); ++row) {
        column->codes.set(row, built.code_of_provisional[codes[row]]);
    }
    column->dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
    return column;
}

const std::vector<std::optional<std::string>> kHostile{
    "*",   "[1, 2]",     "{a}",   "a,b;c\td|e", "\"q\"",
    "'",   "l1\nl2",     "c\rd",  "e\r\nf",     "\xC3\xA9\xE2\x82\xAC",
    "",    std::nullopt, "01234", " both ",     "NULL",
    "\\*", "#x",         "-",     "a\"b",       "a long text over twelve bytes"};

Table hostile_table() {
    std::vector<std::optional<std::string>> backwards(kHostile.rbegin(), kHostile.rend());
    return Table({column_of("a \"name\", with", kHostile), column_of("b", backwards)},
                 kHostile.size());
}

void write(const Table& table, const std::string& path, const WriteOptions& options = {}) {
    RunContext context;
    context.threads = 2;
    PendingFile file(path, options.force);
    file.write_table(table, options, context);
    file.commit();
}

void expect_same(const Table& a, const Table& b) {
    ASSERT_EQ(a.names(), b.names());
    ASSERT_EQ(a.row_count(), b.row_count());
    for (std::size_t j = 0; j < a.column_count(); ++j) {
        for (std::size_t row = 0; row < a.row_count(); ++row) {
            EXPECT_EQ(a.column(j).text(row), b.column(j).text(row)) << row << "," << j;
            EXPECT_EQ(a.column(j).dictionary->is_missing(a.column(j).codes[row]),
                      b.column(j).dictionary->is_missing(b.column(j).codes[row]))
                << row << "," << j;
        }
    }
}

class RoundTrip : public testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, KeepsEveryCell) {
    const TemporaryFolder folder;
    const std::string path = folder.at(GetParam());
    write(hostile_table(), path);
    expect_same(read_table(path, {.header = true}, {}).table, hostile_table());
    EXPECT_EQ(folder.file_count(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Formats,
                         RoundTrip,
                         testing::Values("t.csv",
                                         "t.csv.gz",
                                         "t.csv.zst",
                                         "t.tsv",
                                         "t.tsv.gz",
                                         "t.jsonl",
                                         "t.json.gz",
                                         "t.ndjson.zst",
                                         "t.parquet",
                                         "t.xlsx",
                                         "no ending",
                                         "it's [1] *.csv"),
                         [](const auto& test) {
                             std::string name;
                             for (const char c : std::string(test.param)) {
                                 name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                             }
                             return name;
                         });

TEST(PendingFile, WritesMissingAsAnEmptyCell) {
    const TemporaryFolder folder;
    write(Table({column_of("a", {"", std::nullopt, "x"})}, 3), folder.at("t.csv"));
    EXPECT_EQ(folder.read("t.csv"), "a\n\n\nx\n");
    expect_same(read_table(folder.at("t.csv"), {.header = true, .keep_blank_rows = true}, {}).table,
                Table({column_of("a", {"", std::nullopt, "x"})}, 3));
    WriteOptions semicolon;
    semicolon.delimiter = ';';
    write(table_of("a b", "1 x,y; 2 ?"), folder.at("s.csv"), semicolon);
    EXPECT_EQ(folder.read("s.csv"), "a;b\n1;x,y\n2;\n");
}

TEST(PendingFile, KeepsTypesWhereTheFormatHasThem) {
    const TemporaryFolder folder;
    const Table table({column_of("n", {"12", "*", std::nullopt}, "BIGINT"),
                       column_of("d", {"2020-02-29", "1999-01-01", "*"}, "DATE"),
                       column_of("x", {"1.5", "2.25", "-3"}, "DECIMAL(9,2)"),
                       column_of("t", {"012", "[1, 2]", "{a}"}, "nonsense'); DROP")},
                      3);
    write(table, folder.at("t.parquet"));
    const Table back = read_table(folder.at("t.parquet"), {}, {}).table;
    EXPECT_EQ(back.column(0).storage_type, "BIGINT");
    EXPECT_EQ(back.column(1).storage_type, "DATE");
    EXPECT_EQ(back.column(2).storage_type, "DECIMAL(9,2)");
    EXPECT_EQ(back.column(3).storage_type, "VARCHAR");
    EXPECT_TRUE(back.column(0).dictionary->is_missing(back.column(0).codes[1]));
    EXPECT_EQ(back.column(1).text(0), "2020-02-29");
    EXPECT_EQ(back.column(2).text(0), "1.50");
    EXPECT_EQ(back.column(3).text(0), "012");
    write(table, folder.at("t.jsonl"));
    EXPECT_EQ(folder.read("t.jsonl").substr(0, 52),
              "{\"n\":12,\"d\":\"2020-02-29\",\"x\":1.5,\"t\":\"012\"}\n{\"n\":nul");
}

TEST(PendingFile, ColumnsThatDifferInCaseStayApart) {
    const TemporaryFolder folder;
    const Table table = table_of("a A", "1 2; 3 4");
    write(table, folder.at("t.csv"));
    EXPECT_EQ(folder.read("t.csv"), "a,A\n1,2\n3,4\n");
    EXPECT_THROW(write(table, folder.at("t.parquet")), Error);
    EXPECT_THROW(write(table, folder.at("t.jsonl")), Error);
}

TEST(PendingFile, ManyRowsKeepTheirOrder) {
    const TemporaryFolder folder;
    std::vector<std::optional<std::string>> ids;
    std::vector<std::optional<std::string>> groups;
    for (int row = 0; row < 140000; ++row) {
        ids.emplace_back("row number " + std::to_string(row));
        groups.emplace_back(std::to_string(row % 300));
    }
    const Table table({column_of("id", ids), column_of("g", groups)}, ids.size());
    for (const char* name : {"t.csv", "t.parquet", "t.csv.gz"}) {
        write(table, folder.at(name));
        RunContext context;
        context.threads = 2;
        const Table back = read_table(folder.at(name), {}, context).table;
        ASSERT_EQ(back.row_count(), table.row_count());
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            ASSERT_EQ(back.column(0).text(row), table.column(0).text(row)) << name;
            ASSERT_EQ(back.column(1).text(row), table.column(1).text(row)) << name;
        }
    }
}

TEST(PendingFile, CutPackedFilesAreRefused) {
    const TemporaryFolder folder;
    std::vector<std::optional<std::string>> ids;
    ids.reserve(20000);
    for (int row = 0; row < 20000; ++row) {
        ids.emplace_back(std::to_string(row * 7919));
    }
    for (const char* name : {"t.csv.gz", "t.csv.zst", "t.jsonl.gz", "t.parquet"}) {
        write(Table({column_of("id", ids), column_of("b", ids)}, ids.size()), folder.at(name));
        const std::string bytes = folder.read(name);
        for (const std::size_t keep : {bytes.size() / 2, bytes.size() - 5, bytes.size() - 1}) {
            folder.write(name, bytes.substr(0, keep));
            try {
                (void)read_table(folder.at(name), {}, {});
                ADD_FAILURE() << name << " cut to " << keep << " was read";
            } catch (const Error& fault) {
                EXPECT_EQ(fault.code(), ErrorCode::bad_input);
                EXPECT_EQ(fault.where().file, folder.at(name));
            }
        }
    }
}

std::string refusal(const std::string& target, bool force) {
    try {
        const PendingFile file(target, force);
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::bad_output);
        EXPECT_EQ(std::string(fault.what()).find('\n'), std::string::npos);
        return fault.what();
    }
    return "";
}

TEST(PendingFile, RefusesTargetsBeforeAnyWork) {
    const TemporaryFolder folder;
    const std::string there = folder.write("there.csv", "old");
    EXPECT_NE(refusal(there, false).find("--force"), std::string::npos);
    EXPECT_NE(refusal(folder.at(""), true).find("directory"), std::string::npos);
    EXPECT_NE(refusal(folder.at("no/such/x.csv"), true).find("folder"), std::string::npos);
    EXPECT_NE(refusal("", true).find("no name"), std::string::npos);
    EXPECT_EQ(folder.read("there.csv"), "old");
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(PendingFile, TheOldFileStandsUntilCommit) {
    const TemporaryFolder folder;
    const std::string there = folder.write("t.csv", "old");
    {
        PendingFile file(there, true);
        file.write_table(table_of("a", "1; 2"), {}, {});
        EXPECT_EQ(folder.read("t.csv"), "old");
        EXPECT_EQ(folder.file_count(), 2U);
    }
    EXPECT_EQ(folder.read("t.csv"), "old");
    EXPECT_EQ(folder.file_count(), 1U);
    PendingFile file(there, true);
    file.write_text("new");
    PendingFile moved = std::move(file);
    moved.commit();
    EXPECT_EQ(folder.read("t.csv"), "new");
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(PendingFile, ATargetThatAppearsMeanwhileIsKept) {
    const TemporaryFolder folder;
    {
        PendingFile file(folder.at("t.txt"), false);
        file.write_text("mine");
        folder.write("t.txt", "theirs");
        EXPECT_THROW(file.commit(), Error);
    }
    EXPECT_EQ(folder.read("t.txt"), "theirs");
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(PendingFile, ModesArePrivateUntilCommitAndThenUsual) {
    const TemporaryFolder folder;
    const mode_t before = ::umask(027);
    PendingFile file(folder.at("t.csv"), false);
    file.write_table(table_of("a", "1"), {}, {});

    struct stat status {};

    for (const auto& entry : std::filesystem::directory_iterator(folder.at(""))) {
        ASSERT_EQ(::stat(entry.path().c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 0777U, 0600U);
    }
    file.commit();
    ASSERT_EQ(::stat(folder.at("t.csv").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0640U);
    ::umask(before);
}

TEST(PendingFile, FollowsASymbolicLink) {
    const TemporaryFolder folder;
    folder.write("real.txt", "old");
    std::filesystem::create_symlink(folder.at("real.txt"), folder.at("link.txt"));
    PendingFile file(folder.at("link.txt"), true);
    file.write_text("new");
    file.commit();
    EXPECT_EQ(folder.read("real.txt"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.at("link.txt")));
}

TEST(PendingFile, AFullDiskIsNamed) {
    PendingFile file("/dev/full", false);
    file.write_text("text");
    try {
        file.commit();
        FAIL() << "wrote to a full disk";
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::bad_output);
        EXPECT_NE(std::string(fault.what()).find("full"), std::string::npos);
    }
}

/// Files of this process may not grow past some bytes: a full disk without one.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        ::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);

        const struct rlimit limit { bytes, before_.rlim_max };

        ::setrlimit(RLIMIT_FSIZE, &limit);
    }

    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, SIG_DFL);
    }

    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    struct rlimit before_ {};
};

TEST(PendingFile, AFailedWriteLeavesTheOldFile) {
    std::vector<std::optional<std::string>> ids;
    ids.reserve(20000);
    for (int row = 0; row < 20000; ++row) {
        ids.emplace_back("secret " + std::to_string(row * 7919));
    }
    const Table table({column_of("id", ids)}, ids.size());
    for (const char* name : {"t.csv", "t.csv.gz", "t.csv.zst", "t.jsonl", "t.parquet", "t.xlsx"}) {
        const TemporaryFolder folder;
        folder.write(name, "old");
        {
            const FileSizeLimit limit(4096);
            try {
                write(table, folder.at(name), {.force = true});
                ADD_FAILURE() << name << " was written";
            } catch (const Error& fault) {
                const std::string message = fault.what();
                EXPECT_EQ(fault.code(), ErrorCode::bad_output);
                EXPECT_EQ(fault.where().file, folder.at(name));
                EXPECT_EQ(message.find("secret"), std::string::npos) << message;
                EXPECT_EQ(message.find("kanon-part"), std::string::npos) << message;
                EXPECT_EQ(message.find('\n'), std::string::npos) << message;
            }
        }
        EXPECT_EQ(folder.read(name), "old");
        EXPECT_EQ(folder.file_count(), 1U);
    }
}

/// Standard output closed, as `>&-` leaves it, while it lives.
class ClosedStandardOutput {
public:
    ClosedStandardOutput() : kept_(::dup(STDOUT_FILENO)) { ::close(STDOUT_FILENO); }

    ~ClosedStandardOutput() {
        ::dup2(kept_, STDOUT_FILENO);
        ::close(kept_);
    }

    ClosedStandardOutput(const ClosedStandardOutput&) = delete;
    ClosedStandardOutput& operator=(const ClosedStandardOutput&) = delete;

private:
    int kept_;
};

TEST(PendingFile, AClosedStandardOutputIsRefusedAtOnce) {
    ErrorCode code = ErrorCode::usage;
    {
        const ClosedStandardOutput closed;
        try {
            const PendingFile file("-", false);
        } catch (const Error& fault) {
            code = fault.code();
        }
    }
    EXPECT_EQ(code, ErrorCode::bad_output);
}

TEST(PendingFile, APipeThatNobodyReadsCanBeGivenUp) {
    const TemporaryFolder folder;
    const std::string pipe = folder.at("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::atomic<bool> cancel{false};
    RunContext context;
    context.cancel = &cancel;
    PendingFile file(pipe, false);
    EXPECT_EQ(folder.file_count(), 1U) << "what goes into a pipe has no name before";
    file.write_text("text");
    std::thread user([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        cancel = true;
    });
    try {
        file.commit(context);
        ADD_FAILURE() << "wrote to nobody";
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::cancelled);
    }
    user.join();
}

TEST(PendingFile, APipeThatIsReadSlowlyGetsAllAndCanBeGivenUp) {
    const TemporaryFolder folder;
    const std::string pipe = folder.at("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const std::string text(1000000, 'x');
    std::string taken;
    {
        PendingFile file(pipe, false);
        file.write_text(text);
        std::thread reader([&] { taken = folder.read("pipe"); });
        file.commit();
        reader.join();
    }
    EXPECT_EQ(taken, text);
    std::atomic<bool> cancel{false};
    RunContext context;
    context.cancel = &cancel;
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    PendingFile file(pipe, false);
    file.write_text(text);
    std::thread user([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        cancel = true;
    });
    EXPECT_THROW(file.commit(context), Error);
    user.join();
    ::close(reader);
}

TEST(PendingFile, CancellingLeavesNothing) {
    const TemporaryFolder folder;
    const std::atomic<bool> cancel{true};
    RunContext context;
    context.cancel = &cancel;
    {
        PendingFile file(folder.at("t.csv"), false);
        try {
            file.write_table(table_of("a", "1"), {}, context);
            FAIL() << "was not stopped";
        } catch (const Error& fault) {
            EXPECT_EQ(fault.code(), ErrorCode::cancelled);
        }
    }
    EXPECT_EQ(folder.file_count(), 0U);
}

TEST(PendingFile, ASignalHandlerCanRemoveAllThatIsPending) {
    const TemporaryFolder folder;
    PendingFile a(folder.at("a.txt"), false);
    PendingFile b(folder.at("b.txt"), false);
    EXPECT_EQ(folder.file_count(), 2U);
    remove_pending_files();
    EXPECT_EQ(folder.file_count(), 0U);
}

TEST(SameFile, SeesThroughNames) {
    const TemporaryFolder folder;
    const std::string a = folder.write("a", "x");
    const std::string b = folder.write("b", "x");
    std::filesystem::create_hard_link(a, folder.at("c"));
    EXPECT_TRUE(same_file(a, folder.at("./a")));
    EXPECT_TRUE(same_file(a, folder.at("c")));
    EXPECT_FALSE(same_file(a, b));
    EXPECT_FALSE(same_file(a, folder.at("none")));
}

}  // namespace
}  // namespace kanon
