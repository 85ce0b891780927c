// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/base/run_context.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// A piece of a configuration file: nothing, a scalar, a list, or a map in the order of the file.
/// Scalars are text as written; what they mean is the reader's business.
struct ConfigNode {
    enum class Kind { null, scalar, list, map };

    Kind kind = Kind::null;
    std::string text;               ///< scalar
    bool quoted = false;            ///< scalar in quotes: text even where it looks like a number
    std::vector<ConfigNode> keys;   ///< map: scalars, distinct; one per item
    std::vector<ConfigNode> items;  ///< list or map
    std::uint64_t line = 1;         ///< 1-based
    std::uint64_t column = 1;       ///< 1-based, in characters

    /// The value of a key of a map, or null. Cost O(keys).
    [[nodiscard]] const ConfigNode* find(std::string_view key) const;
};

struct ConfigTree {
    std::string file;
    ConfigNode root;

    /// The place of a node, for messages.
    [[nodiscard]] Where where(const ConfigNode& node) const;
};

/// Read one YAML document into a tree. Anchors, aliases and tags are refused (a policy needs none,
/// and they let a small file grow huge), so are duplicate keys, keys that are not scalars or longer
/// than 250 bytes, more than one document, more than 64 levels, more than a million nodes and more
/// than two million of `[`, `{` and `,`. Cost O(text), whatever the lengths of its lines.
/// \throws Error{bad_policy} with file:line:column, also for invalid YAML or UTF-8 and NUL bytes;
/// Error{cancelled}
[[nodiscard]] ConfigTree parse_config(std::string_view text,
                                      const std::string& file,
                                      const RunContext& context = {});

}  // namespace kanon
