// SPDX-License-Identifier: Apache-2.0
#include "server.hpp"

#include "answers/audit_answers.hpp"
#include "guard.hpp"
#include "network/connection.hpp"
#include "pages.hpp"
#include "requests.hpp"
#include "state/session.hpp"
#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace kanon::serve {
namespace {

using httplib::Request;
using httplib::Response;

constexpr std::size_t kMostUpload = std::size_t{16} << 30U;
constexpr const char* kJsonType = "application/json";

/// What a page of this server may do: load its own files and talk to this server, no more.
constexpr const char* kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

/// Goes on to the page. Were it a redirection, browsers that came from elsewhere, such as a file
/// that was opened for them, would not send the cookie along.
constexpr const char* kWelcome =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>kanon</title>"
    "<meta http-equiv=\"refresh\" content=\"0;url=/\"><p><a href=\"/\">Open the "
    "page</a></p></html>\n";

const httplib::Headers& safe_headers() {
    static const httplib::Headers out{{"Content-Security-Policy", kContentPolicy},
                                      {"X-Content-Type-Options", "nosniff"},
                                      {"X-Frame-Options", "DENY"},
                                      {"Referrer-Policy", "no-referrer"},
                                      {"Cross-Origin-Opener-Policy", "same-origin"},
                                      {"Cross-Origin-Resource-Policy", "same-origin"},
                                      {"Cache-Control", "no-store"}};
    return out;
}

/// Bytes as they are: the library would pack them once more.
void answer_bytes(Response& response, std::string bytes, const std::string& type) {
    const auto kept = std::make_shared<const std::string>(std::move(bytes));
    response.set_content_provider(
        kept->size(),
        type,
        [kept](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
            return sink.write(kept->data() + offset, length);
        });
}

void answer_text(Response& response, const std::string& text, const std::string& type) {
    if (text.empty()) {
        response.set_content("", type);
    } else {
        answer_bytes(response, text, type);
    }
}

void answer_json(Response& response, const Json& json) {
    answer_bytes(response, json.dump(-1, ' ', false, Json::error_handler_t::replace), kJsonType);
}

const WebFile& web_file(std::string_view path) {
    const auto found = std::ranges::find(web_files(), path, &WebFile::path);
    if (found == web_files().end()) {
        throw std::logic_error("the page lacks a file");
    }
    return *found;
}

void answer_file(Response& response, const WebFile& file) {
    const auto* const bytes = reinterpret_cast<const char*>(file.packed.data());
    response.set_header("Content-Encoding", "gzip");
    answer_bytes(response, std::string(bytes, file.packed.size()), std::string(file.type));
}

/// The status of a fault: of who asked, or of what he asked for.
int status_of(const Json& fault) {
    const std::string code = fault["code"].get<std::string>();
    return code == "usage" ? 400 : 422;
}

}  // namespace

class Server::Parts {
public:
    Parts(Session& session, Entrance entrance)
        : session_(session),
          entrance_(std::move(entrance)),
          room_(entrance_.door ? kRoomForMany : kRoomForOne),
          http_(entrance_.door ? entrance_.door->certificate.context() : nullptr,
                std::chrono::seconds(room_.seconds)) {
        set_limits();
        port_ = bind();
        guard_ = std::make_unique<Guard>(GuardRules{
            .port = port_, .names = entrance_.names, .by_password = entrance_.door != nullptr});
        guard_requests();
        add_web_files();
        add_readers();
        add_changes();
        add_jobs();
        add_upload();
        add_events();
        if (entrance_.door) {
            add_login();
        }
    }

    [[nodiscard]] std::string address() const {
        const std::string place =
            host_in_address(entrance_.names.front()) + ":" + std::to_string(port_);
        return entrance_.door ? "https://" + place + "/"
                              : "http://" + place + "/?token=" + guard_->token();
    }

    void run() { http_.listen_after_bind(); }

    void stop() {
        session_.events().close();
        http_.stop();
    }

private:
    /// How many are served at once, and how long one may keep silent in the middle of a request.
    struct Room {
        std::size_t threads;
        int listeners;  ///< pages that hear of what happens; each takes a thread
        int seconds;
    };

    static constexpr Room kRoomForOne{.threads = 12, .listeners = 6, .seconds = 30};
    static constexpr Room kRoomForMany{.threads = 64, .listeners = 24, .seconds = 10};

    using Handler = std::function<void(const Request&, Response&)>;
    using Change = std::function<void(const Json&)>;

    void set_limits();
    [[nodiscard]] std::uint16_t bind();
    void guard_requests();
    void answer_verdict(Response& response, const Verdict& verdict);
    void add_web_files();
    void add_readers();
    void add_changes();
    void add_jobs();
    void add_upload();
    void add_events();
    void add_login();
    void try_password(const Request& request, Response& response);

    void answer_fault(Response& response, const std::exception_ptr& fault) const {
        const Json json = session_.fault_json(fault);
        response.status = status_of(json);
        answer_json(response, json);
    }

    /// A request that reads.
    void reads(const std::string& path, const Handler& handler) {
        http_.Get(path, [this, handler](const Request& request, Response& response) {
            try {
                handler(request, response);
            } catch (...) {
                answer_fault(response, std::current_exception());
            }
        });
    }

    /// A request that changes something; its answer is the new state.
    void changes(const std::string& path, const Change& change) {
        http_.Post(path, [this, change](const Request& request, Response& response) {
            try {
                change(body_of(request));
                answer_json(response, session_.state());
            } catch (...) {
                answer_fault(response, std::current_exception());
            }
        });
    }

    Session& session_;
    Entrance entrance_;
    Room room_;
    LimitedServer http_;
    std::uint16_t port_ = 0;
    std::unique_ptr<Guard> guard_;
    std::atomic<int> listeners_{0};
};

void Server::Parts::set_limits() {
    http_.new_task_queue = [threads = room_.threads] { return new httplib::ThreadPool(threads); };
    http_.set_payload_max_length(kMostUpload);
    http_.set_default_headers(safe_headers());
    http_.set_keep_alive_max_count(1000);
    http_.set_tcp_nodelay(true);  // answers go out in several writes, none of which is to wait
    // A second server on the port would take this one's visitors: no SO_REUSEPORT.
    http_.set_socket_options([](socket_t socket) {
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    });
}

std::uint16_t Server::Parts::bind() {
    const std::uint16_t asked = entrance_.port;
    const std::string& host = entrance_.host;
    const int found =
        asked == 0 ? http_.bind_to_any_port(host) : (http_.bind_to_port(host, asked) ? asked : -1);
    if (found <= 0 && entrance_.door) {
        throw Error(ErrorCode::usage,
                    host_in_address(host) + (asked == 0 ? "" : ":" + std::to_string(asked)) +
                        " cannot be had: it is no address of this machine, or its port is taken");
    }
    if (found <= 0) {
        throw Error(ErrorCode::usage,
                    "port " + std::to_string(asked) + " cannot be had; take another, or none");
    }
    return static_cast<std::uint16_t>(found);
}

void Server::Parts::guard_requests() {
    using Result = httplib::Server::HandlerResponse;
    http_.set_pre_routing_handler([this](const Request& request, Response& response) {
        const Verdict verdict = guard_->judge(caller_of(request));
        if (verdict.kind == Verdict::Kind::answered) {
            return Result::Unhandled;
        }
        response.status = verdict.status;
        answer_verdict(response, verdict);
        return Result::Handled;
    });
    http_.set_exception_handler(
        [this](const Request& /*request*/, Response& response, const std::exception_ptr& fault) {
            answer_fault(response, fault);
        });
}

void Server::Parts::answer_verdict(Response& response, const Verdict& verdict) {
    if (verdict.kind == Verdict::Kind::refused) {
        // Its body is not read: what it holds must not be taken for the next request.
        response.set_header("Connection", "close");
        answer_text(response, verdict.why + "\n", "text/plain; charset=utf-8");
        return;
    }
    if (verdict.kind == Verdict::Kind::asked) {
        answer_file(response, web_file("/login.html"));
        return;
    }
    if (verdict.kind == Verdict::Kind::welcomed) {
        response.set_header("Set-Cookie", guard_->cookie_header());
    }
    answer_text(response, kWelcome, "text/html; charset=utf-8");
}

void Server::Parts::add_login() {
    http_.Post("/api/login", [this](const Request& request, Response& response) {
        try {
            try_password(request, response);
        } catch (...) {
            answer_fault(response, std::current_exception());
        }
    });
}

void Server::Parts::try_password(const Request& request, Response& response) {
    NetworkDoor& door = *entrance_.door;
    const std::string given = text_at(body_of(request), "password");
    const auto wait = door.attempts.begin(request.remote_addr, std::chrono::steady_clock::now());
    if (wait.count() > 0) {
        response.status = 429;
        response.set_header("Retry-After", std::to_string(wait.count()));
        answer_json(response,
                    {{"code", "usage"},
                     {"message",
                      "wrong passwords were tried; wait " +
                          count_text(static_cast<std::uint64_t>(wait.count()), "second") +
                          " and try again"}});
    } else if (door.password.is(given)) {
        door.attempts.succeeded(request.remote_addr);
        response.set_header("Set-Cookie", guard_->cookie_header());
        answer_json(response, Json::object());
    } else {
        response.status = 401;
        answer_json(response, {{"code", "usage"}, {"message", "this is not the password"}});
    }
}

void Server::Parts::add_web_files() {
    for (const WebFile& file : web_files()) {
        const auto answer = [&file](const Request& /*request*/, Response& response) {
            answer_file(response, file);
        };
        http_.Get(file.path == "/index.html" ? "/" : std::string(file.path), answer);
    }
}

void Server::Parts::add_readers() {
    reads("/api/state",
          [this](const Request&, Response& response) { answer_json(response, session_.state()); });
    reads("/api/catalogue",
          [](const Request&, Response& response) { answer_json(response, catalogue_json()); });
    reads("/api/files", [this](const Request& request, Response& response) {
        answer_json(response, session_.files(request.get_param_value("folder")));
    });
    reads("/api/first-rows", [this](const Request&, Response& response) {
        answer_json(response, session_.first_rows());
    });
    reads("/api/columns", [this](const Request&, Response& response) {
        answer_json(response, session_.columns());
    });
    reads("/api/alone",
          [this](const Request&, Response& response) { answer_json(response, session_.alone()); });
    reads("/api/summary", [this](const Request&, Response& response) {
        answer_text(response, session_.summary(), kJsonType);
    });
    reads("/api/space", [this](const Request&, Response& response) {
        answer_text(response, session_.space(), kJsonType);
    });
    reads("/api/classes", [this](const Request&, Response& response) {
        answer_json(response, session_.classes());
    });
    reads("/api/rows", [this](const Request& request, Response& response) {
        const auto order = request.get_param_value("order") == "classes"
                               ? ReleaseRows::Order::classes
                               : ReleaseRows::Order::original;
        answer_json(response,
                    session_.rows(number_at(request, "from"), number_at(request, "count"), order));
    });
    reads("/api/hierarchy", [this](const Request& request, Response& response) {
        answer_json(response, session_.hierarchy(request.get_param_value("column")));
    });
}

void Server::Parts::add_changes() {
    changes("/api/open", [this](const Json& body) { session_.open(text_at(body, "file")); });
    changes("/api/read", [this](const Json& body) {
        session_.read_otherwise(body.contains("settings") ? body["settings"] : Json());
    });
    changes("/api/policy", [this](const Json& body) {
        session_.change(body.contains("changes") ? body["changes"] : Json(),
                        text_at(body, "label"));
    });
    changes("/api/policy/suggest", [this](const Json&) { session_.suggest_again(); });
    changes("/api/policy/open",
            [this](const Json& body) { session_.open_policy(text_at(body, "file")); });
    changes("/api/policy/save", [this](const Json& body) {
        session_.save_policy(text_at(body, "file"), yes_at(body, "force"));
    });
    changes("/api/shuffle", [this](const Json& body) { session_.shuffle(yes_at(body, "on")); });
    changes("/api/ledger", [this](const Json& body) { session_.ledger(text_at(body, "file")); });
    changes("/api/ledger/make",
            [this](const Json& body) { session_.make_ledger(text_at(body, "file")); });
    changes("/api/undo", [this](const Json&) { session_.undo(); });
    changes("/api/redo", [this](const Json&) { session_.redo(); });
    changes("/api/hierarchy/save", [this](const Json& body) {
        session_.save_hierarchy(
            text_at(body, "column"), text_at(body, "file"), yes_at(body, "force"));
    });
}

void Server::Parts::add_jobs() {
    changes("/api/curve",
            [this](const Json& body) { session_.start_curve(numbers_at(body, "k")); });
    changes("/api/run", [this](const Json&) { session_.start_run(); });
    changes("/api/explore", [this](const Json&) { session_.start_space(); });
    changes("/api/release",
            [this](const Json& body) { session_.start_release(release_files(body)); });
    changes("/api/verify", [this](const Json& body) { session_.start_verify(body); });
    changes("/api/link", [this](const Json& body) { session_.start_link(body); });
    changes("/api/cancel", [this](const Json&) { session_.cancel(); });
}

void Server::Parts::add_upload() {
    const auto take =
        [this](const Request& request, Response& response, const httplib::ContentReader& read) {
            try {
                const auto path = session_.place_for_upload(request.get_param_value("name"));
                std::ofstream file(path, std::ios::binary);
                const bool is_whole = read([&](const char* data, std::size_t length) {
                    file.write(data, static_cast<std::streamsize>(length));
                    return file.good();
                });
                file.close();
                if (!is_whole || !file) {
                    std::error_code ignored;
                    std::filesystem::remove(path, ignored);
                    throw Error(ErrorCode::bad_output,
                                "the file could not be kept: the disk is full, or it came in part");
                }
                session_.open_upload(path);
                answer_json(response, session_.state());
            } catch (...) {
                answer_fault(response, std::current_exception());
            }
        };
    http_.Post("/api/upload", httplib::Server::HandlerWithContentReader(take));
}

void Server::Parts::add_events() {
    reads("/api/events", [this](const Request& /*request*/, Response& response) {
        if (listeners_ >= room_.listeners) {
            response.status = 429;
            answer_json(response, {{"message", "too many pages are open"}, {"code", "usage"}});
            return;
        }
        ++listeners_;
        Events& events = session_.events();
        const auto last = std::make_shared<std::uint64_t>(events.newest());
        response.set_chunked_content_provider(
            "text/event-stream",
            [&events, last](std::size_t /*offset*/, httplib::DataSink& sink) {
                constexpr std::chrono::seconds kPatience{1};
                const std::optional<Event> event = events.after(*last, kPatience);
                if (events.is_closed() || !sink.is_writable()) {  // the page may be gone
                    return false;
                }
                std::string text = ": still here\n\n";
                if (event) {
                    *last = event->id;
                    text = "event: " + event->kind + "\ndata: " + event->data + "\n\n";
                }
                return sink.write(text.data(), text.size());
            },
            [this](bool /*success*/) { --listeners_; });
    });
}

Server::Server(Session& session, Entrance entrance)
    : parts_(std::make_unique<Parts>(session, std::move(entrance))) {}

Server::~Server() = default;

std::string Server::address() const {
    return parts_->address();
}

void Server::run() {
    parts_->run();
}

void Server::stop() {
    parts_->stop();
}

}  // namespace kanon::serve
