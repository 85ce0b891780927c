// SPDX-License-Identifier: Apache-2.0
#include "requests.hpp"

#include "kanon/api/kanon.hpp"

#include <charconv>

namespace kanon::serve {
namespace {

constexpr int kDeepest = 64;  ///< levels of a request's JSON

std::string text_or_none(const Json& body, const char* key) {
    return body.contains(key) && !body[key].is_null() ? text_at(body, key) : "";
}

}  // namespace

Json body_of(const httplib::Request& request) {
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

bool yes_at(const Json& body, const char* key) {
    return body.contains(key) && body[key] == true;
}

std::size_t number_at(const httplib::Request& request, const char* key) {
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

Caller caller_of(const httplib::Request& request) {
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
            .transfer_encoding = request.get_header_value("Transfer-Encoding"),
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

}  // namespace kanon::serve
