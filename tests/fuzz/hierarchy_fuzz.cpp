// SPDX-License-Identifier: Apache-2.0
// Any bytes as a hierarchy file over a column of some of its leaves: refused with a kanon::Error,
// or a hierarchy that is one, and that survives being written and read again.
#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/hierarchy/builders.hpp"
#include "kanon/io/config/hierarchy_file.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using kanon::Code;
using kanon::Hierarchy;
using kanon::Level;

/// Two of three leaves, and the missing value.
std::shared_ptr<const kanon::Dictionary> some_leaves(const kanon::HierarchyRows& read) {
    kanon::DictionaryBuilder builder;
    for (std::size_t row = 0; row < read.rows.size(); ++row) {
        if (row % 3 != 2 && !read.rows[row][0].empty()) {
            builder.add(read.rows[row][0]);
        }
    }
    builder.add_missing();
    return std::make_shared<const kanon::Dictionary>(std::move(builder.finish().dictionary));
}

void check_whole(const Hierarchy& hierarchy) {
    KANON_CHECK(hierarchy.label_count(hierarchy.height()) == 1);
    for (std::size_t number = 1; number <= hierarchy.height(); ++number) {
        const auto level = static_cast<Level>(number);
        const auto below = static_cast<Level>(number - 1);
        std::vector<std::size_t> covered(hierarchy.label_count(level));
        for (Code code = 0; code < hierarchy.domain_size(); ++code) {
            const Code label = hierarchy.label_of(level, code);
            KANON_CHECK(label == hierarchy.parent(below, hierarchy.label_of(below, code)));
            ++covered[label];
        }
        for (Code label = 0; label < covered.size(); ++label) {
            KANON_CHECK(covered[label] == hierarchy.cover_count(level, label));
            KANON_CHECK(covered[label] >= 1);
            KANON_CHECK(hierarchy.file_leaf_count(level, label) >= covered[label]);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    try {
        const kanon::HierarchyRows read = kanon::parse_hierarchy_text(text, "fuzz");
        KANON_CHECK(kanon::parse_hierarchy_text(kanon::hierarchy_text(read.rows), "again").rows ==
                    read.rows);
        const auto dictionary = some_leaves(read);
        const Hierarchy hierarchy = kanon::hierarchy_from_paths(
            dictionary, {.rows = read.rows, .lines = read.lines, .file = read.file});
        check_whole(hierarchy);
        const auto rows = kanon::leaf_paths(hierarchy);
        const Hierarchy again = kanon::hierarchy_from_paths(dictionary, {.rows = rows});
        KANON_CHECK(kanon::leaf_paths(again) == rows);
    } catch (const kanon::Error&) {
        return 0;  // refused: what stands above is all that may be thrown
    }
    return 0;
}
