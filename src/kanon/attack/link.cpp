// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/link.hpp"

#include "kanon/audit/evidence.hpp"
#include "kanon/audit/matching/cover_tree.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/table/row_types.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::attack {
namespace {

constexpr Code kUnseen = std::numeric_limits<Code>::max();
constexpr Code kSeveral = kUnseen - 1;
constexpr std::size_t kMostParts = 16;  ///< each holds figures of every outside row type
constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();
constexpr std::array<std::uint64_t, 7> kBucketEnds{0, 1, 4, 9, 99, 999, kNoEnd};

/// Put what is known of a value together with one more.
Code joined(Code known, Code value) {
    if (known == kUnseen || known == value) {
        return value;
    }
    return value == kUnseen ? known : kSeveral;
}

class SideCounter {
public:
    SideCounter() {
        std::uint64_t least = 0;
        out_.histogram.reserve(kBucketEnds.size());
        for (const std::uint64_t end : kBucketEnds) {
            out_.histogram.push_back({.least = least, .greatest = end});
            least = end + 1;
        }
    }

    void add(std::uint64_t rows, std::uint64_t candidates) {
        out_.rows += rows;
        out_.none += candidates == 0 ? rows : 0;
        out_.one += candidates == 1 ? rows : 0;
        const auto* const bucket = std::ranges::lower_bound(kBucketEnds, candidates);
        out_.histogram[static_cast<std::size_t>(bucket - kBucketEnds.begin())].rows += rows;
        if (candidates > 0) {
            out_.least = out_.least == 0 ? candidates : std::min(out_.least, candidates);
            out_.expected += static_cast<double>(rows) / static_cast<double>(candidates);
        }
    }

    [[nodiscard]] SideFigures take() { return std::move(out_); }

private:
    SideFigures out_;
};

/// What is known of the outside row types from some of the released classes.
struct OutsideFigures {
    std::vector<std::uint64_t> candidates;  ///< released rows, per type
    std::vector<std::vector<Code>> shown;   ///< per sensitive column, per type
};

class Linker {
public:
    Linker(const OutsideList& outside,
           const Table& release,
           std::span<const std::string> sensitive,
           const LinkOptions& options,
           const RunContext& context)
        : options_(options),
          context_(context),
          attributes_(attributes_of(outside)),
          classes_(outside.table, release, attributes_, {}, context.threads),
          sensitive_(columns_of(release, sensitive)) {
        const std::vector<std::size_t> places = places_of(outside);
        types_ = make_row_types(outside.table, places, {}, context.threads);
        evidence_.classes = &classes_;
        evidence_.threads = context.threads;
        evidence_.recoded.reserve(places.size());
        for (const ReleasedAttribute& cells : classes_.attributes()) {
            evidence_.recoded.emplace_back(
                outside.columns[cells.place], cells.place, cells, outside.table.row_count());
        }
        for (const Column* column : sensitive_) {
            values_.push_back(values_of_classes(*column));
        }
    }

    [[nodiscard]] LinkFindings run() {
        const auditing::CoverTree tree(evidence_, types_);
        const std::size_t parts = std::min(auditing::part_count(classes_.size()), kMostParts);
        std::vector<OutsideFigures> found(parts);
        outside_of_class_.assign(classes_.size(), 0);
        parallel_parts(classes_.size(),
                       parts,
                       context_.threads,
                       [&](std::size_t part, std::size_t begin, std::size_t end) {
                           found[part] = look(tree, begin, end);
                       });
        OutsideFigures all = empty_figures();
        for (const OutsideFigures& part : found) {
            add(part, all);
        }
        return findings(all);
    }

private:
    static std::vector<RecodedAttribute> attributes_of(const OutsideList& outside) {
        std::vector<RecodedAttribute> out;
        out.reserve(outside.columns.size());
        for (std::size_t place = 0; place < outside.columns.size(); ++place) {
            out.push_back({.column = place,
                           .hierarchy = &outside.columns[place].hierarchy,
                           .of_another_table = true});
        }
        return out;
    }

    static std::vector<std::size_t> places_of(const OutsideList& outside) {
        std::vector<std::size_t> out(outside.columns.size());
        std::iota(out.begin(), out.end(), std::size_t{0});
        return out;
    }

    static std::vector<const Column*> columns_of(const Table& release,
                                                 std::span<const std::string> names) {
        std::vector<const Column*> out;
        out.reserve(names.size());
        for (const std::string& name : names) {
            out.push_back(&release.column(*release.find(name)));
        }
        return out;
    }

    /// Per class the one code that its rows show, or kSeveral.
    [[nodiscard]] std::vector<Code> values_of_classes(const Column& column) const {
        std::vector<Code> out(classes_.size(), kUnseen);
        const std::vector<std::uint32_t>& class_of_row = classes_.class_of_row();
        column.codes.visit([&](const auto codes) {
            for (std::size_t row = 0; row < class_of_row.size(); ++row) {
                Code& known = out[class_of_row[row]];
                known = joined(known, codes[row]);
            }
        });
        return out;
    }

    /// True if the class is left out: stars alone, and not all that there is.
    [[nodiscard]] bool is_left_out(std::size_t index) const {
        if (classes_.size() == 1) {
            return false;
        }
        const auto& attributes = classes_.attributes();
        for (std::size_t j = 0; j < attributes.size(); ++j) {
            if (attributes[j].star != classes_.codes(j)[index]) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] OutsideFigures empty_figures() const {
        return {.candidates = std::vector<std::uint64_t>(types_.size()),
                .shown = std::vector<std::vector<Code>>(sensitive_.size(),
                                                        std::vector<Code>(types_.size(), kUnseen))};
    }

    [[nodiscard]] OutsideFigures look(const auditing::CoverTree& tree,
                                      std::size_t begin,
                                      std::size_t end) {
        OutsideFigures out = empty_figures();
        std::vector<std::uint32_t> covered;
        for (std::size_t index = begin; index < end; ++index) {
            if (is_left_out(index)) {
                continue;
            }
            throw_if_cancelled(context_);
            covered.clear();
            tree.find(index, covered);
            count_pairs(covered.size());
            for (const std::uint32_t type : covered) {
                out.candidates[type] += classes_.rows()[index];
                outside_of_class_[index] += types_.counts[type];
                for (std::size_t j = 0; j < values_.size(); ++j) {
                    out.shown[j][type] = joined(out.shown[j][type], values_[j][index]);
                }
            }
        }
        return out;
    }

    void count_pairs(std::uint64_t more) {
        if (pairs_.fetch_add(more) + more > options_.most_pairs) {
            throw Error(ErrorCode::bad_input,
                        "more than " + count_text(options_.most_pairs) +
                            " pairs of rows may be one person's; join on more columns, or link a "
                            "part of the list");
        }
    }

    static void add(const OutsideFigures& part, OutsideFigures& to) {
        for (std::size_t type = 0; type < part.candidates.size(); ++type) {
            to.candidates[type] += part.candidates[type];
        }
        for (std::size_t j = 0; j < part.shown.size(); ++j) {
            for (std::size_t type = 0; type < part.shown[j].size(); ++type) {
                to.shown[j][type] = joined(to.shown[j][type], part.shown[j][type]);
            }
        }
    }

    [[nodiscard]] LinkFindings findings(const OutsideFigures& all) const {
        LinkFindings out;
        SideCounter outside;
        for (std::size_t type = 0; type < types_.size(); ++type) {
            outside.add(types_.counts[type], all.candidates[type]);
        }
        SideCounter released;
        for (std::size_t index = 0; index < classes_.size(); ++index) {
            if (is_left_out(index)) {
                out.starred_rows += classes_.rows()[index];
            } else {
                released.add(classes_.rows()[index], outside_of_class_[index]);
            }
        }
        out.outside = outside.take();
        out.released = released.take();
        for (std::size_t j = 0; j < sensitive_.size(); ++j) {
            DisclosedRows disclosed{.column = sensitive_[j]->name};
            for (std::size_t type = 0; type < types_.size(); ++type) {
                const Code code = all.shown[j][type];
                const bool tells = code < kSeveral && !sensitive_[j]->dictionary->is_missing(code);
                disclosed.rows += tells ? types_.counts[type] : 0;
            }
            out.disclosed.push_back(std::move(disclosed));
        }
        return out;
    }

    const LinkOptions& options_;
    const RunContext& context_;
    std::vector<RecodedAttribute> attributes_;
    ReleasedClasses classes_;
    std::vector<const Column*> sensitive_;
    TypedRows types_;
    auditing::Evidence evidence_;
    std::vector<std::vector<Code>> values_;        ///< per sensitive column, per class
    std::vector<std::uint64_t> outside_of_class_;  ///< outside rows that may be behind a row of it
    std::atomic<std::uint64_t> pairs_{0};
};

void check_columns(const OutsideList& outside,
                   const Table& release,
                   std::span<const std::string> sensitive) {
    for (const QuasiIdentifier& column : outside.columns) {
        if (!release.find(column.name)) {
            throw Error(ErrorCode::bad_input,
                        "the release has no such column",
                        Where{.attribute = column.name});
        }
    }
    for (const std::string& name : sensitive) {
        if (!release.find(name)) {
            throw Error(
                ErrorCode::bad_input, "the release has no such column", Where{.attribute = name});
        }
    }
    if (release.row_count() == 0 || outside.table.row_count() == 0) {
        throw Error(
            ErrorCode::bad_input,
            release.row_count() == 0 ? "the release has no rows" : "the outside list has no rows");
    }
}

}  // namespace

LinkFindings link(const OutsideList& outside,
                  const Table& release,
                  std::span<const std::string> sensitive,
                  const LinkOptions& options,
                  const RunContext& context) {
    check_columns(outside, release, sensitive);
    return Linker(outside, release, sensitive, options, context).run();
}

}  // namespace kanon::attack
