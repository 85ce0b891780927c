// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/keyed_tag.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1_messages.hpp"

#include "simulated_views.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

/// What the miner and the parties of zhong-yang-wright-1 see can be made from what docs/parties.md
/// declares.
namespace kanon::parties {
namespace {

using crypto::Point;
using test::MadeMessage;

/// How many of a group's rows each party has.
using RowsOfParties = std::vector<std::uint32_t>;

/// Customers, by number, whose rows are equal; k or more. The numbers of each party's customers are
/// drawn: they say nothing.
using NumberedGroup = std::vector<std::uint32_t>;

struct DeclaredToMiner {
    std::vector<std::uint32_t> rows;        ///< of each party
    std::vector<std::size_t> longest;       ///< row of each party; bytes in steps of 64
    std::vector<std::size_t> party_of_row;  ///< of each released row
};

struct DeclaredToParty {
    std::vector<std::uint32_t> rows;        ///< of each party
    std::size_t longest = 0;                ///< of all rows; bytes in steps of 64
    std::vector<RowsOfParties> equal_rows;  ///< to each row of its own
};

struct CustomersOfParties {
    std::vector<std::vector<CustomerRow>> rows;  ///< by place, none at the miner's
    CustomersPromise promise;
};

CustomersOfParties drawn_customers(std::uint64_t seed) {
    Random random(seed);
    const std::size_t parties = 3 + random.below(3);
    CustomersOfParties out{.rows = std::vector<std::vector<CustomerRow>>(parties),
                           .promise = {.k = 2 + random.below(3), .miner = random.below(parties)}};
    const std::uint64_t count = 3 + random.below(12);
    const std::uint64_t values = 2 + random.below(4);
    for (std::uint64_t customer = 0; customer < count; ++customer) {
        std::size_t place = random.below(parties);
        while (place == out.promise.miner) {
            place = random.below(parties);
        }
        out.rows[place].push_back(
            {.quasi_identifiers = "q" + std::to_string(random.below(values)),
             .sensitive = std::string(static_cast<std::size_t>(random.below(150)), 's')});
    }
    return out;
}

std::vector<std::uint32_t> row_counts(const CustomersOfParties& customers) {
    std::vector<std::uint32_t> out;
    for (const std::vector<CustomerRow>& of_party : customers.rows) {
        out.push_back(static_cast<std::uint32_t>(of_party.size()));
    }
    return out;
}

std::size_t longest_of(const std::vector<CustomerRow>& rows) {
    std::size_t out = 0;
    for (const CustomerRow& row : rows) {
        out = std::max(out, zyw1::padded_size(row));
    }
    return out;
}

/// How many rows each party has of each value.
std::map<std::string, RowsOfParties> rows_of_values(const CustomersOfParties& customers) {
    std::map<std::string, RowsOfParties> out;
    for (std::size_t place = 0; place < customers.rows.size(); ++place) {
        for (const CustomerRow& row : customers.rows[place]) {
            RowsOfParties& of_value = out[row.quasi_identifiers];
            of_value.resize(customers.rows.size());
            ++of_value[place];
        }
    }
    return out;
}

std::uint64_t all_of(const RowsOfParties& rows) {
    std::uint64_t out = 0;
    for (const std::uint32_t of_party : rows) {
        out += of_party;
    }
    return out;
}

DeclaredToMiner declared_to_miner(const CustomersOfParties& customers) {
    DeclaredToMiner out{.rows = row_counts(customers), .longest = {}, .party_of_row = {}};
    const auto values = rows_of_values(customers);
    std::vector<std::pair<CustomerRow, std::size_t>> released;
    for (std::size_t place = 0; place < customers.rows.size(); ++place) {
        out.longest.push_back(longest_of(customers.rows[place]));
        for (const CustomerRow& row : customers.rows[place]) {
            if (all_of(values.at(row.quasi_identifiers)) >= customers.promise.k) {
                released.emplace_back(row, place);
            }
        }
    }
    std::ranges::sort(released);
    for (const auto& [row, place] : released) {
        out.party_of_row.push_back(place);
    }
    return out;
}

DeclaredToParty declared_to_party(const CustomersOfParties& customers, std::size_t own) {
    DeclaredToParty out{.rows = row_counts(customers), .longest = 0, .equal_rows = {}};
    for (const std::vector<CustomerRow>& of_party : customers.rows) {
        out.longest = std::max(out.longest, longest_of(of_party));
    }
    const auto values = rows_of_values(customers);
    for (const CustomerRow& row : customers.rows[own]) {
        out.equal_rows.push_back(values.at(row.quasi_identifiers));
    }
    return out;
}

/// A run in which all that looks random is drawn: what a party and the miner say to each other.
class DrawnRun {
public:
    DrawnRun(std::vector<std::uint32_t> rows,
             std::uint64_t k,
             std::size_t longest,
             std::vector<NumberedGroup> groups,
             std::uint64_t seed)
        : k_(k), random_(seed), groups_(std::move(groups)) {
        directory_.padded = longest;
        directory_.counts = std::move(rows);
        const std::uint64_t all = all_of(directory_.counts);
        directory_.public_keys = points(all);
        blinded_ = points(all);
        evaluated_.resize(all);
        for (std::uint64_t i = 0; i < all; ++i) {
            tagged_.emplace_back(test::fresh_point(),
                                 test::fresh_bytes(random_, std::tuple_size_v<crypto::KeyedTag>));
            sealed_.push_back(test::fresh_bytes(random_, zyw1::sealed_size(longest)));
        }
        for (const std::uint32_t helper : directory_.helpers(k)) {
            Helper& one = helpers_[helper];
            one.in_public = test::fresh_point();
            joint_key_ = joint_key_ + one.in_public;
            one.evaluations = points(all);
            for (std::uint64_t i = 0; i < all; ++i) {
                one.shares.push_back(test::fresh_bytes(random_, zyw1::sealed_share_size()));
                evaluated_[i] = evaluated_[i] + one.evaluations[i];
            }
        }
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            group_keys_.push_back(test::fresh_point());
        }
    }

    /// Between the party at a place and the miner, as one of them sees it.
    std::vector<MadeMessage> between(std::size_t place, std::size_t longest, bool miner_sees) {
        place_ = place;
        miner_sees_ = miner_sees;
        out_.clear();
        introduce(longest);
        if (directory_.size() >= k_) {
            deal();
            evaluate();
            seal();
            open();
        }
        return std::move(out_);
    }

private:
    struct Helper {
        Point in_public;
        std::vector<Bytes> shares;  ///< per customer
        std::vector<Point> evaluations;
    };

    static std::vector<Point> points(std::uint64_t count) {
        std::vector<Point> out;
        for (std::uint64_t i = 0; i < count; ++i) {
            out.push_back(test::fresh_point());
        }
        return out;
    }

    MadeMessage& from_party(MessageType type) { return out_.emplace_back(!miner_sees_, type); }

    MadeMessage& from_miner(MessageType type) { return out_.emplace_back(miner_sees_, type); }

    static MessageWriter number(std::uint64_t of) {
        MessageWriter writer;
        writer.varint(of);
        return writer;
    }

    static void add_points(MadeMessage& message, std::span<const Point> points) {
        message.known(number(points.size()));
        for (const Point& point : points) {
            message.drawn(point);
        }
    }

    /// Of the party's customers.
    template <class T>
    [[nodiscard]] std::span<const T> own(const std::vector<T>& of_all) const {
        return std::span(of_all).subspan(directory_.first_of(place_), directory_.counts[place_]);
    }

    void introduce(std::size_t longest) {
        add_points(from_party(messages::kCustomers).known(number(longest)),
                   own(directory_.public_keys));
        MessageWriter counts;
        counts.varint(directory_.padded);
        counts.u32s(directory_.counts);
        add_points(from_miner(messages::kAllCustomers).known(std::move(counts)),
                   directory_.public_keys);
    }

    void deal() {
        MadeMessage& dealt = from_party(messages::kDealtShares);
        for (const std::uint32_t helper : directory_.helpers_at(place_, k_)) {
            dealt.drawn(helpers_.at(helper).in_public);
            for (const Bytes& share : helpers_.at(helper).shares) {
                dealt.drawn(share);
            }
        }
        add_points(dealt, own(blinded_));
        MadeMessage& relayed = from_miner(messages::kRelayedShares).drawn(joint_key_);
        const std::uint32_t first = directory_.first_of(place_);
        for (std::uint32_t i = 0; i < directory_.counts[place_]; ++i) {
            for (const auto& [number, helper] : helpers_) {
                relayed.drawn(helper.shares[first + i]);
            }
        }
        add_points(relayed, blinded_);
    }

    void evaluate() {
        MadeMessage& evaluations = from_party(messages::kEvaluations);
        for (const std::uint32_t helper : directory_.helpers_at(place_, k_)) {
            add_points(evaluations, helpers_.at(helper).evaluations);
        }
        add_points(from_miner(messages::kEvaluated), own(evaluated_));
    }

    void seal() {
        MadeMessage& sealed = from_party(messages::kSealedRows);
        const std::uint32_t first = directory_.first_of(place_);
        for (std::uint32_t i = 0; i < directory_.counts[place_]; ++i) {
            const auto& [point, tag] = tagged_[first + i];
            sealed.drawn(point).drawn(tag).drawn(sealed_[first + i]);
        }
        MadeMessage& tagged = from_miner(messages::kTaggedRows);
        for (const auto& [point, tag] : tagged_) {
            tagged.drawn(point).drawn(tag);
        }
    }

    /// Of the groups whose first k customers have some of the party's among them.
    void open() {
        std::vector<std::size_t> opened;
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            if (openers(groups_[group]) > 0) {
                opened.push_back(group);
            }
        }
        MadeMessage& message = from_party(messages::kPartialOpenings).known(number(opened.size()));
        for (const std::size_t group : opened) {
            MessageWriter customers;
            customers.u32s(groups_[group]);
            message.drawn(group_keys_[group]).known(std::move(customers));
            for (std::size_t i = 0; i < openers(groups_[group]) * groups_[group].size(); ++i) {
                message.drawn(test::fresh_point());
            }
        }
    }

    [[nodiscard]] std::size_t openers(const NumberedGroup& group) const {
        return static_cast<std::size_t>(std::count_if(
            group.begin(), group.begin() + static_cast<std::ptrdiff_t>(k_), [&](auto of) {
                return directory_.place_of(of) == place_;
            }));
    }

    std::uint64_t k_;
    Random random_;
    std::vector<NumberedGroup> groups_;
    zyw1::Directory directory_;
    std::map<std::uint32_t, Helper> helpers_;  ///< by customer
    Point joint_key_;
    std::vector<Point> blinded_;
    std::vector<Point> evaluated_;
    std::vector<std::pair<Point, Bytes>> tagged_;
    std::vector<Bytes> sealed_;
    std::vector<Point> group_keys_;
    std::size_t place_ = 0;
    bool miner_sees_ = false;
    std::vector<MadeMessage> out_;
};

struct RealRun {
    std::vector<CustomerRow> opened;
    std::vector<test::Transcript> views;
    std::vector<NumberedGroup> groups;  ///< as numbers were drawn, by the first
};

/// The groups that the miner was told of.
std::vector<NumberedGroup> told_groups(const test::Transcript& miner,
                                       const CustomersPromise& promise) {
    std::set<NumberedGroup> out;
    for (std::size_t place = 0; place < miner.size(); ++place) {
        zyw1::Directory directory;
        for (const TranscriptEntry& entry : miner[place]) {
            if (entry.type == messages::kAllCustomers) {
                directory = zyw1::read_directory({entry.payload, "miner"}, miner.size());
            } else if (entry.type == messages::kPartialOpenings) {
                for (const zyw1::OpenedGroup& group :
                     zyw1::read_openings({entry.payload, "p"}, directory, place, promise.k)) {
                    out.insert(group.customers);
                }
            }
        }
    }
    return {out.begin(), out.end()};
}

RealRun real_run(const CustomersOfParties& customers) {
    RealRun out;
    out.views = test::run_parties(customers.rows.size(), [&](const Peers& peers) {
        if (peers.own() == customers.promise.miner) {
            out.opened = zhong_yang_wright_1_miner(customers.promise, peers, {});
        } else {
            static_cast<void>(zhong_yang_wright_1_customers(
                customers.rows[peers.own()], customers.promise, peers, {}));
        }
    });
    out.groups = told_groups(out.views[customers.promise.miner], customers.promise);
    return out;
}

/// The sizes of groups, without their numbers.
std::multiset<RowsOfParties> without_numbers(const std::vector<NumberedGroup>& groups,
                                             const std::vector<std::uint32_t>& rows) {
    const zyw1::Directory directory{.padded = 0, .counts = rows};
    std::multiset<RowsOfParties> out;
    for (const NumberedGroup& group : groups) {
        RowsOfParties of_parties(rows.size());
        for (const std::uint32_t customer : group) {
            ++of_parties[directory.place_of(customer)];
        }
        out.insert(of_parties);
    }
    return out;
}

/// The groups that the miner has in its output, by parties.
std::multiset<RowsOfParties> groups_of_release(const std::vector<CustomerRow>& released,
                                               const DeclaredToMiner& declared) {
    std::map<std::string, RowsOfParties> of_value;
    for (std::size_t row = 0; row < released.size(); ++row) {
        RowsOfParties& rows = of_value[released[row].quasi_identifiers];
        rows.resize(declared.rows.size());
        ++rows[declared.party_of_row[row]];
    }
    std::multiset<RowsOfParties> out;
    for (const auto& [value, rows] : of_value) {
        out.insert(rows);
    }
    return out;
}

TEST(ZhongYangWright1Simulator, MakesTheViewOfTheMinerFromWhatIsDeclared) {
    test::DrawnBytes drawn;
    std::size_t groups = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE(seed);
        const CustomersOfParties customers = drawn_customers(seed);
        const RealRun real = real_run(customers);
        const DeclaredToMiner declared = declared_to_miner(customers);
        ASSERT_EQ(declared.party_of_row.size(), real.opened.size());
        // Any numbers would do that give each party as many rows of each group.
        ASSERT_EQ(without_numbers(real.groups, declared.rows),
                  groups_of_release(real.opened, declared));
        const std::size_t longest = *std::ranges::max_element(declared.longest);
        DrawnRun run(declared.rows, customers.promise.k, longest, real.groups, seed);
        test::MadeTranscript made(customers.rows.size());
        for (std::size_t place = 0; place < made.size(); ++place) {
            if (place != customers.promise.miner) {
                made[place] = run.between(place, declared.longest[place], true);
            }
        }
        test::expect_same_view(real.views[customers.promise.miner], made, drawn);
        groups += real.groups.size();
    }
    EXPECT_GT(groups, 150U);
    drawn.expect_alike();
}

/// The groups of k and more that have rows of a party, by parties.
std::multiset<RowsOfParties> groups_of_party(const std::vector<CustomerRow>& own,
                                             const DeclaredToParty& declared,
                                             std::uint64_t k) {
    std::multiset<RowsOfParties> out;
    std::set<std::string> seen;
    for (std::size_t row = 0; row < own.size(); ++row) {
        if (seen.insert(own[row].quasi_identifiers).second &&
            all_of(declared.equal_rows[row]) >= k) {
            out.insert(declared.equal_rows[row]);
        }
    }
    return out;
}

TEST(ZhongYangWright1Simulator, MakesTheViewOfEachPartyFromWhatIsDeclared) {
    test::DrawnBytes drawn;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(seed);
        const CustomersOfParties customers = drawn_customers(seed);
        const CustomersPromise& promise = customers.promise;
        const RealRun real = real_run(customers);
        for (std::size_t own = 0; own < customers.rows.size(); ++own) {
            if (own == promise.miner) {
                continue;
            }
            const DeclaredToParty declared = declared_to_party(customers, own);
            // Of the numbers, those of customers whose rows equal one of its own.
            const zyw1::Directory directory{.padded = 0, .counts = declared.rows};
            std::vector<NumberedGroup> groups = real.groups;
            std::erase_if(groups, [&](const NumberedGroup& group) {
                return std::ranges::none_of(group, [&](std::uint32_t customer) {
                    return directory.place_of(customer) == own;
                });
            });
            ASSERT_EQ(without_numbers(groups, declared.rows),
                      groups_of_party(customers.rows[own], declared, promise.k));
            DrawnRun run(declared.rows, promise.k, declared.longest, groups, seed);
            test::MadeTranscript made(customers.rows.size());
            made[promise.miner] = run.between(own, longest_of(customers.rows[own]), false);
            test::expect_same_view(real.views[own], made, drawn);
        }
    }
    drawn.expect_alike();
}

/// Which of a party's customers are in a group says nothing of its rows' order.
TEST(ZhongYangWright1Simulator, NumbersOfCustomersAreUniform) {
    CustomersOfParties customers{.rows = {{}, {}, {{"alike", "c"}}},
                                 .promise = {.k = 3, .miner = 0}};
    for (int row = 0; row < 5; ++row) {
        customers.rows[1].push_back({row < 2 ? "alike" : "alone" + std::to_string(row), "b"});
    }
    std::map<NumberedGroup, double> times;
    constexpr double kRuns = 500;
    for (int run = 0; run < kRuns; ++run) {
        const std::vector<NumberedGroup> groups = real_run(customers).groups;
        ASSERT_EQ(groups.size(), 1U);
        ++times[groups.front()];
    }
    constexpr double kPairs = 10;
    ASSERT_EQ(times.size(), kPairs);
    double chi_square = 0;
    for (const auto& [group, count] : times) {
        chi_square += (count - kRuns / kPairs) * (count - kRuns / kPairs) / (kRuns / kPairs);
    }
    EXPECT_LT(chi_square, 9 + 9 * std::sqrt(2 * 9.0));
}

}  // namespace
}  // namespace kanon::parties
