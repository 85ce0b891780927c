// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/release.hpp"
#include "kanon/release/spelling/reading.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;

/// Texts made to be mistaken: of the characters that have a meaning in a release.
rc::Gen<std::string> hostile_text() {
    return rc::gen::container<std::string>(
        rc::gen::elementOf(std::string("***[[]](({{}}),,,\\\\\\  ab1-.e\n")));
}

/// A domain of hostile texts, sometimes with a missing value.
std::shared_ptr<const Dictionary> draw_domain() {
    const auto texts = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(
        rc::gen::oneOf(hostile_text(),
                       rc::gen::element<std::string>(
                           "*", "\\*", "[a, b]", "{a, b}", "(-inf, 1)", "", "\\", "a", "b"))));
    DictionaryBuilder builder;
    for (const std::string& text : texts) {
        builder.add(text);
    }
    if (*rc::gen::arbitrary<bool>()) {
        builder.add_missing();
    }
    return std::make_shared<const Dictionary>(builder.finish(ValueType::text).dictionary);
}

Code draw_code(std::size_t size) {
    return *rc::gen::inRange<Code>(0, static_cast<Code>(size));
}

ReleasedValue draw_value(const Dictionary& dictionary, ReleasedDomain& domain) {
    const auto kind = *rc::gen::element(Kind::exact, Kind::range, Kind::set, Kind::star);
    const Code a = draw_code(dictionary.size());
    const Code b = draw_code(dictionary.size());
    if (kind == Kind::star) {
        return {};
    }
    if (kind == Kind::range && a != b && std::max(a, b) < dictionary.value_count()) {
        return {Kind::range, std::min(a, b), std::max(a, b)};
    }
    std::set<Code> members{a, b};
    for (int more = *rc::gen::inRange(0, 3); more > 0; --more) {
        members.insert(draw_code(dictionary.size()));
    }
    if (kind == Kind::set && members.size() > 1) {
        domain.sets.emplace_back(members.begin(), members.end());
        return {Kind::set, static_cast<Code>(domain.sets.size() - 1), 0};
    }
    return {Kind::exact, a, 0};
}

std::vector<bool> coverage(const ReleasedValue& value,
                           const ReleasedDomain& domain,
                           const Hierarchy* hierarchy,
                           const Dictionary& original) {
    std::vector<bool> out;
    for (Code code = 0; code < original.size(); ++code) {
        out.push_back(covers(value, domain, hierarchy, original, code));
    }
    return out;
}

/// Spell every value, and read the column back.
std::pair<ReadDomain, std::vector<Code>> round_trip(const ReleasedDomain& domain,
                                                    const Dictionary& original,
                                                    const Hierarchy* hierarchy) {
    DictionaryBuilder builder;
    std::vector<Code> provisional;
    for (const ReleasedValue& value : domain.values) {
        const std::string text = spell(value, domain, original, hierarchy);
        provisional.push_back(text.empty() ? builder.add_missing() : builder.add(text));
    }
    auto built = builder.finish(ValueType::text);
    for (Code& code : provisional) {
        code = built.code_of_provisional[code];
    }
    return {read_domain(built.dictionary, original, hierarchy), provisional};
}

TEST(RoundTrip, HostileTextsAreReadAsTheyWereMeant) {
    EXPECT_TRUE(rc::check("spell, then read", [] {
        const auto original = draw_domain();
        ReleasedDomain domain;
        for (int count = *rc::gen::inRange(1, 8); count > 0; --count) {
            domain.values.push_back(draw_value(*original, domain));
        }
        const auto [read, codes] = round_trip(domain, *original, nullptr);
        for (std::size_t i = 0; i < domain.values.size(); ++i) {
            RC_ASSERT(read.readable[codes[i]]);
            const ReleasedValue& back = read.domain.values[codes[i]];
            RC_ASSERT(back.kind == domain.values[i].kind);
            RC_ASSERT(coverage(back, read.domain, nullptr, *original) ==
                      coverage(domain.values[i], domain, nullptr, *original));
        }
    }));
}

TEST(RoundTrip, RangesOfNumbersAreReadAsTheyWereMeant) {
    EXPECT_TRUE(rc::check("spell, then read", [] {
        const bool decimals = *rc::gen::arbitrary<bool>();
        DictionaryBuilder builder;
        for (const int number : *rc::gen::nonEmpty(rc::gen::arbitrary<std::vector<int>>())) {
            builder.add(std::to_string(number) + (decimals ? ".25" : ""));
        }
        const Dictionary original = builder.finish().dictionary;
        ReleasedDomain domain;
        domain.values.push_back(draw_value(original, domain));
        const auto [read, codes] = round_trip(domain, original, nullptr);
        RC_ASSERT(read.readable[codes[0]]);
        RC_ASSERT(coverage(read.domain.values[codes[0]], read.domain, nullptr, original) ==
                  coverage(domain.values[0], domain, nullptr, original));
    }));
}

/// A hierarchy of hostile labels over two levels. Labels that are empty, start with a backslash or
/// are a star would be read as missing, as escapes or as suppressed; hierarchies refuse them.
Hierarchy draw_hierarchy(const std::shared_ptr<const Dictionary>& dictionary) {
    const auto usable = [](const std::string& text) {
        return !text.empty() && text.front() != '\\' && text != "*";
    };
    const auto labels = *rc::gen::unique<std::vector<std::string>>(
        3,
        rc::gen::suchThat(
            rc::gen::oneOf(hostile_text(),
                           rc::gen::element<std::string>("**", "[a, b]", "{a, b}", "a", "b", "x")),
            usable));
    Hierarchy::LevelMap low;
    for (Code code = 0; code < dictionary->size(); ++code) {
        low.label_of_code.push_back(draw_code(2));
    }
    low.labels = {labels[0], labels[1]};
    Hierarchy::LevelMap top;
    top.label_of_code.assign(dictionary->size(), 0);
    top.labels = {labels[2]};
    return {dictionary, {low, top}, HierarchyKind::file};
}

TEST(RoundTrip, LabelsNeverLoseAValueTheyCover) {
    EXPECT_TRUE(rc::check("spell a level, then read", [] {
        const auto original = draw_domain();
        const Hierarchy hierarchy = draw_hierarchy(original);
        const auto level = static_cast<Level>(*rc::gen::inRange(0, 3));
        ReleasedDomain domain;
        for (Code label = 0; label < hierarchy.label_count(level); ++label) {
            domain.values.push_back(level == 0 ? ReleasedValue{Kind::exact, label, 0}
                                               : ReleasedValue{Kind::label, label, level});
        }
        const auto [read, codes] = round_trip(domain, *original, &hierarchy);
        for (std::size_t i = 0; i < domain.values.size(); ++i) {
            RC_ASSERT(read.readable[codes[i]]);
            const auto meant = coverage(domain.values[i], domain, &hierarchy, *original);
            const auto back =
                coverage(read.domain.values[codes[i]], read.domain, &hierarchy, *original);
            for (std::size_t code = 0; code < meant.size(); ++code) {
                RC_ASSERT(!meant[code] || back[code]);
            }
        }
    }));
}

TEST(RoundTrip, AnyTextCanBeReadOrIsRefused) {
    EXPECT_TRUE(rc::check("read anything", [] {
        const auto original =
            *rc::gen::element(test::column_of("n", {"-1", "0", "1.5", "10", "?"})->dictionary,
                              test::column_of("d", {"2020-01-05", "2021-02-05"})->dictionary,
                              test::column_of("t", {"a", "b", "*", ",", "\\"})->dictionary);
        DictionaryBuilder builder;
        for (const std::string& text :
             *rc::gen::container<std::vector<std::string>>(hostile_text())) {
            builder.add(text);
        }
        const Dictionary released = builder.finish(ValueType::text).dictionary;
        const ReadDomain read = read_domain(released, *original, nullptr);
        RC_ASSERT(read.readable.size() == released.size());
        for (Code code = 0; code < released.size(); ++code) {
            if (read.readable[code]) {
                const ReleasedValue& value = read.domain.values[code];
                const auto covered = coverage(value, read.domain, nullptr, *original);
                RC_ASSERT(static_cast<std::size_t>(std::ranges::count(covered, true)) ==
                          cover_count(value, read.domain, nullptr, *original));
            }
        }
    }));
}

}  // namespace
}  // namespace kanon
