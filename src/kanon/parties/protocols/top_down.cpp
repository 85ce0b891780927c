// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/top_down.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/parties/crypto/commutative.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/packed_numbers.hpp"
#include "kanon/parties/protocols/single_rows.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace kanon::parties {
namespace {

constexpr std::string_view kKeySetDomain = "kanon top-down key set";
constexpr std::size_t kMostNumberBytes = 10;  ///< of a varint

/// Bytes of a message of a number below 2^32 for each row, beside some that stand alone.
std::size_t most_bytes_of_rows(std::size_t rows) {
    return 4 * rows + 4 * kMostNumberBytes;
}

/// One's own rows by their keys: row i of this order is the same person at every party.
std::vector<std::uint32_t> rows_by_key(const KeyedTask& own) {
    std::vector<std::uint32_t> rows(own.keys.size());
    std::iota(rows.begin(), rows.end(), std::uint32_t{0});
    const auto key = [&](std::uint32_t row) -> const std::string& { return own.keys[row]; };
    std::ranges::sort(rows, {}, key);
    if (std::ranges::adjacent_find(rows, {}, key) != rows.end()) {
        throw Error(ErrorCode::bad_input, "a key occurs twice in this table; rows are people");
    }
    return rows;
}

/// All keys as one text, each with its length: no other set has the same.
std::string as_one(const KeyedTask& own, std::span<const std::uint32_t> by_key) {
    MessageWriter writer;
    for (const std::uint32_t row : by_key) {
        writer.text(own.keys[row]);
    }
    const Bytes bytes = writer.take();
    return {bytes.begin(), bytes.end()};
}

crypto::Point read_point(ByteView payload, const std::string& sender) {
    MessageReader reader(payload, sender);
    const crypto::Point point = crypto::Point::decode(reader.raw(crypto::Point::kSize));
    reader.finish();
    return point;
}

/// Labels by row of an order, numbered anew without those that do not occur.
struct OrderedLabels {
    std::vector<Code> labels;
    std::size_t count = 0;
};

OrderedLabels ordered_labels(std::span<const Code> of_row, std::span<const std::uint32_t> order) {
    std::vector<Code> occurring(of_row.begin(), of_row.end());
    std::ranges::sort(occurring);
    occurring.erase(std::unique(occurring.begin(), occurring.end()), occurring.end());
    OrderedLabels out{.labels = {}, .count = occurring.size()};
    for (const std::uint32_t row : order) {
        out.labels.push_back(static_cast<Code>(std::ranges::lower_bound(occurring, of_row[row]) -
                                               occurring.begin()));
    }
    return out;
}

/// A division of a value of the attribute; of all its values, perhaps in one part, where it is the
/// coarsest cut. Each part has rows, so there is an end of specializing whatever others say.
RowDivision read_division(MessageReader& reader,
                          const JointSpecialization& search,
                          std::size_t attribute,
                          bool is_coarsest) {
    const std::uint64_t value = reader.varint();
    const std::uint64_t parts = reader.varint();
    const auto found = value <= std::numeric_limits<std::uint32_t>::max()
                           ? search.find(static_cast<std::uint32_t>(value))
                           : std::nullopt;
    if (!found || found->attribute != attribute || (is_coarsest && value != attribute)) {
        reader.refuse("it specializes another value than one of the attribute whose turn it is");
    }
    RowDivision out{.value = static_cast<std::uint32_t>(value),
                    .parts = static_cast<std::uint32_t>(parts)};
    if (is_coarsest && parts == 1) {
        return out;
    }
    if (parts < 2 || parts > found->rows) {
        reader.refuse("a value has fewer than two parts, or more than rows");
    }
    out.part_of_row = read_packed(reader, found->rows, out.parts);
    std::vector<bool> occurs(out.parts);
    for (const std::uint32_t part : out.part_of_row) {
        occurs[part] = true;
    }
    if (!std::ranges::all_of(occurs, [](bool one) { return one; })) {
        reader.refuse("a part of a value has no rows");
    }
    return out;
}

void check_asked(const Task& task) {
    if (task.models.size() != 1 || task.models.front()->name() != "k-anonymity") {
        throw Error(ErrorCode::bad_policy,
                    "several parties keep k-anonymity alone by top-down; ask for no other model");
    }
}

/// One of the parties.
class Specializer {
public:
    Specializer(const DividedColumns& own, const Peers& peers, const RunContext& context);

    SpecializedRows run();

private:
    using Proposal = JointSpecialization::Proposal;

    void agree_on_people();
    void agree_on_order();
    [[nodiscard]] OrderedLabels class_labels() const;
    void cut_coarsely(JointSpecialization& search) const;
    [[nodiscard]] std::optional<std::size_t> best_attribute(JointSpecialization& search) const;
    [[nodiscard]] std::optional<Proposal> read_proposal(ByteView payload, std::size_t sender) const;
    void tell(const RowDivision& division) const;
    void take_division(JointSpecialization& search, std::size_t attribute, bool is_coarsest) const;
    [[noreturn]] void no_release() const;

    [[nodiscard]] bool is_own(std::size_t attribute) const {
        return own_.owners[attribute] == peers_.own();
    }

    [[nodiscard]] std::size_t row_count() const { return own_.rows.keys.size(); }

    const DividedColumns& own_;
    const Peers& peers_;
    const RunContext& context_;
    std::vector<std::uint32_t> order_;  ///< of one's own rows
};

Specializer::Specializer(const DividedColumns& own, const Peers& peers, const RunContext& context)
    : own_(own), peers_(peers), context_(context) {
    check_asked(own.rows.task);
    const bool has_class = own.class_owner == peers.own();
    KANON_CHECK(own.class_of_row.size() == (has_class ? own.rows.keys.size() : 0));
    KANON_CHECK(own.rows.type_of_row.size() == own.rows.keys.size());
}

SpecializedRows Specializer::run() {
    agree_on_people();
    agree_on_order();
    const OrderedLabels labels = class_labels();
    const Task task =
        task_of_single_rows(own_.rows, order_, {.labels = labels.labels, .count = labels.count});
    std::vector<std::size_t> places;
    for (std::size_t attribute = 0; attribute < own_.owners.size(); ++attribute) {
        if (is_own(attribute)) {
            places.push_back(attribute);
        }
    }
    const std::unique_ptr<JointSpecialization> search =
        make_joint_specialization(task, places, own_.owners.size());
    cut_coarsely(*search);
    SpecializedRows out{.rows = order_};
    while (const std::optional<std::size_t> attribute = best_attribute(*search)) {
        throw_if_cancelled(context_);
        if (is_own(*attribute)) {
            tell(search->carry_out_own());
        } else {
            take_division(*search, *attribute, false);
        }
        ++out.steps;
    }
    if (!search->is_release()) {
        no_release();
    }
    out.recoding = search->recoding();
    return out;
}

/// Compare the keys of all, and learn no more than whether they are the same.
void Specializer::agree_on_people() {
    order_ = rows_by_key(own_.rows);
    const auto key = crypto::CommutativeKey::random();
    const crypto::Point once = key.encrypt(kKeySetDomain, as_one(own_.rows, order_));
    const std::vector<Bytes> theirs =
        peers_.exchange(messages::kKeySet, once.encode(), crypto::Point::kSize);
    std::vector<crypto::Point> twice(peers_.size());
    for (std::size_t place = 0; place < peers_.size(); ++place) {
        if (place != peers_.own()) {
            twice[place] = key.encrypt(read_point(theirs[place], peers_.name(place)));
            MessageWriter writer;
            writer.raw(twice[place].encode());
            peers_.send(place, messages::kKeySetTwice, std::move(writer));
        }
    }
    std::string others;
    for (std::size_t place = 0; place < peers_.size(); ++place) {
        if (place == peers_.own()) {
            continue;
        }
        const Bytes own_twice = peers_.receive(place, messages::kKeySetTwice, crypto::Point::kSize);
        if (read_point(own_twice, peers_.name(place)) != twice[place]) {
            others += (others.empty() ? "'" : ", '") + peers_.name(place) + "'";
        }
    }
    if (!others.empty()) {
        throw Error(ErrorCode::bad_input,
                    "the tables are not of the same people: the keys of " + others +
                        " are not those of this table; every party needs a row for each of the "
                        "same keys");
    }
}

/// The first party draws an order of the people.
void Specializer::agree_on_order() {
    std::vector<std::uint32_t> drawn;
    if (peers_.own() == 0) {
        drawn.resize(row_count());
        std::iota(drawn.begin(), drawn.end(), std::uint32_t{0});
        SecretRandom().shuffle(drawn);
        MessageWriter writer;
        writer.u32s(drawn);
        peers_.send_all(messages::kRowOrder, writer.take());
    } else {
        const Bytes payload =
            peers_.receive(0, messages::kRowOrder, most_bytes_of_rows(row_count()));
        MessageReader reader(payload, peers_.name(0));
        drawn = reader.u32s(row_count());
        reader.finish();
        std::vector<bool> seen(row_count());
        bool is_order = drawn.size() == seen.size();
        for (std::size_t i = 0; i < drawn.size() && is_order; ++i) {
            is_order = drawn[i] < seen.size() && !seen[drawn[i]];
            if (is_order) {
                seen[drawn[i]] = true;
            }
        }
        if (!is_order) {
            reader.refuse("its order does not have each row once");
        }
    }
    for (std::uint32_t& place : drawn) {
        place = order_[place];
    }
    order_ = std::move(drawn);
}

/// Its owner tells all others.
OrderedLabels Specializer::class_labels() const {
    if (own_.class_owner == peers_.own()) {
        OrderedLabels out = ordered_labels(own_.class_of_row, order_);
        MessageWriter writer;
        writer.varint(out.count);
        write_packed(
            writer, out.labels, static_cast<std::uint32_t>(std::max<std::size_t>(out.count, 1)));
        peers_.send_all(messages::kClassLabels, writer.take());
        return out;
    }
    const Bytes payload =
        peers_.receive(own_.class_owner, messages::kClassLabels, most_bytes_of_rows(row_count()));
    MessageReader reader(payload, peers_.name(own_.class_owner));
    const std::uint64_t count = reader.varint();
    if (count > row_count() || (count == 0 && row_count() > 0)) {
        reader.refuse("it has more labels than rows, or none");
    }
    OrderedLabels out{
        .labels = read_packed(
            reader, row_count(), static_cast<std::uint32_t>(std::max<std::uint64_t>(count, 1))),
        .count = count};
    reader.finish();
    return out;
}

/// Bounds on levels forbid to release some attribute as one value.
void Specializer::cut_coarsely(JointSpecialization& search) const {
    for (std::size_t attribute = 0; attribute < own_.owners.size(); ++attribute) {
        if (is_own(attribute)) {
            tell(search.coarsest(attribute));
            search.carry_out_coarsest(attribute);
        } else {
            take_division(search, attribute, true);
        }
    }
    search.begin();
}

/// All tell their best score, so all know whose turn it is; none: nobody can specialize any more.
std::optional<std::size_t> Specializer::best_attribute(JointSpecialization& search) const {
    std::optional<Proposal> best = search.best();
    MessageWriter writer;
    writer.flag(best.has_value());
    writer.u32(best ? static_cast<std::uint32_t>(best->attribute) : 0);
    writer.f64(best ? best->score : 0);
    const Bytes own = writer.take();
    const std::vector<Bytes> all = peers_.exchange(messages::kBestScore, own, own.size());
    for (std::size_t place = 0; place < all.size(); ++place) {
        if (place == peers_.own()) {
            continue;
        }
        const std::optional<Proposal> theirs = read_proposal(all[place], place);
        if (theirs && (!best || theirs->score > best->score ||
                       (theirs->score == best->score && theirs->attribute < best->attribute))) {
            best = theirs;
        }
    }
    return best ? std::optional(best->attribute) : std::nullopt;
}

std::optional<JointSpecialization::Proposal> Specializer::read_proposal(ByteView payload,
                                                                        std::size_t sender) const {
    MessageReader reader(payload, peers_.name(sender));
    const bool is_there = reader.flag();
    const Proposal out{.attribute = reader.u32(), .score = reader.finite()};
    reader.finish();
    if (!is_there) {
        return std::nullopt;
    }
    if (out.attribute >= own_.owners.size() || own_.owners[out.attribute] != sender ||
        out.score < 0) {
        reader.refuse("its best specialization is not one of its own");
    }
    return out;
}

void Specializer::tell(const RowDivision& division) const {
    MessageWriter writer;
    writer.varint(division.value);
    writer.varint(division.parts);
    write_packed(writer, division.part_of_row, division.parts);
    peers_.send_all(messages::kRowDivision, writer.take());
}

void Specializer::take_division(JointSpecialization& search,
                                std::size_t attribute,
                                bool is_coarsest) const {
    const std::size_t sender = own_.owners[attribute];
    const Bytes payload =
        peers_.receive(sender, messages::kRowDivision, most_bytes_of_rows(row_count()));
    MessageReader reader(payload, peers_.name(sender));
    const RowDivision division = read_division(reader, search, attribute, is_coarsest);
    reader.finish();
    if (division.parts > 1) {
        search.carry_out(division);
    }
    if (!is_coarsest && !search.is_release()) {
        reader.refuse("its specialization breaks the promise");
    }
}

void Specializer::no_release() const {
    const Task& task = own_.rows.task;
    throw Error(ErrorCode::infeasible,
                "no cuts of all parties' columns give groups of " + std::to_string(task.k) +
                    " rows with at most " + count_text(task.suppression_limit, "suppressed row"));
}

}  // namespace

SpecializedRows top_down(const DividedColumns& own, const Peers& peers, const RunContext& context) {
    return Specializer(own, peers, context).run();
}

}  // namespace kanon::parties
