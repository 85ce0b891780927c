// SPDX-License-Identifier: Apache-2.0
#include "kanon/ledger/ledger.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/secrets/private_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace kanon {
namespace {

constexpr std::string_view kLedgerHeader = "kanon ledger ";
constexpr std::string_view kPlainVersion = "1";
constexpr std::string_view kSignedVersion = "2";  ///< each release has its signatures behind it
constexpr std::string_view kSignatures = "signatures";
constexpr std::size_t kMostLedgerBytes = std::size_t{4} << 30U;
constexpr std::size_t kSubjectBytes = 16;

[[noreturn]] void refuse_ledger(const std::string& file, const std::string& why) {
    throw Error(ErrorCode::bad_input, why, {.file = file});
}

[[noreturn]] void refuse_broken(const std::string& file) {
    refuse_ledger(file, "the ledger was cut or changed; restore the file from a copy");
}

std::string hex_text(const SecretKey::Bytes& bytes, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += fmt::format("{:02x}", bytes[i]);
    }
    return out;
}

/// Hands out the lines of a text, and numbers of them.
class LedgerLines {
public:
    LedgerLines(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

    [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

    std::string_view next() {
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) {
            refuse_broken(file_);
        }
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return line;
    }

    /// The two words of a line.
    std::pair<std::string_view, std::string_view> pair() {
        const std::string_view line = next();
        const std::size_t cut = line.find(' ');
        if (cut == std::string_view::npos) {
            refuse_broken(file_);
        }
        return {line.substr(0, cut), line.substr(cut + 1)};
    }

    template <class Number>
    Number number(std::string_view text) {
        Number out = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, fault] = std::from_chars(text.data(), end, out);
        if (fault != std::errc{} || stop != end) {
            refuse_broken(file_);
        }
        return out;
    }

private:
    std::string_view rest_;
    const std::string& file_;
};

/// The words of a line, ascending and none twice.
Ledger::Signature signature_in(std::string_view line, const std::string& file) {
    Ledger::Signature out;
    for (std::size_t end = 0; end != std::string_view::npos;) {
        end = line.find(' ');
        out.emplace_back(line.substr(0, end));
        line.remove_prefix(std::min(line.size(), end == std::string_view::npos ? end : end + 1));
        if (out.back().empty() || (out.size() > 1 && out[out.size() - 2] >= out.back())) {
            refuse_broken(file);
        }
    }
    return out;
}

/// The signatures behind a release of version 2.
std::vector<Ledger::Signature> signatures_in(LedgerLines& lines, const std::string& file) {
    const auto [word, count] = lines.pair();
    std::vector<Ledger::Signature> out;
    for (auto left = lines.number<std::uint32_t>(count); left > 0; --left) {
        out.push_back(signature_in(lines.next(), file));
    }
    if (word != kSignatures) {
        refuse_broken(file);
    }
    return out;
}

/// The part before the last line, which is its tag.
std::string_view checked_body(std::string_view text,
                              const SecretKey& key,
                              const std::string& file) {
    if (text.empty() || text.back() != '\n') {
        refuse_broken(file);
    }
    const std::size_t before = text.rfind('\n', text.size() - 2);
    if (before == std::string_view::npos) {
        refuse_broken(file);
    }
    const std::string_view body = text.substr(0, before + 1);
    const std::string tag = "end " + hex_text(key.tag("kanon ledger", body), SecretKey::kBytes);
    if (text.substr(before + 1, text.size() - before - 2) != tag) {
        refuse_broken(file);
    }
    return body;
}

/// A history: the class in each release that has the person; kNoClassThere: it has not.
using History = std::vector<std::uint32_t>;
constexpr std::uint32_t kNoClassThere = 0xFFFFFFFFU;

bool contains_history(const History& all, const History& part) {
    for (std::size_t release = 0; release < part.size(); ++release) {
        if (part[release] != kNoClassThere && part[release] != all[release]) {
            return false;
        }
    }
    return true;
}

/// The histories that contain each, among those that share its first class.
std::vector<std::vector<std::uint32_t>> containing_each(const std::vector<History>& histories) {
    std::map<std::pair<std::size_t, std::uint32_t>, std::vector<std::uint32_t>> of_class;
    std::vector<std::uint32_t> all;
    for (std::uint32_t id = 0; id < histories.size(); ++id) {
        all.push_back(id);
        for (std::size_t release = 0; release < histories[id].size(); ++release) {
            if (histories[id][release] != kNoClassThere) {
                of_class[{release, histories[id][release]}].push_back(id);
            }
        }
    }
    std::vector<std::vector<std::uint32_t>> out(histories.size());
    for (std::uint32_t id = 0; id < histories.size(); ++id) {
        const History& history = histories[id];
        const auto first = std::ranges::find_if(
            history, [](std::uint32_t place) { return place != kNoClassThere; });
        const auto release = static_cast<std::size_t>(first - history.begin());
        const std::vector<std::uint32_t>& near =
            first == history.end() ? all : of_class.at({release, *first});
        for (const std::uint32_t other : near) {
            if (contains_history(histories[other], history)) {
                out[id].push_back(other);
            }
        }
    }
    return out;
}

}  // namespace

Ledger Ledger::make() {
    return Ledger(SecretKey::random());
}

Ledger Ledger::read(const std::string& file) {
    const std::string text = read_small_file(file, true, kMostLedgerBytes);
    if (!std::string_view(text).starts_with(kLedgerHeader)) {
        refuse_ledger(file, "this is no ledger of kanon; `kanon ledger init FILE` makes one");
    }
    LedgerLines head(text, file);
    const std::string_view version = head.next().substr(kLedgerHeader.size());
    if (version != kPlainVersion && version != kSignedVersion) {
        refuse_ledger(file, "another version of kanon made this ledger; use the one that did");
    }
    std::string key_text;
    for (int line = 0; line < 2; ++line) {
        key_text += std::string(head.next()) + "\n";
    }
    std::optional<SecretKey> key;
    try {
        key = SecretKey::parse(key_text, file);
    } catch (const Error&) {
        refuse_broken(file);
    }
    Ledger out(std::move(*key));
    LedgerLines lines(checked_body(text, out.key_, file), file);
    for (int line = 0; line < 3; ++line) {
        static_cast<void>(lines.next());
    }
    out.column_ = lines.pair().second;
    while (!lines.is_at_end()) {
        const auto [k, persons] = lines.pair();
        Release& release = out.releases_.emplace_back();
        release.k = lines.number<std::uint64_t>(k);
        for (auto left = lines.number<std::uint64_t>(persons); left > 0; --left) {
            const auto [subject, place] = lines.pair();
            release.class_of.emplace(subject, lines.number<std::uint32_t>(place));
        }
        if (version == kSignedVersion) {
            release.signatures = signatures_in(lines, file);
        }
    }
    out.check_classes(file);
    return out;
}

void Ledger::check_classes(const std::string& file) const {
    for (const Release& release : releases_) {
        const bool has_all = std::ranges::all_of(release.class_of, [&](const auto& one) {
            return !release.is_invariant() || one.second < release.signatures.size();
        });
        if (!has_all) {
            refuse_broken(file);
        }
    }
}

std::string Ledger::text() const {
    const bool is_signed = std::ranges::any_of(releases_, &Release::is_invariant);
    const std::string_view version = is_signed ? kSignedVersion : kPlainVersion;
    std::string out =
        fmt::format("{}{}\n{}column {}\n", kLedgerHeader, version, key_.text(), column_);
    for (const Release& release : releases_) {
        out += fmt::format("{} {}\n", release.k, release.class_of.size());
        for (const auto& [subject, place] : release.class_of) {
            out += fmt::format("{} {}\n", subject, place);
        }
        if (is_signed) {
            out += fmt::format("{} {}\n", kSignatures, release.signatures.size());
        }
        for (const Signature& signature : release.signatures) {
            out += fmt::format("{}\n", fmt::join(signature, " "));
        }
    }
    return out + "end " + hex_text(key_.tag("kanon ledger", out), SecretKey::kBytes) + "\n";
}

std::string Ledger::subject_of(std::string_view person) const {
    return hex_text(key_.tag("kanon subject", person), kSubjectBytes);
}

std::string Ledger::value_of(std::string_view column, std::string_view value) const {
    const std::string named = std::string(column) + '\0' + std::string(value);
    return hex_text(key_.tag("kanon value", named), kSubjectBytes);
}

const Ledger::Signature* Ledger::signature_of(const std::string& subject,
                                              std::size_t releases) const {
    for (std::size_t at = releases; at > 0; --at) {
        const Release& release = releases_[at - 1];
        const auto found = release.class_of.find(subject);
        if (found != release.class_of.end()) {
            return &release.signatures[found->second];
        }
    }
    return nullptr;
}

void Ledger::check_promise(bool is_invariant, const std::string& file) const {
    for (const Release& release : releases_) {
        if (release.is_invariant() != is_invariant) {
            refuse_ledger(
                file,
                is_invariant ? "the releases of this ledger keep k candidates; m-invariance begins "
                               "with a ledger of its own (`kanon ledger init`)"
                             : "the releases of this ledger keep m-invariance; ask for that, or "
                               "take a ledger of its own (`kanon ledger init`)");
        }
    }
}

void Ledger::check_column(std::string_view column, const std::string& file) const {
    if (!column_.empty() && !column.empty() &&
        column_ != hex_text(key_.tag("kanon column", column), kSubjectBytes)) {
        refuse_ledger(file,
                      "this ledger is of persons by another column, so of another table; take that "
                      "table's own ledger, or make one (`kanon ledger init`)");
    }
}

void Ledger::add(std::string_view column, Release release) {
    column_ = hex_text(key_.tag("kanon column", column), kSubjectBytes);
    releases_.push_back(std::move(release));
}

std::string value_text(const Dictionary& dictionary, Code code) {
    return dictionary.type() == ValueType::text || dictionary.type() == ValueType::integer
               ? std::string(dictionary.text(code))
               : fmt::format("{}", dictionary.number(code));
}

PersonHistories histories_of(const Ledger& ledger,
                             std::size_t releases,
                             std::span<const std::string> subjects) {
    PersonHistories out;
    out.releases = releases;
    std::map<History, std::uint32_t> known;
    std::vector<History> histories;
    for (const std::string& subject : subjects) {
        History history(releases, kNoClassThere);
        for (std::size_t release = 0; release < releases; ++release) {
            const auto found = ledger.releases()[release].class_of.find(subject);
            if (found != ledger.releases()[release].class_of.end()) {
                history[release] = found->second;
            }
        }
        const auto [place, is_new] =
            known.try_emplace(history, static_cast<std::uint32_t>(histories.size()));
        if (is_new) {
            histories.push_back(std::move(history));
        }
        out.of_code.push_back(place->second);
    }
    out.containing = containing_each(histories);
    return out;
}

std::vector<bool> releasable(const PersonHistories& histories, std::uint64_t k) {
    std::vector<std::uint64_t> persons(histories.containing.size());
    for (const std::uint32_t history : histories.of_code) {
        ++persons[history];
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (std::uint32_t history = 0; history < persons.size(); ++history) {
            std::uint64_t candidates = 0;
            for (const std::uint32_t other : histories.containing[history]) {
                candidates += persons[other];
            }
            if (persons[history] > 0 && candidates < k) {
                persons[history] = 0;
                has_changed = true;
            }
        }
    }
    std::vector<bool> out;
    out.reserve(histories.of_code.size());
    for (const std::uint32_t history : histories.of_code) {
        out.push_back(persons[history] > 0);
    }
    return out;
}

void make_ledger_file(const std::string& file) {
    write_new_file(file, Ledger::make().text(), 0600);
}

}  // namespace kanon
