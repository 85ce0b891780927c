// SPDX-License-Identifier: Apache-2.0
#include "server.hpp"

#include "answers/audit_answers.hpp"
#include "guard.hpp"
#include "pages.hpp"
#include "state/error_json.hpp"
#include "state/session.hpp"
#include <httplib.h>

#include <charconv>
#include <chrono>
#include <fstream>
#include <functional>
#include <mutex>
#include <utility>

namespace kanon::serve {
namespace {

using httplib::Request;
using httplib::Response;

constexpr std::size_t kThreads = 12;
constexpr int kMostListeners = 6;
constexpr std::size_t kMostUpload = std::size_t{16} << 30U;
constexpr int kDeepest = 64;  ///< levels of a request's JSON
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

/// The status of a fault: of who asked, or of what he asked for.
int status_of(const Json& fault) {
    const std::string code = fault["code"].get<std::string>();
    return code == "usage" ? 400 : 422;
}

void answer_fault(Response& response, const std::exception_ptr& fault) {
    const Json json = error_json(fault);
    response.status = status_of(json);
    answer_json(response, json);
}

/// The JSON of a request: an object of few levels. \throws Error{usage}
Json body_of(const Request& request) {
    const auto is_shallow = [](int depth, Json::parse_event_t, Json&) {
        if (depth > kDeepest) {
            throw Error(ErrorCode::usage, "the request is nested too deeply");
        }
        return true;
    };
    Json out = Json::parse(request.body, is_shallow, false);
    if (!out.is_object()) {
        throw Error(ErrorCode::usage, "a JSON object is needed");
    }
    return out;
}

std::string text_at(const Json& body, const char* key) {
    if (!body.contains(key) || !body[key].is_string()) {
        throw Error(ErrorCode::usage, std::string("the text '") + key + "' is needed");
    }
    return body[key].get<std::string>();
}

std::string text_or_none(const Json& body, const char* key) {
    return body.contains(key) && !body[key].is_null() ? text_at(body, key) : "";
}

bool yes_at(const Json& body, const char* key) {
    return body.contains(key) && body[key] == true;
}

std::size_t number_at(const Request& request, const char* key) {
    const std::string text = request.get_param_value(key);
    std::size_t out = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, out);
    if (fault != std::errc{} || stop != end) {
        throw Error(ErrorCode::usage, std::string("the number '") + key + "' is needed");
    }
    return out;
}

std::vector<std::uint64_t> numbers_at(const Json& body, const char* key) {
    std::vector<std::uint64_t> out;
    if (body.contains(key) && body[key].is_array()) {
        for (const Json& number : body[key]) {
            if (!number.is_number_unsigned()) {
                throw Error(ErrorCode::usage, "whole numbers are needed");
            }
            out.push_back(number.get<std::uint64_t>());
        }
    }
    return out;
}

Caller caller_of(const Request& request) {
    return {.method = request.method,
            .path = request.path,
            .token = request.has_param("token") ? request.get_param_value("token") : "",
            .host = request.get_header_value("Host"),
            .origin = request.get_header_value("Origin"),
            .site = request.get_header_value("Sec-Fetch-Site"),
            .cookie = request.get_header_value("Cookie"),
            .own_header = request.get_header_value("X-Kanon"),
            .content_type = request.get_header_value("Content-Type"),
            .content_encoding = request.get_header_value("Content-Encoding"),
            .content_length = request.get_header_value("Content-Length"),
            .several_hosts = request.get_header_value_count("Host") != 1};
}

ReleaseFiles release_files(const Json& body) {
    return {.output = text_at(body, "output"),
            .policy = text_at(body, "policy"),
            .summary = text_or_none(body, "summary"),
            .report = text_or_none(body, "report"),
            .recoding = text_or_none(body, "recoding"),
            .force = yes_at(body, "force")};
}

}  // namespace

class Server::Parts {
public:
    Parts(Session& session, std::uint16_t port) : session_(session) {
        http_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
        http_.set_payload_max_length(kMostUpload);
        http_.set_default_headers(safe_headers());
        http_.set_keep_alive_max_count(1000);
        http_.set_read_timeout(30);
        http_.set_write_timeout(30);
        // A second server on the port would take this one's visitors: no SO_REUSEPORT.
        http_.set_socket_options([](socket_t socket) {
            const int yes = 1;
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
        });
        const int found = bind(port);
        if (found <= 0) {
            throw Error(ErrorCode::usage,
                        "port " + std::to_string(port) + " cannot be had; take another, or none");
        }
        port_ = static_cast<std::uint16_t>(found);
        guard_ = std::make_unique<Guard>(port_);
        guard_requests();
        add_web_files();
        add_readers();
        add_changes();
        add_jobs();
        add_upload();
        add_events();
    }

    [[nodiscard]] std::string address() const {
        return "http://127.0.0.1:" + std::to_string(port_) + "/?token=" + guard_->token();
    }

    void run() { http_.listen_after_bind(); }

    void stop() {
        session_.events().close();
        http_.stop();
    }

private:
    using Handler = std::function<void(const Request&, Response&)>;
    using Change = std::function<void(const Json&)>;

    int bind(std::uint16_t port) {
        constexpr const char* kLoopback = "127.0.0.1";
        if (port == 0) {
            return http_.bind_to_any_port(kLoopback);
        }
        return http_.bind_to_port(kLoopback, port) ? port : -1;
    }

    void guard_requests();
    void add_web_files();
    void add_readers();
    void add_changes();
    void add_jobs();
    void add_upload();
    void add_events();

    /// A request that reads.
    void reads(const std::string& path, const Handler& handler) {
        http_.Get(path, [handler](const Request& request, Response& response) {
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
    httplib::Server http_;
    std::uint16_t port_ = 0;
    std::unique_ptr<Guard> guard_;
    std::atomic<int> listeners_{0};
};

void Server::Parts::guard_requests() {
    using Result = httplib::Server::HandlerResponse;
    http_.set_pre_routing_handler([this](const Request& request, Response& response) {
        const Verdict verdict = guard_->judge(caller_of(request));
        if (verdict.kind == Verdict::Kind::answered) {
            return Result::Unhandled;
        }
        response.status = verdict.status;
        if (verdict.kind == Verdict::Kind::welcomed) {
            response.set_header("Set-Cookie", guard_->cookie_header());
            answer_text(response, kWelcome, "text/html; charset=utf-8");
        } else {
            answer_text(response, verdict.why + "\n", "text/plain; charset=utf-8");
        }
        return Result::Handled;
    });
    http_.set_exception_handler(
        [](const Request& /*request*/, Response& response, const std::exception_ptr& fault) {
            answer_fault(response, fault);
        });
}

void Server::Parts::add_web_files() {
    for (const WebFile& file : web_files()) {
        const auto answer = [&file](const Request& /*request*/, Response& response) {
            const auto* const bytes = reinterpret_cast<const char*>(file.packed.data());
            response.set_header("Content-Encoding", "gzip");
            answer_bytes(response, std::string(bytes, file.packed.size()), std::string(file.type));
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
        if (listeners_ >= kMostListeners) {
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

Server::Server(Session& session, std::uint16_t port)
    : parts_(std::make_unique<Parts>(session, port)) {}

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
