// SPDX-License-Identifier: Apache-2.0
#include "measuring/process.hpp"

#include "kanon/api/kanon.hpp"

#include "terminal/signals.hpp"
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>

namespace kanon::bench {
namespace {

/// The files a child writes to, for posix_spawn.
class Redirections {
public:
    explicit Redirections(const Command& command) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        add(STDOUT_FILENO, command.output);
        add(STDERR_FILENO, command.errors);
    }

    ~Redirections() { posix_spawn_file_actions_destroy(&actions_); }

    Redirections(const Redirections&) = delete;
    Redirections& operator=(const Redirections&) = delete;
    Redirections(Redirections&&) = delete;
    Redirections& operator=(Redirections&&) = delete;

    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    void add(int descriptor, const std::string& file) {
        posix_spawn_file_actions_addopen(
            &actions_, descriptor, file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    }

    posix_spawn_file_actions_t actions_{};
};

pid_t start(const Command& command) {
    std::vector<std::string> words = command.words;
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    const Redirections redirections(command);
    pid_t child = 0;
    const int fault =
        posix_spawnp(&child, pointers[0], redirections.get(), nullptr, pointers.data(), environ);
    if (fault != 0) {
        throw Error(ErrorCode::bad_input,
                    "'" + command.words[0] + "' cannot be run: " + std::strerror(fault));
    }
    return child;
}

/// Wait until the child has ended, without reaping it. Looks up now and then: a signal may come
/// just before the wait begins.
void watch(pid_t child) {
    constexpr int kLookUpMs = 200;
    const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
    if (handle < 0) {
        return;  // an old kernel: wait4 waits, and the terminal tells the child itself
    }
    pollfd waiting{.fd = handle, .events = POLLIN, .revents = 0};
    bool told = false;
    while (poll(&waiting, 1, kLookUpMs) <= 0) {
        if (cli::stop_requested() && !told) {
            kill(child, SIGTERM);
            told = true;
        }
    }
    close(handle);
}

double seconds_of(const timeval& time) {
    constexpr double kMicro = 1e-6;
    return static_cast<double>(time.tv_sec) + kMicro * static_cast<double>(time.tv_usec);
}

}  // namespace

ChildRun run_child(const Command& command) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const pid_t child = start(command);
    watch(child);
    int status = 0;
    rusage usage{};
    while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    ChildRun run;
    run.wall_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (cli::stop_requested()) {
        throw Error(ErrorCode::cancelled, "stopped");
    }
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    run.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    run.peak_rss_mb = static_cast<double>(usage.ru_maxrss) / 1024;
    return run;
}

std::string program_beside(const std::string& name) {
    return std::filesystem::read_symlink("/proc/self/exe").replace_filename(name).string();
}

}  // namespace kanon::bench
