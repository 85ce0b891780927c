// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/class_cover.hpp"
#include "kanon/release/recoding/recoding.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kanon {

using classes::Extent;
using classes::Place;
using classes::Word;

/// All that a release says of a class follows from this.
struct CoveredClass {
    std::uint64_t rows = 0;
    std::span<const Word> cover;  ///< AskedClasses::words() of them
};

/// Classes side by side.
struct CoveredClasses {
    std::vector<std::uint64_t> rows;  ///< per class
    std::vector<Word> covers;         ///< class by class

    void add(const CoveredClass& one) {
        rows.push_back(one.rows);
        covers.insert(covers.end(), one.cover.begin(), one.cover.end());
    }
};

/// What classes are released as.
struct CoveredRelease {
    ClassRecoding recoding;  ///< without class_of_type
    double loss = 0;         ///< the task's objective
};

/// Places from `begin` on and before `end`.
struct PlaceRun {
    Place begin = 0;
    Place end = 0;

    // clang-tidy 14 takes the 0 that the result is compared with for a pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const PlaceRun&, const PlaceRun&) = default;
};

/// `factor` times the rows of a class that have one of these places.
struct CountTerm {
    PlaceRun run;
    std::int32_t factor = 1;
};

/// Questions about one attribute of one class, side by side: is the sum of the terms at least so
/// much? A sum is above that or below it by one more than the class has rows at most.
class CountQuestions {
public:
    void clear() {
        terms_.clear();
        ends_.clear();
        least_.clear();
    }

    void add(std::span<const CountTerm> terms, std::int64_t least) {
        terms_.insert(terms_.end(), terms.begin(), terms.end());
        ends_.push_back(static_cast<std::uint32_t>(terms_.size()));
        least_.push_back(least);
    }

    [[nodiscard]] std::size_t size() const { return ends_.size(); }

    [[nodiscard]] std::span<const CountTerm> terms(std::size_t question) const {
        const std::size_t begin = question == 0 ? 0 : ends_[question - 1];
        return std::span(terms_).subspan(begin, ends_[question] - begin);
    }

    [[nodiscard]] std::int64_t least(std::size_t question) const { return least_[question]; }

private:
    std::vector<CountTerm> terms_;
    std::vector<std::uint32_t> ends_;
    std::vector<std::int64_t> least_;
};

/// A class divided along one attribute.
struct PlaceDivision {
    std::size_t attribute = 0;
    std::vector<std::vector<PlaceRun>> parts;  ///< two at least, of k rows and more each
};

/// Divides a class by asking of its rows what decides, and no more. Moves on where it is told the
/// answers: whoever has the counts, or can tell of them what is asked, gives them.
class AskedDivision {
public:
    virtual ~AskedDivision() = default;

    /// Begin with a class; whatever was asked of another one is forgotten. Cost O(attributes).
    virtual void begin(const CoveredClass& one) = 0;

    /// Nothing is asked any more. \pre of this and the next: begin()
    [[nodiscard]] virtual bool is_done() const = 0;

    /// The attribute that is asked about. \pre not is_done()
    [[nodiscard]] virtual std::size_t attribute() const = 0;

    /// One or more. \pre not is_done()
    [[nodiscard]] virtual const CountQuestions& questions() const = 0;

    /// One answer per question: 1 for yes, 0 for no. \pre not is_done()
    virtual void answer(std::span<const std::uint8_t> answers) = 0;

    /// None: the class cannot be divided. Whatever is answered, its parts are of places that occur,
    /// two or more, and none is empty. \pre is_done()
    [[nodiscard]] virtual const std::optional<PlaceDivision>& division() const = 0;
};

/// The method mondrian with `ties: by-name` on rows that nobody has together: begin with a class of
/// all of them, divide each class of 2 k rows and more, and release what cannot be divided. These
/// are the classes of Method::run() on all of the rows.
///
/// What a class covers stands in words: those of an attribute from first_word() on. Attributes
/// recoded by sets have the set of the places that occur, all others their extent.
class AskedClasses {
public:
    virtual ~AskedClasses() = default;

    [[nodiscard]] virtual std::size_t words() const = 0;

    [[nodiscard]] virtual std::size_t first_word(std::size_t attribute) const = 0;

    [[nodiscard]] virtual bool by_set(std::size_t attribute) const = 0;

    /// The place of each code of an attribute.
    [[nodiscard]] virtual const std::vector<Place>& places(std::size_t attribute) const = 0;

    /// For one class after another; borrows this. Not for several threads.
    [[nodiscard]] virtual std::unique_ptr<AskedDivision> make_division() const = 0;

    /// All classes of the table, in the order of their numbers. None if they are not what divide()
    /// leads to: one of several is starred throughout, which would be suppressed.
    [[nodiscard]] virtual std::optional<CoveredRelease> release(CoveredClasses classes) const = 0;
};

}  // namespace kanon
