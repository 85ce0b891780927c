// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/methods/contract/ball_partition.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_2.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_2_messages.hpp"

#include "simulated_views.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

/// What the miner and the parties of zhong-yang-wright-2 see can be made from what docs/parties.md
/// declares.
namespace kanon::parties {
namespace {

using test::MadeMessage;
using test::MadeTranscript;

/// What all agreed on before.
struct AgreedOnCodes {
    std::size_t parties = 0;
    std::vector<std::uint32_t> domain_sizes;
    CustomersPromise promise;

    [[nodiscard]] std::size_t attributes() const { return domain_sizes.size(); }

    [[nodiscard]] std::size_t values() const {
        return std::accumulate(domain_sizes.begin(), domain_sizes.end(), std::size_t{0});
    }
};

/// The rows of a party.
struct OwnRows {
    std::vector<std::uint32_t> codes;
    std::vector<std::string> sensitive;

    [[nodiscard]] CodedCustomers coded(const AgreedOnCodes& agreed) const {
        return {.domain_sizes = agreed.domain_sizes, .codes = codes, .sensitive = sensitive};
    }

    [[nodiscard]] std::span<const std::uint32_t> row(std::size_t at, std::size_t attributes) const {
        return std::span(codes).subspan(at * attributes, attributes);
    }
};

struct CodedTables {
    AgreedOnCodes agreed;
    std::vector<OwnRows> rows;  ///< by place, none at the miner's
};

CodedTables coded_tables(std::uint64_t seed) {
    Random random(seed);
    CodedTables out;
    out.agreed.parties = 3 + random.below(3);
    out.agreed.promise = {.k = 2 + random.below(3), .miner = random.below(out.agreed.parties)};
    const std::uint64_t attributes = 1 + random.below(4);
    for (std::uint64_t j = 0; j < attributes; ++j) {
        out.agreed.domain_sizes.push_back(static_cast<std::uint32_t>(2 + random.below(3)));
    }
    out.rows.resize(out.agreed.parties);
    const std::uint64_t count = 2 + random.below(14);
    for (std::uint64_t row = 0; row < count; ++row) {
        std::size_t place = random.below(out.agreed.parties);
        while (place == out.agreed.promise.miner) {
            place = random.below(out.agreed.parties);
        }
        for (const std::uint32_t size : out.agreed.domain_sizes) {
            out.rows[place].codes.push_back(static_cast<std::uint32_t>(random.below(size)));
        }
        out.rows[place].sensitive.emplace_back(static_cast<std::size_t>(random.below(9)), 's');
    }
    return out;
}

std::vector<std::uint32_t> rows_of_parties(const CodedTables& tables) {
    std::vector<std::uint32_t> out;
    for (const OwnRows& rows : tables.rows) {
        out.push_back(static_cast<std::uint32_t>(rows.sensitive.size()));
    }
    return out;
}

struct DeclaredToBallMiner {
    std::vector<std::uint32_t> rows;      ///< of each party
    std::vector<std::uint8_t> distances;  ///< of any two rows: in how many columns they differ
};

/// A group that has rows of a party.
struct DeclaredSet {
    std::vector<std::uint32_t> rows;   ///< its own, by number
    std::vector<std::size_t> parties;  ///< who has rows of it, ascending
    std::uint32_t first_row = 0;       ///< by number
};

struct DeclaredToHolder {
    std::vector<std::uint32_t> rows;  ///< of each party
    std::vector<DeclaredSet> sets;    ///< in no order of their own
};

DeclaredToBallMiner declared_to_miner(const CodedTables& tables) {
    DeclaredToBallMiner out{.rows = rows_of_parties(tables), .distances = {}};
    const std::size_t attributes = tables.agreed.attributes();
    std::vector<std::span<const std::uint32_t>> all;
    for (const OwnRows& rows : tables.rows) {
        for (std::size_t at = 0; at < rows.sensitive.size(); ++at) {
            all.push_back(rows.row(at, attributes));
        }
    }
    for (const auto& a : all) {
        for (const auto& b : all) {
            int differing = 0;
            for (std::size_t j = 0; j < attributes; ++j) {
                differing += a[j] != b[j] ? 1 : 0;
            }
            out.distances.push_back(static_cast<std::uint8_t>(differing));
        }
    }
    return out;
}

/// Row types by distances alone: equal rows, in the order of first rows.
class TypesOfDistances final : public TypeDistances {
public:
    TypesOfDistances(std::span<const std::uint8_t> distances, std::size_t rows)
        : distances_(distances), all_(rows) {
        for (std::uint32_t row = 0; row < rows; ++row) {
            const auto type = std::ranges::find_if(
                types_, [&](const auto& alike) { return of_rows(alike.front(), row) == 0; });
            if (type == types_.end()) {
                types_.push_back({row});
                counts_.push_back(1);
            } else {
                type->push_back(row);
                ++counts_[static_cast<std::size_t>(type - types_.begin())];
            }
        }
    }

    [[nodiscard]] std::span<const std::uint32_t> counts() const override { return counts_; }

    [[nodiscard]] std::uint64_t between(std::uint32_t a, std::uint32_t b) const override {
        return of_rows(types_[a].front(), types_[b].front());
    }

    [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& types() const { return types_; }

private:
    [[nodiscard]] std::uint8_t of_rows(std::uint32_t a, std::uint32_t b) const {
        return distances_[a * all_ + b];
    }

    std::span<const std::uint8_t> distances_;
    std::size_t all_;
    std::vector<std::vector<std::uint32_t>> types_;
    std::vector<std::uint32_t> counts_;
};

/// The miner's sets of rows: they follow from the distances. By their first rows.
std::vector<std::vector<std::uint32_t>> sets_by_distances(const DeclaredToBallMiner& declared,
                                                          std::uint64_t k) {
    const TypesOfDistances types(declared.distances, zyw2::RowCounts(declared.rows).all());
    const std::vector<std::uint32_t> set_of_slot = partition_by_balls(types, k, {});
    std::map<std::uint32_t, std::set<std::uint32_t>> sets;
    std::size_t slot = 0;
    for (const std::vector<std::uint32_t>& alike : types.types()) {
        for (const std::uint32_t row : alike) {
            sets[set_of_slot[slot++]].insert(row);
        }
    }
    std::vector<std::vector<std::uint32_t>> out;
    out.reserve(sets.size());
    for (const auto& [number, rows] : sets) {
        out.emplace_back(rows.begin(), rows.end());
    }
    std::ranges::sort(out);
    return out;
}

DeclaredSet declared_set(const std::vector<std::uint32_t>& set,
                         const zyw2::RowCounts& counts,
                         std::size_t own) {
    DeclaredSet out{.rows = {}, .parties = {}, .first_row = set.front()};
    for (const std::uint32_t row : set) {
        const std::size_t place = counts.place_of(row);
        if (out.parties.empty() || out.parties.back() != place) {
            out.parties.push_back(place);
        }
        if (place == own) {
            out.rows.push_back(row);
        }
    }
    return out;
}

bool are_enough(const std::vector<std::uint32_t>& rows, const AgreedOnCodes& agreed) {
    return zyw2::RowCounts(rows).all() >= agreed.promise.k;
}

DeclaredToHolder declared_to_holder(const CodedTables& tables, std::size_t own) {
    DeclaredToHolder out{.rows = rows_of_parties(tables), .sets = {}};
    if (are_enough(out.rows, tables.agreed)) {
        const zyw2::RowCounts counts(out.rows);
        for (const auto& set :
             sets_by_distances(declared_to_miner(tables), tables.agreed.promise.k)) {
            DeclaredSet of_own = declared_set(set, counts, own);
            if (!of_own.rows.empty()) {
                out.sets.push_back(std::move(of_own));
            }
        }
        std::ranges::reverse(out.sets);
    }
    return out;
}

/// What a party is told of its sets, in the order of their first rows.
std::vector<zyw2::PartOfSet> parts_of(std::vector<DeclaredSet> sets, std::size_t own) {
    std::ranges::sort(sets, {}, &DeclaredSet::first_row);
    std::vector<zyw2::PartOfSet> out;
    for (DeclaredSet& set : sets) {
        zyw2::PartOfSet part{.rows = std::move(set.rows),
                             .first_row = set.first_row,
                             .before = std::nullopt,
                             .next = std::nullopt};
        const auto at = std::ranges::find(set.parties, own);
        if (at != set.parties.begin()) {
            part.before = *(at - 1);
        }
        if (at + 1 != set.parties.end()) {
            part.next = *(at + 1);
        }
        out.push_back(std::move(part));
    }
    return out;
}

MadeMessage& add_ciphertexts(MadeMessage& message, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        message.drawn(test::fresh_point()).drawn(test::fresh_point());
    }
    return message;
}

MadeMessage row_count(bool sent, std::uint32_t rows, const AgreedOnCodes& agreed) {
    MadeMessage out(sent, messages::kCodedCustomers);
    out.known(zyw2::write_row_count(rows, agreed.domain_sizes));
    return out;
}

/// In how many columns rows of one party agree: (0, 1), (0, 2), (1, 2), (0, 3), ...
template <class Differing>
MessageWriter own_agreements(std::size_t rows, std::size_t attributes, const Differing& differing) {
    MessageWriter out;
    for (std::size_t row = 1; row < rows; ++row) {
        for (std::size_t other = 0; other < row; ++other) {
            out.u8(static_cast<std::uint8_t>(attributes - differing(row, other)));
        }
    }
    return out;
}

/// Makes the view of the miner. It knows its own key, so what it opens is as declared as well.
class BallMinerSimulator {
public:
    BallMinerSimulator(const AgreedOnCodes& agreed,
                       const DeclaredToBallMiner& declared,
                       const std::vector<StarredCustomer>& released)
        : agreed_(agreed),
          declared_(declared),
          released_(released),
          counts_(declared.rows),
          key_(crypto::ElGamalKey::random()) {}

    MadeTranscript run() {
        MadeTranscript out(agreed_.parties);
        const bool has_release = are_enough(declared_.rows, agreed_);
        if (has_release) {
            sets_ = sets_by_distances(declared_, agreed_.promise.k);
        }
        for (std::size_t place = 0; place < out.size(); ++place) {
            if (place != agreed_.promise.miner) {
                with_ = &out[place];
                with_->push_back(MadeMessage(true, messages::kMinersKey).drawn(key_.public_key()));
                with_->push_back(row_count(false, declared_.rows[place], agreed_));
                if (has_release) {
                    tell_distances(place);
                    find_stars(place);
                    release(place);
                }
            }
        }
        return out;
    }

private:
    [[nodiscard]] std::size_t distance(std::size_t a, std::size_t b) const {
        return declared_.distances[a * counts_.all() + b];
    }

    void tell_distances(std::size_t place) {
        MadeMessage& message = with_->emplace_back(false, messages::kAgreements);
        const std::size_t first = counts_.first_of(place);
        for (std::size_t other = 0; other < first; ++other) {
            for (std::size_t row = 0; row < counts_.at(place); ++row) {
                message.drawn(crypto::encrypt(
                    key_.public_key(),
                    std::uint64_t{agreed_.attributes() - distance(other, first + row)}));
            }
        }
        message.known(
            own_agreements(counts_.at(place), agreed_.attributes(), [&](auto row, auto other) {
                return distance(first + row, first + other);
            }));
    }

    void find_stars(std::size_t place) {
        std::vector<DeclaredSet> of_party;
        std::vector<std::uint32_t> ending;  ///< first rows of the sets that end with this party
        for (const std::vector<std::uint32_t>& set : sets_) {
            DeclaredSet one = declared_set(set, counts_, place);
            if (!one.rows.empty()) {
                if (one.parties.back() == place) {
                    ending.push_back(set.front());
                }
                of_party.push_back(std::move(one));
            }
        }
        with_->push_back(MadeMessage(true, messages::kParts)
                             .known(zyw2::write_parts(parts_of(of_party, place))));
        if (counts_.at(place) == 0) {
            return;
        }
        MadeMessage& differences = with_->emplace_back(false, messages::kDifferences);
        for (const std::uint32_t row : ending) {
            for (const std::uint32_t code : released_[row].codes) {
                const bool is_star = code == StarredCustomer::kStar;
                differences.drawn(crypto::encrypt(
                    key_.public_key(), is_star ? crypto::Scalar::random() : crypto::Scalar()));
            }
        }
    }

    void release(std::size_t place) {
        std::vector<Pattern> patterns;
        MessageWriter rows;
        for (std::size_t i = 0; i < counts_.at(place); ++i) {
            const StarredCustomer& row = released_[counts_.first_of(place) + i];
            Pattern stars = 0;
            for (std::size_t j = 0; j < row.codes.size(); ++j) {
                if (row.codes[j] == StarredCustomer::kStar) {
                    stars |= Pattern{1} << j;
                } else {
                    rows.u32(row.codes[j]);
                }
            }
            patterns.push_back(stars);
            rows.text(row.sensitive);
        }
        with_->push_back(
            MadeMessage(true, messages::kStarPatterns).known(zyw2::write_patterns(patterns)));
        with_->push_back(MadeMessage(false, messages::kStarredRows).known(std::move(rows)));
    }

    const AgreedOnCodes& agreed_;
    const DeclaredToBallMiner& declared_;
    const std::vector<StarredCustomer>& released_;
    zyw2::RowCounts counts_;
    crypto::ElGamalKey key_;
    std::vector<std::vector<std::uint32_t>> sets_;
    std::vector<MadeMessage>* with_ = nullptr;
};

/// Makes the view of a party that has rows.
class HolderSimulator {
public:
    HolderSimulator(std::size_t own,
                    const AgreedOnCodes& agreed,
                    const OwnRows& rows,
                    const std::vector<Pattern>& stars,
                    const DeclaredToHolder& declared)
        : own_(own),
          agreed_(agreed),
          rows_(rows),
          stars_(stars),
          declared_(declared),
          counts_(declared.rows),
          parts_(parts_of(declared.sets, own)) {
        for (std::size_t i = 0; i < 2 * agreed.values() * counts_.at(own); ++i) {
            own_indicators_.push_back(test::fresh_point());
        }
    }

    MadeTranscript run() {
        MadeTranscript out(agreed_.parties);
        const bool has_release = are_enough(declared_.rows, agreed_);
        for (std::size_t place = 0; place < out.size(); ++place) {
            if (place == own_) {
                continue;
            }
            out[place].push_back(row_count(true, counts_.at(own_), agreed_));
            if (place == agreed_.promise.miner) {
                out[place].push_back(
                    MadeMessage(false, messages::kMinersKey).drawn(test::fresh_point()));
            } else {
                out[place].push_back(row_count(false, counts_.at(place), agreed_));
            }
            if (has_release && place == agreed_.promise.miner) {
                talk_to_miner(out[place]);
            } else if (has_release && counts_.at(place) > 0 && counts_.at(own_) > 0) {
                talk_to_holder(place, out[place]);
            }
        }
        return out;
    }

private:
    void talk_to_miner(std::vector<MadeMessage>& with) const {
        const std::size_t attributes = agreed_.attributes();
        const std::size_t rows = counts_.at(own_);
        add_ciphertexts(with.emplace_back(true, messages::kAgreements),
                        rows * counts_.first_of(own_))
            .known(own_agreements(rows, attributes, [&](auto row, auto other) {
                const auto a = rows_.row(row, attributes);
                const auto b = rows_.row(other, attributes);
                std::size_t differing = 0;
                for (std::size_t j = 0; j < attributes; ++j) {
                    differing += a[j] != b[j] ? 1U : 0U;
                }
                return differing;
            }));
        with.push_back(MadeMessage(false, messages::kParts).known(zyw2::write_parts(parts_)));
        if (rows > 0) {
            add_ciphertexts(
                with.emplace_back(true, messages::kDifferences),
                attributes * static_cast<std::size_t>(std::ranges::count(
                                 parts_, std::optional<std::size_t>(), &zyw2::PartOfSet::next)));
        }
        with.push_back(
            MadeMessage(false, messages::kStarPatterns).known(zyw2::write_patterns(stars_)));
        with.push_back(MadeMessage(true, messages::kStarredRows)
                           .known(zyw2::write_starred_rows(rows_.coded(agreed_), stars_)));
    }

    /// The party before sends: its rows, then the differences of sets that both have in turn.
    void talk_to_holder(std::size_t place, std::vector<MadeMessage>& with) const {
        const bool sends = own_ < place;
        MadeMessage& indicators = with.emplace_back(sends, messages::kIndicators);
        if (sends) {
            for (const crypto::Point& point : own_indicators_) {
                indicators.drawn(point);
            }
        } else {
            add_ciphertexts(indicators, agreed_.values() * counts_.at(place));
        }
        const auto link = sends ? &zyw2::PartOfSet::next : &zyw2::PartOfSet::before;
        add_ciphertexts(with.emplace_back(sends, messages::kDifferencesSoFar),
                        agreed_.attributes() * static_cast<std::size_t>(std::ranges::count(
                                                   parts_, std::optional(place), link)));
    }

    std::size_t own_;
    const AgreedOnCodes& agreed_;
    const OwnRows& rows_;
    const std::vector<Pattern>& stars_;
    const DeclaredToHolder& declared_;
    zyw2::RowCounts counts_;
    std::vector<zyw2::PartOfSet> parts_;
    std::vector<crypto::Point> own_indicators_;  ///< the same to all parties behind
};

struct RunOfBalls {
    std::vector<StarredCustomer> released;
    std::vector<std::vector<Pattern>> stars;  ///< by place
    std::vector<test::Transcript> views;
};

RunOfBalls run_of_balls(const CodedTables& tables) {
    RunOfBalls out;
    out.stars.resize(tables.rows.size());
    out.views = test::run_parties(tables.rows.size(), [&](const Peers& peers) {
        const std::size_t own = peers.own();
        try {
            if (own == tables.agreed.promise.miner) {
                out.released = zhong_yang_wright_2_miner(
                                   tables.agreed.domain_sizes, tables.agreed.promise, peers, {})
                                   .rows;
            } else {
                out.stars[own] = zhong_yang_wright_2_customers(
                    tables.rows[own].coded(tables.agreed), tables.agreed.promise, peers, {});
            }
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::infeasible) << error.what();
        }
    });
    return out;
}

TEST(ZhongYangWright2Simulator, MakesTheViewOfTheMinerFromWhatIsDeclared) {
    test::DrawnBytes drawn;
    std::size_t released = 0;
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        SCOPED_TRACE(seed);
        const CodedTables tables = coded_tables(seed);
        const RunOfBalls real = run_of_balls(tables);
        const DeclaredToBallMiner declared = declared_to_miner(tables);
        test::expect_same_view(real.views[tables.agreed.promise.miner],
                               BallMinerSimulator(tables.agreed, declared, real.released).run(),
                               drawn);
        released += real.released.size();
    }
    EXPECT_GT(released, 600U);
    drawn.expect_alike();
}

TEST(ZhongYangWright2Simulator, MakesTheViewOfEachPartyFromWhatIsDeclared) {
    test::DrawnBytes drawn;
    std::size_t sets = 0;
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        SCOPED_TRACE(seed);
        const CodedTables tables = coded_tables(seed);
        const RunOfBalls real = run_of_balls(tables);
        for (std::size_t own = 0; own < tables.rows.size(); ++own) {
            if (own != tables.agreed.promise.miner) {
                const DeclaredToHolder declared = declared_to_holder(tables, own);
                HolderSimulator simulator(
                    own, tables.agreed, tables.rows[own], real.stars[own], declared);
                test::expect_same_view(real.views[own], simulator.run(), drawn);
                sets += declared.sets.size();
            }
        }
    }
    EXPECT_GT(sets, 300U);
    drawn.expect_alike();
}

}  // namespace
}  // namespace kanon::parties
