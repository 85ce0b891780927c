// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/methods/contract/ball_partition.hpp"
#include "kanon/parties/crypto/small_logs.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_2.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_2_messages.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <utility>

namespace kanon::parties {
namespace {

using crypto::Ciphertext;

[[noreturn]] void refuse_distances() {
    throw Error(ErrorCode::bad_input, "the distances that the parties tell are not those of rows");
}

/// Rows of which the distances are known; equal ones are a type, in the order of first rows.
class RowDistances final : public TypeDistances {
public:
    /// \throws Error{bad_input} unless equality is an equivalence
    RowDistances(std::span<const std::uint8_t> distances, std::uint32_t rows)
        : distances_(distances), row_count_(rows) {
        std::vector<std::uint32_t> type_of_row;
        for (std::uint32_t row = 0; row < rows; ++row) {
            std::uint32_t first = 0;
            while (of_rows(row, first) != 0) {
                ++first;
            }
            const bool is_new = first == row;
            type_of_row.push_back(is_new ? static_cast<std::uint32_t>(rows_of_type_.size())
                                         : type_of_row[first]);
            if (is_new) {
                rows_of_type_.emplace_back();
            }
            rows_of_type_[type_of_row[row]].push_back(row);
        }
        for (const std::vector<std::uint32_t>& alike : rows_of_type_) {
            counts_.push_back(static_cast<std::uint32_t>(alike.size()));
        }
        check(type_of_row);
    }

    [[nodiscard]] std::span<const std::uint32_t> counts() const override { return counts_; }

    [[nodiscard]] std::uint64_t between(std::uint32_t a, std::uint32_t b) const override {
        return of_rows(rows_of_type_[a].front(), rows_of_type_[b].front());
    }

    [[nodiscard]] std::uint8_t of_rows(std::uint32_t a, std::uint32_t b) const {
        return distances_[std::size_t{a} * row_count_ + b];
    }

    [[nodiscard]] std::span<const std::vector<std::uint32_t>> rows_of_type() const {
        return rows_of_type_;
    }

private:
    /// Equal rows are as far from every other.
    void check(std::span<const std::uint32_t> type_of_row) const {
        for (std::uint32_t row = 0; row < row_count_; ++row) {
            const std::uint32_t first = rows_of_type_[type_of_row[row]].front();
            for (std::uint32_t other = 0; other < row_count_; ++other) {
                if (of_rows(row, other) != of_rows(first, other)) {
                    refuse_distances();
                }
            }
        }
    }

    std::span<const std::uint8_t> distances_;
    std::uint32_t row_count_;
    std::vector<std::vector<std::uint32_t>> rows_of_type_;
    std::vector<std::uint32_t> counts_;
};

class BallMiner {
public:
    BallMiner(std::span<const std::uint32_t> domain_sizes,
              const CustomersPromise& promise,
              const Peers& peers,
              const RunContext& context)
        : domain_sizes_(domain_sizes),
          promise_(promise),
          peers_(peers),
          context_(context),
          key_(crypto::ElGamalKey::random()),
          counts_({}) {}

    StarredCustomers run() {
        introduce();
        find_distances();
        divide();
        find_patterns();
        return {.rows = collect_rows(), .distances = std::move(distances_)};
    }

private:
    void introduce();
    void find_distances();
    void take_agreements(std::size_t place, const zyw2::Agreements& told);
    void divide();
    void find_patterns();
    void check_pattern(std::span<const std::uint32_t> rows, Pattern stars) const;
    [[nodiscard]] std::vector<StarredCustomer> collect_rows() const;
    void check_released(std::span<const StarredCustomer> rows) const;

    /// The places that have rows of a set, ascending, and these.
    [[nodiscard]] std::map<std::size_t, std::vector<std::uint32_t>> by_place(
        const std::vector<std::uint32_t>& set) const;

    [[nodiscard]] std::size_t attributes() const { return domain_sizes_.size(); }

    template <class Body>
    void for_holders(const Body& body) const {
        for (std::size_t place = 0; place < peers_.size(); ++place) {
            if (place != promise_.miner) {
                throw_if_cancelled(context_);
                body(place);
            }
        }
    }

    [[nodiscard]] Bytes receive(std::size_t place, MessageType type) const {
        return peers_.receive(place, type, zyw2::kMostBytes);
    }

    std::span<const std::uint32_t> domain_sizes_;
    const CustomersPromise& promise_;
    const Peers& peers_;
    const RunContext& context_;
    crypto::ElGamalKey key_;
    zyw2::RowCounts counts_;
    std::vector<std::uint8_t> distances_;
    std::vector<std::vector<std::uint32_t>> sets_;  ///< rows, ascending; by the first
    std::vector<Pattern> stars_;                    ///< per row
};

void BallMiner::introduce() {
    MessageWriter writer;
    writer.raw(key_.public_key().encode());
    peers_.send_all(messages::kMinersKey, writer.take());
    std::vector<std::uint32_t> counts(peers_.size());
    for_holders([&](std::size_t place) {
        const Bytes payload = receive(place, messages::kCodedCustomers);
        counts[place] = zyw2::read_row_count({payload, peers_.name(place)}, domain_sizes_);
    });
    counts_ = zyw2::RowCounts(std::move(counts));
    zyw2::require_enough_rows(counts_, promise_.k);
}

void BallMiner::take_agreements(std::size_t place, const zyw2::Agreements& told) {
    const std::size_t all = counts_.all();
    const std::size_t first = counts_.first_of(place);
    const std::size_t rows = counts_.at(place);
    const auto set = [&](std::size_t a, std::size_t b, std::uint64_t equal) {
        const auto distance = static_cast<std::uint8_t>(attributes() - equal);
        distances_[a * all + b] = distance;
        distances_[b * all + a] = distance;
    };
    const crypto::SmallLogs numbers(attributes(), attributes() + 1);
    parallel_for(
        told.with_others.size(), 64, context_.threads, [&](std::size_t begin, std::size_t end) {
            throw_if_cancelled(context_);
            for (std::size_t i = begin; i < end; ++i) {
                const auto equal = numbers.find(key_.decrypt(told.with_others[i]));
                if (!equal) {
                    refuse_distances();
                }
                set(i / rows, first + i % rows, *equal);
            }
        });
    std::size_t pair = 0;
    for (std::size_t row = 1; row < rows; ++row) {
        for (std::size_t other = 0; other < row; ++other) {
            set(first + row, first + other, told.own[pair++]);
        }
    }
}

void BallMiner::find_distances() {
    distances_.assign(std::size_t{counts_.all()} * counts_.all(), 0);
    for_holders([&](std::size_t place) {
        const Bytes payload = receive(place, messages::kAgreements);
        take_agreements(place,
                        zyw2::Agreements::read({payload, peers_.name(place)},
                                               counts_.first_of(place),
                                               counts_.at(place),
                                               attributes()));
    });
}

void BallMiner::divide() {
    const RowDistances types(distances_, counts_.all());
    const std::vector<std::uint32_t> set_of_slot = partition_by_balls(types, promise_.k, context_);
    throw_if_cancelled(context_);
    if (set_of_slot.empty()) {
        throw Error(ErrorCode::timed_out, "the deadline passed before the rows were divided");
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> rows_of_set;
    std::size_t slot = 0;
    for (const std::vector<std::uint32_t>& alike : types.rows_of_type()) {
        for (const std::uint32_t row : alike) {
            rows_of_set[set_of_slot[slot++]].push_back(row);
        }
    }
    for (auto& [number, rows] : rows_of_set) {
        std::ranges::sort(rows);
        sets_.push_back(std::move(rows));
    }
    std::ranges::sort(sets_);
}

std::map<std::size_t, std::vector<std::uint32_t>> BallMiner::by_place(
    const std::vector<std::uint32_t>& set) const {
    std::map<std::size_t, std::vector<std::uint32_t>> out;
    for (const std::uint32_t row : set) {
        out[counts_.place_of(row)].push_back(row);
    }
    return out;
}

/// Which party opens its last sums is known by place: the last with rows of the set.
void BallMiner::find_patterns() {
    std::vector<std::vector<zyw2::PartOfSet>> parts(peers_.size());
    std::vector<std::vector<std::uint32_t>> last_of(peers_.size());  // sets, by the last place
    for (std::uint32_t set = 0; set < sets_.size(); ++set) {
        std::optional<std::size_t> before;
        for (const auto& [place, rows] : by_place(sets_[set])) {
            if (before) {
                parts[*before].back().next = place;
            }
            parts[place].push_back({.rows = rows,
                                    .first_row = sets_[set].front(),
                                    .before = before,
                                    .next = std::nullopt});
            before = place;
        }
        last_of[*before].push_back(set);
    }
    for_holders([&](std::size_t place) {
        peers_.send(place, messages::kParts, zyw2::write_parts(parts[place]));
    });
    stars_.resize(counts_.all());
    for_holders([&](std::size_t place) {
        if (counts_.at(place) == 0) {
            return;
        }
        const Bytes payload = receive(place, messages::kDifferences);
        const std::vector<Ciphertext> sums = zyw2::read_ciphertexts(
            {payload, peers_.name(place)}, last_of[place].size() * attributes());
        std::size_t at = 0;
        for (const std::uint32_t set : last_of[place]) {
            Pattern stars = 0;
            for (std::size_t j = 0; j < attributes(); ++j) {
                stars |= key_.is_zero(sums[at++]) ? Pattern{0} : Pattern{1} << j;
            }
            check_pattern(sets_[set], stars);
            for (const std::uint32_t row : sets_[set]) {
                stars_[row] = stars;
            }
        }
    });
}

/// Rows differ in no more attributes than are starred, and equal rows need no star.
void BallMiner::check_pattern(std::span<const std::uint32_t> rows, Pattern stars) const {
    int most = 0;
    for (const std::uint32_t a : rows) {
        for (const std::uint32_t b : rows) {
            most = std::max<int>(most, distances_[std::size_t{a} * counts_.all() + b]);
        }
    }
    if (std::popcount(stars) < most || (most == 0 && stars != 0)) {
        refuse_distances();
    }
}

std::vector<StarredCustomer> BallMiner::collect_rows() const {
    const auto own = [&](std::size_t place) {
        return std::span(stars_).subspan(counts_.first_of(place), counts_.at(place));
    };
    for_holders([&](std::size_t place) {
        peers_.send(place, messages::kStarPatterns, zyw2::write_patterns(own(place)));
    });
    std::vector<StarredCustomer> out;
    for_holders([&](std::size_t place) {
        const Bytes payload = receive(place, messages::kStarredRows);
        for (StarredCustomer& row :
             zyw2::read_starred_rows({payload, peers_.name(place)}, own(place), domain_sizes_)) {
            out.push_back(std::move(row));
        }
    });
    check_released(out);
    return out;
}

/// The rows of each set are released alike.
void BallMiner::check_released(std::span<const StarredCustomer> rows) const {
    for (const std::vector<std::uint32_t>& set : sets_) {
        for (const std::uint32_t row : set) {
            if (rows[row].codes != rows[set.front()].codes) {
                throw Error(ErrorCode::bad_input, "the parties released other rows than agreed");
            }
        }
    }
}

}  // namespace

StarredCustomers zhong_yang_wright_2_miner(std::span<const std::uint32_t> domain_sizes,
                                           const CustomersPromise& promise,
                                           const Peers& peers,
                                           const RunContext& context) {
    KANON_CHECK(promise.k >= 1 && promise.miner == peers.own() &&
                domain_sizes.size() <= kMostPatternAttributes);
    return BallMiner(domain_sizes, promise, peers, context).run();
}

}  // namespace kanon::parties
