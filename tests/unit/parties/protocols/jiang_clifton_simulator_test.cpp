// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/parties/protocols/jiang_clifton.hpp"
#include "kanon/parties/protocols/local_chain.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/points_of_message.hpp"

#include "simulated_views.hpp"
#include "two_tables.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

/// What both parties of jiang-clifton see can be made from what docs/parties.md declares. Groups
/// and rows are in orders that the parties draw, so views are held against each other by what can
/// be read in them, whatever the order.
namespace kanon::parties {
namespace {

using crypto::Point;
using test::TwoTables;

using Numbers = std::vector<std::uint32_t>;

/// How a party answered when it was told to generalize.
struct Merged {
    bool has_moved = false;
    bool shows = false;
    Numbers now;  ///< of each of its first groups; alike: together
};

/// One attempt: with rows held back, or anew without.
struct PlainAttempt {
    std::array<std::map<std::string, std::uint32_t>, 2> group_of;  ///< at the first node, by key
    std::array<Numbers, 2> sizes;
    std::array<bool, 2> shows{};
    std::array<std::uint64_t, 2> held_back{};
    std::vector<Merged> asked;  ///< of the other party
    std::uint64_t steps = 0;
    std::set<std::string> joint;
    std::set<std::string> released;  ///< none: there is no release
};

Numbers merged_groups(const KeyedTask& own, const LocalChain& first, const LocalChain& now) {
    Numbers out(first.group_count());
    for (const std::uint32_t type : own.type_of_row) {
        if (!first.held_back()[type]) {
            out[first.group_of_type()[type]] = now.group_of_type()[type];
        }
    }
    return out;
}

/// The keys of joint groups of k and more.
std::set<std::string> keys_of_large(const PlainAttempt& of,
                                    const std::array<Numbers, 2>& now,
                                    std::uint64_t k) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::string>> groups;
    for (const std::string& key : of.joint) {
        groups[{now[0][of.group_of[0].at(key)], now[1][of.group_of[1].at(key)]}].insert(key);
    }
    std::set<std::string> out;
    for (const auto& [group, keys] : groups) {
        if (keys.size() >= k) {
            out.insert(keys.begin(), keys.end());
        }
    }
    return out;
}

/// One attempt by plain keys.
class PlainRun {
public:
    PlainRun(const TwoTables& tables, bool holds_back)
        : tables_(tables), first_{chain(0, holds_back), chain(1, holds_back)}, chains_(first_) {
        for (std::size_t party = 0; party < 2; ++party) {
            const KeyedTask own = tables.of(party);
            out_.sizes[party].resize(first_[party].group_count());
            out_.shows[party] = first_[party].shows_something();
            out_.held_back[party] = first_[party].held_back_rows();
            for (std::size_t row = 0; row < own.keys.size(); ++row) {
                if (!first_[party].held_back()[own.type_of_row[row]]) {
                    const std::uint32_t group = first_[party].group_of_type()[own.type_of_row[row]];
                    out_.group_of[party][own.keys[row]] = group;
                    ++out_.sizes[party][group];
                }
            }
        }
        for (const auto& [key, group] : out_.group_of[0]) {
            if (out_.group_of[1].contains(key)) {
                out_.joint.insert(key);
            }
        }
    }

    PlainAttempt run() {
        const std::uint64_t held_back = out_.held_back[0] + out_.held_back[1];
        const std::uint64_t limit = tables_.promise.limit.rows(out_.joint.size());
        while (true) {
            std::array<Numbers, 2> now;
            for (std::size_t party = 0; party < 2; ++party) {
                now[party] = merged_groups(tables_.of(party), first_[party], chains_[party]);
            }
            std::set<std::string> large = keys_of_large(out_, now, tables_.promise.k);
            const bool shows = chains_[0].shows_something() || chains_[1].shows_something();
            if (!large.empty() && out_.joint.size() - large.size() + held_back <= limit && shows) {
                out_.released = std::move(large);
                return std::move(out_);
            }
            const std::size_t turn = chains_[1].group_count() > chains_[0].group_count() ? 1 : 0;
            if (held_back > limit || (!move(turn) && !move(1 - turn))) {
                return std::move(out_);
            }
            ++out_.steps;
        }
    }

private:
    [[nodiscard]] LocalChain chain(std::size_t party, bool holds_back) const {
        const std::uint64_t rows = tables_.keys[party].size();
        return {tables_.problems[party],
                tables_.promise.k,
                holds_back ? tables_.promise.limit.rows(rows) / 4 : 0};
    }

    bool move(std::size_t party) {
        const bool has_moved = chains_[party].generalize();
        if (party == 1) {
            out_.asked.push_back({.has_moved = has_moved,
                                  .shows = chains_[1].shows_something(),
                                  .now = merged_groups(tables_.of(1), first_[1], chains_[1])});
        }
        return has_moved;
    }

    const TwoTables& tables_;
    std::array<LocalChain, 2> first_;
    std::array<LocalChain, 2> chains_;
    PlainAttempt out_;
};

std::vector<PlainAttempt> plain_attempts(const TwoTables& tables) {
    std::vector<PlainAttempt> out{PlainRun(tables, true).run()};
    if (out[0].released.empty() && out[0].held_back[0] + out[0].held_back[1] > 0) {
        out.push_back(PlainRun(tables, false).run());
    }
    return out;
}

/// What a party may know of one attempt: of the other what docs/parties.md declares, of itself all.
struct KnownOfAttempt {
    Numbers own_sizes;
    std::uint64_t own_held_back = 0;
    bool own_shows = false;
    Numbers own_groups;  ///< of the released rows, in the order of the release
    // Declared.
    Numbers others_sizes;
    std::uint64_t others_held_back = 0;
    bool others_shows = false;
    std::uint64_t joint_rows = 0;
    std::vector<Merged> asked;  ///< of the other party; of itself all, where that is its own
    std::uint64_t steps = 0;
    bool has_release = false;
    Numbers others_groups;  ///< first party: of the released rows; other: of them, in no order
};

/// What a party may know of a run. `rows`: the released ones.
std::vector<KnownOfAttempt> known_to(std::size_t own,
                                     const TwoTables& tables,
                                     const Numbers& rows,
                                     const std::vector<PlainAttempt>& attempts) {
    std::vector<KnownOfAttempt> out;
    for (const PlainAttempt& of : attempts) {
        KnownOfAttempt known{.own_sizes = of.sizes[own],
                             .own_held_back = of.held_back[own],
                             .own_shows = of.shows[own],
                             .own_groups = {},
                             .others_sizes = of.sizes[1 - own],
                             .others_held_back = of.held_back[1 - own],
                             .others_shows = of.shows[1 - own],
                             .joint_rows = of.joint.size(),
                             .asked = of.asked,
                             .steps = of.steps,
                             .has_release = !of.released.empty(),
                             .others_groups = {}};
        if (known.has_release) {
            for (const std::uint32_t row : rows) {
                const std::string& key = tables.keys[own][row];
                known.own_groups.push_back(of.group_of[own].at(key));
                known.others_groups.push_back(of.group_of[1 - own].at(key));
            }
            if (own == 1) {
                std::ranges::sort(known.others_groups);
            }
        }
        out.push_back(std::move(known));
    }
    return out;
}

void shuffle(Random& random, Numbers& numbers) {
    for (std::size_t left = numbers.size(); left > 1; --left) {
        std::swap(numbers[left - 1], numbers[random.below(left)]);
    }
}

/// Groups in an order that was drawn, and places in them that are not given away yet.
class DrawnGroups {
public:
    DrawnGroups(Random& random, const Numbers& sizes) : number_of_(sizes.size()) {
        std::iota(number_of_.begin(), number_of_.end(), std::uint32_t{0});
        shuffle(random, number_of_);
        sizes_.resize(sizes.size());
        for (std::size_t group = 0; group < sizes.size(); ++group) {
            sizes_[number_of_[group]] = sizes[group];
        }
        std::uint32_t next = 0;
        for (const std::uint32_t size : sizes_) {
            Numbers places(size);
            std::iota(places.begin(), places.end(), next);
            shuffle(random, places);
            next += size;
            free_.push_back(std::move(places));
        }
    }

    /// By number.
    [[nodiscard]] const Numbers& sizes() const { return sizes_; }

    std::uint32_t take_place(std::uint32_t group) {
        Numbers& places = free_[number_of_[group]];
        const std::uint32_t place = places.back();
        places.pop_back();
        return place;
    }

    /// What is told of the groups that are merged.
    [[nodiscard]] Numbers told(const Numbers& now) const {
        Numbers out(now.size());
        for (std::size_t group = 0; group < now.size(); ++group) {
            out[number_of_[group]] = now[group];
        }
        std::map<std::uint32_t, std::uint32_t> numbers;
        for (std::uint32_t& group : out) {
            group =
                numbers.emplace(group, static_cast<std::uint32_t>(numbers.size())).first->second;
        }
        return out;
    }

private:
    Numbers number_of_;  ///< of each group
    Numbers sizes_;
    std::vector<Numbers> free_;  ///< by number
};

std::vector<Point> fresh_points(std::size_t count) {
    std::vector<Point> out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(test::fresh_point());
    }
    return out;
}

/// Makes the messages of a party.
class JiangCliftonSimulator {
public:
    JiangCliftonSimulator(std::size_t own, std::uint64_t seed) : own_(own), random_(seed) {}

    std::vector<TranscriptEntry> run(const std::vector<KnownOfAttempt>& attempts) {
        for (const KnownOfAttempt& one : attempts) {
            attempt(one);
        }
        return std::move(out_);
    }

private:
    void say(bool is_of_first, MessageType type, MessageWriter writer) {
        TranscriptEntry& entry = out_.emplace_back();
        entry.sent = is_of_first == (own_ == 0);
        entry.type = type;
        entry.payload = writer.take();
        entry.bytes = entry.payload.size();
    }

    void say_keys(bool is_of_first, const Numbers& sizes, bool shows, std::uint64_t held_back) {
        MessageWriter writer;
        writer.flag(shows);
        writer.u64(held_back);
        writer.u32s(sizes);
        write_points(writer,
                     fresh_points(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0})));
        say(is_of_first, messages::kGroupedKeys, std::move(writer));
    }

    void attempt(const KnownOfAttempt& known) {
        DrawnGroups own(random_, known.own_sizes);
        DrawnGroups others(random_, known.others_sizes);
        DrawnGroups& first = own_ == 0 ? own : others;
        DrawnGroups& second = own_ == 0 ? others : own;
        const auto say_keys_of = [&](bool is_of_first) {
            const bool is_own = is_of_first == (own_ == 0);
            say_keys(is_of_first,
                     (is_of_first ? first : second).sizes(),
                     is_own ? known.own_shows : known.others_shows,
                     is_own ? known.own_held_back : known.others_held_back);
        };
        say_keys_of(true);
        say_keys_of(false);
        const std::vector<Point> twice = say_twice(first.sizes());
        for (const Merged& asked : known.asked) {
            MessageWriter ask;
            ask.u8(0);
            say(true, messages::kNextStep, std::move(ask));
            MessageWriter answer;
            answer.flag(asked.has_moved);
            answer.flag(asked.shows);
            answer.u32s(asked.has_moved ? second.told(asked.now) : Numbers());
            say(false, messages::kMergedGroups, std::move(answer));
        }
        if (!known.has_release) {
            MessageWriter end;
            end.u8(2);
            end.u64(known.joint_rows);
            say(true, messages::kNextStep, std::move(end));
            return;
        }
        settle(known,
               own_ == 0 ? known.own_groups : known.others_groups,
               own_ == 0 ? known.others_groups : known.own_groups,
               first,
               second,
               twice);
    }

    /// The first party's keys, encrypted by both: in the order of their bytes in each group.
    std::vector<Point> say_twice(const Numbers& sizes) {
        std::vector<Point> out;
        for (const std::uint32_t size : sizes) {
            std::vector<Point> of_group = fresh_points(size);
            std::ranges::sort(of_group);
            out.insert(out.end(), of_group.begin(), of_group.end());
        }
        MessageWriter writer;
        write_points(writer, out);
        say(false, messages::kEncryptedTwice, std::move(writer));
        return out;
    }

    void settle(const KnownOfAttempt& known,
                Numbers of_first,
                const Numbers& of_second,
                DrawnGroups& first,
                DrawnGroups& second,
                const std::vector<Point>& twice) {
        MessageWriter writer;
        writer.u8(1);
        writer.u64(known.joint_rows);
        writer.u64(known.steps);
        Numbers places;
        for (const std::uint32_t group : of_second) {
            places.push_back(second.take_place(group));
        }
        writer.u32s(places);
        shuffle(random_, of_first);
        std::vector<Point> pseudonyms;
        Numbers answered;
        for (const std::uint32_t group : of_first) {
            answered.push_back(first.take_place(group));
            pseudonyms.push_back(twice[answered.back()]);
        }
        write_points(writer, pseudonyms);
        say(true, messages::kNextStep, std::move(writer));
        MessageWriter rows;
        rows.u32s(answered);
        say(false, messages::kRowsOfPseudonyms, std::move(rows));
    }

    std::size_t own_;
    Random random_;
    std::vector<TranscriptEntry> out_;
};

/// What can be read in the messages of a party, whatever orders were drawn.
class ReadView {
public:
    /// `rows`: what the party released, in the order of the release.
    ReadView(std::size_t own, const std::vector<TranscriptEntry>& entries, const Numbers& rows)
        : rows_(rows) {
        for (const TranscriptEntry& entry : entries) {
            facts_.push_back(fmt::format(
                "{} {} {}", entry.sent ? "sent" : "got", entry.type.number, entry.payload.size()));
            MessageReader reader(entry.payload, "p");
            const bool is_of_first = entry.sent == (own == 0);
            if (entry.type == messages::kGroupedKeys) {
                read_keys(is_of_first, reader);
            } else if (entry.type == messages::kEncryptedTwice) {
                twice_ = read_points(reader, 1000);
                points_.insert(points_.end(), twice_.begin(), twice_.end());
                expect_sorted_groups();
            } else if (entry.type == messages::kNextStep) {
                read_step(reader);
            } else if (entry.type == messages::kMergedGroups) {
                read_merged(reader);
            } else if (entry.type == messages::kRowsOfPseudonyms) {
                read_answer(reader.u32s(1000));
            }
        }
    }

    [[nodiscard]] const std::vector<std::string>& facts() const { return facts_; }

    [[nodiscard]] const std::vector<Point>& points() const { return points_; }

private:
    void read_keys(bool is_of_first, MessageReader& reader) {
        Groups& groups = groups_.at(is_of_first ? 0 : 1);
        groups = {};
        const bool shows = reader.flag();
        const std::uint64_t held_back = reader.u64();
        const Numbers sizes = reader.u32s(1000);
        const std::vector<Point> points = read_points(reader, 1000);
        points_.insert(points_.end(), points.begin(), points.end());
        for (std::uint32_t group = 0; group < sizes.size(); ++group) {
            groups.of_place.insert(groups.of_place.end(), sizes[group], group);
            groups.story.push_back(std::to_string(sizes[group]));
        }
        facts_.push_back(fmt::format("shows {} held {}", shows, held_back));
        add_sorted("groups", groups.story);
    }

    void read_merged(MessageReader& reader) {
        const bool has_moved = reader.flag();
        const bool shows = reader.flag();
        const Numbers now = reader.u32s(1000);
        facts_.push_back(fmt::format("moved {} shows {}", has_moved, shows));
        if (!has_moved) {
            return;
        }
        std::vector<std::string>& story = groups_[1].story;
        std::map<std::uint32_t, std::multiset<std::string>> together;
        for (std::size_t group = 0; group < now.size(); ++group) {
            EXPECT_LE(now[group], together.size());  // by their first places
            together[now[group]].insert(story[group]);
        }
        for (std::size_t group = 0; group < now.size(); ++group) {
            story[group] += fmt::format(" < [{}]", fmt::join(together[now[group]], ", "));
        }
        add_sorted("merged", story);
    }

    void read_step(MessageReader& reader) {
        const std::uint8_t step = reader.u8();
        facts_.push_back(fmt::format("step {}", step));
        if (step == 0) {
            return;
        }
        facts_.push_back(fmt::format("joint {}", reader.u64()));
        if (step == 2) {
            return;
        }
        facts_.push_back(fmt::format("steps {}", reader.u64()));
        const Numbers places = reader.u32s(1000);
        pseudonyms_ = read_points(reader, 1000);
        EXPECT_EQ(std::set(places.begin(), places.end()).size(), places.size());
        EXPECT_EQ(places.size(), rows_.size());
        std::vector<std::string> of_rows;
        for (std::size_t i = 0; i < places.size(); ++i) {
            of_rows.push_back(fmt::format(
                "row {}: {}", rows_[i], groups_[1].story.at(groups_[1].of_place.at(places[i]))));
        }
        add_sorted("released", of_rows);
    }

    /// Places of the first party's, for its encrypted keys, which are in another order.
    void read_answer(const Numbers& places) {
        EXPECT_EQ(std::set(places.begin(), places.end()).size(), places.size());
        ASSERT_EQ(places.size(), pseudonyms_.size());
        std::vector<std::string> groups;
        std::set<std::size_t> used;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto at = static_cast<std::size_t>(std::ranges::find(twice_, pseudonyms_[i]) -
                                                     twice_.begin());
            EXPECT_TRUE(used.insert(at).second);
            EXPECT_EQ(groups_[0].of_place.at(at), groups_[0].of_place.at(places[i]));
            groups.push_back(groups_[0].story.at(groups_[0].of_place.at(places[i])));
        }
        add_sorted("of the first party's groups", groups);
    }

    void expect_sorted_groups() const {
        for (std::size_t i = 1; i < twice_.size(); ++i) {
            if (groups_[0].of_place.at(i) == groups_[0].of_place.at(i - 1)) {
                EXPECT_LT(twice_[i - 1], twice_[i]);
            }
        }
    }

    void add_sorted(const std::string& what, std::vector<std::string> of) {
        std::ranges::sort(of);
        facts_.push_back(fmt::format("{}: {}", what, fmt::join(of, "; ")));
    }

    struct Groups {
        Numbers of_place;
        std::vector<std::string> story;  ///< of each: its size, and with whom it is merged
    };

    const Numbers& rows_;
    std::array<Groups, 2> groups_;
    std::vector<Point> twice_;
    std::vector<Point> pseudonyms_;
    std::vector<Point> points_;
    std::vector<std::string> facts_;
};

struct RunOfTwo {
    std::array<Numbers, 2> rows;
    std::vector<test::Transcript> views;
};

RunOfTwo run_of_two(const TwoTables& tables) {
    RunOfTwo out;
    out.views = test::run_parties(2, [&](const Peers& peers) {
        try {
            out.rows[peers.own()] =
                jiang_clifton(tables.of(peers.own()), tables.promise, peers, {}).rows;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::infeasible) << error.what();
        }
    });
    return out;
}

TEST(JiangCliftonSimulator, MakesTheViewOfEachPartyFromWhatIsDeclared) {
    std::size_t released = 0;
    std::size_t anew = 0;
    std::size_t asked = 0;
    test::DrawnBytes drawn;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE(seed);
        const TwoTables tables = test::two_tables(seed);
        std::vector<PlainAttempt> attempts;
        try {
            attempts = plain_attempts(tables);
        } catch (const Error&) {
            continue;  // a table that is too small by itself
        }
        const RunOfTwo real = run_of_two(tables);
        for (std::size_t own = 0; own < 2; ++own) {
            SCOPED_TRACE(own);
            const std::vector<TranscriptEntry> made = JiangCliftonSimulator(own, seed).run(
                known_to(own, tables, real.rows[own], attempts));
            const ReadView in_real(own, real.views[own][1 - own], real.rows[own]);
            const ReadView in_made(own, made, real.rows[own]);
            ASSERT_EQ(in_real.facts(), in_made.facts());
            for (std::size_t i = 0; i < in_real.points().size(); ++i) {
                drawn.take(in_real.points()[i].encode(), in_made.points()[i].encode());
            }
        }
        released += attempts.back().released.empty() ? 0U : 1U;
        anew += attempts.size() - 1;
        asked += attempts.back().asked.size();
    }
    EXPECT_GT(released, 150U);
    EXPECT_GT(anew, 5U);
    EXPECT_GT(asked, 50U);
    drawn.expect_alike();
}

/// Tables with a release, and three groups of the first party of different sizes.
TwoTables tables_of_three_groups() {
    for (std::uint64_t seed = 0;; ++seed) {
        TwoTables tables = test::two_tables(seed);
        tables.promise.limit = {};
        try {
            const PlainAttempt plain = PlainRun(tables, false).run();
            const Numbers& sizes = plain.sizes[0];
            if (sizes.size() == 3 && std::set(sizes.begin(), sizes.end()).size() == 3 &&
                plain.released.size() >= 8) {
                return tables;
            }
        } catch (const Error&) {
            // Another one.
        }
    }
}

Numbers told_sizes(const std::vector<TranscriptEntry>& entries) {
    MessageReader reader(entries.front().payload, "p");
    reader.flag();
    reader.u64();
    return reader.u32s(1000);
}

TEST(JiangCliftonSimulator, TheOrderOfGroupsIsUniform) {
    const TwoTables tables = tables_of_three_groups();
    std::map<Numbers, double> times;
    constexpr double kRuns = 600;
    constexpr double kOrders = 6;
    for (int run = 0; run < kRuns; ++run) {
        ++times[told_sizes(run_of_two(tables).views[0][1])];
    }
    ASSERT_EQ(times.size(), kOrders);
    double chi_square = 0;
    for (const auto& [order, count] : times) {
        chi_square += std::pow(count - kRuns / kOrders, 2) / (kRuns / kOrders);
    }
    EXPECT_LT(chi_square, 5 + 9 * std::sqrt(2 * 5.0));
}

/// Of the keys that the other party is asked for: the groups of the first, by their sizes.
Numbers asked_groups(const RunOfTwo& run) {
    const std::vector<TranscriptEntry>& seen = run.views[1][0];
    MessageReader reader(seen.back().payload, "p");
    const Numbers places = reader.u32s(1000);
    const Numbers sizes = told_sizes(seen);
    Numbers out;
    for (std::uint32_t place : places) {
        std::size_t group = 0;
        while (place >= sizes[group]) {
            place -= sizes[group++];
        }
        out.push_back(sizes[group]);
    }
    return out;
}

/// The other party cannot tell which of its rows are in which group of the first.
TEST(JiangCliftonSimulator, KeysAreAskedForInAnotherOrderThanRows) {
    const TwoTables tables = tables_of_three_groups();
    const PlainAttempt plain = PlainRun(tables, false).run();
    std::size_t alike = 0;
    constexpr std::size_t kRuns = 100;
    for (std::size_t run = 0; run < kRuns; ++run) {
        const RunOfTwo real = run_of_two(tables);
        Numbers of_rows;
        for (const std::uint32_t row : real.rows[0]) {
            of_rows.push_back(plain.sizes[0][plain.group_of[0].at(tables.keys[0][row])]);
        }
        Numbers asked = asked_groups(real);
        alike += asked == of_rows ? 1U : 0U;
        std::ranges::sort(asked);
        std::ranges::sort(of_rows);
        EXPECT_EQ(asked, of_rows);
    }
    EXPECT_LT(alike, kRuns / 2);
}

}  // namespace
}  // namespace kanon::parties
