// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/schema/database_schema.hpp"

#include "kanon/base/error.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace kanon::linked {
namespace {

/// Finds the tables of a tree and which is below which.
class TreeOfKeys {
public:
    TreeOfKeys(std::span<const ForeignKey> keys,
               const std::string& subject,
               const std::string& file)
        : keys_(keys), file_(file) {
        depth_[subject] = 0;
        for (bool more = true; more;) {
            more = deepen();
        }
    }

    /// Tables of the tree, parents first.
    [[nodiscard]] std::vector<std::string> tables() const {
        std::vector<std::pair<std::size_t, std::string>> sorted;
        for (const auto& [table, depth] : depth_) {
            sorted.emplace_back(depth, table);
        }
        std::ranges::sort(sorted);
        std::vector<std::string> out;
        for (const auto& [depth, table] : sorted) {
            out.push_back(table);
        }
        return out;
    }

    /// The key by which a table is below another one; null of the subject.
    [[nodiscard]] const ForeignKey* link_of(const std::string& table) const {
        const ForeignKey* out = nullptr;
        for (const ForeignKey& key : keys_) {
            const bool is_in = key.table == table && depth_.contains(key.parent) &&
                               key.parent != key.table && depth_.at(table) > 0;
            if (is_in && (out == nullptr || depth_.at(key.parent) > depth_.at(out->parent))) {
                out = &key;
            }
        }
        return out;
    }

    /// Refuse a table that is below two tables, neither above the other.
    void check(const std::string& table) const {
        std::set<std::string> above;
        for (const ForeignKey* link = link_of(table); link != nullptr;
             link = link_of(link->parent)) {
            above.insert(link->parent);
        }
        for (const ForeignKey& key : keys_) {
            if (key.table == table && depth_.contains(key.parent) && key.parent != table &&
                !above.contains(key.parent)) {
                throw Error(ErrorCode::bad_policy,
                            "table '" + table + "' refers to '" + link_of(table)->parent +
                                "' and to '" + key.parent +
                                "', and neither is above the other; write the schema with `of` "
                                "and `by`, and the other column identifying",
                            {.file = file_});
            }
        }
    }

private:
    /// True if some table is deeper than was known. \throws Error{bad_policy} in a circle
    bool deepen() {
        bool out = false;
        for (const ForeignKey& key : keys_) {
            const auto parent = depth_.find(key.parent);
            if (parent == depth_.end() || key.parent == key.table) {
                continue;
            }
            const auto [child, is_new] = depth_.try_emplace(key.table, 0);
            const bool is_subject = !is_new && child->second == 0;
            if (parent->second + 1 > depth_.size() || is_subject) {
                throw Error(ErrorCode::bad_policy,
                            "tables '" + key.table + "' and '" + key.parent +
                                "' refer to each other in a circle; write the schema with `of` "
                                "and `by`",
                            {.file = file_});
            }
            if (is_new || child->second < parent->second + 1) {
                child->second = parent->second + 1;
                out = true;
            }
        }
        return out;
    }

    std::span<const ForeignKey> keys_;
    const std::string& file_;
    std::map<std::string, std::size_t> depth_;
};

}  // namespace

std::vector<TablePolicy> tables_below(const NamedDatabase& database,
                                      std::span<const ForeignKey> keys,
                                      const std::string& subject,
                                      const std::string& policy_file) {
    const TreeOfKeys tree(keys, subject, policy_file);
    const std::vector<std::string> names = tree.tables();
    if (names.size() < 2) {
        throw Error(ErrorCode::bad_policy,
                    "no table refers to '" + subject +
                        "' by a foreign key of one column; name another subject, or write the "
                        "schema with `of` and `by`",
                    {.file = policy_file});
    }
    std::vector<TablePolicy> out;
    for (const std::string& name : names) {
        tree.check(name);
        TablePolicy& table = out.emplace_back();
        table.name = name;
        table.policy.file = policy_file;
        table.input = database.input_of(name);
        if (database.is_sqlite) {
            table.read["table"] = {name};
        }
        const ForeignKey* const link = tree.link_of(name);
        for (const ForeignKey& key : keys) {
            const bool is_above = std::ranges::find(names, key.parent) != names.end();
            if (key.table == name && is_above && link != &key) {
                table.policy.attribute(key.column).role = Role::identifying;
            }
        }
        if (link != nullptr) {
            const auto parent = std::ranges::find(names, link->parent);
            table.parent = static_cast<std::size_t>(parent - names.begin());
            table.foreign = link->column;
            out[*table.parent].key = link->key;
        }
    }
    return out;
}

}  // namespace kanon::linked
