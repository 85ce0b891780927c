// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/draw_assignment.hpp"

#include "kanon/base/check.hpp"
#include "kanon/solve/random_matchings.hpp"

#include <cstddef>
#include <utility>

namespace kanon {
namespace {

/// Rows that are alike, and the records drawn for them.
class AlikeRows {
public:
    AlikeRows(std::vector<std::uint32_t> record_of_row,
              SecretRandom& random,
              AssignmentRecoding& out)
        : record_of_row_(std::move(record_of_row)), random_(random), out_(out) {}

    /// The next rows are those of a type, so many of each tuple.
    void add(std::uint32_t type, std::span<const std::uint32_t> tuple_counts) {
        out_.record_of_type.push_back(record_of_row_[next_]);
        if (tuple_counts.size() == 1 && tuple_counts.front() == 1) {
            ++next_;
            return;
        }
        for (std::uint32_t tuple = 0; tuple < tuple_counts.size(); ++tuple) {
            const std::size_t end = next_ + tuple_counts[tuple];
            for (; next_ < end; ++next_) {
                std::swap(record_of_row_[next_],
                          record_of_row_[next_ + random_.below(end - next_)]);
                out_.shares.push_back(
                    {.type = type, .tuple = tuple, .of_class = record_of_row_[next_], .rows = 1});
            }
        }
    }

private:
    std::vector<std::uint32_t> record_of_row_;
    SecretRandom& random_;
    AssignmentRecoding& out_;
    std::size_t next_ = 0;
};

}  // namespace

std::vector<std::uint32_t> draw_rows(const AssignmentRecoding& recoding, SecretRandom& random) {
    const std::uint32_t degree = recoding.degree;
    std::vector<std::uint32_t> edges = recoding.members;
    const auto taken = static_cast<std::uint32_t>(random.below(degree));
    RandomMatchings(edges, degree).draw(taken + 1, random);
    std::vector<std::uint32_t> row_of_record(edges.size() / degree);
    for (std::size_t record = 0; record < row_of_record.size(); ++record) {
        row_of_record[record] = edges[record * degree + taken];
    }
    return row_of_record;
}

std::vector<std::uint32_t> draw_assignment(const RowTypes& types,
                                           SecretRandom& random,
                                           AssignmentRecoding& recoding) {
    std::vector<std::uint32_t> row_of_record = draw_rows(recoding, random);
    KANON_CHECK(row_of_record.size() == types.row_count());
    std::vector<std::uint32_t> record_of_row(row_of_record.size());
    for (std::uint32_t record = 0; record < row_of_record.size(); ++record) {
        record_of_row[row_of_record[record]] = record;
    }
    recoding.record_of_type.clear();
    recoding.shares.clear();
    AlikeRows alike(std::move(record_of_row), random, recoding);
    for (std::uint32_t type = 0; type < types.size(); ++type) {
        alike.add(type, types.tuple_counts(type));
    }
    return row_of_record;
}

}  // namespace kanon
