// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/hierarchy/builders.hpp"
#include "kanon/hierarchy/builders_internal.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kNamedValues = 5;
constexpr Code kNoLeaf = std::numeric_limits<Code>::max();

/// The labels of one column of the rows; level 0 holds the leaves. All vectors: one per label.
struct FileLevel {
    std::unordered_map<std::string_view, Code> numbers;
    std::vector<std::string_view> labels;
    std::vector<Code> parents;           ///< label of the level above
    std::vector<std::size_t> first_row;  ///< row where the label stands first
    std::vector<std::uint32_t> leaves;   ///< distinct leaves below

    std::pair<Code, bool> add(std::string_view label, std::size_t row) {
        const auto [place, added] = numbers.try_emplace(label, static_cast<Code>(labels.size()));
        if (added) {
            labels.push_back(label);
            parents.push_back(kNoLeaf);
            first_row.push_back(row);
            leaves.push_back(0);
        }
        return {place->second, added};
    }
};

/// The rows as a tree: checks that need no data, messages with lines.
class FileTree {
public:
    FileTree(const LeafPaths& paths, const BuildContext& context)
        : paths_(paths), context_(context) {
        check_widths();
        levels_.resize(paths_.rows[0].size());
        levels_[0].numbers.reserve(paths_.rows.size());
        for (std::size_t row = 0; row < paths_.rows.size(); ++row) {
            add_row(row);
        }
        check_labels();
        check_root();
        check_cycles();
    }

    [[nodiscard]] std::size_t height() const { return levels_.size() - 1; }

    [[nodiscard]] const FileLevel& level(std::size_t level) const { return levels_[level]; }

    /// The leaf that stands for a value of the data.
    [[nodiscard]] Code leaf_of(const Dictionary& dictionary, Code code) const {
        if (!dictionary.is_missing(code)) {
            return leaf_of(dictionary.text(code));
        }
        Code leaf = leaf_of("");
        for (std::size_t i = 0; leaf == kNoLeaf && i < context_.missing_marks.size(); ++i) {
            leaf = leaf_of(context_.missing_marks[i]);
        }
        return leaf;
    }

private:
    [[nodiscard]] Code leaf_of(std::string_view text) const {
        const auto place = levels_[0].numbers.find(text);
        return place == levels_[0].numbers.end() ? kNoLeaf : place->second;
    }

    [[noreturn]] void refuse(std::size_t row, const std::string& message) const {
        if (paths_.lines.empty()) {
            detail::refuse(context_, place_of(row) + ": " + message);
        }
        throw Error(
            ErrorCode::bad_hierarchy,
            message,
            {.file = paths_.file, .line = paths_.lines[row], .attribute = context_.attribute});
    }

    [[nodiscard]] std::string place_of(std::size_t row) const {
        return paths_.lines.empty() ? "leaf " + std::to_string(row + 1)
                                    : "line " + std::to_string(paths_.lines[row]);
    }

    /// " 'label'", where messages may quote.
    [[nodiscard]] std::string quoted(std::string_view label) const {
        return context_.show_values ? " '" + std::string(label) + "'" : "";
    }

    void check_widths() const {
        if (paths_.rows.empty()) {
            throw Error(ErrorCode::bad_hierarchy,
                        "the hierarchy has no values; give one line per value",
                        {.file = paths_.file, .attribute = context_.attribute});
        }
        const std::size_t width = paths_.rows[0].size();
        if (width < 2 || width > kMaxHeight + 1) {
            refuse(0,
                   "a leaf has 1 to " + std::to_string(kMaxHeight) + " generalizations, not " +
                       std::to_string(std::max<std::size_t>(width, 1) - 1));
        }
        for (std::size_t row = 0; row < paths_.rows.size(); ++row) {
            if (paths_.rows[row].size() != width) {
                refuse(row,
                       std::to_string(paths_.rows[row].size()) + " fields, but " + place_of(0) +
                           " has " + std::to_string(width));
            }
        }
    }

    void add_row(std::size_t row) {
        const std::vector<std::string>& path = paths_.rows[row];
        auto [below, new_leaf] = levels_[0].add(path[0], row);
        levels_[0].leaves[below] = 1;
        for (std::size_t level = 1; level < path.size(); ++level) {
            if (path[level].empty() && !marks_missing(path[0])) {
                refuse(
                    row,
                    "level " + std::to_string(level) + ": an empty label; give the label a name");
            }
            // Most labels are those of a row before: a comparison saves looking them up.
            FileLevel& here = levels_[level];
            Code& parent = levels_[level - 1].parents[below];
            const bool known = parent != kNoLeaf && here.labels[parent] == path[level];
            const Code label = known ? parent : here.add(path[level], row).first;
            here.leaves[label] += new_leaf ? 1U : 0U;
            if (parent != kNoLeaf && parent != label) {
                refuse_two_parents(row, level, below);
            }
            parent = label;
            below = label;
        }
    }

    [[noreturn]] void refuse_two_parents(std::size_t row, std::size_t level, Code below) const {
        const FileLevel& child = levels_[level - 1];
        const std::string what =
            level == 1 ? "the leaf" : "the label of level " + std::to_string(level - 1);
        refuse(row,
               what + quoted(child.labels[below]) + " has another parent here than at " +
                   place_of(child.first_row[below]) + "; give it one parent at level " +
                   std::to_string(level));
    }

    /// True if the value of a leaf's text counts as missing.
    [[nodiscard]] bool marks_missing(std::string_view leaf) const {
        return leaf.empty() ||
               std::find(context_.missing_marks.begin(), context_.missing_marks.end(), leaf) !=
                   context_.missing_marks.end();
    }

    void check_labels() const {
        for (std::size_t level = 1; level < levels_.size(); ++level) {
            const FileLevel& here = levels_[level];
            for (Code label = 0; label < here.labels.size(); ++label) {
                const std::string_view text = here.labels[label];
                const std::size_t row = here.first_row[label];
                const std::string at = "level " + std::to_string(level) + ": ";
                if (text == "*" && here.labels.size() > 1 && level < height()) {
                    refuse(row,
                           at + "the label * stands for every value, but other lines have another "
                                "label here; repeat the value or its group instead");
                }
                if (text.starts_with('\\')) {
                    refuse(row,
                           at + "a label may not begin with a backslash, the mark of escaped "
                                "values in a release");
                }
            }
        }
    }

    void check_root() const {
        const FileLevel& top = levels_.back();
        if (top.labels.size() == 1) {
            return;
        }
        const std::string hint =
            height() == 1 ? "pairs of child and parent are no hierarchy: give each value its path"
                          : "a heading is not part of a hierarchy";
        refuse(top.first_row[1],
               "the last label differs from that of " + place_of(top.first_row[0]) +
                   "; every leaf must end in the same label, such as * (" + hint + ")");
    }

    /// The same text may stand on several levels, but not above itself by way of another text.
    /// Only texts that are labels can lie on a cycle.
    void check_cycles() const;

    const LeafPaths& paths_;
    const BuildContext& context_;
    std::vector<FileLevel> levels_;
};

/// Which label texts stand above which; an edge remembers the row that it comes from.
struct TextGraph {
    struct Edge {
        Code to;
        std::size_t row;
    };

    std::unordered_map<std::string_view, Code> numbers;
    std::vector<std::vector<Edge>> edges;

    /// The edge that closes a cycle, if there is one: depth-first, without recursion.
    [[nodiscard]] const Edge* closing_edge() const {
        enum class Mark : std::uint8_t { fresh, open, done };
        std::vector<Mark> marks(edges.size(), Mark::fresh);
        std::vector<std::pair<Code, std::size_t>> path;  // text, edges followed
        for (Code start = 0; start < edges.size(); ++start) {
            if (marks[start] == Mark::fresh) {
                path.emplace_back(start, 0);
            }
            while (!path.empty()) {
                auto& [text, followed] = path.back();
                marks[text] = Mark::open;
                if (followed == edges[text].size()) {
                    marks[text] = Mark::done;
                    path.pop_back();
                    continue;
                }
                const Edge& edge = edges[text][followed++];
                if (marks[edge.to] == Mark::open) {
                    return &edge;
                }
                if (marks[edge.to] == Mark::fresh) {
                    path.emplace_back(edge.to, 0);
                }
            }
        }
        return nullptr;
    }
};

void FileTree::check_cycles() const {
    TextGraph graph;
    std::vector<std::string_view> texts;
    for (std::size_t level = 1; level < levels_.size(); ++level) {
        for (const std::string_view text : levels_[level].labels) {
            if (graph.numbers.try_emplace(text, static_cast<Code>(texts.size())).second) {
                texts.push_back(text);
            }
        }
    }
    graph.edges.resize(texts.size());
    const auto add_edge = [&](Code from, std::size_t level, Code label) {
        const FileLevel& here = levels_[level];
        const std::string_view above = levels_[level + 1].labels[here.parents[label]];
        if (above != texts[from]) {
            graph.edges[from].push_back(
                {.to = graph.numbers.at(above), .row = here.first_row[label]});
        }
    };
    for (Code text = 0; text < texts.size(); ++text) {  // there are fewer labels than leaves
        if (const Code leaf = leaf_of(texts[text]); leaf != kNoLeaf) {
            add_edge(text, 0, leaf);
        }
    }
    for (std::size_t level = 1; level + 1 < levels_.size(); ++level) {
        for (Code label = 0; label < levels_[level].labels.size(); ++label) {
            add_edge(graph.numbers.at(levels_[level].labels[label]), level, label);
        }
    }
    if (const TextGraph::Edge* edge = graph.closing_edge()) {
        refuse(edge->row,
               "a cycle: the label" + quoted(texts[edge->to]) +
                   " stands above itself, with others between; rename one of them");
    }
}

[[noreturn]] void refuse_uncovered(const Dictionary& dictionary,
                                   const std::vector<Code>& uncovered,
                                   const LeafPaths& paths,
                                   const BuildContext& context) {
    std::string message = std::to_string(uncovered.size()) + " of " +
                          count_text(dictionary.value_count(), "value") + " of the data " +
                          (uncovered.size() == 1 ? "is" : "are") + " not in the hierarchy";
    if (!context.rows_of_code.empty()) {
        std::uint64_t rows = 0;
        for (const Code code : uncovered) {
            rows += context.rows_of_code[code];
        }
        message += " (" + std::to_string(rows) + (rows == 1 ? " row has" : " rows have") + " them)";
    }
    if (context.show_values) {
        const std::size_t named = std::min(uncovered.size(), kNamedValues);
        for (std::size_t i = 0; i < named; ++i) {
            message += (i == 0 ? ", first: '" : ", '");
            message += dictionary.text(uncovered[i]);
            message += "'";
        }
    }
    message += context.show_values ? "; add a leaf for each"
                                   : "; add a leaf for each (--show-values names the first)";
    throw Error(
        ErrorCode::bad_hierarchy, message, {.file = paths.file, .attribute = context.attribute});
}

std::vector<Hierarchy::LevelMap> levels_of_data(const FileTree& tree,
                                                const Dictionary& dictionary,
                                                const LeafPaths& paths,
                                                const BuildContext& context) {
    const auto codes = static_cast<Code>(dictionary.size());
    std::vector<Code> below(codes);  // label in the file of each code, of the level below
    std::vector<Code> uncovered;
    for (Code code = 0; code < codes; ++code) {
        below[code] = tree.leaf_of(dictionary, code);
        if (below[code] == kNoLeaf && !dictionary.is_missing(code)) {
            uncovered.push_back(code);
        }
    }
    if (!uncovered.empty()) {
        refuse_uncovered(dictionary, uncovered, paths, context);
    }
    std::vector<Hierarchy::LevelMap> levels(tree.height());
    for (std::size_t level = 1; level <= tree.height(); ++level) {
        Hierarchy::LevelMap& map = levels[level - 1];
        const FileLevel& here = tree.level(level);
        map.labels.assign(here.labels.begin(), here.labels.end());
        map.file_leaves = here.leaves;
        map.label_of_code.resize(codes);
        for (Code code = 0; code < codes; ++code) {
            below[code] =
                below[code] == kNoLeaf ? kNoLeaf : tree.level(level - 1).parents[below[code]];
            map.label_of_code[code] = below[code];
            if (below[code] != kNoLeaf) {
                continue;
            }
            // The missing value on its own branch, which ends where all other values have met.
            map.label_of_code[code] =
                here.labels.size() == 1 ? 0 : static_cast<Code>(map.labels.size());
            if (here.labels.size() == 1) {
                ++map.file_leaves[0];
            } else {
                map.labels.emplace_back();
                map.file_leaves.push_back(1);
            }
        }
    }
    return levels;
}

/// The values of the data as their leaves stand in the file; a missing value without a leaf last.
std::vector<Code> codes_in_file_order(const FileTree& tree, const Dictionary& dictionary) {
    const auto codes = static_cast<Code>(dictionary.size());
    std::vector<std::pair<std::size_t, Code>> rows;
    for (Code code = 0; code < codes; ++code) {
        const Code leaf = tree.leaf_of(dictionary, code);
        rows.emplace_back(leaf == kNoLeaf ? std::numeric_limits<std::size_t>::max()
                                          : tree.level(0).first_row[leaf],
                          code);
    }
    std::sort(rows.begin(), rows.end());
    std::vector<Code> order(rows.size());
    std::transform(
        rows.begin(), rows.end(), order.begin(), [](const auto& row) { return row.second; });
    return order;
}

}  // namespace

Hierarchy detail::build_from_paths(std::shared_ptr<const Dictionary> dictionary,
                                   const LeafPaths& paths,
                                   const BuildContext& context,
                                   HierarchyKind kind) {
    const FileTree tree(paths, context);
    auto levels = levels_of_data(tree, *dictionary, paths, context);
    const std::vector<Code> order = codes_in_file_order(tree, *dictionary);
    return {std::move(dictionary), std::move(levels), kind, order};
}

Hierarchy hierarchy_from_paths(std::shared_ptr<const Dictionary> dictionary,
                               const LeafPaths& paths,
                               const BuildContext& context) {
    return detail::build_from_paths(std::move(dictionary), paths, context, HierarchyKind::file);
}

std::vector<std::vector<std::string>> leaf_paths(const Hierarchy& hierarchy) {
    std::vector<std::vector<std::string>> rows;
    rows.reserve(hierarchy.domain_size());
    for (const Code code : hierarchy.leaf_order()) {
        std::vector<std::string>& row = rows.emplace_back();
        for (std::size_t level = 0; level <= hierarchy.height(); ++level) {
            const auto number = static_cast<Level>(level);
            row.emplace_back(hierarchy.text(number, hierarchy.label_of(number, code)));
        }
    }
    return rows;
}

}  // namespace kanon
