// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/parties/channel/faults.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/points_of_message.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1_customer.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1_messages.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace kanon::parties {
namespace {

using crypto::Point;

/// A group as its openers have told of it so far.
struct Group {
    Point key;
    std::vector<zyw1::Opener> openers;
};

class Miner {
public:
    Miner(const CustomersPromise& promise, const Peers& peers, const RunContext& context)
        : promise_(promise), peers_(peers), context_(context) {}

    std::vector<CustomerRow> run() {
        meet_customers();
        if (directory_.size() < promise_.k) {
            return {};
        }
        relay_shares();
        add_evaluations();
        collect_rows();
        collect_openings();
        return open_rows();
    }

private:
    void meet_customers();
    void relay_shares();
    void add_evaluations();
    void collect_rows();
    void collect_openings();
    [[nodiscard]] std::vector<CustomerRow> open_rows() const;
    void take_group(std::size_t place, zyw1::OpenedGroup group);
    [[nodiscard]] std::vector<CustomerRow> open_group(std::span<const std::uint32_t> customers,
                                                      const Group& group) const;

    /// The next message of each party, in the order of their places.
    void from_each(MessageType type,
                   const std::function<void(std::size_t, MessageReader&)>& take) const {
        for (std::size_t place = 0; place < peers_.size(); ++place) {
            if (place != promise_.miner) {
                throw_if_cancelled(context_);
                const Bytes payload = peers_.receive(place, type, zyw1::kMostBytes);
                MessageReader reader(payload, peers_.name(place));
                take(place, reader);
            }
        }
    }

    void to_each(MessageType type, const std::function<MessageWriter(std::size_t)>& write) const {
        for (std::size_t place = 0; place < peers_.size(); ++place) {
            if (place != promise_.miner) {
                peers_.send(place, type, write(place));
            }
        }
    }

    const CustomersPromise& promise_;
    const Peers& peers_;
    const RunContext& context_;
    zyw1::Directory directory_;
    std::vector<zyw1::SealedRow> rows_;                   ///< per customer
    std::map<std::vector<std::uint32_t>, Group> groups_;  ///< by their customers
    std::vector<bool> is_opened_;                         ///< per customer: in a group
};

void Miner::meet_customers() {
    directory_.counts.resize(peers_.size());
    from_each(messages::kCustomers, [&](std::size_t place, MessageReader& reader) {
        const zyw1::OwnCustomers own = zyw1::OwnCustomers::read(reader);
        directory_.counts[place] = static_cast<std::uint32_t>(own.public_keys.size());
        directory_.padded = std::max(directory_.padded, own.padded);
        directory_.public_keys.insert(
            directory_.public_keys.end(), own.public_keys.begin(), own.public_keys.end());
    });
    if (directory_.size() > kMostCustomers) {
        throw Error(ErrorCode::bad_input,
                    "zhong-yang-wright-1 takes " + count_text(kMostCustomers, "row") +
                        " of all parties together at most, and they have " +
                        count_text(directory_.size()));
    }
    to_each(messages::kAllCustomers,
            [&](std::size_t) { return zyw1::write_directory(directory_); });
}

void Miner::relay_shares() {
    zyw1::Relayed all;  // the shares of each helper, in their order
    from_each(messages::kDealtShares, [&](std::size_t place, MessageReader& reader) {
        zyw1::Dealing dealing = zyw1::Dealing::read(reader,
                                                    directory_.helpers_at(place, promise_.k).size(),
                                                    directory_.counts[place],
                                                    directory_.size());
        for (zyw1::DealtShares& dealt : dealing.shares) {
            all.joint_key = all.joint_key + dealt.in_public;
            all.shares.push_back(std::move(dealt.shares));
        }
        all.blinded.insert(all.blinded.end(), dealing.blinded.begin(), dealing.blinded.end());
    });
    to_each(messages::kRelayedShares, [&](std::size_t place) {
        zyw1::Relayed own{.joint_key = all.joint_key, .shares = {}, .blinded = all.blinded};
        const std::uint32_t first = directory_.first_of(place);
        for (std::uint32_t i = 0; i < directory_.counts[place]; ++i) {
            own.shares.emplace_back();
            for (const std::vector<std::string>& of_helper : all.shares) {
                own.shares.back().push_back(of_helper[first + i]);
            }
        }
        return own.write();
    });
}

void Miner::add_evaluations() {
    std::vector<Point> sums(directory_.size());
    from_each(messages::kEvaluations, [&](std::size_t place, MessageReader& reader) {
        const std::size_t helpers = directory_.helpers_at(place, promise_.k).size();
        for (std::size_t helper = 0; helper < helpers; ++helper) {
            const std::vector<Point> evaluations = read_all_points(reader, sums.size());
            std::ranges::transform(sums, evaluations, sums.begin(), std::plus<>());
        }
        reader.finish();
    });
    to_each(messages::kEvaluated, [&](std::size_t place) {
        MessageWriter writer;
        write_points(writer,
                     std::span(sums).subspan(directory_.first_of(place), directory_.counts[place]));
        return writer;
    });
}

void Miner::collect_rows() {
    from_each(messages::kSealedRows, [&](std::size_t place, MessageReader& reader) {
        for (zyw1::SealedRow& row :
             zyw1::read_sealed_rows(reader, directory_.counts[place], directory_.padded)) {
            rows_.push_back(std::move(row));
        }
    });
    to_each(messages::kTaggedRows, [&](std::size_t) { return zyw1::write_tagged_rows(rows_); });
}

void Miner::collect_openings() {
    is_opened_.resize(directory_.size());
    from_each(messages::kPartialOpenings, [&](std::size_t place, MessageReader& reader) {
        for (zyw1::OpenedGroup& group :
             zyw1::read_openings(reader, directory_, place, promise_.k)) {
            take_group(place, std::move(group));
        }
    });
    for (const auto& [customers, group] : groups_) {
        if (group.openers.size() != promise_.k) {
            throw Error(ErrorCode::bad_input, "the parties do not agree on which rows are equal");
        }
    }
}

void Miner::take_group(std::size_t place, zyw1::OpenedGroup group) {
    const auto [at, is_new] = groups_.try_emplace(std::move(group.customers));
    for (const std::uint32_t customer : at->first) {
        if (is_new && is_opened_[customer]) {
            throw not_as_agreed(peers_.name(place), "a row is in two groups");
        }
        is_opened_[customer] = true;
    }
    if (is_new) {
        at->second.key = group.group_key;
    } else if (at->second.key != group.group_key) {
        throw not_as_agreed(peers_.name(place), "the key of a group is not that of other parties");
    }
    for (zyw1::Opener& opener : group.openers) {
        at->second.openers.push_back(std::move(opener));
    }
}

/// The rows of a group, in the order of its customers.
std::vector<CustomerRow> Miner::open_group(std::span<const std::uint32_t> customers,
                                           const Group& group) const {
    std::vector<CustomerRow> out(customers.size());
    parallel_for(customers.size(), 1, context_.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            throw_if_cancelled(context_);
            std::vector<crypto::PointShare> shares;
            for (const zyw1::Opener& opener : group.openers) {
                shares.push_back(
                    {.x = zyw1::place_of_share(opener.customer), .y = opener.partial_openings[i]});
            }
            out[i] = zyw1::open_row(rows_[customers[i]], customers[i], shares, group.key);
        }
    });
    return out;
}

std::vector<CustomerRow> Miner::open_rows() const {
    std::vector<CustomerRow> out;
    std::set<std::string> seen;
    for (const auto& [customers, group] : groups_) {
        std::vector<CustomerRow> opened = open_group(customers, group);
        const std::string& first = opened.front().quasi_identifiers;
        const bool is_equal = std::ranges::all_of(
            opened, [&](const CustomerRow& row) { return row.quasi_identifiers == first; });
        if (!is_equal || !seen.insert(first).second) {
            throw Error(ErrorCode::bad_input, "the groups of the parties are not of equal rows");
        }
        std::ranges::move(opened, std::back_inserter(out));
    }
    std::ranges::sort(out);
    return out;
}

}  // namespace

std::vector<CustomerRow> zhong_yang_wright_1_miner(const CustomersPromise& promise,
                                                   const Peers& peers,
                                                   const RunContext& context) {
    KANON_CHECK(promise.k >= 1 && promise.miner == peers.own());
    return Miner(promise, peers, context).run();
}

}  // namespace kanon::parties
