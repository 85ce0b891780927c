// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/top_down.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/domain_cut/specialization.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/packed_numbers.hpp"

#include "divided_table.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>

namespace kanon::parties {
namespace {

using test::divided;
using test::divided_table;
using test::DividedTable;
using test::Side;
using test::table_of_trees;

std::vector<SpecializedRows> by_protocol(const DividedTable& table,
                                         std::vector<test::Transcript>* transcripts = nullptr) {
    std::vector<SpecializedRows> out(table.sides.size());
    auto found = test::run_parties(table.sides.size(), [&](const Peers& peers) {
        out[peers.own()] = top_down(table.of(peers.own()), peers, {});
    });
    if (transcripts != nullptr) {
        *transcripts = std::move(found);
    }
    return out;
}

std::vector<std::uint32_t> joint_rows(const Side& side, const SpecializedRows& found) {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t row : found.rows) {
        out.push_back(side.joint_row[row]);
    }
    return out;
}

/// The codes and values of one attribute, and rows suppressed, are as in the joint table.
void expect_same(const DividedTable& table,
                 const std::vector<SpecializedRows>& found,
                 const GlobalRecoding& central) {
    const std::vector<std::uint32_t> rows = joint_rows(table.sides[0], found[0]);
    std::vector<std::uint32_t> sorted = rows;
    std::ranges::sort(sorted);
    for (std::uint32_t row = 0; row < sorted.size(); ++row) {
        ASSERT_EQ(sorted[row], row);
    }
    std::vector<bool> suppressed;
    suppressed.reserve(rows.size());
    for (const std::uint32_t row : rows) {
        suppressed.push_back(central.suppressed[table.joint.type_of_row[row]]);
    }
    std::vector<std::size_t> next(table.sides.size());
    for (std::size_t j = 0; j < table.owners.size(); ++j) {
        const std::size_t owner = table.owners[j];
        ASSERT_LT(next[owner], found[owner].recoding.attributes.size());
        const GlobalRecoding::Attribute& own = found[owner].recoding.attributes[next[owner]++];
        EXPECT_EQ(own.value_of_code, central.attributes[j].value_of_code);
        EXPECT_EQ(own.domain.values, central.attributes[j].domain.values);
        EXPECT_EQ(own.domain.sets, central.attributes[j].domain.sets);
    }
    for (std::size_t party = 0; party < table.sides.size(); ++party) {
        EXPECT_EQ(joint_rows(table.sides[party], found[party]), rows);
        EXPECT_EQ(found[party].recoding.suppressed, suppressed);
        EXPECT_EQ(found[party].recoding.attributes.size(), next[party]);
    }
}

std::uint64_t steps_of(const Outcome& outcome) {
    const auto at = std::ranges::find(
        outcome.stats, "specializations", [](const auto& stat) { return stat.first; });
    return static_cast<std::uint64_t>(at->second);
}

TEST(TopDownOfParties, IsThatOfTheJoinedTable) {
    std::size_t released = 0;
    std::size_t infeasible = 0;
    std::size_t suppressing = 0;
    std::uint64_t steps = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(seed);
        const DividedTable table = divided_table(seed);
        const Outcome central = find_method("top-down").make({})->run(table.joint, RunContext{});
        if (!central.recoding) {
            ++infeasible;
            try {
                static_cast<void>(by_protocol(table));
                ADD_FAILURE() << "there is no release";
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::infeasible) << error.what();
            }
            continue;
        }
        ++released;
        const auto& recoding = std::get<GlobalRecoding>(*central.recoding);
        suppressing += std::ranges::count(recoding.suppressed, true) > 0 ? 1U : 0U;
        const std::vector<SpecializedRows> found = by_protocol(table);
        expect_same(table, found, recoding);
        for (const SpecializedRows& of_party : found) {
            EXPECT_EQ(of_party.steps, steps_of(central));
        }
        steps += steps_of(central);
    }
    RecordProperty("released", static_cast<int>(released));
    EXPECT_GT(released, 350U);
    EXPECT_GT(infeasible, 5U);
    EXPECT_GT(suppressing, 50U);
    EXPECT_GT(steps, 1000U);
}

/// The greatest score that was told in each round.
std::vector<double> greatest_scores(const std::vector<test::Transcript>& transcripts) {
    std::vector<double> out;
    for (std::size_t party = 0; party < transcripts.size(); ++party) {
        const std::vector<TranscriptEntry>& to_one = transcripts[party][party == 0 ? 1 : 0];
        std::size_t round = 0;
        for (const TranscriptEntry& entry : to_one) {
            if (!entry.sent || entry.type.number != messages::kBestScore.number) {
                continue;
            }
            MessageReader reader(entry.payload, "p");
            const double none = reader.flag() ? 0 : -1;
            reader.u32();
            out.resize(std::max(out.size(), round + 1), -1);
            out[round] = std::max(out[round], none + reader.f64());
            ++round;
        }
    }
    return out;
}

TEST(TopDownOfParties, ScoresAreTheSameBitsAsInTheJoinedTable) {
    std::size_t rounds = 0;
    for (std::uint64_t seed = 2; seed < 300; seed += 3) {
        SCOPED_TRACE(seed);
        const DividedTable table = divided_table(seed);
        std::vector<test::Transcript> transcripts;
        try {
            static_cast<void>(by_protocol(table, &transcripts));
        } catch (const Error&) {
            continue;
        }
        const std::vector<domain_cut::OrderedDomain> domains =
            domain_cut::ordered_domains(table.joint, domain_cut::DomainOrder::natural);
        domain_cut::Specialization central(table.joint, domains);
        const std::vector<double> told = greatest_scores(transcripts);
        for (const double score : told) {
            const std::optional<domain_cut::Merit> best = central.best();
            EXPECT_EQ(score, best ? best->score : -1);
            if (best) {
                central.carry_out();
            }
        }
        rounds += told.size();
    }
    EXPECT_GT(rounds, 300U);
}

TEST(TopDownOfParties, TablesOfOtherPeopleEndAllSides) {
    for (const std::size_t parties : {2U, 3U, 5U}) {
        Random random(parties);
        DividedTable table = divided(table_of_trees(7, random), parties, random);
        std::string& changed = table.sides.back().keys[3];
        const std::string lost = changed;
        changed = "somebody else";
        std::vector<std::string> said(parties);
        static_cast<void>(test::run_parties(parties, [&](const Peers& peers) {
            try {
                static_cast<void>(top_down(table.of(peers.own()), peers, {}));
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::bad_input);
                said[peers.own()] = error.what();
            }
        }));
        for (std::size_t party = 0; party < parties; ++party) {
            EXPECT_NE(said[party].find("not of the same people"), std::string::npos)
                << party << said[party];
            EXPECT_EQ(said[party].find(lost), std::string::npos);
            EXPECT_EQ(said[party].find(changed), std::string::npos);
        }
        EXPECT_NE(said[0].find("'p" + std::to_string(parties - 1) + "'"), std::string::npos);
    }
}

TEST(TopDownOfParties, OneKeyTwiceIsRefused) {
    Random random(1);
    DividedTable table = divided(table_of_trees(7, random), 2, random);
    for (Side& side : table.sides) {
        side.keys[1] = side.keys[0];
    }
    EXPECT_THROW(static_cast<void>(by_protocol(table)), Error);
}

TEST(TopDownOfParties, KeepsNoOtherModelThanKAnonymity) {
    Random random(1);
    DividedTable table = divided(table_of_trees(7, random), 2, random);
    Problem other = table.joint;
    kanon::test::add_l_diversity(other, "distinct", 2);
    for (Side& side : table.sides) {
        side.task.models = other.models;
    }
    try {
        static_cast<void>(by_protocol(table));
        ADD_FAILURE() << "it was not refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
    }
}

using Change = std::function<Bytes(const Bytes& payload)>;

/// Says something else than the protocol at the n-th message of a type; the same to all.
class LyingChannel final : public Channel {
public:
    LyingChannel(Channel& honest, MessageType type, std::size_t at, const Change& change)
        : honest_(honest), type_(type), at_(at), change_(change) {}

    [[nodiscard]] const std::string& peer() const override { return honest_.peer(); }

    void send(MessageType type, ByteView payload) override {
        Bytes said(payload.begin(), payload.end());
        if (type.number == type_.number && seen_++ == at_) {
            said = change_(said);
        }
        honest_.send(type, said);
    }

    [[nodiscard]] Bytes receive(MessageType type, std::size_t most_bytes) override {
        return honest_.receive(type, most_bytes);
    }

    [[nodiscard]] Traffic traffic() const override { return honest_.traffic(); }

    void abort(AbortReason reason) noexcept override { honest_.abort(reason); }

    void close() noexcept override { honest_.close(); }

private:
    Channel& honest_;
    MessageType type_;
    std::size_t at_;
    const Change& change_;
    std::size_t seen_ = 0;
};

/// The channels of a party that lies to all others in the same way.
class Lies {
public:
    Lies(const Peers& honest, MessageType type, std::size_t at, const Change& change) {
        for (std::size_t place = 0; place < honest.size(); ++place) {
            if (place != honest.own()) {
                channels_.push_back(
                    std::make_unique<LyingChannel>(honest.channel(place), type, at, change));
            } else {
                channels_.push_back(nullptr);
            }
        }
    }

    [[nodiscard]] std::vector<Channel*> channels() const {
        std::vector<Channel*> out;
        out.reserve(channels_.size());
        for (const std::unique_ptr<LyingChannel>& channel : channels_) {
            out.push_back(channel.get());
        }
        return out;
    }

private:
    std::vector<std::unique_ptr<LyingChannel>> channels_;
};

/// What the parties said when party `liar` changed a message; "" where it ended well.
std::vector<std::string> against_a_liar(const DividedTable& table,
                                        std::size_t liar,
                                        MessageType type,
                                        std::size_t at,
                                        const Change& change) {
    std::vector<std::string> said(table.sides.size());
    const auto party = [&](const Peers& peers) {
        try {
            if (peers.own() == liar) {
                const Lies lies(peers, type, at, change);
                static_cast<void>(
                    top_down(table.of(liar), Peers(lies.channels(), peers.own()), {}));
            } else {
                static_cast<void>(top_down(table.of(peers.own()), peers, {}));
            }
        } catch (const Error& error) {
            said[peers.own()] = error.what();
            throw;
        }
    };
    try {
        static_cast<void>(test::run_parties(table.sides.size(), party));
    } catch (const Error&) {  // said is what counts
    }
    return said;
}

/// Two parties; the second has the class and the first attribute, and specializes first.
DividedTable table_of_two() {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        Random random(seed);
        DividedTable table = divided(table_of_trees(seed, random), 2, random);
        if (table.class_owner != 1 || table.sides[0].task.quasi_identifiers.empty()) {
            continue;
        }
        std::vector<test::Transcript> transcripts;
        try {
            static_cast<void>(by_protocol(table, &transcripts));
        } catch (const Error&) {
            continue;
        }
        // The first specialization is the liar's, and divides all rows.
        std::vector<Bytes> told;
        for (const TranscriptEntry& entry : transcripts[1][0]) {
            if (entry.type.number == messages::kRowDivision.number) {
                told.push_back(entry.payload);
            }
        }
        const std::size_t attributes = table.owners.size();
        if (told.size() > attributes && table.owners[0] == 1 && told[attributes][0] < attributes &&
            table.owners[told[attributes][0]] == 1) {
            return table;
        }
    }
    throw std::runtime_error("no such table");
}

void expect_refused(const DividedTable& table,
                    MessageType type,
                    std::size_t at,
                    const Change& change,
                    const std::string& why) {
    SCOPED_TRACE(why);
    const std::vector<std::string> said = against_a_liar(table, 1, type, at, change);
    EXPECT_NE(said[0].find(why), std::string::npos) << said[0];
}

/// A score told to be another.
Change scored(std::uint32_t attribute, double score) {
    return [=](const Bytes&) {
        MessageWriter writer;
        writer.flag(true);
        writer.u32(attribute);
        writer.f64(score);
        return writer.take();
    };
}

/// A division told to be another: the parts of each row by `part`.
Change divided_as(std::uint32_t value,
                  std::uint32_t parts,
                  std::size_t rows,
                  const std::function<std::uint32_t(std::uint32_t)>& part) {
    return [=](const Bytes&) {
        std::vector<std::uint32_t> part_of_row;
        for (std::uint32_t row = 0; row < rows; ++row) {
            part_of_row.push_back(part(row));
        }
        MessageWriter writer;
        writer.varint(value);
        writer.varint(parts);
        write_packed(writer, part_of_row, std::max(parts, 1U));
        return writer.take();
    };
}

TEST(TopDownOfParties, ScoresThatAreNoneAreRefused) {
    const DividedTable table = table_of_two();
    const auto own = std::uint32_t{0};  // of party 1, the liar
    const auto others = static_cast<std::uint32_t>(std::ranges::find(table.owners, std::size_t{0}) -
                                                   table.owners.begin());
    const MessageType type = messages::kBestScore;
    expect_refused(
        table, type, 0, scored(own, std::numeric_limits<double>::quiet_NaN()), "not finite");
    expect_refused(
        table, type, 0, scored(own, std::numeric_limits<double>::infinity()), "not finite");
    expect_refused(table, type, 0, scored(own, -1), "not one of its own");
    expect_refused(table, type, 0, scored(others, 1), "not one of its own");
    expect_refused(table, type, 0, scored(4000000000U, 1), "not one of its own");
    expect_refused(
        table, type, 0, [](const Bytes&) { return Bytes(); }, "ends too early");
}

TEST(TopDownOfParties, WrongDivisionsAreRefused) {
    const DividedTable table = table_of_two();
    const std::size_t rows = table.sides[0].keys.size();
    const auto whole = [](std::uint32_t) { return 0U; };
    const auto half = [](std::uint32_t row) { return row % 2; };
    const auto first = [](std::uint32_t row) { return row == 0 ? 1U : 0U; };
    const MessageType type = messages::kRowDivision;
    // The coarsest cuts come first, one message for each attribute; attribute 0 is the liar's.
    expect_refused(table, type, 0, divided_as(1, 2, rows, half), "another value");
    expect_refused(table, type, 0, divided_as(1U << 31U, 2, rows, half), "another value");
    expect_refused(table, type, 0, divided_as(0, 0, 0, whole), "fewer than two parts");
    expect_refused(table, type, 0, divided_as(0, 2, rows, whole), "has no rows");
    expect_refused(table, type, 0, divided_as(0, 3, rows, half), "has no rows");
    expect_refused(table, type, 0, divided_as(0, 4000000000U, rows, half), "more than rows");
    expect_refused(table, type, 0, divided_as(0, 2, rows - 8, half), "ends too early");
    expect_refused(table, type, 0, divided_as(0, 2, rows + 8, half), "not as agreed");
    const std::size_t begin = table.sides[1].task.quasi_identifiers.size();
    expect_refused(table, type, begin, divided_as(0, 1, rows, whole), "not as agreed");
    expect_refused(
        table, type, begin, [](const Bytes&) { return Bytes(); }, "ends too early");
    const Change breaking = [&](const Bytes& payload) {
        return divided_as(payload[0], 2, rows, first)(payload);
    };
    expect_refused(table, type, begin, breaking, "breaks the promise");
}

TEST(TopDownOfParties, WrongLabelsAndKeysAreRefused) {
    const DividedTable table = table_of_two();
    const std::size_t rows = table.sides[0].keys.size();
    const auto none = [](const Bytes&) { return Bytes(1); };
    const auto many = [&](const Bytes&) {
        MessageWriter writer;
        writer.varint(rows + 1);
        write_packed(writer, std::vector<std::uint32_t>(rows), static_cast<std::uint32_t>(rows));
        return writer.take();
    };
    expect_refused(table, messages::kClassLabels, 0, none, "labels");
    expect_refused(table, messages::kClassLabels, 0, many, "labels");
    const auto zeros = [](const Bytes&) { return Bytes(32); };
    const auto other = [](const Bytes&) { return Bytes(32, 0xFF); };
    EXPECT_NE(against_a_liar(table, 1, messages::kKeySet, 0, zeros)[0], "");
    EXPECT_NE(against_a_liar(table, 1, messages::kKeySet, 0, other)[0], "");
    EXPECT_NE(against_a_liar(table, 1, messages::kKeySetTwice, 0, other)[0], "");
    const auto order = [&](const Bytes& payload) {
        Bytes said = payload;
        std::copy_n(said.end() - 4, 4, said.end() - 8);
        return said;
    };
    const std::vector<std::string> said = against_a_liar(table, 0, messages::kRowOrder, 0, order);
    EXPECT_NE(said[1].find("each row once"), std::string::npos) << said[1];
}

TEST(TopDownOfParties, NothingAPeerSaysStopsTheProgram) {
    std::size_t refused = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Random random(seed);
        const DividedTable table = divided(table_of_trees(seed, random), 3, random);
        const std::array types{messages::kKeySet,
                               messages::kKeySetTwice,
                               messages::kRowOrder,
                               messages::kClassLabels,
                               messages::kRowDivision,
                               messages::kRowDivision,
                               messages::kRowDivision};
        const MessageType type = types[random.below(types.size())];
        const std::size_t at = type.number == messages::kRowDivision.number ? random.below(6) : 0;
        const std::uint64_t flips = 1 + random.below(3);
        const std::uint64_t from = random.next();
        const Change change = [&](const Bytes& payload) {
            Random draw(from);  // the same to all
            Bytes said = payload;
            if (draw.below(4) == 0) {
                said.resize(draw.below(said.size() + 4));
            }
            for (std::uint64_t flip = 0; flip < flips && !said.empty(); ++flip) {
                said[draw.below(std::min<std::size_t>(said.size(), 8))] ^=
                    static_cast<std::uint8_t>(1U << draw.below(8));
            }
            return said;
        };
        const std::vector<std::string> said =
            against_a_liar(table, random.below(3), type, at, change);
        refused += std::ranges::all_of(said, &std::string::empty) ? 0U : 1U;
    }
    EXPECT_GT(refused, 100U);
}

/// Types and sizes of what a party received, in order.
std::vector<std::pair<std::uint16_t, std::size_t>> received(
    const std::vector<TranscriptEntry>& entries) {
    std::vector<std::pair<std::uint16_t, std::size_t>> out;
    for (const TranscriptEntry& entry : entries) {
        if (!entry.sent) {
            out.emplace_back(entry.type.number, entry.bytes);
        }
    }
    return out;
}

/// Sizes that follow from rows, labels, and the specializations that all are told of.
std::vector<std::pair<std::uint16_t, std::size_t>> expected_of(
    const std::vector<TranscriptEntry>& entries, std::size_t sender, std::size_t rows) {
    std::vector<std::pair<std::uint16_t, std::size_t>> out;
    for (const TranscriptEntry& entry : entries) {
        if (entry.sent) {
            continue;
        }
        std::size_t bytes = 0;
        MessageReader reader(entry.payload, "p" + std::to_string(sender));
        if (entry.type.number == messages::kKeySet.number ||
            entry.type.number == messages::kKeySetTwice.number) {
            bytes = 32;
        } else if (entry.type.number == messages::kRowOrder.number) {
            bytes = 4 * rows + 1;
        } else if (entry.type.number == messages::kBestScore.number) {
            bytes = 13;
        } else {  // labels of rows, or parts of those that have a value
            reader.varint();
            bytes = entry.bytes - reader.left();
            if (entry.type.number == messages::kRowDivision.number) {
                const std::size_t before = reader.left();
                const std::uint64_t parts = reader.varint();
                bytes += before - reader.left();
                EXPECT_LE(parts, rows);
            }
            EXPECT_LE(reader.left(), 4 * rows);
            bytes += reader.left();
        }
        out.emplace_back(entry.type.number, bytes);
    }
    return out;
}

/// No key, value, label or class label is in a payload.
void expect_no_text(const std::vector<TranscriptEntry>& entries) {
    for (const TranscriptEntry& entry : entries) {
        const std::string payload(entry.payload.begin(), entry.payload.end());
        for (const char* const text : {"person", "any-", "q0-", "q1-"}) {
            EXPECT_EQ(payload.find(text), std::string::npos) << text;
        }
    }
}

TEST(TopDownOfParties, TranscriptsHaveNoKeyNoValueAndNoSizeBeyondTheDeclaredLeakage) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        SCOPED_TRACE(seed);
        DividedTable table = divided_table(seed);
        std::vector<test::Transcript> first;
        std::vector<test::Transcript> second;
        try {
            static_cast<void>(by_protocol(table, &first));
        } catch (const Error&) {
            continue;
        }
        // Other keys of other lengths: as long messages, and no text of either.
        for (Side& side : table.sides) {
            for (std::string& key : side.keys) {
                key.insert(0, "a much longer name of ");
            }
        }
        static_cast<void>(by_protocol(table, &second));
        for (std::size_t party = 0; party < table.sides.size(); ++party) {
            for (std::size_t other = 0; other < table.sides.size(); ++other) {
                const auto& entries = first[party][other];
                EXPECT_EQ(received(entries), received(second[party][other]));
                EXPECT_EQ(received(entries),
                          expected_of(entries, other, table.sides[0].keys.size()));
                expect_no_text(entries);
            }
        }
    }
}

TEST(TopDownOfParties, TheOrderOfRowsAndEncryptedKeysAreNewInEachRun) {
    const DividedTable table = divided_table(4);
    std::vector<test::Transcript> first;
    std::vector<test::Transcript> second;
    static_cast<void>(by_protocol(table, &first));
    static_cast<void>(by_protocol(table, &second));
    const auto of_type = [](const std::vector<TranscriptEntry>& entries, MessageType type) {
        std::vector<Bytes> out;
        for (const TranscriptEntry& entry : entries) {
            if (!entry.sent && entry.type.number == type.number) {
                out.push_back(entry.payload);
            }
        }
        return out;
    };
    bool is_other_order = false;
    for (std::size_t party = 1; party < table.sides.size(); ++party) {
        EXPECT_EQ(of_type(first[party][0], messages::kBestScore),
                  of_type(second[party][0], messages::kBestScore));
        EXPECT_NE(of_type(first[party][0], messages::kKeySet),
                  of_type(second[party][0], messages::kKeySet));
        is_other_order = of_type(first[party][0], messages::kRowOrder) !=
                         of_type(second[party][0], messages::kRowOrder);
    }
    EXPECT_TRUE(is_other_order);
}

TEST(PackedNumbers, ReadAsTheyWereWritten) {
    for (const std::uint32_t bound : {1U, 2U, 3U, 7U, 256U, 257U, 70000U, 0xFFFF'FFFFU}) {
        Random random(bound);
        std::vector<std::uint32_t> numbers;
        for (std::size_t i = 0; i < 101; ++i) {
            numbers.push_back(static_cast<std::uint32_t>(random.below(bound)));
        }
        MessageWriter writer;
        write_packed(writer, numbers, bound);
        const Bytes payload = writer.take();
        MessageReader reader(payload, "p");
        EXPECT_EQ(read_packed(reader, numbers.size(), bound), numbers);
        reader.finish();
    }
    const Bytes out_of_range{0x03};
    MessageReader reader(out_of_range, "p");
    EXPECT_THROW(static_cast<void>(read_packed(reader, 1, 3)), Error);
    const Bytes not_zero{0x10};
    MessageReader other(not_zero, "p");
    EXPECT_THROW(static_cast<void>(read_packed(other, 1, 3)), Error);
}

}  // namespace
}  // namespace kanon::parties
