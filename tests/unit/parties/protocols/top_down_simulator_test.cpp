// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/packed_numbers.hpp"
#include "kanon/parties/protocols/single_rows.hpp"
#include "kanon/parties/protocols/top_down.hpp"

#include "divided_table.hpp"
#include "simulated_views.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <string>

/// What a party of top-down sees can be made from what docs/parties.md declares, whatever else the
/// others have.
namespace kanon::parties {
namespace {

using test::DividedTable;
using test::MadeMessage;
using test::MadeTranscript;

/// People are known by their keys: numbers here are places in the order of all keys.
using People = std::set<std::uint32_t>;

/// Which people a specialization puts together; in no order.
struct Together {
    std::size_t attribute = 0;
    std::set<People> parts;
};

struct Proposed {
    std::size_t attribute = 0;
    double score = 0;
};

/// What all learn. Nothing else goes into the simulator but the order of rows, which is drawn.
struct DeclaredOfTopDown {
    std::vector<bool> has_own_keys;     ///< per party: are its keys those of the one who looks?
    std::vector<Code> label_of_person;  ///< numbered in the order of the labels
    std::size_t labels = 0;
    std::vector<Together> coarsest;  ///< per attribute; one part: nothing is divided

    struct Round {
        std::vector<std::optional<Proposed>> best;  ///< of each party
        std::optional<Together> carried_out;        ///< none: nobody can
    };

    std::vector<Round> rounds;
};

/// Rows of a side by their keys.
std::vector<std::uint32_t> by_key(const test::Side& side) {
    std::vector<std::uint32_t> out(side.keys.size());
    std::iota(out.begin(), out.end(), std::uint32_t{0});
    std::ranges::sort(out, {}, [&](std::uint32_t row) { return side.keys[row]; });
    return out;
}

/// The search of all parties at one place, on people in the order of their keys.
class AtOnePlace {
public:
    explicit AtOnePlace(const DividedTable& table) : table_(table) {
        label_people();
        const std::size_t attributes = table.owners.size();
        tasks_.reserve(table.sides.size());
        for (std::size_t party = 0; party < table.sides.size(); ++party) {
            const test::Side& side = table.sides[party];
            tasks_.push_back(
                task_of_single_rows(table.of(party).rows,
                                    by_key(side),
                                    {.labels = out_.label_of_person, .count = out_.labels}));
            std::vector<std::size_t> places;
            for (std::size_t j = 0; j < attributes; ++j) {
                if (table.owners[j] == party) {
                    places.push_back(j);
                }
            }
            searches_.push_back(make_joint_specialization(tasks_.back(), places, attributes));
        }
        People everybody;
        for (std::uint32_t person = 0; person < out_.label_of_person.size(); ++person) {
            everybody.insert(person);
        }
        people_of_value_.assign(attributes, everybody);
    }

    DeclaredOfTopDown run() {
        out_.has_own_keys.assign(table_.sides.size(), true);
        for (std::size_t j = 0; j < table_.owners.size(); ++j) {
            const std::size_t owner = table_.owners[j];
            const RowDivision division = searches_[owner]->coarsest(j);
            searches_[owner]->carry_out_coarsest(j);
            out_.coarsest.push_back(take(j, division));
        }
        for (const auto& search : searches_) {
            search->begin();
        }
        while (next_round()) {
        }
        return std::move(out_);
    }

private:
    void label_people() {
        const test::Side& owner = table_.sides[table_.class_owner];
        const std::set<Code> labels(owner.class_of_row.begin(), owner.class_of_row.end());
        out_.labels = labels.size();
        for (const std::uint32_t row : by_key(owner)) {
            out_.label_of_person.push_back(static_cast<Code>(
                std::distance(labels.begin(), labels.find(owner.class_of_row[row]))));
        }
    }

    /// What others are told, and what is declared of it.
    Together take(std::size_t attribute, const RowDivision& division) {
        Together out{.attribute = attribute, .parts = {}};
        const People people = people_of_value_[division.value];
        if (division.parts == 1) {
            out.parts.insert(people);
            return out;
        }
        for (std::size_t party = 0; party < searches_.size(); ++party) {
            if (party != table_.owners[attribute]) {
                searches_[party]->carry_out(division);
            }
        }
        std::vector<People> parts(division.parts);
        std::size_t at = 0;
        for (const std::uint32_t person : people) {
            parts[division.part_of_row[at++]].insert(person);
        }
        people_of_value_.insert(people_of_value_.end(), parts.begin(), parts.end());
        out.parts = {parts.begin(), parts.end()};
        return out;
    }

    bool next_round() {
        DeclaredOfTopDown::Round round;
        std::optional<Proposed> best;
        for (const auto& search : searches_) {
            const auto own = search->best();
            round.best.push_back(own ? std::optional(Proposed{own->attribute, own->score})
                                     : std::nullopt);
            if (own && (!best || own->score > best->score ||
                        (own->score == best->score && own->attribute < best->attribute))) {
                best = round.best.back();
            }
        }
        if (best) {
            const std::size_t owner = table_.owners[best->attribute];
            round.carried_out = take(best->attribute, searches_[owner]->carry_out_own());
        }
        out_.rounds.push_back(std::move(round));
        return best.has_value();
    }

    const DividedTable& table_;
    DeclaredOfTopDown out_;
    std::vector<Task> tasks_;
    std::vector<std::unique_ptr<JointSpecialization>> searches_;
    std::vector<People> people_of_value_;
};

/// What is no secret before the protocol: the agreement.
struct Agreed {
    std::size_t parties = 0;
    std::vector<std::size_t> owners;
    std::size_t class_owner = 0;
};

/// Makes the view of one party.
class TopDownSimulator {
public:
    /// `order`: of people; drawn by the first party, whatever the tables are.
    TopDownSimulator(std::size_t own,
                     const Agreed& agreed,
                     const DeclaredOfTopDown& declared,
                     const std::vector<std::uint32_t>& order)
        : own_(own), agreed_(agreed), declared_(declared), order_(order), out_(agreed.parties) {}

    MadeTranscript run() {
        compare_keys();
        if (std::ranges::count(declared_.has_own_keys, false) > 0) {
            return std::move(out_);
        }
        tell_order_and_labels();
        const People everybody(order_.begin(), order_.end());
        values_.assign(agreed_.owners.size(), everybody);
        for (const Together& division : declared_.coarsest) {
            divide(division);
        }
        for (const DeclaredOfTopDown::Round& round : declared_.rounds) {
            tell_scores(round.best);
            if (round.carried_out) {
                divide(*round.carried_out);
            }
        }
        return std::move(out_);
    }

private:
    template <class Body>
    void for_others(const Body& body) {
        for (std::size_t place = 0; place < agreed_.parties; ++place) {
            if (place != own_) {
                body(place, out_[place]);
            }
        }
    }

    void compare_keys() {
        const crypto::Point own = test::fresh_point();
        for_others([&](std::size_t place, std::vector<MadeMessage>& with) {
            with.push_back(MadeMessage(true, messages::kKeySet).drawn(own));
            with.push_back(MadeMessage(false, messages::kKeySet).drawn(test::fresh_point()));
            const crypto::Point twice = test::fresh_point();
            with.push_back(MadeMessage(true, messages::kKeySetTwice).drawn(twice));
            with.push_back(MadeMessage(false, messages::kKeySetTwice)
                               .drawn(declared_.has_own_keys[place] ? twice : test::fresh_point()));
        });
    }

    /// A message of one party to all others, if this one sees it.
    void tell(std::size_t sender, MessageType type, const MessageWriter& writer) {
        for_others([&](std::size_t place, std::vector<MadeMessage>& with) {
            if (sender == own_ || sender == place) {
                with.push_back(MadeMessage(sender == own_, type).known(writer));
            }
        });
    }

    void tell_order_and_labels() {
        MessageWriter order;
        order.u32s(order_);
        tell(0, messages::kRowOrder, order);
        std::vector<std::uint32_t> labels;
        for (const std::uint32_t person : order_) {
            labels.push_back(declared_.label_of_person[person]);
        }
        MessageWriter writer;
        writer.varint(declared_.labels);
        write_packed(writer, labels, static_cast<std::uint32_t>(declared_.labels));
        tell(agreed_.class_owner, messages::kClassLabels, writer);
    }

    void tell_scores(const std::vector<std::optional<Proposed>>& best) {
        const auto said = [&](std::size_t place) {
            MessageWriter writer;
            writer.flag(best[place].has_value());
            writer.u32(static_cast<std::uint32_t>(best[place] ? best[place]->attribute : 0));
            writer.f64(best[place] ? best[place]->score : 0);
            return writer;
        };
        for_others([&](std::size_t place, std::vector<MadeMessage>& with) {
            with.push_back(MadeMessage(true, messages::kBestScore).known(said(own_)));
            with.push_back(MadeMessage(false, messages::kBestScore).known(said(place)));
        });
    }

    /// The number of the value that these people have, which is that of its specialization.
    [[nodiscard]] std::uint32_t value_of(std::size_t attribute, const People& people) const {
        for (std::uint32_t value = 0; value < values_.size(); ++value) {
            if (attribute_of(value) == attribute && values_[value] == people) {
                return value;
            }
        }
        ADD_FAILURE() << "people are put together who were apart";
        return 0;
    }

    [[nodiscard]] std::size_t attribute_of(std::uint32_t value) const {
        const std::size_t all = agreed_.owners.size();
        return value < all ? value : attributes_[value - all];
    }

    void divide(const Together& division) {
        People people;
        for (const People& part : division.parts) {
            people.insert(part.begin(), part.end());
        }
        const auto parts = static_cast<std::uint32_t>(division.parts.size());
        MessageWriter writer;
        writer.varint(value_of(division.attribute, people));
        writer.varint(parts);
        if (parts > 1) {
            write_packed(writer, numbered(division, people), parts);
        }
        tell(agreed_.owners[division.attribute], messages::kRowDivision, writer);
    }

    /// The part of each person who has the value, in the order of rows. Parts have no order of
    /// their own, so they are numbered by their first rows.
    std::vector<std::uint32_t> numbered(const Together& division, const People& people) {
        std::vector<std::uint32_t> out;
        std::vector<const People*> numbers;
        for (const std::uint32_t person : order_) {
            if (!people.contains(person)) {
                continue;
            }
            const People& part = *std::ranges::find_if(
                division.parts, [&](const People& one) { return one.contains(person); });
            const auto at = std::ranges::find(numbers, &part);
            out.push_back(static_cast<std::uint32_t>(at - numbers.begin()));
            if (at == numbers.end()) {
                numbers.push_back(&part);
                values_.push_back(part);
                attributes_.push_back(division.attribute);
            }
        }
        return out;
    }

    std::size_t own_;
    const Agreed& agreed_;
    const DeclaredOfTopDown& declared_;
    const std::vector<std::uint32_t>& order_;
    MadeTranscript out_;
    std::vector<People> values_;
    std::vector<std::size_t> attributes_;  ///< of the values behind the first
};

/// All transcripts; runs that end without a release have some too.
std::vector<test::Transcript> real_views(const DividedTable& table) {
    return test::run_parties(table.sides.size(), [&](const Peers& peers) {
        try {
            static_cast<void>(top_down(table.of(peers.own()), peers, {}));
        } catch (const Error&) {
            // All ended alike.
        }
    });
}

std::vector<std::uint32_t> drawn_order(const std::vector<test::Transcript>& views) {
    const auto at = std::ranges::find_if(views[0][1], [](const TranscriptEntry& entry) {
        return entry.type == messages::kRowOrder;
    });
    MessageReader reader(at->payload, "p0");
    return reader.u32s(at->payload.size());
}

Agreed agreed_of(const DividedTable& table) {
    return {
        .parties = table.sides.size(), .owners = table.owners, .class_owner = table.class_owner};
}

TEST(TopDownSimulator, MakesTheViewOfEachPartyFromWhatIsDeclared) {
    test::DrawnBytes drawn;
    std::size_t rounds = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        const DividedTable table = test::divided_table(seed);
        const DeclaredOfTopDown declared = AtOnePlace(table).run();
        const std::vector<test::Transcript> real = real_views(table);
        const std::vector<std::uint32_t> order = drawn_order(real);
        const Agreed agreed = agreed_of(table);
        for (std::size_t own = 0; own < real.size(); ++own) {
            SCOPED_TRACE(own);
            test::expect_same_view(
                real[own], TopDownSimulator(own, agreed, declared, order).run(), drawn);
        }
        rounds += declared.rounds.size();
    }
    EXPECT_GT(rounds, 800U);
    drawn.expect_alike();
}

TEST(TopDownSimulator, MakesTheViewOfEachPartyWhereOneHasOtherPeople) {
    test::DrawnBytes drawn;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        DividedTable table = test::divided_table(seed);
        const std::size_t other = seed % table.sides.size();
        table.sides[other].keys.front() = "somebody else";
        const std::vector<test::Transcript> real = real_views(table);
        for (std::size_t own = 0; own < real.size(); ++own) {
            DeclaredOfTopDown declared;
            for (std::size_t place = 0; place < real.size(); ++place) {
                declared.has_own_keys.push_back((own == other) == (place == other));
            }
            test::expect_same_view(
                real[own], TopDownSimulator(own, agreed_of(table), declared, {}).run(), drawn);
        }
    }
    drawn.expect_alike();
}

TEST(TopDownSimulator, TheOrderOfRowsIsUniform) {
    const DividedTable table = test::divided_table(0);
    const std::size_t people = table.sides[0].keys.size();
    std::vector<std::vector<double>> times(people, std::vector<double>(people));
    constexpr double kRuns = 1500;
    for (int run = 0; run < kRuns; ++run) {
        const std::vector<std::uint32_t> order = drawn_order(real_views(table));
        for (std::size_t place = 0; place < people; ++place) {
            ++times[order[place]][place];
        }
    }
    const double expected = kRuns / static_cast<double>(people);
    const auto free = static_cast<double>(people - 1);
    for (const std::vector<double>& of_person : times) {
        double chi_square = 0;
        for (const double count : of_person) {
            chi_square += (count - expected) * (count - expected) / expected;
        }
        EXPECT_LT(chi_square, free + 7 * std::sqrt(2 * free));
    }
}

}  // namespace
}  // namespace kanon::parties
