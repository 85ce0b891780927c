// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/jiang_clifton.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/parties/crypto/commutative.hpp"
#include "kanon/parties/protocols/local_chain.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/points_of_message.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

namespace kanon::parties {
namespace {

using crypto::CommutativeKey;
using crypto::Point;

constexpr std::string_view kDomain = "kanon jiang-clifton key";
constexpr std::size_t kMostRows = std::size_t{1} << 24U;  ///< of a party
constexpr std::size_t kMostBytesOfKeys = kMostRows * (Point::kSize + 8) + 1024;

/// Keys by the groups of the chain's first node.
struct GroupedPoints {
    std::vector<std::uint32_t> group_of_point;
    std::vector<Point> points;
    bool show_something = false;
    std::uint64_t held_back = 0;  ///< rows that take no part

    [[nodiscard]] std::size_t size() const { return points.size(); }

    [[nodiscard]] std::size_t group_count() const {
        return group_of_point.empty() ? 0 : group_of_point.back() + std::size_t{1};
    }
};

/// Sizes of the groups, then their points.
MessageWriter grouped_message(const GroupedPoints& keys) {
    std::vector<std::uint32_t> sizes(keys.group_count());
    for (const std::uint32_t group : keys.group_of_point) {
        ++sizes[group];
    }
    MessageWriter writer;
    writer.flag(keys.show_something);
    writer.u64(keys.held_back);
    writer.u32s(sizes);
    write_points(writer, keys.points);
    return writer;
}

GroupedPoints read_grouped(ByteView payload, const std::string& sender, std::uint64_t k) {
    MessageReader reader(payload, sender);
    GroupedPoints out;
    out.show_something = reader.flag();
    out.held_back = reader.u64();
    const std::vector<std::uint32_t> sizes = reader.u32s(kMostRows);
    out.points = read_points(reader, kMostRows);
    reader.finish();
    for (std::uint32_t group = 0; group < sizes.size(); ++group) {
        const std::size_t rows = out.group_of_point.size();
        if (sizes[group] < k || sizes[group] > out.size() - rows) {
            reader.refuse("its groups are not of its rows, or not of k each");
        }
        out.group_of_point.resize(rows + sizes[group], group);
    }
    if (out.group_of_point.size() != out.size()) {
        reader.refuse("its groups are not all of its rows");
    }
    return out;
}

/// A person that both have.
struct JointPerson {
    std::uint32_t own_group = 0;    ///< of the first node
    std::uint32_t other_group = 0;  ///< likewise
    std::uint32_t other_place = 0;  ///< among the other's points
    Point pseudonym;                ///< encrypted by both
};

/// Groups of one party as they are merged, step by step.
struct MergedGroups {
    std::vector<std::uint32_t> now;  ///< per group of the first node
    std::size_t count = 0;
    bool show_something = false;  ///< not all of its quasi-identifiers are `*`
};

/// What the first party tells the other after each comparison.
enum class NextStep : std::uint8_t { generalize = 0, settled = 1, infeasible = 2 };

[[noreturn]] void no_release(std::uint64_t k, std::uint64_t limit, std::uint64_t joint_rows) {
    throw Error(ErrorCode::infeasible,
                "no allowed levels of both parties give joint groups of " + std::to_string(k) +
                    " rows with at most " + count_text(limit, "row") + " left out; both have " +
                    count_text(joint_rows, "row") + " of the same people");
}

/// The people in joint groups of k and more, by their places.
std::vector<std::uint32_t> in_large_groups(const std::vector<JointPerson>& people,
                                           const MergedGroups& own,
                                           const MergedGroups& other,
                                           std::uint64_t k) {
    const auto group = [&](const JointPerson& person) {
        return (std::uint64_t{own.now[person.own_group]} << 32U) | other.now[person.other_group];
    };
    std::unordered_map<std::uint64_t, std::uint64_t> rows;
    for (const JointPerson& person : people) {
        ++rows[group(person)];
    }
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < people.size(); ++i) {
        if (rows[group(people[i])] >= k) {
            out.push_back(i);
        }
    }
    return out;
}

/// The same groups, numbered by where they first occur.
std::vector<std::uint32_t> by_first_place(std::vector<std::uint32_t> groups) {
    std::unordered_map<std::uint32_t, std::uint32_t> number;
    for (std::uint32_t& group : groups) {
        group = number.emplace(group, static_cast<std::uint32_t>(number.size())).first->second;
    }
    return groups;
}

/// One party: its rows in groups, in random order, as are those within each; and its key.
class Site {
public:
    Site(const KeyedTask& own,
         const JointPromise& promise,
         std::uint64_t most_held_back,
         const Peers& peers,
         const RunContext& context);

    /// None: there is no release that leaves out so few rows, those held back included.
    std::optional<JointRows> run() { return peers_.own() == 0 ? compare() : follow(); }

    [[nodiscard]] std::uint64_t held_back() const { return held_back_; }

    [[nodiscard]] std::uint64_t joint_rows() const { return joint_rows_; }

private:
    // Both.
    [[nodiscard]] MessageWriter encrypted_keys() const;
    [[nodiscard]] MergedGroups merged() const;
    void draw_numbers();

    // The first party.
    std::optional<JointRows> compare();
    [[nodiscard]] std::vector<JointPerson> common_people(const GroupedPoints& others) const;
    bool generalize_one(MergedGroups& own, MergedGroups& other);
    bool other_generalizes(MergedGroups& other) const;
    void settle(const std::vector<JointPerson>& people,
                std::vector<std::uint32_t> released,
                JointRows& out);

    // The other.
    std::optional<JointRows> follow();
    void encrypt_again(const GroupedPoints& others);
    void tell_merged();
    void take_settled(MessageReader& reader, JointRows& out) const;

    const KeyedTask& own_;
    const JointPromise& promise_;
    const Peers& peers_;
    const RunContext& context_;
    std::size_t other_;
    LocalChain chain_;
    CommutativeKey key_;
    SecretRandom random_;
    std::vector<std::uint32_t> first_groups_;  ///< per row type, at the first node
    std::vector<std::uint32_t> offered_;       ///< rows that take part, ascending
    std::vector<std::uint32_t> row_of_place_;
    std::vector<std::uint32_t> group_of_place_;                                 ///< ascending
    std::unordered_map<Point, std::uint32_t, crypto::PointHash> others_place_;  ///< by pseudonym
    std::uint64_t held_back_ = 0;                                               ///< by both
    std::uint64_t joint_rows_ = 0;
};

Site::Site(const KeyedTask& own,
           const JointPromise& promise,
           std::uint64_t most_held_back,
           const Peers& peers,
           const RunContext& context)
    : own_(own),
      promise_(promise),
      peers_(peers),
      context_(context),
      other_(1 - peers.own()),
      chain_(own.task, promise.k, most_held_back),
      key_(CommutativeKey::random()),
      first_groups_(chain_.group_of_type()) {
    KANON_CHECK(peers.size() == 2 && own.keys.size() == own.type_of_row.size());
    for (std::uint32_t row = 0; row < own.keys.size(); ++row) {
        if (!chain_.held_back()[own.type_of_row[row]]) {
            offered_.push_back(row);
        }
    }
    draw_numbers();
    row_of_place_ = offered_;
    random_.shuffle(row_of_place_);
    const auto group = [&](std::uint32_t row) { return first_groups_[own_.type_of_row[row]]; };
    std::ranges::stable_sort(row_of_place_, {}, group);
    for (const std::uint32_t row : row_of_place_) {
        group_of_place_.push_back(group(row));
    }
}

/// Number the groups of the first node at random: in their own order they would tell that of
/// values.
void Site::draw_numbers() {
    std::vector<std::uint32_t> numbers(chain_.group_count());
    std::iota(numbers.begin(), numbers.end(), std::uint32_t{0});
    random_.shuffle(numbers);
    for (std::size_t type = 0; type < first_groups_.size(); ++type) {
        if (!chain_.held_back()[type]) {
            first_groups_[type] = numbers[first_groups_[type]];
        }
    }
}

MessageWriter Site::encrypted_keys() const {
    std::vector<std::string> keys;
    keys.reserve(row_of_place_.size());
    for (const std::uint32_t row : row_of_place_) {
        keys.push_back(own_.keys[row]);
    }
    return grouped_message({.group_of_point = group_of_place_,
                            .points = key_.encrypt_all(kDomain, keys, context_.threads),
                            .show_something = chain_.shows_something(),
                            .held_back = chain_.held_back_rows()});
}

/// How the groups of the first node are merged at the present one.
MergedGroups Site::merged() const {
    MergedGroups out{.now = std::vector<std::uint32_t>(group_of_place_.back() + std::size_t{1}),
                     .count = chain_.group_count(),
                     .show_something = chain_.shows_something()};
    for (std::size_t type = 0; type < first_groups_.size(); ++type) {
        if (!chain_.held_back()[type]) {
            out.now[first_groups_[type]] = chain_.group_of_type()[type];
        }
    }
    out.now = by_first_place(std::move(out.now));
    return out;
}

std::optional<JointRows> Site::compare() {
    peers_.send(other_, messages::kGroupedKeys, encrypted_keys());
    const GroupedPoints others =
        read_grouped(peers_.receive(other_, messages::kGroupedKeys, kMostBytesOfKeys),
                     peers_.name(other_),
                     promise_.k);
    const std::vector<JointPerson> people = common_people(others);
    held_back_ = chain_.held_back_rows() + others.held_back;
    joint_rows_ = people.size();
    const std::uint64_t limit = promise_.limit.rows(people.size());
    JointRows out{.joint_rows = people.size()};
    MergedGroups own = merged();
    MergedGroups other{.now = std::vector<std::uint32_t>(others.group_count()),
                       .count = others.group_count(),
                       .show_something = others.show_something};
    std::iota(other.now.begin(), other.now.end(), std::uint32_t{0});
    std::vector<std::uint32_t> large = in_large_groups(people, own, other, promise_.k);
    // Rows of stars alone would be suppressed ones.
    while (large.empty() || people.size() - large.size() + held_back_ > limit ||
           !(own.show_something || other.show_something)) {
        throw_if_cancelled(context_);
        if (held_back_ > limit || !generalize_one(own, other)) {
            MessageWriter writer;
            writer.u8(static_cast<std::uint8_t>(NextStep::infeasible));
            writer.u64(people.size());
            peers_.send(other_, messages::kNextStep, std::move(writer));
            return std::nullopt;
        }
        ++out.steps;
        large = in_large_groups(people, own, other, promise_.k);
    }
    settle(people, std::move(large), out);
    return out;
}

/// Whom both have, without knowing which of one's rows they are.
std::vector<JointPerson> Site::common_people(const GroupedPoints& others) const {
    const Bytes payload = peers_.receive(other_, messages::kEncryptedTwice, kMostBytesOfKeys);
    MessageReader reader(payload, peers_.name(other_));
    const std::vector<Point> own_twice = read_points(reader, kMostRows);
    reader.finish();
    if (own_twice.size() != row_of_place_.size()) {
        reader.refuse("it has not as many keys as were sent");
    }
    const std::vector<Point> others_twice = key_.encrypt_all(others.points, context_.threads);
    std::unordered_map<Point, std::uint32_t, crypto::PointHash> place_of;
    for (std::uint32_t place = 0; place < others_twice.size(); ++place) {
        if (!place_of.emplace(others_twice[place], place).second) {
            reader.refuse("a key of its occurs twice");
        }
    }
    std::vector<JointPerson> out;
    for (std::size_t place = 0; place < own_twice.size(); ++place) {
        if (const auto found = place_of.find(own_twice[place]); found != place_of.end()) {
            out.push_back({.own_group = group_of_place_[place],
                           .other_group = others.group_of_point[found->second],
                           .other_place = found->second,
                           .pseudonym = own_twice[place]});
            place_of.erase(found);
        }
    }
    return out;
}

/// The party with more groups generalizes, or else the other; false if neither can.
bool Site::generalize_one(MergedGroups& own, MergedGroups& other) {
    const bool other_first = other.count > own.count;
    for (const bool is_others_turn : {other_first, !other_first}) {
        if (is_others_turn ? other_generalizes(other) : chain_.generalize()) {
            if (!is_others_turn) {
                own = merged();
            }
            return true;
        }
    }
    return false;
}

bool Site::other_generalizes(MergedGroups& other) const {
    MessageWriter writer;
    writer.u8(static_cast<std::uint8_t>(NextStep::generalize));
    peers_.send(other_, messages::kNextStep, std::move(writer));
    const Bytes payload = peers_.receive(other_, messages::kMergedGroups, kMostBytesOfKeys);
    MessageReader reader(payload, peers_.name(other_));
    const bool has_moved = reader.flag();
    const bool show_something = reader.flag();
    const std::vector<std::uint32_t> now = reader.u32s(kMostRows);
    reader.finish();
    if (!has_moved) {
        return false;
    }
    if (now.size() != other.now.size()) {
        reader.refuse("it merges other groups than it has");
    }
    other = {.now = now, .count = 0, .show_something = show_something};
    for (const std::uint32_t group : now) {
        other.count = std::max<std::size_t>(other.count, group + std::size_t{1});
    }
    if (other.count > now.size()) {
        reader.refuse("it merges groups into more than it has");
    }
    return true;
}

/// Both learn their rows of the release, in an order that the first party draws. It asks for its
/// own rows in another order: so the other is not told in which of its groups a person is.
void Site::settle(const std::vector<JointPerson>& people,
                  std::vector<std::uint32_t> released,
                  JointRows& out) {
    random_.shuffle(released);
    out.node = chain_.node();
    out.left_out = people.size() - released.size();
    out.held_back = held_back_;
    out.offered = offered_;
    MessageWriter writer;
    writer.u8(static_cast<std::uint8_t>(NextStep::settled));
    writer.u64(people.size());
    writer.u64(out.steps);
    std::vector<std::uint32_t> places;
    places.reserve(released.size());
    for (const std::uint32_t person : released) {
        places.push_back(people[person].other_place);
    }
    std::vector<std::uint32_t> asked(released.size());  // places among the released
    std::iota(asked.begin(), asked.end(), std::uint32_t{0});
    random_.shuffle(asked);
    std::vector<Point> pseudonyms;
    pseudonyms.reserve(released.size());
    for (const std::uint32_t i : asked) {
        pseudonyms.push_back(people[released[i]].pseudonym);
    }
    writer.u32s(places);
    write_points(writer, pseudonyms);
    peers_.send(other_, messages::kNextStep, std::move(writer));
    const Bytes payload = peers_.receive(other_, messages::kRowsOfPseudonyms, kMostBytesOfKeys);
    MessageReader reader(payload, peers_.name(other_));
    const std::vector<std::uint32_t> own_places = reader.u32s(kMostRows);
    reader.finish();
    if (own_places.size() != released.size()) {
        reader.refuse("it names other rows than those of the release");
    }
    std::vector<bool> seen(row_of_place_.size());
    out.rows.resize(released.size());
    for (std::size_t i = 0; i < own_places.size(); ++i) {
        const std::uint32_t place = own_places[i];
        if (place >= seen.size() || seen[place] ||
            group_of_place_[place] != people[released[asked[i]]].own_group) {
            reader.refuse("it names other rows than those of the release");
        }
        seen[place] = true;
        out.rows[asked[i]] = row_of_place_[place];
    }
}

std::optional<JointRows> Site::follow() {
    MessageWriter keys = encrypted_keys();
    // The first party sends first: both at once could wait for each other.
    const GroupedPoints others =
        read_grouped(peers_.receive(other_, messages::kGroupedKeys, kMostBytesOfKeys),
                     peers_.name(other_),
                     promise_.k);
    peers_.send(other_, messages::kGroupedKeys, std::move(keys));
    held_back_ = chain_.held_back_rows() + others.held_back;
    encrypt_again(others);
    while (true) {
        const Bytes payload = peers_.receive(other_, messages::kNextStep, kMostBytesOfKeys);
        MessageReader reader(payload, peers_.name(other_));
        const std::uint8_t step = reader.u8();
        if (step == static_cast<std::uint8_t>(NextStep::generalize)) {
            reader.finish();
            tell_merged();
        } else if (step == static_cast<std::uint8_t>(NextStep::settled)) {
            JointRows out;
            take_settled(reader, out);
            return out;
        } else {
            joint_rows_ = reader.u64();
            reader.finish();
            return std::nullopt;
        }
    }
}

/// Encrypt the other's keys a second time, and send them back in another order within each group.
void Site::encrypt_again(const GroupedPoints& others) {
    std::vector<Point> twice = key_.encrypt_all(others.points, context_.threads);
    for (std::uint32_t place = 0; place < twice.size(); ++place) {
        others_place_.emplace(twice[place], place);
    }
    std::size_t begin = 0;
    while (begin < twice.size()) {
        std::size_t end = begin;
        while (end < twice.size() && others.group_of_point[end] == others.group_of_point[begin]) {
            ++end;
        }
        std::sort(twice.begin() + static_cast<std::ptrdiff_t>(begin),
                  twice.begin() + static_cast<std::ptrdiff_t>(end));
        begin = end;
    }
    MessageWriter writer;
    write_points(writer, twice);
    peers_.send(other_, messages::kEncryptedTwice, std::move(writer));
}

void Site::tell_merged() {
    const bool has_moved = chain_.generalize();
    MessageWriter writer;
    writer.flag(has_moved);
    writer.flag(chain_.shows_something());
    writer.u32s(has_moved ? merged().now : std::vector<std::uint32_t>());
    peers_.send(other_, messages::kMergedGroups, std::move(writer));
}

void Site::take_settled(MessageReader& reader, JointRows& out) const {
    out.joint_rows = reader.u64();
    out.steps = reader.u64();
    const std::vector<std::uint32_t> places = reader.u32s(kMostRows);
    const std::vector<Point> pseudonyms = read_points(reader, kMostRows);
    reader.finish();
    std::vector<std::uint32_t> others;
    std::vector<bool> seen(row_of_place_.size());
    if (places.size() != pseudonyms.size() || places.size() > out.joint_rows) {
        reader.refuse("its rows of the release do not match");
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto found = others_place_.find(pseudonyms[i]);
        if (places[i] >= seen.size() || seen[places[i]] || found == others_place_.end()) {
            reader.refuse("it names other rows than those of the release");
        }
        seen[places[i]] = true;
        out.rows.push_back(row_of_place_[places[i]]);
        others.push_back(found->second);
    }
    out.node = chain_.node();
    out.left_out = out.joint_rows - places.size();
    out.held_back = held_back_;
    out.offered = offered_;
    MessageWriter writer;
    writer.u32s(others);
    peers_.send(other_, messages::kRowsOfPseudonyms, std::move(writer));
}

}  // namespace

JointRows jiang_clifton(const KeyedTask& own,
                        const JointPromise& promise,
                        const Peers& peers,
                        const RunContext& context) {
    // A few rows unlike all others would make a party begin with coarse groups.
    constexpr std::uint64_t kShareHeldBack = 4;
    std::uint64_t most_held_back = promise.limit.rows(own.keys.size()) / kShareHeldBack;
    while (true) {
        Site site(own, promise, most_held_back, peers, context);
        if (std::optional<JointRows> found = site.run()) {
            return std::move(*found);
        }
        if (site.held_back() == 0) {
            no_release(promise.k, promise.limit.rows(site.joint_rows()), site.joint_rows());
        }
        most_held_back = 0;  // both know that some were: begin anew with all rows
    }
}

}  // namespace kanon::parties
