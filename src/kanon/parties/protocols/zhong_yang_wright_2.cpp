// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/zhong_yang_wright_2.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/points_of_message.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_2_messages.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace kanon::parties {
namespace {

using crypto::Ciphertext;

constexpr std::size_t kRowsAtATime = 4;  ///< of a thread

void check_coded_customers(const CodedCustomers& rows) {
    const std::uint64_t values =
        std::accumulate(rows.domain_sizes.begin(), rows.domain_sizes.end(), std::uint64_t{0});
    if (rows.sensitive.size() > kMostBallCustomers || values > kMostBallValues ||
        rows.domain_sizes.size() > kMostPatternAttributes) {
        throw Error(ErrorCode::bad_input,
                    "zhong-yang-wright-2 takes " + count_text(kMostBallCustomers, "row") +
                        " of all parties together, " +
                        count_text(kMostPatternAttributes, "quasi-identifier") + " and " +
                        count_text(kMostBallValues, "value") + " of these at most");
    }
    for (const std::string& sensitive : rows.sensitive) {
        if (sensitive.size() > kMostCustomerBytes) {
            throw Error(ErrorCode::bad_input, "a row is longer than zhong-yang-wright-2 takes");
        }
    }
}

/// A party with the rows of its customers.
class RowHolder {
public:
    RowHolder(const CodedCustomers& rows,
              const CustomersPromise& promise,
              const Peers& peers,
              const RunContext& context);

    std::vector<Pattern> run() {
        introduce();
        exchange_indicators();
        tell_agreements();
        find_differences();
        return release();
    }

private:
    void introduce();
    void exchange_indicators();
    void tell_agreements();
    void find_differences();
    std::vector<Pattern> release();

    [[nodiscard]] std::vector<Ciphertext> own_indicators() const;
    [[nodiscard]] std::vector<Ciphertext> own_differences(const zyw2::PartOfSet& part) const;
    void add_differences(const zyw2::PartOfSet& part, std::span<Ciphertext> sums) const;

    [[nodiscard]] std::size_t attributes() const { return rows_.domain_sizes.size(); }

    [[nodiscard]] std::size_t row_count() const { return rows_.sensitive.size(); }

    /// The codes of a row of this party, by its place there.
    [[nodiscard]] std::span<const std::uint32_t> codes(std::size_t row) const {
        return rows_.codes.subspan(row * attributes(), attributes());
    }

    /// Does a row of a party before have the value `code` in an attribute? Encrypted.
    [[nodiscard]] const Ciphertext& indicator(std::uint32_t row,
                                              std::size_t attribute,
                                              std::uint32_t code) const {
        return others_[row * values_ + first_value_[attribute] + code];
    }

    /// The parties with rows in [from, end), but the miner.
    template <class Body>
    void for_holders(std::size_t from, std::size_t end, const Body& body) const {
        for (std::size_t place = from; place < end; ++place) {
            if (counts_.at(place) > 0) {
                body(place);
            }
        }
    }

    [[nodiscard]] Bytes receive(std::size_t place, MessageType type) const {
        throw_if_cancelled(context_);
        return peers_.receive(place, type, zyw2::kMostBytes);
    }

    const CodedCustomers& rows_;
    const CustomersPromise& promise_;
    const Peers& peers_;
    const RunContext& context_;
    std::vector<std::size_t> first_value_;  ///< per attribute, among the values of all
    std::size_t values_ = 0;                ///< of all attributes
    crypto::Point key_;                     ///< the miner's
    zyw2::RowCounts counts_;
    std::vector<Ciphertext> others_;  ///< indicators of the rows of the parties before
};

RowHolder::RowHolder(const CodedCustomers& rows,
                     const CustomersPromise& promise,
                     const Peers& peers,
                     const RunContext& context)
    : rows_(rows), promise_(promise), peers_(peers), context_(context), counts_({}) {
    KANON_CHECK(rows.codes.size() == rows.sensitive.size() * rows.domain_sizes.size());
    for (const std::uint32_t size : rows.domain_sizes) {
        first_value_.push_back(values_);
        values_ += size;
    }
    for (std::size_t row = 0; row < row_count(); ++row) {
        for (std::size_t j = 0; j < attributes(); ++j) {
            KANON_CHECK(codes(row)[j] < rows.domain_sizes[j]);
        }
    }
}

void RowHolder::introduce() {
    const Bytes own = zyw2::write_row_count(row_count(), rows_.domain_sizes).take();
    peers_.send_all(messages::kCodedCustomers, own);
    std::vector<std::uint32_t> counts(peers_.size());
    counts[peers_.own()] = static_cast<std::uint32_t>(row_count());
    for (std::size_t place = 0; place < peers_.size(); ++place) {
        if (place == promise_.miner) {
            const Bytes payload = receive(place, messages::kMinersKey);
            MessageReader reader(payload, peers_.name(place));
            key_ = read_point(reader);
            reader.finish();
        } else if (place != peers_.own()) {
            const Bytes payload = receive(place, messages::kCodedCustomers);
            counts[place] = zyw2::read_row_count({payload, peers_.name(place)}, rows_.domain_sizes);
        }
    }
    counts_ = zyw2::RowCounts(std::move(counts));
    zyw2::require_enough_rows(counts_, promise_.k);
}

/// Row by row, the values of all attributes.
std::vector<Ciphertext> RowHolder::own_indicators() const {
    std::vector<Ciphertext> out(row_count() * values_);
    parallel_for(
        row_count(), kRowsAtATime, context_.threads, [&](std::size_t begin, std::size_t end) {
            throw_if_cancelled(context_);
            for (std::size_t row = begin; row < end; ++row) {
                for (std::size_t j = 0; j < attributes(); ++j) {
                    for (std::uint32_t code = 0; code < rows_.domain_sizes[j]; ++code) {
                        const std::uint64_t bit = codes(row)[j] == code ? 1 : 0;
                        out[row * values_ + first_value_[j] + code] = crypto::encrypt(key_, bit);
                    }
                }
            }
        });
    return out;
}

/// Those before this party send theirs; then it sends its own to those behind. So none waits for
/// one that waits for it.
void RowHolder::exchange_indicators() {
    const std::size_t own = peers_.own();
    const bool has_others_behind = counts_.first_of(own + 1) < counts_.all();
    Bytes payload;
    if (row_count() > 0 && has_others_behind) {
        payload = zyw2::write_ciphertexts(own_indicators()).take();
    }
    if (row_count() == 0) {
        return;
    }
    for_holders(0, own, [&](std::size_t place) {
        const Bytes from = receive(place, messages::kIndicators);
        const std::vector<Ciphertext> indicators =
            zyw2::read_ciphertexts({from, peers_.name(place)}, counts_.at(place) * values_);
        others_.insert(others_.end(), indicators.begin(), indicators.end());
    });
    for_holders(own + 1, peers_.size(), [&](std::size_t place) {
        peers_.channel(place).send(messages::kIndicators, payload);
    });
}

void RowHolder::tell_agreements() {
    const std::uint32_t before = counts_.first_of(peers_.own());
    zyw2::Agreements out;
    out.with_others.resize(before * row_count());
    parallel_for(before, kRowsAtATime, context_.threads, [&](std::size_t begin, std::size_t end) {
        throw_if_cancelled(context_);
        for (std::size_t other = begin; other < end; ++other) {
            for (std::size_t row = 0; row < row_count(); ++row) {
                Ciphertext sum;
                for (std::size_t j = 0; j < attributes(); ++j) {
                    sum = sum + indicator(static_cast<std::uint32_t>(other), j, codes(row)[j]);
                }
                out.with_others[other * row_count() + row] = crypto::rerandomize(key_, sum);
            }
        }
    });
    for (std::size_t row = 1; row < row_count(); ++row) {
        for (std::size_t other = 0; other < row; ++other) {
            const auto equal = std::inner_product(codes(row).begin(),
                                                  codes(row).end(),
                                                  codes(other).begin(),
                                                  0,
                                                  std::plus<>(),
                                                  std::equal_to<>());
            out.own.push_back(static_cast<std::uint8_t>(equal));
        }
    }
    peers_.send(promise_.miner, messages::kAgreements, out.write());
}

/// Of a set that begins here: zero where all of its rows here are alike, else random.
std::vector<Ciphertext> RowHolder::own_differences(const zyw2::PartOfSet& part) const {
    const std::uint32_t first = counts_.first_of(peers_.own());
    const auto of_first = codes(part.first_row - first);
    std::vector<Ciphertext> out;
    for (std::size_t j = 0; j < attributes(); ++j) {
        const bool is_alike = std::ranges::all_of(
            part.rows, [&](std::uint32_t row) { return codes(row - first)[j] == of_first[j]; });
        out.push_back(
            crypto::encrypt(key_, is_alike ? crypto::Scalar() : crypto::Scalar::random()));
    }
    return out;
}

/// Add a random multiple of how many rows here differ from the first of the set.
void RowHolder::add_differences(const zyw2::PartOfSet& part, std::span<Ciphertext> sums) const {
    const std::uint32_t first = counts_.first_of(peers_.own());
    for (std::size_t j = 0; j < attributes(); ++j) {
        Ciphertext differing{.a = crypto::Point(),
                             .b = crypto::base_multiply(crypto::Scalar::of(part.rows.size()))};
        for (const std::uint32_t row : part.rows) {
            differing = differing - indicator(part.first_row, j, codes(row - first)[j]);
        }
        sums[j] = crypto::rerandomize(
            key_, sums[j] + crypto::multiply(crypto::Scalar::random(), differing));
    }
}

void RowHolder::find_differences() {
    const Bytes payload = receive(promise_.miner, messages::kParts);
    const std::vector<zyw2::PartOfSet> parts =
        zyw2::read_parts({payload, peers_.name(promise_.miner)}, counts_, peers_.own());
    if (row_count() == 0) {
        return;
    }
    const auto sets_of = [&](std::optional<std::size_t> zyw2::PartOfSet::*link, std::size_t place) {
        return static_cast<std::size_t>(std::ranges::count(parts, std::optional(place), link));
    };
    std::map<std::size_t, std::vector<Ciphertext>> came;  // by place, in the order of sets
    for_holders(0, peers_.own(), [&](std::size_t place) {
        const Bytes from = receive(place, messages::kDifferencesSoFar);
        came[place] = zyw2::read_ciphertexts(
            {from, peers_.name(place)}, sets_of(&zyw2::PartOfSet::before, place) * attributes());
    });
    std::map<std::optional<std::size_t>, std::vector<Ciphertext>> goes;  // none: to the miner
    std::map<std::size_t, std::size_t> used;
    for (const zyw2::PartOfSet& part : parts) {
        std::vector<Ciphertext> sums;
        if (part.before) {
            std::size_t& at = used[*part.before];
            const auto from = std::span(came[*part.before]).subspan(at, attributes());
            sums.assign(from.begin(), from.end());
            at += attributes();
            add_differences(part, sums);
        } else {
            sums = own_differences(part);
        }
        goes[part.next].insert(goes[part.next].end(), sums.begin(), sums.end());
    }
    for_holders(peers_.own() + 1, peers_.size(), [&](std::size_t place) {
        peers_.send(place, messages::kDifferencesSoFar, zyw2::write_ciphertexts(goes[place]));
    });
    peers_.send(
        promise_.miner, messages::kDifferences, zyw2::write_ciphertexts(goes[std::nullopt]));
}

std::vector<Pattern> RowHolder::release() {
    const Bytes payload = receive(promise_.miner, messages::kStarPatterns);
    std::vector<Pattern> out =
        zyw2::read_patterns({payload, peers_.name(promise_.miner)}, row_count(), attributes());
    peers_.send(promise_.miner, messages::kStarredRows, zyw2::write_starred_rows(rows_, out));
    return out;
}

}  // namespace

std::vector<Pattern> zhong_yang_wright_2_customers(const CodedCustomers& rows,
                                                   const CustomersPromise& promise,
                                                   const Peers& peers,
                                                   const RunContext& context) {
    KANON_CHECK(promise.k >= 1 && promise.miner < peers.size() && promise.miner != peers.own());
    check_coded_customers(rows);
    return RowHolder(rows, promise, peers, context).run();
}

}  // namespace kanon::parties
