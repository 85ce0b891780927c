// SPDX-License-Identifier: Apache-2.0
#include "serve.hpp"

#include "kanon/api/kanon.hpp"

#include "network/entrance.hpp"
#include "server.hpp"
#include "state/session.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/signals.hpp"
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace kanon::serve {
namespace {

struct ServeFlags {
    std::string folder = ".";
    EntranceFlags entrance{};
    bool no_open = false;
    std::optional<double> stop_after;
};

bool has_screen() {
    const auto is_set = [](const char* name) {
        const char* const value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

/// A file that goes on to the address: on a command line other users could read the token.
std::string doorway(const std::filesystem::path& place, const std::string& address) {
    PendingFile file(place.string(), false);
    file.write_text(
        "<!doctype html><meta charset=\"utf-8\"><title>kanon</title>"
        "<meta http-equiv=\"refresh\" content=\"0;url=" +
        address + "\">\n");
    file.commit();
    return place.string();
}

/// Show a file in the user's browser; where there is none nothing happens.
void open_browser(const std::string& file) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    }
    std::string program = "xdg-open";
    std::string argument = file;
    const std::array<char*, 3> words{program.data(), argument.data(), nullptr};
    pid_t child = 0;
    if (posix_spawnp(&child, program.c_str(), &actions, nullptr, words.data(), environ) == 0) {
        std::thread([child] { waitpid(child, nullptr, 0); }).detach();
    }
    posix_spawn_file_actions_destroy(&actions);
}

/// Stops a server once a signal, or the time, asks for it.
class Watch {
public:
    Watch(Server& server, const std::optional<double>& seconds)
        : thread_([this, &server, seconds, &stop = cli::stop_requested()] {
              constexpr std::chrono::milliseconds kGlance{50};
              const auto start = std::chrono::steady_clock::now();
              const auto is_late = [&] {
                  const std::chrono::duration<double> gone =
                      std::chrono::steady_clock::now() - start;
                  return seconds && gone.count() >= *seconds;
              };
              while (!stop && !is_over_ && !is_late()) {
                  std::this_thread::sleep_for(kGlance);
              }
              while (!is_over_) {  // it may not have begun to run
                  server.stop();
                  std::this_thread::sleep_for(kGlance);
              }
          }) {}

    ~Watch() {
        is_over_ = true;
        thread_.join();
    }

    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    Watch(Watch&&) = delete;
    Watch& operator=(Watch&&) = delete;

private:
    std::atomic<bool> is_over_{false};
    std::thread thread_;
};

std::string words_of_loopback(const std::string& folder) {
    return "Open this address in a browser on this machine; it works once. Files are read and\n"
           "written beneath " +
           folder + " alone, and nothing leaves the machine. Ctrl-C ends the page.\n";
}

/// Flags that let others in.
void add_network_flags(CLI::App& app, EntranceFlags& flags) {
    app.add_option("--listen",
                   flags.listen,
                   "let others in over the network, at this address of this machine, by TLS and a "
                   "password: 192.0.2.7:8443; goes with --password-file")
        ->type_name("ADDRESS[:PORT]");
    app.add_option("--password-file",
                   flags.password_file,
                   "with --listen: a file that nobody else may read (chmod 600), with the "
                   "password that lets others in, of at least 12 characters")
        ->type_name("FILE");
    app.add_option("--name",
                   flags.names,
                   "with --listen: another name by which browsers may call this machine")
        ->type_name("HOST")
        ->allow_extra_args(false);
    app.add_option("--certificate",
                   flags.certificate,
                   "with --listen: the certificate to show, in PEM form (one made for this run)")
        ->type_name("FILE");
    app.add_option("--private-key",
                   flags.private_key,
                   "with --certificate: its key, which nobody else may read (chmod 600)")
        ->type_name("FILE");
}

int run_serve(const ServeFlags& options) {
    if (options.stop_after && !(*options.stop_after > 0)) {
        cli::refuse_flag("--stop-after", "a number above 0 is needed");
    }
    const Entrance entrance = entrance_of(options.entrance);
    const bool others_come = entrance.door != nullptr;
    Session session(options.folder, std::filesystem::temp_directory_path(), others_come);
    Server server(session, entrance);
    const Watch watch(server, options.stop_after);  // before anybody can ask for the end
    const std::string folder = std::filesystem::canonical(options.folder).string();
    cli::print_out(fmt::format(
        "{}\n\n{}",
        server.address(),
        others_come ? words_of_listening(entrance, folder) : words_of_loopback(folder)));
    if (!others_come && !options.no_open && has_screen()) {
        open_browser(doorway(session.place_for_upload("open.html"), server.address()));
    }
    server.run();
    return cli::kDone;
}

}  // namespace

cli::Verb add_serve(CLI::App& root) {
    CLI::App* app = cli::add_verb(root,
                                  "serve",
                                  "Open a page on this machine to anonymize a table step by step.",
                                  "  kanon generate --rows 1000 -o stays.csv\n"
                                  "  kanon serve --no-open --stop-after 1\n");
    const auto options = std::make_shared<ServeFlags>();
    app->add_option("FOLDER",
                    options->folder,
                    "the page reads and writes files beneath this folder alone (the current one)")
        ->type_name("");
    app->add_option("--port", options->entrance.port, "0: one that is free (0)")->type_name("N");
    cli::whole(app->get_option("--port"));
    add_network_flags(*app, options->entrance);
    app->add_flag("--no-open", options->no_open, "write the address, and open no browser");
    app->add_option("--stop-after", options->stop_after, "end the page after so many seconds")
        ->type_name("SECONDS");
    cli::number(app->get_option("--stop-after"));
    return {app, [options] { return run_serve(*options); }};
}

}  // namespace kanon::serve
