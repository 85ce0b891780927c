// SPDX-License-Identifier: Apache-2.0
#include "children/children.hpp"

#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <thread>

namespace kanon::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20};

/// No input, no output, and standard error into a file.
class Streams {
public:
    explicit Streams(const std::string& errors) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(
            &actions_, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    }

    ~Streams() { posix_spawn_file_actions_destroy(&actions_); }

    Streams(const Streams&) = delete;
    Streams(Streams&&) = delete;
    Streams& operator=(const Streams&) = delete;
    Streams& operator=(Streams&&) = delete;

    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

std::string file_of(const Child& child, const std::string& folder) {
    return folder + "/" + child.name + ".said";
}

pid_t start(const Child& child, const std::string& folder) {
    std::vector<std::string> words{"kanon"};
    words.insert(words.end(), child.words.begin(), child.words.end());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    const Streams streams(file_of(child, folder));
    pid_t pid = 0;
    const int fault =
        posix_spawn(&pid, "/proc/self/exe", streams.get(), nullptr, pointers.data(), environ);
    if (fault != 0) {
        throw std::system_error(fault, std::generic_category(), "a party cannot be started");
    }
    return pid;
}

int status_of(int state) {
    constexpr int kKilled = 128;
    return WIFEXITED(state) ? WEXITSTATUS(state) : kKilled + WTERMSIG(state);
}

/// Children that have not ended, interrupted when they go out of scope.
class Running {
public:
    explicit Running(std::size_t count) : pids_(count, 0) {}

    ~Running() {
        interrupt();
        for (const pid_t pid : pids_) {
            if (pid != 0) {
                ::waitpid(pid, nullptr, 0);
            }
        }
    }

    Running(const Running&) = delete;
    Running(Running&&) = delete;
    Running& operator=(const Running&) = delete;
    Running& operator=(Running&&) = delete;

    void add(std::size_t place, pid_t pid) { pids_[place] = pid; }

    /// Ask those that run to end, once.
    void interrupt() {
        for (const pid_t pid : pids_) {
            if (pid != 0 && !interrupted_) {
                ::kill(pid, SIGINT);
            }
        }
        interrupted_ = true;
    }

    /// Take the ends of those that have ended; false once none is left.
    bool look(std::vector<Child>& children) {
        for (std::size_t i = 0; i < pids_.size(); ++i) {
            int state = 0;
            if (pids_[i] != 0 && ::waitpid(pids_[i], &state, WNOHANG) == pids_[i]) {
                pids_[i] = 0;
                children[i].status = status_of(state);
            }
        }
        return std::ranges::any_of(pids_, [](pid_t pid) { return pid != 0; });
    }

private:
    std::vector<pid_t> pids_;
    bool interrupted_ = false;
};

/// After one failed, the others have so long to hear of it; who still waits for it is interrupted.
constexpr std::chrono::seconds kAfterFailure{1};

}  // namespace

void run_children(std::vector<Child>& children,
                  const std::string& folder,
                  const RunContext& context) {
    Running running(children.size());
    for (std::size_t i = 0; i < children.size(); ++i) {
        running.add(i, start(children[i], folder));
    }
    std::optional<std::chrono::steady_clock::time_point> failed;
    while (running.look(children)) {
        throw_if_cancelled(context);
        const auto now = std::chrono::steady_clock::now();
        if (!failed && std::ranges::any_of(
                           children, [](const Child& c) { return c.status != 0 && !c.may_fail; })) {
            failed = now;
        }
        if (failed && now - *failed > kAfterFailure) {
            running.interrupt();
        }
        std::this_thread::sleep_for(kBetweenLooks);
    }
    for (Child& child : children) {
        std::ifstream file(file_of(child, folder), std::ios::binary);
        child.said.assign(std::istreambuf_iterator<char>(file), {});
    }
}

const Child* failed_one(const std::vector<Child>& children) {
    const Child* found = nullptr;
    for (const Child& child : children) {
        const bool followed = child.said.find(" stopped: ") != std::string::npos ||
                              child.status == exit_status(ErrorCode::cancelled);
        if (child.status != 0 && !child.may_fail && (found == nullptr || !followed)) {
            if (!followed) {
                return &child;
            }
            found = &child;
        }
    }
    return found;
}

std::string said_by(const Child& child) {
    std::string said = one_line(child.said);
    const std::string_view prefix = "kanon: ";
    if (said.starts_with(prefix)) {
        said.erase(0, prefix.size());
    }
    said.erase(said.find_last_not_of(' ') + 1);
    return said;
}

int say_failed(const Child& child, std::string_view what) {
    print_err(fmt::format("kanon: {} '{}': {}\n", what, child.name, said_by(child)));
    return child.status;
}

}  // namespace kanon::cli
