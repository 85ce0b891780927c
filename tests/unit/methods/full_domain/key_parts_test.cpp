// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/key_parts.hpp"

#include "kanon/methods/full_domain/nodes/node_groups.hpp"

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace kanon::test {
namespace {

/// What KeyParts finds in some keys.
struct Grouped {
    std::vector<std::uint64_t> groups;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> group_of;
};

/// Many keys of one node, a few of them very often, and where they move.
class Keys {
public:
    Keys(std::size_t count, const Task& task)
        : tables_(task),
          bottom_(task.lattice().bottom()),
          target_(bottom_),
          layout_(tables_, bottom_) {
        target_.back() = 1;
        target_layout_ = full_domain::KeyLayout(tables_, target_);
        const full_domain::NodeGroups types =
            full_domain::groups_of_row_types(task, tables_, bottom_);
        Random random(count);
        for (std::size_t i = 0; i < count; ++i) {
            const bool often = random.below(3) == 0;
            keys_.push_back(types.keys[often ? random.below(4) : random.below(types.size())]);
            rows_.push_back(static_cast<std::uint32_t>(1 + random.below(5)));
        }
        mover_.plan({.node = bottom_, .layout = layout_},
                    {.node = target_, .layout = target_layout_},
                    count);
    }

    [[nodiscard]] Grouped group(full_domain::KeyParts& parts) const {
        Grouped out;
        parts.group(keys_, rows_, mover_, out.groups, out.rows);
        out.group_of.resize(keys_.size());
        parts.find_groups(out.group_of);
        return out;
    }

    /// Rows per moved key, one key at a time.
    [[nodiscard]] std::map<std::uint64_t, std::uint64_t> rows_by_key() const {
        std::map<std::uint64_t, std::uint64_t> out;
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            out[moved(i)] += rows_[i];
        }
        return out;
    }

    [[nodiscard]] std::uint64_t moved(std::size_t i) const {
        std::uint64_t key = 0;
        mover_.move(&keys_[i], 1, &key);
        return key;
    }

private:
    full_domain::LevelTables tables_;
    Node bottom_;
    Node target_;
    full_domain::KeyLayout layout_;
    full_domain::KeyLayout target_layout_;
    full_domain::KeyMover mover_{tables_};
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> rows_;
};

/// Sizes of one part and of many, of one slice and of several, and after more keys than now.
TEST(KeyParts, FindTheGroupsOfAnyNumberOfKeysOnAnyNumberOfThreads) {
    const Problem problem =
        random_problem({.rows = 60000, .attributes = 4, .values = 30, .starred_top = true}, 7);
    full_domain::KeyParts alone(1);
    full_domain::KeyParts together(4);
    for (const std::size_t count : std::vector<std::size_t>{300000, 1, 100, 20000, 140000}) {
        const Keys keys(count, problem);
        const Grouped found = keys.group(alone);
        std::map<std::uint64_t, std::uint64_t> rows;
        for (std::size_t group = 0; group < found.groups.size(); ++group) {
            rows[found.groups[group]] += found.rows[group];
        }
        EXPECT_EQ(rows.size(), found.groups.size()) << "a group twice among " << count;
        EXPECT_EQ(rows, keys.rows_by_key());
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(found.groups[found.group_of[i]], keys.moved(i));
        }
        const Grouped again = keys.group(together);
        EXPECT_EQ(again.groups, found.groups);
        EXPECT_EQ(again.rows, found.rows);
        EXPECT_EQ(again.group_of, found.group_of);
    }
}

}  // namespace
}  // namespace kanon::test
