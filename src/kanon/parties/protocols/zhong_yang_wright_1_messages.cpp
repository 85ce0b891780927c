// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/zhong_yang_wright_1_messages.hpp"

#include "kanon/base/check.hpp"
#include "kanon/parties/protocols/points_of_message.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

namespace kanon::parties::zyw1 {
namespace {

using crypto::Point;

/// More than a row of kMostCustomerBytes takes.
constexpr std::size_t kMostPadded = kMostCustomerBytes + 128;

void write_raw(MessageWriter& writer, std::string_view bytes) {
    writer.raw({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::string read_raw(MessageReader& reader, std::size_t size) {
    const ByteView from = reader.raw(size);
    return {from.begin(), from.end()};
}

/// So many texts of one size.
std::vector<std::string> read_texts(MessageReader& reader, std::size_t count, std::size_t size) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(read_raw(reader, size));
    }
    return out;
}

std::size_t read_padded(MessageReader& reader) {
    const std::uint64_t padded = reader.varint();
    if (padded > kMostPadded) {
        reader.refuse("its rows are too long");
    }
    return static_cast<std::size_t>(padded);
}

void write_tagged(MessageWriter& writer, const TaggedPoint& tagged) {
    writer.raw(tagged.point.encode());
    writer.raw(tagged.tag);
}

TaggedPoint read_tagged(MessageReader& reader) {
    TaggedPoint out;
    out.point = read_point(reader);
    out.tag = reader.blob<std::tuple_size_v<crypto::KeyedTag>>();
    return out;
}

/// Do these numbers ascend, each below `end`?
bool ascend(std::span<const std::uint32_t> numbers, std::uint32_t end) {
    return std::ranges::adjacent_find(numbers, std::greater_equal<>()) == numbers.end() &&
           (numbers.empty() || numbers.back() < end);
}

/// The customers of a party that open the rows of a group.
std::vector<std::uint32_t> openers_at(const Directory& directory,
                                      std::size_t place,
                                      std::span<const std::uint32_t> first_k) {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t customer : first_k) {
        if (directory.place_of(customer) == place) {
            out.push_back(customer);
        }
    }
    return out;
}

}  // namespace

std::uint32_t Directory::first_of(std::size_t place) const {
    return std::accumulate(
        counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(place), std::uint32_t{0});
}

std::size_t Directory::place_of(std::uint32_t customer) const {
    std::size_t place = 0;
    while (customer >= counts[place]) {
        customer -= counts[place++];
    }
    return place;
}

std::vector<std::uint32_t> Directory::helpers(std::uint64_t k) const {
    std::vector<bool> helps(size());
    std::uint64_t count = 0;
    const auto add = [&](std::uint32_t customer) {
        count += helps[customer] ? 0U : 1U;
        helps[customer] = true;
    };
    for (std::size_t place = 0; place < counts.size(); ++place) {
        if (counts[place] > 0) {
            add(first_of(place));
        }
    }
    for (std::uint32_t customer = 0; customer < size() && count < k; ++customer) {
        add(customer);
    }
    std::vector<std::uint32_t> out;
    for (std::uint32_t customer = 0; customer < size(); ++customer) {
        if (helps[customer]) {
            out.push_back(customer);
        }
    }
    return out;
}

std::vector<std::uint32_t> Directory::helpers_at(std::size_t place, std::uint64_t k) const {
    return openers_at(*this, place, helpers(k));
}

MessageWriter OwnCustomers::write() const {
    MessageWriter writer;
    writer.varint(padded);
    write_points(writer, public_keys);
    return writer;
}

OwnCustomers OwnCustomers::read(MessageReader reader) {
    OwnCustomers out;
    out.padded = read_padded(reader);
    out.public_keys = read_points(reader, kMostCustomers);
    reader.finish();
    return out;
}

MessageWriter write_directory(const Directory& directory) {
    MessageWriter writer;
    writer.varint(directory.padded);
    writer.u32s(directory.counts);
    write_points(writer, directory.public_keys);
    return writer;
}

Directory read_directory(MessageReader reader, std::size_t places) {
    Directory out;
    out.padded = read_padded(reader);
    out.counts = reader.u32s(places);
    out.public_keys = read_points(reader, kMostCustomers);
    reader.finish();
    const std::uint64_t all =
        std::accumulate(out.counts.begin(), out.counts.end(), std::uint64_t{0});
    if (out.counts.size() != places || all != out.public_keys.size()) {
        reader.refuse("its customers are not those of the parties");
    }
    return out;
}

MessageWriter Dealing::write() const {
    MessageWriter writer;
    for (const DealtShares& dealt : shares) {
        writer.raw(dealt.in_public.encode());
        for (const std::string& sealed : dealt.shares) {
            write_raw(writer, sealed);
        }
    }
    write_points(writer, blinded);
    return writer;
}

Dealing Dealing::read(MessageReader reader,
                      std::size_t helpers,
                      std::size_t customers,
                      std::size_t all_customers) {
    Dealing out;
    for (std::size_t i = 0; i < helpers; ++i) {
        DealtShares dealt;
        dealt.in_public = read_point(reader);
        dealt.shares = read_texts(reader, all_customers, sealed_share_size());
        out.shares.push_back(std::move(dealt));
    }
    out.blinded = read_all_points(reader, customers);
    reader.finish();
    return out;
}

MessageWriter Relayed::write() const {
    MessageWriter writer;
    writer.raw(joint_key.encode());
    for (const std::vector<std::string>& of_customer : shares) {
        for (const std::string& sealed : of_customer) {
            write_raw(writer, sealed);
        }
    }
    write_points(writer, blinded);
    return writer;
}

Relayed Relayed::read(MessageReader reader,
                      std::size_t customers,
                      std::size_t helpers,
                      std::size_t all_customers) {
    Relayed out;
    out.joint_key = read_point(reader);
    for (std::size_t i = 0; i < customers; ++i) {
        out.shares.push_back(read_texts(reader, helpers, sealed_share_size()));
    }
    out.blinded = read_all_points(reader, all_customers);
    reader.finish();
    return out;
}

MessageWriter write_sealed_rows(std::span<const SealedRow> rows) {
    MessageWriter writer;
    for (const SealedRow& row : rows) {
        write_tagged(writer, row.tagged);
        write_raw(writer, row.sealed);
    }
    return writer;
}

std::vector<SealedRow> read_sealed_rows(MessageReader reader,
                                        std::size_t customers,
                                        std::size_t padded) {
    std::vector<SealedRow> out;
    for (std::size_t i = 0; i < customers; ++i) {
        SealedRow row;
        row.tagged = read_tagged(reader);
        row.sealed = read_raw(reader, sealed_size(padded));
        out.push_back(std::move(row));
    }
    reader.finish();
    return out;
}

MessageWriter write_tagged_rows(std::span<const SealedRow> rows) {
    MessageWriter writer;
    for (const SealedRow& row : rows) {
        write_tagged(writer, row.tagged);
    }
    return writer;
}

std::vector<TaggedPoint> read_tagged_rows(MessageReader reader, std::size_t all_customers) {
    std::vector<TaggedPoint> out;
    for (std::size_t i = 0; i < all_customers; ++i) {
        out.push_back(read_tagged(reader));
    }
    reader.finish();
    return out;
}

MessageWriter write_openings(std::span<const OpenedGroup> groups) {
    MessageWriter writer;
    writer.varint(groups.size());
    for (const OpenedGroup& group : groups) {
        writer.raw(group.group_key.encode());
        writer.u32s(group.customers);
        for (const Opener& opener : group.openers) {
            for (const Point& partial : opener.partial_openings) {
                writer.raw(partial.encode());
            }
        }
    }
    return writer;
}

std::vector<OpenedGroup> read_openings(MessageReader reader,
                                       const Directory& directory,
                                       std::size_t place,
                                       std::uint64_t k) {
    std::vector<OpenedGroup> out(reader.count(directory.size(), Point::kSize));
    for (OpenedGroup& group : out) {
        group.group_key = read_point(reader);
        group.customers = reader.u32s(directory.size());
        if (group.customers.size() < k || !ascend(group.customers, directory.size())) {
            reader.refuse("a group is not of k customers");
        }
        const auto openers = openers_at(
            directory, place, std::span(group.customers).first(static_cast<std::size_t>(k)));
        if (openers.empty()) {
            reader.refuse("a group is not its to open");
        }
        for (const std::uint32_t customer : openers) {
            Opener opener{.customer = customer, .partial_openings = {}};
            for (std::size_t i = 0; i < group.customers.size(); ++i) {
                opener.partial_openings.push_back(read_point(reader));
            }
            group.openers.push_back(std::move(opener));
        }
    }
    reader.finish();
    return out;
}

}  // namespace kanon::parties::zyw1
