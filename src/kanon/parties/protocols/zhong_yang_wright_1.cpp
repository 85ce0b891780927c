// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/zhong_yang_wright_1.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/parties/channel/faults.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/points_of_message.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1_customer.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1_messages.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace kanon::parties {
namespace {

using crypto::Point;
using zyw1::Customer;
using zyw1::TaggedPoint;

constexpr std::size_t kGrain = 8;  ///< customers that a thread takes at a time

void check_rows(std::span<const CustomerRow> rows) {
    if (rows.size() > kMostCustomers) {
        throw Error(ErrorCode::bad_input,
                    "zhong-yang-wright-1 takes " + count_text(kMostCustomers, "row") +
                        " of all parties together at most, and this table has " +
                        count_text(rows.size()));
    }
    for (const CustomerRow& row : rows) {
        if (row.quasi_identifiers.size() + row.sensitive.size() > kMostCustomerBytes) {
            throw Error(ErrorCode::bad_input,
                        "a row is longer than the " + count_text(kMostCustomerBytes, "byte") +
                            " that zhong-yang-wright-1 takes");
        }
    }
}

/// A party that carries the messages of its customers.
class Carrier {
public:
    Carrier(std::span<const CustomerRow> rows,
            const CustomersPromise& promise,
            const Peers& peers,
            const RunContext& context)
        : rows_(rows), promise_(promise), peers_(peers), context_(context), row_of_(rows.size()) {
        // The miner sees the numbers of opened rows: they say nothing of the rows' order.
        std::iota(row_of_.begin(), row_of_.end(), std::uint32_t{0});
        SecretRandom().shuffle(row_of_);
    }

    std::vector<std::uint32_t> run() {
        introduce();
        if (directory_.size() < promise_.k) {
            equal_rows_.assign(rows_.size(), 1);
            return std::move(equal_rows_);
        }
        deal();
        evaluate();
        seal_rows();
        open_groups();
        return std::move(equal_rows_);
    }

private:
    void introduce();
    void deal();
    void evaluate();
    void seal_rows();
    void open_groups();
    void find_equal_rows(std::span<const TaggedPoint> all);

    /// A customer of this party.
    [[nodiscard]] Customer& customer(std::uint32_t number) {
        return customers_[number - directory_.first_of(peers_.own())];
    }

    void for_customers(const std::function<void(std::size_t)>& body) const {
        parallel_for(
            customers_.size(), kGrain, context_.threads, [&](std::size_t begin, std::size_t end) {
                throw_if_cancelled(context_);
                for (std::size_t i = begin; i < end; ++i) {
                    body(i);
                }
            });
    }

    void send(MessageType type, MessageWriter writer) const {
        peers_.send(promise_.miner, type, std::move(writer));
    }

    [[nodiscard]] Bytes receive(MessageType type) const {
        return peers_.receive(promise_.miner, type, zyw1::kMostBytes);
    }

    [[nodiscard]] MessageReader reader(const Bytes& payload) const {
        return {payload, peers_.name(promise_.miner)};
    }

    std::span<const CustomerRow> rows_;
    const CustomersPromise& promise_;
    const Peers& peers_;
    const RunContext& context_;
    std::vector<std::uint32_t> row_of_;  ///< per customer
    std::vector<Customer> customers_;
    zyw1::Directory directory_;
    std::vector<std::uint32_t> helpers_;      ///< all of them
    std::vector<std::uint32_t> own_helpers_;  ///< this party's
    Point joint_key_;                         ///< X
    std::vector<Point> blinded_;              ///< b H(q) of all customers
    std::vector<std::uint32_t> equal_rows_;   ///< per row: how many
    /// Groups of k and more that customers of this party are in, by their first.
    std::map<std::uint32_t, std::vector<std::uint32_t>> groups_;
};

void Carrier::introduce() {
    zyw1::OwnCustomers own;
    for (const CustomerRow& row : rows_) {
        own.padded = std::max(own.padded, zyw1::padded_size(row));
    }
    // Numbers within all are known once the others' are; keys do not depend on them.
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
        customers_.emplace_back(rows_[row_of_[i]]);
        own.public_keys.push_back(customers_.back().public_key());
    }
    send(messages::kCustomers, own.write());
    const Bytes payload = receive(messages::kAllCustomers);
    directory_ = zyw1::read_directory(reader(payload), peers_.size());
    const std::uint32_t first = directory_.first_of(peers_.own());
    if (directory_.counts[peers_.own()] != rows_.size() || directory_.counts[promise_.miner] != 0 ||
        directory_.padded < own.padded ||
        !std::ranges::equal(own.public_keys,
                            std::span(directory_.public_keys).subspan(first, rows_.size()))) {
        reader(payload).refuse("it has other customers than those of this party");
    }
    for (std::uint32_t i = 0; i < customers_.size(); ++i) {
        customers_[i].set_number(first + i);
    }
}

void Carrier::deal() {
    helpers_ = directory_.helpers(promise_.k);
    own_helpers_ = directory_.helpers_at(peers_.own(), promise_.k);
    zyw1::Dealing own;
    own.shares.resize(own_helpers_.size());
    parallel_for(own_helpers_.size(), 1, context_.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            throw_if_cancelled(context_);
            own.shares[i] = customer(own_helpers_[i]).deal(promise_.k, directory_.public_keys);
        }
    });
    own.blinded.resize(customers_.size());
    for_customers([&](std::size_t i) { own.blinded[i] = customers_[i].blinded(); });
    send(messages::kDealtShares, own.write());
    const Bytes payload = receive(messages::kRelayedShares);
    zyw1::Relayed relayed =
        zyw1::Relayed::read(reader(payload), customers_.size(), helpers_.size(), directory_.size());
    joint_key_ = relayed.joint_key;
    blinded_ = std::move(relayed.blinded);
    for_customers([&](std::size_t i) {
        customers_[i].take_shares(relayed.shares[i], helpers_, directory_.public_keys);
    });
}

/// Help others to their K, and learn those of this party.
void Carrier::evaluate() {
    MessageWriter writer;
    for (const std::uint32_t number : own_helpers_) {
        std::vector<Point> evaluations(blinded_.size());
        parallel_for(
            blinded_.size(), kGrain, context_.threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    evaluations[i] = customer(number).evaluate(blinded_[i]);
                }
            });
        write_points(writer, evaluations);
    }
    send(messages::kEvaluations, std::move(writer));
    const Bytes payload = receive(messages::kEvaluated);
    MessageReader from = reader(payload);
    const std::vector<Point> evaluated = read_all_points(from, customers_.size());
    from.finish();
    for_customers([&](std::size_t i) { customers_[i].take_evaluated(evaluated[i]); });
}

void Carrier::seal_rows() {
    std::vector<zyw1::SealedRow> sealed(customers_.size());
    for_customers(
        [&](std::size_t i) { sealed[i] = customers_[i].seal_row(joint_key_, directory_.padded); });
    send(messages::kSealedRows, zyw1::write_sealed_rows(sealed));
}

void Carrier::find_equal_rows(std::span<const TaggedPoint> all) {
    const std::uint32_t first = directory_.first_of(peers_.own());
    std::vector<std::vector<std::uint32_t>> equal(customers_.size());
    for_customers([&](std::size_t i) { equal[i] = customers_[i].equal_rows(all); });
    equal_rows_.resize(rows_.size());
    for (std::uint32_t i = 0; i < equal.size(); ++i) {
        if (!std::ranges::binary_search(equal[i], first + i)) {
            throw not_as_agreed(peers_.name(promise_.miner), "it lost a row of this party");
        }
        equal_rows_[row_of_[i]] = static_cast<std::uint32_t>(equal[i].size());
        if (equal[i].size() >= promise_.k) {
            groups_.try_emplace(equal[i].front(), std::move(equal[i]));
        }
    }
}

void Carrier::open_groups() {
    const Bytes payload = receive(messages::kTaggedRows);
    const std::vector<TaggedPoint> all = zyw1::read_tagged_rows(reader(payload), directory_.size());
    find_equal_rows(all);
    std::vector<zyw1::OpenedGroup> opened;
    for (const auto& [first, customers] : groups_) {
        zyw1::OpenedGroup group{.group_key = {}, .customers = customers, .openers = {}};
        for (std::size_t i = 0; i < promise_.k; ++i) {
            if (directory_.place_of(customers[i]) != peers_.own()) {
                continue;
            }
            throw_if_cancelled(context_);
            const Customer& opener = customer(customers[i]);
            group.group_key = opener.group_key();
            group.openers.push_back({.customer = customers[i], .partial_openings = {}});
            for (const std::uint32_t of : customers) {
                group.openers.back().partial_openings.push_back(
                    opener.partial_opening(all[of].point));
            }
        }
        if (!group.openers.empty()) {
            opened.push_back(std::move(group));
        }
    }
    send(messages::kPartialOpenings, zyw1::write_openings(opened));
}

}  // namespace

std::vector<std::uint32_t> zhong_yang_wright_1_customers(std::span<const CustomerRow> rows,
                                                         const CustomersPromise& promise,
                                                         const Peers& peers,
                                                         const RunContext& context) {
    KANON_CHECK(promise.k >= 1 && promise.miner < peers.size() && promise.miner != peers.own());
    check_rows(rows);
    return Carrier(rows, promise, peers, context).run();
}

}  // namespace kanon::parties
