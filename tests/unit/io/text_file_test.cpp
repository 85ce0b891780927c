// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/text_file.hpp"

#include "kanon/base/error.hpp"

#include "support/temporary_folder.hpp"
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace kanon {
namespace {

using test::TemporaryFolder;

std::string read_back(const std::string& path,
                      std::size_t limit = 100,
                      const RunContext& context = {}) {
    return read_text_file(path, "policy", ErrorCode::bad_policy, limit, context);
}

TEST(TextFile, IsReadWhole) {
    const TemporaryFolder folder;
    EXPECT_EQ(read_back(folder.write("p.yaml", "a: 1\n")), "a: 1\n");
    EXPECT_EQ(read_back(folder.write("empty", "")), "");
    const std::string large(300000, 'x');
    EXPECT_EQ(read_back(folder.write("large", large), large.size()), large);
}

TEST(TextFile, IsRefusedWhereItIsMissingOrTooLarge) {
    const TemporaryFolder folder;
    EXPECT_THROW(static_cast<void>(read_back(folder.at("none"))), Error);
    EXPECT_THROW(static_cast<void>(read_back(folder.at(""))), Error);
    EXPECT_THROW(static_cast<void>(read_back(folder.write("large", std::string(101, 'x')))), Error);
}

TEST(TextFile, CanBeAPipe) {
    const TemporaryFolder folder;
    const std::string pipe = folder.at("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        std::ofstream(pipe) << "a: 1\n";
    });
    EXPECT_EQ(read_back(pipe), "a: 1\n");
    writer.join();
}

TEST(TextFile, APipeThatNobodyWritesToCanBeGivenUp) {
    const TemporaryFolder folder;
    const std::string pipe = folder.at("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::atomic<bool> cancel{false};
    RunContext context;
    context.cancel = &cancel;
    std::thread user([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        cancel = true;
    });
    try {
        static_cast<void>(read_back(pipe, 100, context));
        ADD_FAILURE() << "read from nobody";
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::cancelled);
    }
    user.join();
}

}  // namespace
}  // namespace kanon
