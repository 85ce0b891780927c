// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/secure_sum.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/parties/protocols/joint_counts.hpp"
#include "kanon/parties/protocols/joint_rows.hpp"
#include "kanon/parties/protocols/masked_sums.hpp"
#include "kanon/parties/protocols/own_rows.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kanon::parties {
namespace {

constexpr std::size_t kMostHeldWords = std::size_t{1} << 29U;  ///< of all classes together
constexpr std::size_t kMostAtOnce = std::size_t{1} << 9U;      ///< classes asked side by side
constexpr std::size_t kMostBitsAtOnce = std::size_t{1} << 23U;

[[noreturn]] void refuse_answers(const std::string& what) {
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
    using Classes = std::vector<std::unique_ptr<JointClass>>;

    void begin();
    void refill();
    void cover_new();
    void cover_some(Classes& classes);
    void take_cover(JointClass& one,
                    std::span<const std::uint8_t> answers,
                    std::span<const std::uint8_t> own);
    void part_counts();
    void take_before(JointClass& one, std::span<const std::uint64_t> counts) const;
    void ask_questions();
    [[nodiscard]] std::uint64_t part_of(const JointClass& one, std::size_t question) const;
    void take_divisions();
    void open_parts(const JointClass& one,
                    std::span<const std::size_t> starts,
                    std::span<const std::uint64_t> sizes);
    void cover_part(const std::vector<PlaceRun>& runs, std::size_t attribute, JointClass& part);
    void settle(std::unique_ptr<JointClass> one);
    std::unique_ptr<JointClass> fresh();

    [[nodiscard]] Word* words(JointClass& one, std::size_t attribute) const {
        return one.cover.data() + classes_->first_word(attribute);
    }

    [[nodiscard]] std::size_t bits_asked(JointClass& one) const;

    const Task& task_;
    const RunContext& context_;
    std::size_t attributes_;
    std::unique_ptr<AskedClasses> classes_;  // refuses before anything is sent
    MaskedSums sums_;
    JointCounts joint_;
    std::unique_ptr<OwnRows> rows_;
    Classes open_;                      ///< nothing is asked of them yet; the last comes first
    Classes new_;                       ///< what they cover is asked next
    Classes active_;                    ///< how to divide them is asked, side by side
    std::vector<JointClass*> to_part_;  ///< of active_: asked about an attribute for the first time
    Classes spare_;                     ///< done with; their memory is for others
    CoveredClasses settled_;
    SummedClasses out_;
};

SummingSite::SummingSite(const Task& own, const Peers& peers, const RunContext& context)
    : task_(own),
      context_(context),
      attributes_(own.quasi_identifiers.size()),
      classes_(make_asked_classes(own)),
      sums_(peers),
      joint_(peers),
      rows_(make_own_rows(own, *classes_)) {}

SummedClasses SummingSite::run() {
    begin();
    while (!open_.empty() || !active_.empty()) {
        throw_if_cancelled(context_);
        refill();
        cover_new();
        if (!active_.empty()) {
            part_counts();
            ask_questions();
            take_divisions();
        }
        ++out_.rounds;
    }
    out_.rows = settled_.rows;
    std::optional<CoveredRelease> release = classes_->release(std::move(settled_));
    if (!release) {
        refuse_answers("a class that was divided comes out suppressed");
    }
    release->recoding.class_of_type = std::move(out_.recoding.class_of_type);
    out_.recoding = std::move(release->recoding);
    out_.loss = release->loss;
    return std::move(out_);
}

/// The class of all rows.
void SummingSite::begin() {
    const std::uint64_t rows = joint_row_count(task_, sums_);
    ++out_.rounds;
    out_.joint_rows = rows;
    out_.recoding.class_of_type.resize(rows_->size());
    std::unique_ptr<JointClass> whole = fresh();
    whole->rows = rows;
    whole->end = rows_->size();
    whole->cover.assign(classes_->words(), 0);
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        const auto places = static_cast<Place>(classes_->places(attribute).size());
        if (places == 0) {
            refuse_answers("there are rows, and an agreed domain without values");
        }
        cover_part({{0, places}}, attribute, *whole);
    }
    open_.push_back(std::move(whole));
}

void SummingSite::refill() {
    while (!open_.empty() && new_.size() + active_.size() < kMostAtOnce) {
        new_.push_back(std::move(open_.back()));
        open_.pop_back();
    }
}

std::size_t SummingSite::bits_asked(JointClass& one) const {
    std::size_t out = 0;
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        out += occurrence_count(words(one, attribute), classes_->by_set(attribute));
    }
    return out;
}

/// All know the same of all classes, so all break off at the same places.
void SummingSite::cover_new() {
    Classes some;
    std::size_t bits = 0;
    for (std::unique_ptr<JointClass>& one : new_) {
        bits += bits_asked(*one);
        some.push_back(std::move(one));
        if (bits >= kMostBitsAtOnce) {
            cover_some(some);
            bits = 0;
        }
    }
    cover_some(some);
    new_.clear();
}

void SummingSite::cover_some(Classes& classes) {
    std::vector<std::uint8_t> own;
    std::vector<std::size_t> starts{0};
    for (const std::unique_ptr<JointClass>& one : classes) {
        rows_->add_occurrences(*one, own);
        starts.push_back(own.size());
    }
    std::vector<std::uint8_t> answers = own;
    joint_.any(answers);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const std::size_t size = starts[i + 1] - starts[i];
        JointClass& one = *classes[i];
        take_cover(one,
                   std::span(answers).subspan(starts[i], size),
                   std::span(own).subspan(starts[i], size));
        const bool is_divisible = one.rows / 2 >= task_.k;
        if (is_divisible) {
            one.division->begin({.rows = one.rows, .cover = one.cover});
        }
        if (is_divisible && !one.division->is_done()) {
            to_part_.push_back(&one);
            active_.push_back(std::move(classes[i]));
        } else {
            settle(std::move(classes[i]));
        }
    }
    classes.clear();
}

void SummingSite::take_cover(JointClass& one,
                             std::span<const std::uint8_t> answers,
                             std::span<const std::uint8_t> own) {
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] > answers[i]) {
            refuse_answers("a value that this site has does not occur");
        }
    }
    std::size_t at = 0;
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        Word* const cover = words(one, attribute);
        const bool by_set = classes_->by_set(attribute);
        const std::size_t count = occurrence_count(cover, by_set);
        if (!narrow(answers.subspan(at, count),
                    words_on(*classes_, attribute, attributes_),
                    by_set,
                    cover) ||
            (by_set && *cover > one.rows)) {
            refuse_answers("a class has more values than rows, or none");
        }
        at += count;
    }
}

/// Counts of an attribute are parted when it is asked about for the first time.
void SummingSite::part_counts() {
    std::vector<std::uint64_t> counts;
    std::vector<std::uint8_t> bits;
    std::vector<std::pair<JointClass*, std::size_t>> parted;  // and where its counts begin
    for (JointClass* const one : to_part_) {
        const std::size_t attribute = one->division->attribute();
        const Word* const cover = words(*one, attribute);
        one->attribute = attribute;
        one->extent = classes_->by_set(attribute)
                          ? classes::set_extent(cover, words_on(*classes_, attribute, attributes_))
                          : classes::extent_of(*cover);
        parted.emplace_back(one, counts.size());
        rows_->add_counts(*one, attribute, one->extent, counts);
        bits.resize(counts.size(), bits_of(one->rows));
    }
    to_part_.clear();
    const std::vector<std::uint64_t> parts = joint_.parts(counts, bits);
    for (const auto& [one, begin] : parted) {
        take_before(*one, std::span(parts).subspan(begin));
    }
}

void SummingSite::take_before(JointClass& one, std::span<const std::uint64_t> counts) const {
    if (joint_.is_holder()) {
        const std::size_t places = one.extent.high - one.extent.low + std::size_t{1};
        one.before.resize(places + 1);
        one.before[0] = 0;
        for (std::size_t place = 0; place < places; ++place) {
            one.before[place + 1] = one.before[place] + counts[place];
        }
    }
}

void SummingSite::ask_questions() {
    std::vector<std::uint64_t> parts;
    std::vector<std::uint8_t> bits;
    for (const std::unique_ptr<JointClass>& one : active_) {
        const std::size_t asked = one->division->questions().size();
        bits.resize(bits.size() + asked, bits_of(one->rows));
        for (std::size_t question = 0; joint_.is_holder() && question < asked; ++question) {
            parts.push_back(part_of(*one, question));
        }
    }
    const std::vector<std::uint8_t> answers = joint_.at_least_zero(parts, bits);
    std::size_t at = 0;
    for (const std::unique_ptr<JointClass>& one : active_) {
        const std::size_t asked = one->division->questions().size();
        one->division->answer(std::span(answers).subspan(at, asked));
        at += asked;
        if (!one->division->is_done() && one->division->attribute() != one->attribute) {
            to_part_.push_back(one.get());
        }
    }
}

/// This site's part of what a question is about.
std::uint64_t SummingSite::part_of(const JointClass& one, std::size_t question) const {
    const CountQuestions& questions = one.division->questions();
    std::uint64_t out =
        joint_.adds_constants() ? 0 - static_cast<std::uint64_t>(questions.least(question)) : 0;
    for (const CountTerm& term : questions.terms(question)) {
        const std::uint64_t rows =
            one.before[term.run.end - one.extent.low] - one.before[term.run.begin - one.extent.low];
        out += static_cast<std::uint64_t>(std::int64_t{term.factor}) * rows;
    }
    return out;
}

/// Divide the classes whose division is known. Of each part all learn how many rows it has: k at
/// least, of all sites.
void SummingSite::take_divisions() {
    Classes divided;
    std::size_t left = 0;
    for (std::unique_ptr<JointClass>& one : active_) {
        if (!one->division->is_done()) {
            std::swap(active_[left++], one);
        } else if (one->division->division()) {
            divided.push_back(std::move(one));
        } else {
            settle(std::move(one));
        }
    }
    active_.resize(left);
    std::vector<std::size_t> starts;
    std::vector<std::uint64_t> sizes;
    for (const std::unique_ptr<JointClass>& one : divided) {
        const std::size_t parts = one->division->division()->parts.size();
        if (!rows_->divide(*one, *one->division->division(), starts)) {
            refuse_answers("a value that this site has does not occur");
        }
        const auto here = std::span(starts).last(parts + 1);
        for (std::size_t part = 0; part + 1 < parts; ++part) {
            sizes.push_back(rows_->rows(here[part], here[part + 1]));
        }
    }
    sums_.add_up(sizes);
    std::size_t at = 0;
    std::size_t at_start = 0;
    for (std::unique_ptr<JointClass>& one : divided) {
        const std::size_t parts = one->division->division()->parts.size();
        open_parts(*one,
                   std::span(starts).subspan(at_start, parts + 1),
                   std::span(sizes).subspan(at, parts - 1));
        at += parts - 1;
        at_start += parts + 1;
        spare_.push_back(std::move(one));
    }
}

/// The last part has the rows that the others leave.
void SummingSite::open_parts(const JointClass& one,
                             std::span<const std::size_t> starts,
                             std::span<const std::uint64_t> sizes) {
    const PlaceDivision& division = *one.division->division();
    std::uint64_t left = one.rows;
    for (std::size_t part = 0; part < division.parts.size(); ++part) {
        std::unique_ptr<JointClass> child = fresh();
        child->begin = starts[part];
        child->end = starts[part + 1];
        child->rows = part < sizes.size() ? sizes[part] : left;
        if (child->rows < task_.k || child->rows > left ||
            child->rows < rows_->rows(child->begin, child->end)) {
            refuse_answers("a part of a class has fewer rows than it must have, or too many");
        }
        left -= child->rows;
        child->cover.assign(one.cover.begin(), one.cover.end());
        cover_part(division.parts[part], division.attribute, *child);
        open_.push_back(std::move(child));
    }
}

/// What may occur of an attribute.
void SummingSite::cover_part(const std::vector<PlaceRun>& runs,
                             std::size_t attribute,
                             JointClass& part) {
    Word* const cover = words(part, attribute);
    if (!classes_->by_set(attribute)) {
        *cover = classes::word_of({runs.front().begin, runs.back().end - 1});
        return;
    }
    std::fill_n(cover, words_on(*classes_, attribute, attributes_), Word{0});
    for (const PlaceRun run : runs) {
        for (Place place = run.begin; place < run.end; ++place) {
            classes::set_add(cover, place);
        }
    }
}

/// Others' answers may claim any number of classes.
void SummingSite::settle(std::unique_ptr<JointClass> one) {
    for (std::size_t i = one->begin; i < one->end; ++i) {
        out_.recoding.class_of_type[rows_->type(i)] =
            static_cast<std::uint32_t>(settled_.rows.size());
    }
    settled_.add({.rows = one->rows, .cover = one->cover});
    spare_.push_back(std::move(one));
    if (settled_.covers.size() > kMostHeldWords) {
        throw Error(ErrorCode::bad_input,
                    "the classes of all sites have more values than can be held; ask for a larger "
                    "k, or for fewer or coarser quasi-identifiers");
    }
}

std::unique_ptr<JointClass> SummingSite::fresh() {
    std::unique_ptr<JointClass> out;
    if (spare_.empty()) {
        out = std::make_unique<JointClass>();
        out->division = classes_->make_division();
    } else {
        out = std::move(spare_.back());
        spare_.pop_back();
    }
    return out;
}

}  // namespace

SummedClasses secure_sum(const Task& own, const Peers& peers, const RunContext& context) {
    return SummingSite(own, peers, context).run();
}

}  // namespace kanon::parties
