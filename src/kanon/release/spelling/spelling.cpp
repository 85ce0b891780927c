// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/spelling/spelling.hpp"

#include <utility>

namespace kanon {
namespace {

constexpr std::string_view kMarked = ",{}\\";

bool looks_like_range(std::string_view text) {
    const bool opens = text.front() == '[' || text.front() == '(';
    const bool closes = text.back() == ']' || text.back() == ')';
    return opens && closes && text.find(',') != std::string_view::npos;
}

void append_member(std::string& out, const Member& member) {
    if (member.missing) {
        return;
    }
    if (member.text.empty()) {
        out += "\\e";
    }
    for (std::size_t at = 0; at < member.text.size(); ++at) {
        const char c = member.text[at];
        const bool at_end = at == 0 || at + 1 == member.text.size();
        if (kMarked.find(c) != std::string_view::npos || (c == ' ' && at_end)) {
            out += '\\';
        }
        out += c;
    }
}

/// Reads one member after the other; `at` is the place of the next character.
class MemberReader {
public:
    explicit MemberReader(std::string_view body) : body_(body) {}

    [[nodiscard]] bool done() const { return done_; }

    /// The next member, up to an unescaped comma or the end.
    std::optional<Member> next() {
        Member member;
        bool marked = false;
        std::size_t kept = 0;
        for (; at_ < body_.size() && body_[at_] != ','; ++at_) {
            const char c = body_[at_];
            if (c == '{' || c == '}') {
                return std::nullopt;
            }
            if (c == ' ') {
                if (marked || !member.text.empty()) {
                    member.text += c;
                }
                continue;
            }
            if (c == '\\') {
                ++at_;
                if (!append_escaped(member.text)) {
                    return std::nullopt;
                }
                marked = true;
            } else {
                member.text += c;
            }
            kept = member.text.size();
        }
        done_ = at_ >= body_.size();
        ++at_;
        member.text.resize(kept);
        member.missing = kept == 0 && !marked;
        return member;
    }

private:
    bool append_escaped(std::string& text) {
        if (at_ >= body_.size()) {
            return false;
        }
        const char c = body_[at_];
        if (c == 'e') {
            return true;
        }
        if (c != ' ' && kMarked.find(c) == std::string_view::npos) {
            return false;
        }
        text += c;
        return true;
    }

    std::string_view body_;
    std::size_t at_ = 0;
    bool done_ = false;
};

}  // namespace

bool needs_escape(std::string_view text) {
    if (text.empty() || text == kStar || text.front() == '\\') {
        return true;
    }
    return (text.front() == '{' && text.back() == '}') || looks_like_range(text);
}

std::optional<std::string_view> unescape(std::string_view text) {
    if (text.empty() || text.front() != '\\' || !needs_escape(text.substr(1))) {
        return std::nullopt;
    }
    return text.substr(1);
}

std::string spell_beside_stars(std::string_view text) {
    const bool mistakable =
        !text.empty() && text.back() == '*' && text.find_first_not_of('\\') == text.size() - 1;
    return (mistakable ? "\\" : "") + std::string(text);
}

std::string join_members(const std::vector<Member>& members) {
    std::string out;
    for (std::size_t i = 0; i < members.size(); ++i) {
        out += i == 0 ? "" : ", ";
        append_member(out, members[i]);
    }
    return out;
}

std::optional<std::vector<Member>> split_members(std::string_view body) {
    std::vector<Member> members;
    MemberReader reader(body);
    while (!reader.done()) {
        std::optional<Member> member = reader.next();
        if (!member) {
            return std::nullopt;
        }
        members.push_back(std::move(*member));
    }
    return members;
}

}  // namespace kanon
