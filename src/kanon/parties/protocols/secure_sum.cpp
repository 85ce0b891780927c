// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/secure_sum.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/parties/protocols/joint_class.hpp"
#include "kanon/parties/protocols/joint_counts.hpp"
#include "kanon/parties/protocols/masked_sums.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kanon::parties {
namespace {

constexpr std::uint64_t kMostJointRows = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMostHeldWords = std::size_t{1} << 29U;  ///< of all classes together
constexpr std::size_t kWordsOfClass = 16;                      ///< beside its cover, about
constexpr std::size_t kMostAtOnce = std::size_t{1} << 15U;     ///< classes asked side by side
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
    void begin();
    void cover_new();
    void cover_some(std::span<JointClass> classes);
    void take_cover(JointClass& one,
                    std::span<const std::uint8_t> answers,
                    std::span<const std::uint8_t> own);
    void ask_about();
    void part_counts();
    void take_before(JointClass& one, std::span<const std::uint64_t> counts);
    void ask_questions();
    [[nodiscard]] std::uint64_t part_of(const JointClass& one, std::size_t question) const;
    void take_divisions();
    void open_parts(const JointClass& one,
                    std::span<const std::size_t> starts,
                    std::span<const std::uint64_t> sizes);
    void open(JointClass one);
    void settle(JointClass one);
    void hold(const CoveredClass& one);

    const Task& task_;
    const RunContext& context_;
    std::size_t attributes_;
    std::unique_ptr<AskedClasses> classes_;  // refuses before anything is sent
    MaskedSums sums_;
    JointCounts joint_;
    OwnRows rows_;
    std::vector<JointClass> open_;    ///< nothing is asked of them yet; the last comes first
    std::vector<JointClass> active_;  ///< asked about side by side
    std::vector<CoveredClass> settled_;
    std::size_t held_words_ = 0;
    SummedClasses out_;
};

SummingSite::SummingSite(const Task& own, const Peers& peers, const RunContext& context)
    : task_(own),
      context_(context),
      attributes_(own.quasi_identifiers.size()),
      classes_(make_asked_classes(own)),
      sums_(peers),
      joint_(peers),
      rows_(own, *classes_) {}

SummedClasses SummingSite::run() {
    begin();
    while (!open_.empty() || !active_.empty()) {
        throw_if_cancelled(context_);
        while (!open_.empty() && active_.size() < kMostAtOnce) {
            active_.push_back(std::move(open_.back()));
            open_.pop_back();
        }
        cover_new();
        ask_about();
        take_divisions();
        ++out_.rounds;
    }
    std::optional<CoveredRelease> release = classes_->release(settled_);
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
    std::uint64_t rows = task_.row_types().row_count();
    sums_.add_up({&rows, 1});
    ++out_.rounds;
    if (rows < task_.row_types().row_count() || rows > kMostJointRows) {
        refuse_answers("they have fewer rows than this site, or more than can be counted");
    }
    if (rows < task_.k) {
        throw Error(ErrorCode::infeasible,
                    "all sites have " + count_text(rows, "row") + " together, and k is " +
                        std::to_string(task_.k));
    }
    out_.joint_rows = rows;
    out_.recoding.class_of_type.resize(rows_.size());
    JointClass whole;
    whole.all = {.rows = rows, .cover = std::vector<Word>(classes_->words(), 0)};
    whole.end = rows_.size();
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        const auto places = static_cast<Place>(classes_->places(attribute).size());
        if (places == 0) {
            refuse_answers("there are rows, and an agreed domain without values");
        }
        Word* const cover = whole.all.cover.data() + classes_->first_word(attribute);
        if (!classes_->by_set(attribute)) {
            *cover = classes::word_of({0, places - 1});
            continue;
        }
        for (Place place = 0; place < places; ++place) {
            classes::set_add(cover, place);
        }
    }
    open(std::move(whole));
}

/// All know the same of all classes, so all break off at the same places.
void SummingSite::cover_new() {
    const auto first = std::ranges::find(active_, false, &JointClass::is_covered) - active_.begin();
    std::size_t begin = static_cast<std::size_t>(first);
    while (begin < active_.size()) {
        std::size_t end = begin;
        std::size_t bits = 0;
        do {
            for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
                bits += occurrence_count(
                    active_[end].all.cover.data() + classes_->first_word(attribute),
                    classes_->by_set(attribute));
            }
            ++end;
        } while (end < active_.size() && bits < kMostBitsAtOnce);
        cover_some(std::span(active_).subspan(begin, end - begin));
        begin = end;
    }
    std::vector<JointClass> talking;
    for (JointClass& one : active_) {
        if (one.division == nullptr || (one.division->is_done() && !one.division->division())) {
            settle(std::move(one));
        } else {
            talking.push_back(std::move(one));
        }
    }
    active_ = std::move(talking);
}

void SummingSite::cover_some(std::span<JointClass> classes) {
    std::vector<std::uint8_t> own;
    std::vector<std::size_t> starts{0};
    for (const JointClass& one : classes) {
        rows_.add_occurrences(one, own);
        starts.push_back(own.size());
    }
    std::vector<std::uint8_t> answers = own;
    joint_.any(answers);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const std::size_t size = starts[i + 1] - starts[i];
        take_cover(classes[i],
                   std::span(answers).subspan(starts[i], size),
                   std::span(own).subspan(starts[i], size));
        if (classes[i].all.rows / 2 >= task_.k) {
            classes[i].division = classes_->divide(classes[i].all);
        }
    }
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
        Word* const cover = one.all.cover.data() + classes_->first_word(attribute);
        const bool by_set = classes_->by_set(attribute);
        const std::size_t count = occurrence_count(cover, by_set);
        if (!narrow(answers.subspan(at, count),
                    words_on(*classes_, attribute, attributes_),
                    by_set,
                    cover) ||
            (by_set && *cover > one.all.rows)) {
            refuse_answers("a class has more values than rows, or none");
        }
        at += count;
    }
    one.is_covered = true;
}

void SummingSite::ask_about() {
    if (!active_.empty()) {
        part_counts();
        ask_questions();
    }
}

/// Counts of an attribute are parted when it is asked about for the first time.
void SummingSite::part_counts() {
    std::vector<std::uint64_t> counts;
    std::vector<std::uint8_t> bits;
    std::vector<std::pair<std::size_t, std::size_t>> parted;  // class, where its counts begin
    for (std::size_t i = 0; i < active_.size(); ++i) {
        JointClass& one = active_[i];
        const std::size_t attribute = one.division->attribute();
        if (one.before.empty() || one.attribute != attribute) {
            const Word* const cover = one.all.cover.data() + classes_->first_word(attribute);
            one.attribute = attribute;
            one.extent =
                classes_->by_set(attribute)
                    ? classes::set_extent(cover, words_on(*classes_, attribute, attributes_))
                    : classes::extent_of(*cover);
            parted.emplace_back(i, counts.size());
            rows_.add_counts(one, attribute, one.extent, counts);
            bits.resize(counts.size(), bits_of(one.all.rows));
        }
    }
    const std::vector<std::uint64_t> parts = joint_.parts(counts, bits);
    for (const auto& [i, begin] : parted) {
        take_before(active_[i], std::span(parts).subspan(begin));
    }
}

void SummingSite::take_before(JointClass& one, std::span<const std::uint64_t> counts) {
    const std::size_t places = one.extent.high - one.extent.low + std::size_t{1};
    one.before.assign(joint_.is_holder() ? places + 1 : 1, 0);
    for (std::size_t place = 0; place + 1 < one.before.size(); ++place) {
        one.before[place + 1] = one.before[place] + counts[place];
    }
}

void SummingSite::ask_questions() {
    std::vector<std::uint64_t> parts;
    std::vector<std::uint8_t> bits;
    for (const JointClass& one : active_) {
        const std::size_t asked = one.division->questions().size();
        bits.resize(bits.size() + asked, bits_of(one.all.rows));
        for (std::size_t question = 0; joint_.is_holder() && question < asked; ++question) {
            parts.push_back(part_of(one, question));
        }
    }
    const std::vector<std::uint8_t> answers = joint_.at_least_zero(parts, bits);
    std::size_t at = 0;
    for (JointClass& one : active_) {
        const std::size_t asked = one.division->questions().size();
        one.division->answer(std::span(answers).subspan(at, asked));
        at += asked;
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
    std::vector<JointClass> divided;
    std::vector<JointClass> others;
    for (JointClass& one : active_) {
        if (one.division->is_done() && !one.division->division()) {
            settle(std::move(one));
        } else {
            (one.division->is_done() ? divided : others).push_back(std::move(one));
        }
    }
    active_ = std::move(others);
    std::vector<std::vector<std::size_t>> starts;
    std::vector<std::uint64_t> sizes;
    for (const JointClass& one : divided) {
        starts.push_back(rows_.divide(one, *one.division->division()));
        if (starts.back().empty()) {
            refuse_answers("a value that this site has does not occur");
        }
        for (std::size_t part = 0; part + 2 < starts.back().size(); ++part) {
            sizes.push_back(rows_.rows(starts.back()[part], starts.back()[part + 1]));
        }
    }
    sums_.add_up(sizes);
    std::size_t at = 0;
    for (std::size_t i = 0; i < divided.size(); ++i) {
        const std::size_t known = starts[i].size() - 2;
        open_parts(divided[i], starts[i], std::span(sizes).subspan(at, known));
        at += known;
    }
}

/// The last part has the rows that the others leave.
void SummingSite::open_parts(const JointClass& one,
                             std::span<const std::size_t> starts,
                             std::span<const std::uint64_t> sizes) {
    const PlaceDivision& division = *one.division->division();
    std::uint64_t left = one.all.rows;
    for (std::size_t part = 0; part < division.parts.size(); ++part) {
        JointClass child;
        child.begin = starts[part];
        child.end = starts[part + 1];
        child.all.rows = part < sizes.size() ? sizes[part] : left;
        if (child.all.rows < task_.k || child.all.rows > left ||
            child.all.rows < rows_.rows(child.begin, child.end)) {
            refuse_answers("a part of a class has fewer rows than it must have, or too many");
        }
        left -= child.all.rows;
        child.all.cover = one.all.cover;
        Word* const cover = child.all.cover.data() + classes_->first_word(division.attribute);
        const std::vector<PlaceRun>& runs = division.parts[part];
        if (classes_->by_set(division.attribute)) {
            std::fill_n(cover, words_on(*classes_, division.attribute, attributes_), Word{0});
            for (const PlaceRun run : runs) {
                for (Place place = run.begin; place < run.end; ++place) {
                    classes::set_add(cover, place);
                }
            }
        } else {
            *cover = classes::word_of({runs.front().begin, runs.back().end - 1});
        }
        open(std::move(child));
    }
}

void SummingSite::open(JointClass one) {
    hold(one.all);
    open_.push_back(std::move(one));
}

void SummingSite::settle(JointClass one) {
    hold(one.all);
    for (std::size_t i = one.begin; i < one.end; ++i) {
        out_.recoding.class_of_type[rows_.type(i)] = static_cast<std::uint32_t>(settled_.size());
    }
    out_.rows.push_back(one.all.rows);
    settled_.push_back(std::move(one.all));
}

/// Others' answers may claim any number of classes.
void SummingSite::hold(const CoveredClass& one) {
    held_words_ += kWordsOfClass + one.cover.size();
    if (held_words_ > kMostHeldWords) {
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
