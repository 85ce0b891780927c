// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/hierarchy/forms.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/privacy/requirement.hpp"
#include "kanon/profile/role.hpp"
#include "kanon/release/forms.hpp"
#include "kanon/table/values/value_coding.hpp"
#include "kanon/table/values/value_type.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {

/// A hierarchy as the policy asks for it; at most one of the forms is set, see `form`.
struct HierarchySpec {
    enum class Form { automatic, flat, file, intervals, mask, tree, date };

    Form form = Form::automatic;
    std::string file;                  ///< as written; relative to the policy's folder
    ReadWords read;                    ///< of the file: encoding, delimiter, header
    std::vector<double> widths;        ///< ascending, each a multiple of the one before
    std::optional<double> open_below;  ///< values below it form one open-ended interval
    std::optional<double> open_above;  ///< values at or above it form one
    bool mask_right = true;            ///< mask from the right, or from the left
    std::size_t mask_step = 1;         ///< characters masked per level
    std::size_t mask_levels = 0;       ///< masked levels below the star; 0: as many as it takes
    char mask_character = '*';
    bool mask_parts = false;      ///< each part of a value to its own width
    std::vector<Period> periods;  ///< of dates; empty: those that suit the values
    HierarchyTree tree;           ///< its root is `*` unless the policy names another
    bool made_up = false;         ///< by kanon itself, so nobody asked for its labels
};

/// What the values of an attribute become: labels of the hierarchy, or in its place own ranges of
/// numbers and dates, or sets of values.
enum class Recode { hierarchy, range, set };

[[nodiscard]] std::string_view to_string(Recode recode);  ///< as in policies

/// Where a role comes from that stands in no policy. Binding looks at it, and forgets it.
struct RoleSource {
    /// The flag, or the word of a program, that gave the role over the policy; "": the policy did.
    std::string given_by;
    std::optional<Role> before;  ///< what the policy had said then
    bool implied = false;        ///< nobody said it: a model that names the column takes it so
};

/// A column that is released as pseudonyms of its values.
struct PseudonymPolicy {
    std::string key;  ///< a key's file, as written; relative to the policy's folder
    PseudonymForm form;

    friend bool operator==(const PseudonymPolicy&, const PseudonymPolicy&) = default;
};

/// A column of dates that are released shifted, all of a person by one offset.
struct ShiftPolicy {
    std::string by;  ///< the column of persons
    ShiftRange range;
    std::string key;  ///< as that of pseudonyms

    friend bool operator==(const ShiftPolicy&, const ShiftPolicy&) = default;
};

/// What the policy says of one attribute.
struct AttributePolicy {
    std::string name;
    std::optional<Role> role;       ///< none: suggested from the data
    RoleSource role_source;         ///< of the role, where there is one
    std::optional<ValueType> type;  ///< none: inferred
    HierarchySpec hierarchy;
    ValueCoding coding;  ///< derive, top, bottom, round
    std::optional<PseudonymPolicy>
        pseudonym;  ///< with it, or with `shift`, the role is pseudonymous
    std::optional<ShiftPolicy> shift;
    double weight = 1;  ///< >= 0
    /// None: by labels where a hierarchy is asked for, else by ranges where values are numbers or
    /// dates, and in classes by sets where there is nothing but the star above the values.
    std::optional<Recode> recode;
    /// Released by aggregates of classes; none: only where the method releases nothing else.
    std::optional<Aggregate::Kind> aggregate;
    std::optional<unsigned> digits;  ///< of a mean behind the point; none: two more than the values
    std::optional<std::pair<Level, Level>> levels;  ///< least and greatest level
    /// Its cells hold items, as in `I10;E11`: `type: list`. docs/lists.md
    bool is_list = false;
    std::string separator;  ///< between items; "": found in the data
    /// Items that stand in rows of another file, relative to the policy's folder; "": in the cells.
    std::string items_file;
    std::string items_by;         ///< the column of both tables that says whose they are
    std::string items_column;     ///< of that file
    std::string sensitive_items;  ///< parted by commas; items of the list, or groups of them
    std::string list_method;      ///< "": apriori
    bool drops_items = true;      ///< rare items may be left out of single lists
    bool is_class = false;        ///< the class attribute of classification measures
    std::optional<bool> missing_is_value;  ///< false: rows with it missing are left out on reading
    std::uint64_t line = 0;                ///< where the policy names it, for messages; 0: unknown
    std::uint64_t column = 0;              ///< of that line

    /// True if it is released coded under a secret key.
    [[nodiscard]] bool is_keyed() const { return pseudonym.has_value() || shift.has_value(); }

    /// The file of that key. \pre is_keyed()
    [[nodiscard]] const std::string& key_file() const {
        return pseudonym ? pseudonym->key : shift->key;
    }

    /// True if labels of a hierarchy are what a release is to show: one is given, not made up.
    [[nodiscard]] bool asks_for_hierarchy() const {
        return hierarchy.form != HierarchySpec::Form::automatic && !hierarchy.made_up;
    }
};

/// \throws Error{bad_policy} unless it is in 0 to 1.
void check_gs_factor(double factor);

/// Take the word of `recode`: hierarchy, range, set, mean, median or mode. \throws
/// Error{bad_policy}
void set_recoding(AttributePolicy& attribute, std::string_view word);

/// The word that set_recoding() would take; "" where nothing was asked for.
[[nodiscard]] std::string_view recoding_word(const AttributePolicy& attribute);

/// Which quasi-identifiers may be starred together in a row (`patterns`): a list of patterns, or
/// rules. Names are attributes.
struct PatternPolicy {
    using Names = std::vector<std::string>;

    std::optional<std::uint64_t> max_stars;
    Names never;
    std::vector<Names> together;
    std::vector<Names> at_most_one;
    std::vector<Names> list;  ///< each pattern by the attributes it stars; empty: rules
    AllStar all_star = AllStar::never;
    std::vector<std::string> old_keys;  ///< that a policy has under names which they had once
    std::uint64_t line = 0;             ///< where the policy has it, for messages; 0: unknown
    std::uint64_t column = 0;
};

/// `suppression.max` as it was written: a share in exact decimals, or a count of rows.
struct SuppressionLimit {
    std::uint64_t numerator = 0;  ///< share = numerator / denominator; or the count, denominator 0
    std::uint64_t denominator = 0;  ///< a power of ten, or 0

    /// Rows that may be suppressed of n: floor(share * n), or min(count, n).
    [[nodiscard]] std::uint64_t rows(std::uint64_t n) const;

    /// Read `0.05`, `5%`, `120`: a decimal point or % makes a share of at most 1, an integer a
    /// count. \throws Error{bad_policy}
    static SuppressionLimit parse(std::string_view text);

    /// As parse() reads it back.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const SuppressionLimit&, const SuppressionLimit&) = default;
};

/// The table of the people of whom those in the table are some: what k-map and delta-presence
/// count.
struct PopulationPolicy {
    std::string file;  ///< as written; relative to the policy's folder. "": none is given
    /// Which of its columns is which quasi-identifier: attribute, column. Empty: those of the same
    /// names.
    std::map<std::string, std::string> on{};
    ReadWords read{};        ///< how the file is read
    std::uint64_t line = 0;  ///< where the policy has it, for messages; 0: unknown
    std::uint64_t column = 0;
};

/// Everything the custodian asks for; plain data, no table in sight.
struct Policy {
    std::vector<AttributePolicy> attributes;  ///< in the order of the file
    std::vector<PrivacyRequirement> privacy;  ///< empty: 5-anonymity, said as an assumption
    PopulationPolicy population{};
    SuppressionLimit suppression;
    std::optional<SuppressionLimit>
        cell_suppression;  ///< rows of which single cells may be starred
    SuppressedRows suppressed = SuppressedRows::star;
    bool keep_blank_rows = false;  ///< rows without any value count as people
    std::string method = "auto";
    std::map<std::string, std::string> method_options;
    /// None: freeform where the method is, else classes.
    std::optional<RecodingModel> recoding_model;
    std::string objective;  ///< "": gcp, or if the method cannot work for that, natural to it
    /// What losses weigh suppression against generalization by, 0 to 1; none: 0.5, both whole.
    std::optional<double> gs_factor{};
    /// The most values of a released set in classes, at least 1; more are a text range or a star.
    std::uint64_t max_set_values = kDefaultSetValues;
    std::optional<PatternPolicy> patterns;   ///< none: every pattern; all-star rows are suppressed
    std::string person;                      ///< column of distinct persons, or ""
    std::vector<std::string> missing_marks;  ///< marks of a missing value besides the empty cell
    std::map<std::string, std::string> accept;  ///< codes of warnings, and why each is accepted
    std::string
        file;  ///< where it was read from, or ""; hierarchy files are relative to its folder
    std::string sha256;  ///< of that file's bytes, in hexadecimal digits, or ""

    /// Where the policy names an attribute, for messages; file and attribute alone if unknown.
    [[nodiscard]] Where where(std::string_view name) const;

    /// Refuse a class attribute whose labels no release would have: a quasi-identifying or
    /// identifying one. A role that is still open passes. \throws Error{bad_policy}
    void check_class() const;

    /// Refuse what a policy file cannot say, and a program can: an attribute without a name or
    /// named twice, a weight that is no number of at least 0, a gs-factor that is not in 0 to 1,
    /// levels whose least is above the greatest, a share of more than 1, masking by what is no
    /// printable ASCII character; what cannot be coded under a key (check_keyed()). \throws
    /// Error{bad_policy}
    void check() const;

    /// True if some column is released coded under a secret key.
    [[nodiscard]] bool has_keyed() const;

    /// True if dates are shifted by the persons of that column, which then has to be read.
    [[nodiscard]] bool shifts_by(std::string_view name) const;

    /// The attribute of that name, or null.
    [[nodiscard]] const AttributePolicy* find(std::string_view name) const;

    /// The attribute of that name, made if need be.
    AttributePolicy& attribute(std::string_view name);

    /// Give a column its role over what the policy says. `by`: the flag or word, for what a run
    /// says of columns that this protects less.
    void give_role(std::string_view name, Role role, std::string_view by);

    /// Ask for a model; in place of the same model of the same attributes, if there is one.
    void require(const PrivacyRequirement& requirement);
};

/// The files that a policy names, as written, which is relative to the folder of its own file:
/// hierarchies, items of lists, secret keys, the population. Whoever opens, protects or moves what
/// a policy names asks here, so that none is forgotten.
[[nodiscard]] std::vector<std::string> named_files(const Policy& policy);

/// The same, to be changed. The pointers are good until the policy changes otherwise.
[[nodiscard]] std::vector<std::string*> named_files(Policy& policy);

}  // namespace kanon
