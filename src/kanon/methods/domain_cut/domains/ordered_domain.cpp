// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"

#include "kanon/release/spelling/spelling.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon::domain_cut {
namespace {

using Kind = ReleasedValue::Kind;

bool has_bounds(const QuasiIdentifier& attribute) {
    return attribute.least_level > 0 || attribute.greatest_level < attribute.hierarchy.height();
}

/// What a text means as a label or value: the ranks it covers, and leaves of its file.
struct Meaning {
    RankRun run;
    std::size_t file_leaves = 0;

    friend bool operator==(const Meaning&, const Meaning&) = default;
};

}  // namespace

bool is_cut_by_number(const Task& task, std::size_t attribute) {
    const QuasiIdentifier& bound = task.quasi_identifiers[attribute];
    if (!bound.recode_range || has_bounds(bound)) {
        return false;
    }
    return !bound.hierarchy_given || bound.range_asked;
}

OrderedDomain::OrderedDomain(const Task& task, std::size_t attribute, DomainOrder order)
    : hierarchy_(&task.quasi_identifiers[attribute].hierarchy),
      dictionary_(&hierarchy_->dictionary()),
      least_level_(task.quasi_identifiers[attribute].least_level),
      greatest_level_(task.quasi_identifiers[attribute].greatest_level),
      by_number_(order == DomainOrder::natural && is_cut_by_number(task, attribute)),
      code_at_(hierarchy_->domain_size()),
      rank_of_(hierarchy_->domain_size()) {
    std::iota(code_at_.begin(), code_at_.end(), Code{0});
    if (by_number_) {
        order_by_number();
    } else {
        order_by_leaves();
        mark_unclear_labels();
    }
}

void OrderedDomain::order_by_number() {
    if (dictionary_->missing()) {
        std::rotate(code_at_.begin(), code_at_.end() - 1, code_at_.end());
    }
    for (Rank rank = 0; rank < size(); ++rank) {
        rank_of_[code_at_[rank]] = rank;
    }
    finest_.resize(size());
    std::iota(finest_.begin(), finest_.end(), Rank{0});
    coarsest_ = {0};
}

void OrderedDomain::order_by_leaves() {
    // What shares a low label with the missing value comes first: any label that covers it is then
    // a run from rank 0 on, any other one stays the run it is in leaf order.
    const std::optional<Code> missing = dictionary_->missing();
    const auto key = [&](Code code) {
        return std::pair(missing ? hierarchy_->meeting_level(code, *missing) : Level{0},
                         hierarchy_->leaf_rank(code));
    };
    std::sort(code_at_.begin(), code_at_.end(), [&](Code a, Code b) { return key(a) < key(b); });
    label_first_.resize(hierarchy_->height() + std::size_t{1});
    for (Level level = 0; level <= hierarchy_->height(); ++level) {
        label_first_[level].resize(hierarchy_->label_count(level));
    }
    for (auto rank = static_cast<Rank>(size()); rank-- > 0;) {
        rank_of_[code_at_[rank]] = rank;
        for (Level level = 0; level <= hierarchy_->height(); ++level) {
            label_first_[level][hierarchy_->label_of(level, code_at_[rank])] = rank;
        }
    }
    finest_ = label_first_[least_level_];
    coarsest_ = label_first_[greatest_level_];
    std::sort(finest_.begin(), finest_.end());
    std::sort(coarsest_.begin(), coarsest_.end());
}

void OrderedDomain::mark_unclear_labels() {
    std::unordered_map<std::string_view, Meaning> meanings;
    std::unordered_map<std::string_view, bool> unclear;
    for (Level level = 0; level <= hierarchy_->height(); ++level) {
        for (Code label = 0; label < hierarchy_->label_count(level); ++label) {
            const std::string_view text = hierarchy_->text(level, label);
            if (level == 0 && needs_escape(text)) {
                continue;  // spelled otherwise
            }
            const Meaning meaning{label_run(level, label_first_[level][label]),
                                  hierarchy_->file_leaf_count(level, label)};
            const auto [at, added] = meanings.try_emplace(text, meaning);
            if (!added && at->second != meaning) {
                unclear[text] = true;
            }
        }
    }
    unclear_.resize(label_first_.size());
    for (Level level = 0; level <= hierarchy_->height(); ++level) {
        for (Code label = 0; label < hierarchy_->label_count(level); ++label) {
            unclear_[level].push_back(unclear.contains(hierarchy_->text(level, label)));
        }
    }
}

RankRun OrderedDomain::label_run(Level level, Rank rank) const {
    const Code label = hierarchy_->label_of(level, code_at_[rank]);
    const Rank first = label_first_[level][label];
    const auto count = static_cast<Rank>(hierarchy_->cover_count(level, label));
    return {first, first + count - 1};
}

/// Find the lowest level with a label whose text is clear and whose values are the run.
bool OrderedDomain::is_label(RankRun run, Level& level) const {
    if (by_number_) {
        return false;
    }
    for (level = least_level_; level <= greatest_level_; ++level) {
        const RankRun over = label_run(level, run.first);
        if (over.first < run.first || over.last > run.last) {
            return false;
        }
        const Code label = hierarchy_->label_of(level, code_at_[run.first]);
        if (over == run && (run.first == run.last || !unclear_[level][label])) {
            return true;
        }
    }
    return false;
}

bool OrderedDomain::is_range(RankRun run, ReleasedValue& range) const {
    if (!dictionary_->is_numeric()) {
        return false;
    }
    const auto begin = code_at_.begin() + static_cast<std::ptrdiff_t>(run.first);
    const auto end = code_at_.begin() + static_cast<std::ptrdiff_t>(run.last) + 1;
    const auto [least, greatest] = std::minmax_element(begin, end);
    range = {Kind::range, *least, *greatest};
    return *greatest - *least == run.last - run.first && !dictionary_->is_missing(*greatest);
}

ReleasedValue OrderedDomain::set_of(RankRun run, ReleasedDomain& domain) const {
    std::vector<Code> codes(code_at_.begin() + static_cast<std::ptrdiff_t>(run.first),
                            code_at_.begin() + static_cast<std::ptrdiff_t>(run.last) + 1);
    std::sort(codes.begin(), codes.end());
    domain.sets.push_back(std::move(codes));
    return {Kind::set, static_cast<Code>(domain.sets.size() - 1), 0};
}

ReleasedValue OrderedDomain::released(RankRun run, ReleasedDomain& domain) const {
    const Code code = code_at_[run.first];
    Level level = 0;
    if (is_label(run, level) && level > 0) {
        return {Kind::label, hierarchy_->label_of(level, code), level};
    }
    if (run.first == run.last) {
        return {Kind::exact, code, 0};
    }
    ReleasedValue range;
    if (is_range(run, range)) {
        return range;
    }
    return run.last - run.first + 1 == size() ? ReleasedValue{Kind::star, 0, 0}
                                              : set_of(run, domain);
}

double OrderedDomain::loss(RankRun run, CellLoss loss) const {
    ReleasedDomain domain;
    const ReleasedValue value = released(run, domain);
    return cell_loss(loss, value, domain, *dictionary_, hierarchy_);
}

std::vector<OrderedDomain> ordered_domains(const Task& task, DomainOrder order) {
    std::vector<OrderedDomain> domains;
    for (std::size_t j = 0; j < task.quasi_identifiers.size(); ++j) {
        domains.emplace_back(task, j, order);
    }
    return domains;
}

RankRun part_run(const DomainCut& cut, std::size_t part, std::size_t size) {
    const std::size_t end = part + 1 < cut.size() ? cut[part + 1] : size;
    return {cut[part], static_cast<Rank>(end - 1)};
}

std::vector<RankRun> coarsest_parts(const OrderedDomain& domain) {
    std::vector<RankRun> parts;
    for (std::size_t part = 0; part < domain.coarsest().size(); ++part) {
        parts.push_back(part_run(domain.coarsest(), part, domain.size()));
    }
    return parts;
}

std::vector<DomainCut> coarsest_cuts(std::span<const OrderedDomain> domains) {
    std::vector<DomainCut> cuts;
    for (const OrderedDomain& domain : domains) {
        cuts.push_back(domain.coarsest());
    }
    return cuts;
}

std::vector<std::uint32_t> part_of_code(const OrderedDomain& domain, const DomainCut& cut) {
    std::vector<std::uint32_t> parts(domain.size());
    std::uint32_t part = 0;
    for (Rank rank = 0; rank < domain.size(); ++rank) {
        part += part + 1 < cut.size() && cut[part + 1] == rank ? 1U : 0U;
        parts[domain.code_at(rank)] = part;
    }
    return parts;
}

}  // namespace kanon::domain_cut
