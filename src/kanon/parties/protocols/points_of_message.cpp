// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/points_of_message.hpp"

namespace kanon::parties {

using crypto::Point;

void write_points(MessageWriter& writer, std::span<const Point> points) {
    writer.varint(points.size());
    for (const Point& point : points) {
        writer.raw(point.encode());
    }
}

std::vector<Point> read_points(MessageReader& reader, std::size_t most) {
    std::vector<Point> out(reader.count(most, Point::kSize));
    for (Point& point : out) {
        point = read_point(reader);
    }
    return out;
}

std::vector<Point> read_all_points(MessageReader& reader, std::size_t count) {
    std::vector<Point> out = read_points(reader, count);
    if (out.size() != count) {
        reader.refuse("it has fewer points than were agreed");
    }
    return out;
}

Point read_point(MessageReader& reader) {
    return Point::decode(reader.raw(Point::kSize));
}

std::vector<Point> exchange_points(const Peers& peers, MessageType type, const Point& own) {
    const std::vector<Bytes> theirs = peers.exchange(type, own.encode(), Point::kSize);
    std::vector<Point> out(peers.size(), own);
    for (std::size_t place = 0; place < peers.size(); ++place) {
        if (place != peers.own()) {
            MessageReader reader(theirs[place], peers.name(place));
            out[place] = read_point(reader);
            reader.finish();
        }
    }
    return out;
}

}  // namespace kanon::parties
