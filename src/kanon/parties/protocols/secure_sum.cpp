// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/secure_sum.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/parties/protocols/masked_sums.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kanon::parties {
namespace {

constexpr std::uint64_t kMostJointRows = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMostHeldCodes = std::size_t{1} << 30U;  ///< of all classes together
constexpr std::size_t kCodesOfList = 16;  ///< what a list takes beside its codes, about

/// A class as all sites know it, and where one's own row types of it are.
struct OpenClass {
    CoveredClass all;  ///< codes: those that may occur
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Values of an attribute that must be asked for: one that stands alone occurs in all rows.
bool is_asked(const std::vector<Code>& codes) {
    return codes.size() > 1;
}

std::size_t asked_values(const CoveredClass& one) {
    std::size_t out = 0;
    for (const std::vector<Code>& codes : one.codes) {
        out += is_asked(codes) ? codes.size() : 0;
    }
    return out;
}

/// What a class takes, counted in codes.
std::size_t all_codes(const CoveredClass& one) {
    std::size_t out = kCodesOfList * one.codes.size();
    for (const std::vector<Code>& codes : one.codes) {
        out += codes.size();
    }
    return out;
}

[[noreturn]] void refuse_sums(const std::string& what) {
    throw Error(ErrorCode::bad_input,
                "the sums of the sites are not as agreed: " + what +
                    "; some site does not follow the protocol, or has other domains");
}

/// One of the sites.
class SummingSite {
public:
    SummingSite(const Task& own, const Peers& peers, const RunContext& context);

    SummedClasses run();

private:
    void begin();
    void take_level(std::span<OpenClass> level);
    void take_some(std::span<OpenClass> classes);
    void count_own(const OpenClass& one, std::span<std::uint64_t> counts);
    void hide_counts(std::span<std::uint64_t> counts);
    void take_occurring(OpenClass& one,
                        std::span<const std::uint64_t> sums,
                        std::span<const std::uint64_t> own);
    void take_counts(OpenClass& one,
                     std::span<const std::uint64_t> sums,
                     std::span<const std::uint64_t> own);
    [[nodiscard]] std::vector<Marginal> marginals_of(const OpenClass& one,
                                                     std::span<const std::uint64_t> sums,
                                                     std::span<const std::uint64_t> own) const;
    void open_parts(const OpenClass& one,
                    std::span<const Marginal> marginals,
                    const MarginalDivision& division);
    void open(OpenClass one);
    void settle(OpenClass one);
    void hold(const CoveredClass& one);
    std::vector<std::size_t> part_own_types(const OpenClass& one, const MarginalDivision& division);

    [[nodiscard]] bool is_divisible(const CoveredClass& one) const {
        return one.rows / 2 >= task_.k;
    }

    [[nodiscard]] Code code(std::uint32_t type, std::size_t attribute) const {
        return codes_[type * attributes_ + attribute];
    }

    const Task& task_;
    const RunContext& context_;
    std::size_t attributes_;
    std::unique_ptr<MarginalClasses> classes_;  // refuses before anything is sent
    MaskedSums sums_;
    SecretRandom random_;
    std::vector<Code> codes_;                          ///< per row type, per attribute
    std::vector<std::uint32_t> types_;                 ///< one's own, class by class
    std::vector<std::vector<std::uint32_t>> of_code_;  ///< per attribute, per code: for one class
    std::vector<std::vector<std::uint32_t>> part_types_;  ///< of one class
    std::vector<OpenClass> open_;
    std::vector<CoveredClass> settled_;
    std::size_t held_codes_ = 0;
    SummedClasses out_;
};

SummingSite::SummingSite(const Task& own, const Peers& peers, const RunContext& context)
    : task_(own),
      context_(context),
      attributes_(own.quasi_identifiers.size()),
      classes_(make_marginal_classes(own)),
      sums_(peers),
      types_(own.row_types().size()) {
    std::iota(types_.begin(), types_.end(), std::uint32_t{0});
    codes_.resize(types_.size() * attributes_);
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        const CodeVector& column = own.row_types().columns[attribute];
        column.visit([&](const auto codes) {
            for (std::size_t type = 0; type < codes.size(); ++type) {
                codes_[type * attributes_ + attribute] = codes[type];
            }
        });
        of_code_.emplace_back(own.quasi_identifiers[attribute].dictionary().size());
    }
}

SummedClasses SummingSite::run() {
    begin();
    while (!open_.empty()) {
        std::vector<OpenClass> level = std::move(open_);
        open_.clear();
        ++out_.rounds;
        take_level(level);
    }
    std::optional<CoveredRelease> release = classes_->release(settled_);
    if (!release) {
        refuse_sums("a class that was divided comes out suppressed");
    }
    release->recoding.class_of_type = std::move(out_.recoding.class_of_type);
    out_.recoding = std::move(release->recoding);
    out_.loss = release->loss;
    return std::move(out_);
}

/// The class of all rows.
void SummingSite::begin() {
    std::uint64_t rows = task_.row_types().row_count();
    sums_.add_up({&rows, 1});
    ++out_.rounds;
    if (rows < task_.row_types().row_count() || rows > kMostJointRows) {
        refuse_sums("they have fewer rows than this site, or more than can be counted");
    }
    if (rows < task_.k) {
        throw Error(ErrorCode::infeasible,
                    "all sites have " + count_text(rows, "row") + " together, and k is " +
                        std::to_string(task_.k));
    }
    out_.joint_rows = rows;
    out_.recoding.class_of_type.resize(types_.size());
    OpenClass whole{.all = {.rows = rows, .codes = {}}, .begin = 0, .end = types_.size()};
    for (const QuasiIdentifier& attribute : task_.quasi_identifiers) {
        std::vector<Code>& codes = whole.all.codes.emplace_back(attribute.dictionary().size());
        std::iota(codes.begin(), codes.end(), Code{0});
        if (codes.empty()) {
            refuse_sums("there are rows, and an agreed domain without values");
        }
    }
    open(std::move(whole));
}

/// All know the same of all classes, so all break the level at the same places.
void SummingSite::take_level(std::span<OpenClass> level) {
    std::size_t first = 0;
    while (first < level.size()) {
        std::size_t last = first;
        std::size_t values = 0;
        do {
            values += asked_values(level[last++].all);
        } while (last < level.size() &&
                 values + asked_values(level[last].all) <= MaskedSums::kMostNumbers);
        throw_if_cancelled(context_);
        take_some(level.subspan(first, last - first));
        first = last;
    }
}

void SummingSite::take_some(std::span<OpenClass> classes) {
    std::vector<std::size_t> starts{0};
    for (const OpenClass& one : classes) {
        starts.push_back(starts.back() + asked_values(one.all));
    }
    const auto of_class = [&](std::vector<std::uint64_t>& values, std::size_t i) {
        return std::span(values).subspan(starts[i], starts[i + 1] - starts[i]);
    };
    std::vector<std::uint64_t> own(starts.back());
    for (std::size_t i = 0; i < classes.size(); ++i) {
        count_own(classes[i], of_class(own, i));
    }
    std::vector<std::uint64_t> sums = own;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (!is_divisible(classes[i].all)) {
            hide_counts(of_class(sums, i));
        }
    }
    sums_.add_up(sums);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        held_codes_ -= all_codes(classes[i].all);
        if (is_divisible(classes[i].all)) {
            take_counts(classes[i], of_class(sums, i), of_class(own, i));
        } else {
            take_occurring(classes[i], of_class(sums, i), of_class(own, i));
        }
    }
}

/// \pre the codes of one's own rows of the class are among those that may occur
void SummingSite::count_own(const OpenClass& one, std::span<std::uint64_t> counts) {
    std::uint32_t next = 0;
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        const std::vector<Code>& codes = one.all.codes[attribute];
        if (!is_asked(codes)) {
            continue;
        }
        std::vector<std::uint32_t>& place = of_code_[attribute];
        for (const Code code : codes) {
            place[code] = next++;
        }
        for (std::size_t i = one.begin; i < one.end; ++i) {
            counts[place[code(types_[i], attribute)]] += task_.row_types().counts[types_[i]];
        }
    }
}

/// A random number in place of each count, but 0 stays: sums then tell whether there is any.
void SummingSite::hide_counts(std::span<std::uint64_t> counts) {
    for (std::uint64_t& count : counts) {
        if (count > 0) {
            do {
                count = random_.next();
            } while (count == 0);
        }
    }
}

void SummingSite::take_occurring(OpenClass& one,
                                 std::span<const std::uint64_t> sums,
                                 std::span<const std::uint64_t> own) {
    std::size_t at = 0;
    for (std::vector<Code>& codes : one.all.codes) {
        if (!is_asked(codes)) {
            continue;
        }
        std::vector<Code> occurring;
        for (const Code code : codes) {
            if (own[at] > 0 && sums[at] == 0) {
                refuse_sums(
                    "a value that this site has does not occur (if all do follow it, by a "
                    "chance of 2^-64: begin anew)");
            }
            if (sums[at++] != 0) {
                occurring.push_back(code);
            }
        }
        if (occurring.empty() || occurring.size() > one.all.rows) {
            refuse_sums("a class has more values than rows, or none");
        }
        codes = std::move(occurring);
    }
    settle(std::move(one));
}

void SummingSite::take_counts(OpenClass& one,
                              std::span<const std::uint64_t> sums,
                              std::span<const std::uint64_t> own) {
    const std::vector<Marginal> marginals = marginals_of(one, sums, own);
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        one.all.codes[attribute] = marginals[attribute].codes;
    }
    if (const std::optional<MarginalDivision> division = classes_->divide(marginals)) {
        open_parts(one, marginals, *division);
    } else {
        settle(std::move(one));
    }
}

std::vector<Marginal> SummingSite::marginals_of(const OpenClass& one,
                                                std::span<const std::uint64_t> sums,
                                                std::span<const std::uint64_t> own) const {
    std::vector<Marginal> out(attributes_);
    std::size_t at = 0;
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        const std::vector<Code>& codes = one.all.codes[attribute];
        Marginal& marginal = out[attribute];
        if (!is_asked(codes)) {
            marginal.codes = codes;
            marginal.counts = {static_cast<std::uint32_t>(one.all.rows)};
            continue;
        }
        std::uint64_t rows = 0;
        for (const Code code : codes) {
            const std::uint64_t count = sums[at];
            if (count < own[at] || count > one.all.rows) {
                refuse_sums("a value has fewer rows than at this site, or more than its class");
            }
            if (count > 0) {
                marginal.codes.push_back(code);
                marginal.counts.push_back(static_cast<std::uint32_t>(count));
            }
            rows += count;
            ++at;
        }
        if (rows != one.all.rows) {
            refuse_sums("the values of a class do not have its rows");
        }
    }
    return out;
}

void SummingSite::open_parts(const OpenClass& one,
                             std::span<const Marginal> marginals,
                             const MarginalDivision& division) {
    const std::vector<std::size_t> starts = part_own_types(one, division);
    const Marginal& divided = marginals[division.attribute];
    for (std::size_t part = 0; part < division.parts.size(); ++part) {
        OpenClass child{.all = one.all, .begin = starts[part], .end = starts[part + 1]};
        child.all.codes[division.attribute] = division.parts[part];
        child.all.rows = 0;
        for (const Code code : division.parts[part]) {
            const auto place =
                std::ranges::lower_bound(divided.codes, code) - divided.codes.begin();
            child.all.rows += divided.counts[static_cast<std::size_t>(place)];
        }
        open(std::move(child));
    }
}

/// Put one's own row types of a class in order by its parts, and say where each begins.
std::vector<std::size_t> SummingSite::part_own_types(const OpenClass& one,
                                                     const MarginalDivision& division) {
    std::vector<std::uint32_t>& part_of_code = of_code_[division.attribute];
    part_types_.resize(std::max(part_types_.size(), division.parts.size()));
    for (std::uint32_t part = 0; part < division.parts.size(); ++part) {
        part_types_[part].clear();
        for (const Code code : division.parts[part]) {
            part_of_code[code] = part;
        }
    }
    for (std::size_t i = one.begin; i < one.end; ++i) {
        part_types_[part_of_code[code(types_[i], division.attribute)]].push_back(types_[i]);
    }
    std::vector<std::size_t> starts{one.begin};
    for (std::size_t part = 0; part < division.parts.size(); ++part) {
        std::ranges::copy(part_types_[part],
                          types_.begin() + static_cast<std::ptrdiff_t>(starts.back()));
        starts.push_back(starts.back() + part_types_[part].size());
    }
    return starts;
}

/// A class of which everything is known need not be asked for.
void SummingSite::open(OpenClass one) {
    if (asked_values(one.all) == 0) {
        settle(std::move(one));
        return;
    }
    hold(one.all);
    open_.push_back(std::move(one));
}

void SummingSite::settle(OpenClass one) {
    hold(one.all);
    for (std::size_t i = one.begin; i < one.end; ++i) {
        out_.recoding.class_of_type[types_[i]] = static_cast<std::uint32_t>(settled_.size());
    }
    out_.rows.push_back(one.all.rows);
    settled_.push_back(std::move(one.all));
}

/// Others' counts may claim any number of classes.
void SummingSite::hold(const CoveredClass& one) {
    held_codes_ += all_codes(one);
    if (held_codes_ > kMostHeldCodes) {
        throw Error(ErrorCode::bad_input,
                    "the classes of all sites have more values than can be held; ask for a larger "
                    "k, or for fewer or coarser quasi-identifiers");
    }
}

}  // namespace

SummedClasses secure_sum(const Task& own, const Peers& peers, const RunContext& context) {
    return SummingSite(own, peers, context).run();
}

}  // namespace kanon::parties
