// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/config/config_tree.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/policy/policy_file.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::detail {

/// Takes typed values from a configuration tree. Every fault is an Error{bad_policy} that names
/// the place of the node. `what` names the value in messages, e.g. `weight`.
class PolicyReader {
public:
    explicit PolicyReader(const ConfigTree& tree) : tree_(tree) {}

    [[nodiscard]] const ConfigTree& tree() const { return tree_; }

    [[noreturn]] void fail(const ConfigNode& node, const std::string& message) const;

    /// Check that a node is a map with known keys only.
    void check_keys(const ConfigNode& node,
                    std::string_view what,
                    std::span<const std::string_view> known) const;

    /// A scalar that is not empty.
    [[nodiscard]] const std::string& text(const ConfigNode& node, std::string_view what) const;

    /// A finite number.
    [[nodiscard]] double number(const ConfigNode& node, std::string_view what) const;

    /// The same where a share may be meant: `5%` is 0.05.
    [[nodiscard]] double number_or_share(const ConfigNode& node, std::string_view what) const;

    /// A whole number in [least, greatest].
    [[nodiscard]] std::uint64_t whole(const ConfigNode& node,
                                      std::string_view what,
                                      std::uint64_t least,
                                      std::uint64_t greatest) const;

    /// A list of names of attributes, none of them twice.
    [[nodiscard]] std::vector<std::string> names(const ConfigNode& node,
                                                 std::string_view what) const;

    /// The place of a word among the known ones.
    [[nodiscard]] std::size_t word(const ConfigNode& node,
                                   std::string_view what,
                                   std::span<const std::string_view> known) const;

    /// Run an action; an Error of it is thrown again with the place of the node.
    void at(const ConfigNode& node, const std::function<void()>& action) const;

private:
    [[nodiscard]] double number_by(std::optional<double> (*parse)(std::string_view),
                                   const ConfigNode& node,
                                   std::string_view what) const;

    const ConfigTree& tree_;
};

/// Take a setting of how a file is read, where the map has it: one value, or several of
/// `date-format`.
void read_setting(const PolicyReader& reader,
                  const ConfigNode& map,
                  std::string_view name,
                  ReadWords& to);

/// Settings as YAML, each with `, ` before it.
[[nodiscard]] std::string settings_text(const ReadWords& words);

/// A policy that is a whole file, or the value of a key of one.
[[nodiscard]] Policy read_policy(const PolicyReader& reader,
                                 const ConfigNode& node,
                                 UnnamedColumns unnamed);

/// The value of `hierarchy:`.
[[nodiscard]] HierarchySpec read_hierarchy_spec(const PolicyReader& reader, const ConfigNode& node);

/// The same as YAML in one line, e.g. `{intervals: [5, 10]}`.
[[nodiscard]] std::string hierarchy_spec_text(const HierarchySpec& spec);

/// The value of `privacy:`.
void read_privacy(const PolicyReader& reader, const ConfigNode& node, Policy& policy);

/// The value of `patterns:`.
[[nodiscard]] PatternPolicy read_patterns(const PolicyReader& reader, const ConfigNode& node);

/// The same as YAML in one line.
[[nodiscard]] std::string patterns_text(const PatternPolicy& patterns);

/// A scalar as YAML: as it is where that is safe, else in double quotes.
[[nodiscard]] std::string yaml_scalar(std::string_view text);

}  // namespace kanon::detail
