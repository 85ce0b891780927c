// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/io/writing/pending_file.hpp"

#include "support/temporary_folder.hpp"
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace {

// A test that looks at the mask from outside would have to win a race.
std::atomic<int> mask_calls{0};

}  // namespace

extern "C" mode_t umask(mode_t mask) noexcept {
    ++mask_calls;
    return static_cast<mode_t>(::syscall(SYS_umask, mask));
}

namespace kanon {
namespace {

using test::TemporaryFolder;

std::optional<PendingFile> written(const std::string& target, bool force, const char* text) {
    std::optional<PendingFile> file(std::in_place, target, force);
    file->write_text(text);
    return file;
}

ErrorCode fault_of(std::optional<PendingFile>& a,
                   std::optional<PendingFile>& b,
                   std::optional<PendingFile>& c) {
    try {
        commit_together({&a, &b, &c});
    } catch (const Error& fault) {
        return fault.code();
    }
    ADD_FAILURE() << "was written";
    return ErrorCode::usage;
}

TEST(CommitTogether, WritesThoseThatWereAskedFor) {
    const TemporaryFolder folder;
    folder.write("old.txt", "old");
    auto fresh = written(folder.at("new.txt"), false, "new");
    auto replaced = written(folder.at("old.txt"), true, "newer");
    std::optional<PendingFile> none;
    commit_together({&fresh, &none, &replaced});
    EXPECT_EQ(folder.read("new.txt"), "new");
    EXPECT_EQ(folder.read("old.txt"), "newer");
    EXPECT_EQ(folder.file_count(), 2U);
}

TEST(CommitTogether, AStreamThatFailsLeavesTheFiles) {
    const TemporaryFolder folder;
    folder.write("old.txt", "old");
    {
        auto fresh = written(folder.at("new.txt"), false, "new");
        auto replaced = written(folder.at("old.txt"), true, "newer");
        auto stream = written("/dev/full", false, "text");
        EXPECT_EQ(fault_of(fresh, replaced, stream), ErrorCode::bad_output);
    }
    EXPECT_EQ(folder.read("old.txt"), "old");
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(CommitTogether, AFileThatFailsTakesTheOthersBack) {
    const TemporaryFolder folder;
    folder.write("old.txt", "old");
    const std::string gone = folder.at("gone");
    std::filesystem::create_directory(gone);
    {
        auto fresh = written(folder.at("new.txt"), false, "new");
        auto replaced = written(folder.at("old.txt"), true, "newer");
        auto lost = written(gone + "/t.txt", true, "lost");
        // The file can be flushed still, but its name is not there to be moved.
        for (const auto& entry : std::filesystem::directory_iterator(gone)) {
            std::filesystem::rename(entry.path(), folder.at("elsewhere"));
        }
        EXPECT_EQ(fault_of(fresh, replaced, lost), ErrorCode::bad_output);
    }
    std::filesystem::remove(folder.at("elsewhere"));
    EXPECT_EQ(folder.read("old.txt"), "old");
    EXPECT_EQ(folder.file_count(), 2U) << "old.txt and the folder";
}

TEST(CommitTogether, ANewcomerIsSeenBeforeAStreamGetsAByte) {
    const TemporaryFolder folder;
    const std::string pipe = folder.at("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ASSERT_GE(reader, 0);
    {
        auto stream = written(pipe, false, "text");
        auto late = written(folder.at("late.txt"), false, "mine");
        std::optional<PendingFile> none;
        folder.write("late.txt", "theirs");
        EXPECT_EQ(fault_of(stream, late, none), ErrorCode::bad_output);
    }
    char byte = 0;
    EXPECT_LE(::read(reader, &byte, 1), 0) << "the stream was written to";
    ::close(reader);
    EXPECT_EQ(folder.read("late.txt"), "theirs");
}

TEST(CommitTogether, TheMaskOfTheProcessIsNotSet) {
    const TemporaryFolder folder;
    const int before = mask_calls;
    auto file = written(folder.at("t.txt"), false, "text");
    file->commit();
    EXPECT_EQ(mask_calls, before);
}

}  // namespace
}  // namespace kanon
