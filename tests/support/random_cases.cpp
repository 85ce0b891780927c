// SPDX-License-Identifier: Apache-2.0
#include "support/random_cases.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"

#include "support/tables.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

namespace kanon::test {
namespace {

using Cells = std::vector<std::string>;
using Form = HierarchySpec::Form;

/// Renaming moves numbers by a multiple of every interval's width.
constexpr int kNumberShift = 1024;
constexpr int kLetterShift = 8;

/// A kind of attribute: what its values look like and how they are generalized.
enum class Kind { flat, tree, mask, intervals, ranges, automatic, decimals, dates, hostile };

constexpr std::array kAllKinds{Kind::flat,
                               Kind::tree,
                               Kind::mask,
                               Kind::intervals,
                               Kind::ranges,
                               Kind::automatic,
                               Kind::decimals,
                               Kind::dates,
                               Kind::hostile};
constexpr std::array kRenameableKinds{
    Kind::flat, Kind::tree, Kind::mask, Kind::intervals, Kind::ranges};

const std::array<std::string, 10> kHostile{
    "*", "[1, 2]", "{a}", "\\x", "", "plain", "[3, 4)", "a, b", "\\", "{a, b}"};

std::string letter(std::uint64_t number) {
    return {static_cast<char>('a' + number % kLetterShift)};
}

std::string two_digits(std::uint64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string value_of(Kind kind, std::uint64_t number) {
    switch (kind) {
        case Kind::flat:
        case Kind::tree:
            return letter(number) + letter(number / kLetterShift);
        case Kind::mask:
            return letter(number % 2) + letter(number / 2) +
                   (number % 5 == 4 ? "" : letter(number % 3));
        case Kind::intervals:
        case Kind::automatic:
            return std::to_string(number * 3);
        case Kind::ranges:
            return std::to_string(static_cast<int>(number * number) - 4);
        case Kind::decimals:
            return std::to_string(number / 2) + (number % 2 == 0 ? ".25" : ".5");
        case Kind::dates:
            return "20" + two_digits(18 + number % 3) + "-" + two_digits(1 + number % 12) + "-" +
                   two_digits(1 + number * 5 % 28);
        case Kind::hostile:
            return kHostile[number % kHostile.size()];
    }
    return "";
}

/// A tree over the values of a column: groups of different depth, one value perhaps at the root.
HierarchyTree random_tree(const Cells& column, Random& random) {
    Cells values = column;
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::erase(values, "?");
    HierarchyTree root{.label = "ANY", .children = {}};
    std::array<HierarchyTree, 3> groups{HierarchyTree{"G0", {}}, {"G1", {}}, {"G2", {}}};
    HierarchyTree below{.label = "H0", .children = {}};
    for (const std::string& value : values) {
        const std::uint64_t place = random.below(5);
        std::vector<HierarchyTree>& into = place == 4   ? root.children
                                           : place == 3 ? below.children
                                                        : groups[place].children;
        into.push_back({value, {}});
    }
    if (!below.children.empty()) {
        groups[0].children.push_back(below);
    }
    for (const HierarchyTree& group : groups) {
        if (!group.children.empty()) {
            root.children.push_back(group);
        }
    }
    if (root.children.empty() || values.size() % 3 == 0) {
        root.children.push_back({"never", {}});
    }
    if (!root.children[0].children.empty() && values.size() % 2 == 0) {
        root.children[0].children.push_back({"nor-this", {}});
    }
    return root;
}

HierarchySpec random_spec(Kind kind, const Cells& column, Random& random) {
    HierarchySpec spec;
    switch (kind) {
        case Kind::flat:
        case Kind::hostile:
            spec.form = Form::flat;
            break;
        case Kind::tree:
            spec.form = Form::tree;
            spec.tree = random_tree(column, random);
            break;
        case Kind::mask:
            spec.form = Form::mask;
            spec.mask_right = random.below(2) == 0;
            break;
        case Kind::intervals:
            spec.form = Form::intervals;
            spec.widths = random.below(2) == 0 ? std::vector<double>{4, 8} : std::vector<double>{8};
            if (random.below(3) == 0) {
                spec.open_below = 4;
                spec.open_above = 12;
            }
            break;
        case Kind::ranges:
            spec.form = Form::flat;
            break;
        case Kind::automatic:
            break;
        case Kind::decimals:
            spec.form = Form::intervals;
            spec.widths = {0.5, 2};
            break;
        case Kind::dates:
            spec.form = Form::date;
            break;
    }
    return spec;
}

bool all_missing(const Cells& column) {
    return std::all_of(
        column.begin(), column.end(), [](const std::string& cell) { return cell == "?"; });
}

/// How often what is missing: never, now and then, or often.
std::uint64_t random_gaps(Random& random) {
    const std::array<std::uint64_t, 4> per_hundred{0, 0, 8, 30};
    return per_hundred[random.below(per_hundred.size())];
}

void add_attribute(RandomCase& out, const CaseShape& shape, Random& random) {
    const Kind kind = shape.renameable ? kRenameableKinds[random.below(kRenameableKinds.size())]
                                       : kAllKinds[random.below(kAllKinds.size())];
    const std::uint64_t drawn = random.below(8) == 0 ? 1 : 2 + random.below(shape.values);
    const std::uint64_t values = shape.binary ? std::min<std::uint64_t>(drawn, 2) : drawn;
    const std::uint64_t often = random_gaps(random);
    const std::uint64_t gaps = shape.binary && values == 2 ? 0 : often;
    Cells column;
    for (std::size_t row = 0; row < shape.rows; ++row) {
        const std::uint64_t skewed = std::min(random.below(values), random.below(values));
        const bool missing = random.below(100) < gaps;
        column.push_back(missing ? "?" : value_of(kind, skewed));
    }
    if (all_missing(column)) {
        column[0] = value_of(kind, 0);
    }
    const std::string name = "q" + std::to_string(out.names.size());
    AttributePolicy& attribute = out.policy.attribute(name);
    attribute.role = Role::quasi_identifying;
    attribute.hierarchy = random_spec(kind, column, random);
    attribute.weight = static_cast<double>(1 + random.below(3)) / 2;
    const bool is_number = kind == Kind::intervals || kind == Kind::ranges ||
                           kind == Kind::decimals || kind == Kind::dates;
    if (is_number && random.below(2) == 0) {
        attribute.recode = random.below(2) == 0 ? Recode::range : Recode::hierarchy;
    }
    if (kind == Kind::ranges) {
        attribute.recode = Recode::range;
    }
    Random sets(often * 1000 + values * 16 + out.names.size());  // leaves other draws as they are
    if (kind != Kind::ranges && sets.below(4) == 0) {
        attribute.recode = Recode::set;
    }
    out.policy.max_set_values = sets.below(2) == 0 ? 1 + sets.below(4) : out.policy.max_set_values;
    out.names.push_back(name);
    out.cells.push_back(std::move(column));
}

void add_column(RandomCase& out, const std::string& name, Role role, Cells column) {
    out.policy.attribute(name).role = role;
    out.names.push_back(name);
    out.cells.push_back(std::move(column));
}

Cells random_texts(std::size_t rows,
                   std::uint64_t values,
                   const std::string& stem,
                   std::uint64_t gaps,
                   Random& random) {
    Cells column;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint64_t value = random.below(values);
        column.push_back(random.below(100) < gaps ? "?" : stem + letter(value));
    }
    return column;
}

/// Spell the value `text` as a number, in three ways by turns.
Cells spelled_as_number(Cells column, const std::string& text) {
    const std::array<std::string, 3> spellings{"7", "7.0", "007"};
    for (std::size_t row = 0; row < column.size(); ++row) {
        if (column[row] == text) {
            column[row] = spellings[row % spellings.size()];
        }
    }
    return column;
}

std::size_t place_of(const RandomCase& of, const std::string& name) {
    return static_cast<std::size_t>(std::find(of.names.begin(), of.names.end(), name) -
                                    of.names.begin());
}

/// A requirement whose first parameter is `parameter`, for both auditors.
void add_model(RandomCase& out,
               const std::string& model,
               const std::string& kind,
               const std::string& attribute,
               double parameter) {
    const std::string name(find_privacy_model(model).parameters.front().name);
    out.policy.privacy.push_back(
        {.model = model, .parameters = {{name, parameter}}, .attribute = attribute, .kind = kind});
    out.naive_models.push_back(
        {.model = model, .parameter = parameter, .column = place_of(out, attribute), .kind = kind});
}

void add_diversity(RandomCase& out, const std::string& attribute, bool entropy, double l) {
    add_model(out, "l-diversity", entropy ? "entropy" : "distinct", attribute, l);
}

/// The numbers from 0 to 90 in tens, no few of them alike.
void add_pay(RandomCase& out, std::size_t rows) {
    Random random(rows * 64 + out.policy.privacy.size());  // leaves other draws as they are
    Cells column;
    for (std::size_t row = 0; row < rows; ++row) {
        column.push_back(std::to_string(10 * (1 + random.below(5) + random.below(3))));
    }
    add_column(out, "pay", Role::sensitive, std::move(column));
}

/// Models that hold shares of values against a limit, loose enough for small tables.
void add_shares(RandomCase& out, const CaseShape& shape) {
    switch (shape.models) {
        case CaseModels::recursive:
            add_model(out, "l-diversity", "recursive", "s1", 2);
            out.policy.privacy.back().parameters["c"] = 2.5;
            out.naive_models.back().parameter = 2.5;
            break;
        case CaseModels::closeness:
            add_model(out, "t-closeness", "equal", "s1", 0.5);
            break;
        case CaseModels::ordered:
            add_pay(out, shape.rows);
            add_model(out, "t-closeness", "ordered", "pay", 0.3);
            break;
        case CaseModels::likeness:
            add_model(out, "beta-likeness", "basic", "s1", 1.5);
            break;
        case CaseModels::alpha:
            add_model(out, "alpha-k", "", "s0", 0.7);
            break;
        case CaseModels::joint:
            add_model(out, "l-diversity", "distinct", "s0", 3);
            out.policy.privacy.back().with = {"s1"};
            out.naive_models.back().with = *out.naive_models.back().column + 1;
            break;
        case CaseModels::disclosure:
            add_model(out, "delta-disclosure", "present", "s1", 1.0);
            break;
        case CaseModels::k:
        case CaseModels::distinct:
        case CaseModels::entropy:
        case CaseModels::both:
        case CaseModels::person:
            break;
    }
}

void add_models(RandomCase& out, const CaseShape& shape, Random& random) {
    const CaseModels models = shape.models;
    const std::uint64_t drawn = 2 + random.below(2);
    const auto k = static_cast<double>(shape.k != 0 ? shape.k : drawn);
    out.policy.privacy.push_back(
        {.model = "k-anonymity", .parameters = {{"k", k}}, .attribute = "", .kind = ""});
    out.naive_models.push_back({.model = "k-anonymity", .parameter = k});
    if (models == CaseModels::person) {
        out.policy.person = "person";
        out.naive_models.back().column = place_of(out, "person");
    }
    if (models == CaseModels::distinct || models == CaseModels::both) {
        add_diversity(out, "s0", false, 2);
    }
    if (models == CaseModels::entropy || models == CaseModels::both) {
        add_diversity(out, "s1", true, 1.7);
    }
    add_shares(out, shape);
}

std::string renamed_text(std::string text) {
    for (char& character : text) {
        if (character >= 'a' && character < 'a' + kLetterShift) {
            character = static_cast<char>(character + kLetterShift);
        }
    }
    return text;
}

std::string renamed_cell(const std::string& cell) {
    int number = 0;
    const auto [end, fault] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    const bool is_number = fault == std::errc{} && end == cell.data() + cell.size();
    return is_number ? std::to_string(number + kNumberShift) : renamed_text(cell);
}

void rename_leaves(HierarchyTree& tree) {
    if (tree.children.empty()) {
        tree.label = renamed_text(tree.label);
    }
    for (HierarchyTree& child : tree.children) {
        rename_leaves(child);
    }
}

}  // namespace

Table RandomCase::table() const {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < names.size(); ++j) {
        columns.push_back(column_of(names[j], cells[j]));
    }
    return {std::move(columns), cells.front().size()};
}

std::optional<Problem> RandomCase::bound() const {
    try {
        return bind(table(), policy, RunContext{});
    } catch (const Error& error) {
        if (error.code() == ErrorCode::infeasible) {
            return std::nullopt;
        }
        throw;
    }
}

RandomCase random_case(const CaseShape& shape, std::uint64_t seed) {
    Random random(seed);
    RandomCase out;
    out.policy.file = "random.yaml";  // so that it alone says whether persons are counted
    for (std::size_t j = 0; j < shape.attributes; ++j) {
        add_attribute(out, shape, random);
    }
    // Some values are spelled in several ways, but not where they are to be renamed.
    const std::string unless = shape.renameable ? "no such value " : "";
    const auto add = [&](const std::string& name, Role role, const std::string& stem, Cells cells) {
        add_column(out, name, role, spelled_as_number(std::move(cells), unless + stem + letter(0)));
    };
    add("s0", Role::sensitive, "s", random_texts(shape.rows, 3, "s", 10, random));
    add("s1", Role::sensitive, "t", random_texts(shape.rows, 4, "t", 0, random));
    add("person",
        Role::identifying,
        "p",
        random_texts(shape.rows, 1 + shape.rows / 2, "p", 5, random));
    add_column(out, "id", Role::identifying, random_texts(shape.rows, 8, "i", 0, random));
    add_column(out, "note", Role::insensitive, random_texts(shape.rows, 2, "n", 20, random));
    out.policy.attribute("note").is_class = true;
    const std::array<std::string, 6> limits{"0", "0", "2", "10%", "35%", "100%"};
    out.policy.suppression = SuppressionLimit::parse(limits[random.below(limits.size())]);
    out.policy.suppressed = random.below(2) == 0 ? SuppressedRows::star : SuppressedRows::drop;
    add_models(out, shape, random);
    return out;
}

RandomCase with_rows_shuffled(RandomCase original, std::uint64_t seed) {
    Random random(seed);
    for (std::size_t i = original.cells.front().size(); i-- > 1;) {
        const std::size_t other = random.below(i + 1);
        for (Cells& column : original.cells) {
            std::swap(column[i], column[other]);
        }
    }
    return original;
}

RandomCase renamed(RandomCase original) {
    for (Cells& column : original.cells) {
        std::transform(column.begin(), column.end(), column.begin(), renamed_cell);
    }
    for (AttributePolicy& attribute : original.policy.attributes) {
        HierarchySpec& spec = attribute.hierarchy;
        rename_leaves(spec.tree);
        for (std::optional<double>* end : {&spec.open_below, &spec.open_above}) {
            if (*end) {
                **end += kNumberShift;
            }
        }
    }
    return original;
}

}  // namespace kanon::test
