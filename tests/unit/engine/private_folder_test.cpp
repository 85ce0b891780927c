// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/private_folder.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace kanon::engine {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> entries_of(const test::TemporaryFolder& folder) {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(folder.at(""))) {
        out.push_back(entry.path().filename());
    }
    std::ranges::sort(out);
    return out;
}

/// What a run leaves that ends between two of its statements.
void make_and_be_killed(const std::string& beside) {
    const pid_t child = ::fork();
    if (child == 0) {
        PrivateFolder made(beside);
        const bool is_made = made.make();
        std::ofstream(made.path() + "/rows") << "a copy of rows";
        ::_exit(is_made ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
}

TEST(PrivateFolders, OfAKilledRunAreRemovedByTheNextOne) {
    const test::TemporaryFolder folder;
    make_and_be_killed(folder.at("released"));
    ASSERT_EQ(entries_of(folder).size(), 1U);
    {
        PrivateFolder next(folder.at("released"));
        ASSERT_TRUE(next.make());
        EXPECT_EQ(entries_of(folder).size(), 1U);
        EXPECT_TRUE(fs::is_empty(next.path()));
    }
    EXPECT_TRUE(entries_of(folder).empty());
}

TEST(PrivateFolders, OfARunThatWorksStay) {
    const test::TemporaryFolder folder;
    PrivateFolder first(folder.at("released"));
    ASSERT_TRUE(first.make());
    std::ofstream(first.path() + "/rows") << "rows";
    {
        PrivateFolder second(folder.at("released"));
        ASSERT_TRUE(second.make());
        EXPECT_NE(first.path(), second.path());
        EXPECT_TRUE(fs::exists(first.path() + "/rows"));
    }
    EXPECT_TRUE(fs::exists(first.path() + "/rows"));
}

TEST(PrivateFolders, AreNoOtherFolders) {
    const test::TemporaryFolder folder;
    for (const char* name : {"other.kanon_0123456789abcdef",
                             "released.kanon_0123456789abcde",
                             "released.kanon_0123456789abcdeg",
                             "released.kanon_0123456789ABCDEF",
                             "released.kanon_0123456789abcdef.csv",
                             "released_kanon_0123456789abcdef"}) {
        fs::create_directory(folder.at(name));
    }
    fs::create_directory(folder.at("precious"));
    fs::create_directory_symlink(folder.at("precious"),
                                 folder.at("released.kanon_00000000000000aa"));
    folder.write("released.kanon_00000000000000bb", "a file");
    const std::vector<std::string> before = entries_of(folder);
    remove_stale_folders(folder.at("released"));
    EXPECT_EQ(entries_of(folder), before);
    remove_stale_folders(folder.at("gone/released"));
}

TEST(PrivateFolders, NotMadeLeaveNothing) {
    const test::TemporaryFolder folder;
    const PrivateFolder never(folder.at("released"));
    EXPECT_EQ(never.path(), "");
    PrivateFolder nowhere(folder.at("gone/released"));
    EXPECT_FALSE(nowhere.make());
}

}  // namespace
}  // namespace kanon::engine
