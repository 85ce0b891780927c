// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/io/arrow/arrow_tables.hpp"

#include "support/arrow_streams.hpp"
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <string>
#include <vector>

namespace kanon {
namespace {

using test::MadeArray;
using test::MadeField;
using test::MadeStream;
using Bits = std::vector<std::uint8_t>;

/// A batch of four rows of a number, a text, a word of a dictionary, a view, a day and a moment.
MadeStream& fill(MadeStream& made) {
    const auto words = [] {
        return MadeArray(2)
            .buffer(Bits{})
            .buffer(std::vector<std::int32_t>{0, 1, 2})
            .text("xy")
            .finish();
    };
    const std::vector<std::int32_t> views{1, 'v', 0, 0, 20, 'v', 0, 0, 1, 'v', 0, 0, 1, 'v', 0, 0};
    return made.batch(
        {MadeArray(4).buffer(Bits{}).buffer(std::vector<std::int32_t>{1, 2, 3, 4}).finish(),
         MadeArray(4)
             .buffer(Bits{15})
             .buffer(std::vector<std::int32_t>{0, 1, 2, 3, 4})
             .text("abcd")
             .finish(),
         MadeArray(4)
             .buffer(Bits{})
             .buffer(std::vector<std::int8_t>{0, 1, 0, 1})
             .dictionary(words())
             .finish(),
         MadeArray(4)
             .buffer(Bits{})
             .buffer(views)
             .text("vvvvvvvvvvvvvvvvvvvv")
             .buffer(std::vector<std::int64_t>{20})
             .finish(),
         MadeArray(4).buffer(Bits{}).buffer(std::vector<std::int32_t>{0, 1, 2, 3}).finish(),
         MadeArray(4).buffer(Bits{}).buffer(std::vector<std::int64_t>{0, 1, 2, 3}).finish()},
        4);
}

std::vector<MadeField> fields() {
    return {{"n", "i"}, {"t", "u"}, {"d", "c", "u"}, {"v", "vu"}, {"day", "tdD"}, {"at", "tss:"}};
}

template <class Value>
void overwrite(ArrowArray& array, std::size_t buffer, std::size_t place, Value value) {
    const_cast<Value*>(static_cast<const Value*>(array.buffers[buffer]))[place] = value;
}

struct Spoilt {
    const char* name;
    void (*spoil)(MadeStream& made, ArrowArray& batch);
    const char* message;  ///< a part of it
};

void PrintTo(const Spoilt& one, std::ostream* out) {
    *out << one.name;
}

constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();

const Spoilt kSpoilt[]{
    {"released", [](MadeStream& m, ArrowArray&) { m.stream.release = nullptr; }, "was released"},
    {"no_functions", [](MadeStream& m, ArrowArray&) { m.stream.get_next = nullptr; }, "functions"},
    {"no_schema", [](MadeStream& m, ArrowArray&) { m.schema_fails = true; }, "its schema"},
    {"no_record", [](MadeStream& m, ArrowArray&) { m.root_format = "+l"; }, "record batches"},
    {"odd_root", [](MadeStream& m, ArrowArray&) { m.root_format = "\xff\n"; }, "record batches"},
    {"fails_at_once", [](MadeStream& m, ArrowArray&) { m.fails_at = 0; }, "behind row 0"},
    {"fails_later", [](MadeStream& m, ArrowArray&) { m.fails_at = 1; }, "behind row 4"},
    {"children", [](MadeStream&, ArrowArray& b) { b.n_children = 5; }, "number of columns"},
    {"no_children", [](MadeStream&, ArrowArray& b) { b.children = nullptr; }, "number of columns"},
    {"null_child",
     [](MadeStream&, ArrowArray& b) { b.children[1] = nullptr; },
     "'t': has no array"},
    {"length", [](MadeStream&, ArrowArray& b) { b.length = -1; }, "impossible length"},
    {"huge", [](MadeStream&, ArrowArray& b) { b.length = kHuge; }, "impossible length"},
    {"offset", [](MadeStream&, ArrowArray& b) { b.offset = -1; }, "impossible length"},
    {"huge_offset", [](MadeStream&, ArrowArray& b) { b.offset = kHuge; }, "impossible length"},
    {"far_offset", [](MadeStream&, ArrowArray& b) { b.offset = 1; }, "fewer rows"},
    {"short", [](MadeStream&, ArrowArray& b) { b.children[0]->length = 3; }, "fewer rows"},
    {"negative", [](MadeStream&, ArrowArray& b) { b.children[0]->length = -4; }, "fewer rows"},
    {"buffers", [](MadeStream&, ArrowArray& b) { b.children[0]->n_buffers = 1; }, "buffers"},
    {"no_list", [](MadeStream&, ArrowArray& b) { b.children[0]->buffers = nullptr; }, "buffers"},
    {"no_values",
     [](MadeStream&, ArrowArray& b) { b.children[0]->buffers[1] = nullptr; },
     "'n': has rows, and no buffer of values"},
    {"child_offset",
     [](MadeStream&, ArrowArray& b) { b.children[0]->offset = -1; },
     "impossible length"},
    {"far_child",
     [](MadeStream&, ArrowArray& b) { b.children[0]->offset = kHuge; },
     "impossible length"},
    {"nulls", [](MadeStream&, ArrowArray& b) { b.children[0]->null_count = 9; }, "count of nulls"},
    {"untold_nulls",
     [](MadeStream&, ArrowArray& b) { b.children[0]->null_count = 1; },
     "no buffer that tells"},
    {"grandchildren",
     [](MadeStream&, ArrowArray& b) { b.children[0]->n_children = 2; },
     "children"},
    {"null_rows",
     [](MadeStream&, ArrowArray& b) {
         b.buffers[0] = b.children[1]->buffers[0];
         b.null_count = -1;
     },
     "rows may be null"},
    {"descending",
     [](MadeStream&, ArrowArray& b) { overwrite<std::int32_t>(*b.children[1], 1, 2, 0); },
     "'t': has offsets"},
    {"below",
     [](MadeStream&, ArrowArray& b) { overwrite<std::int32_t>(*b.children[1], 1, 0, -1); },
     "'t': has offsets"},
    {"no_text",
     [](MadeStream&, ArrowArray& b) { b.children[1]->buffers[2] = nullptr; },
     "characters"},
    {"nul",
     [](MadeStream&, ArrowArray& b) { overwrite<char>(*b.children[1], 2, 2, '\0'); },
     "'t': row 3 holds a NUL"},
    {"utf8",
     [](MadeStream&, ArrowArray& b) { overwrite<char>(*b.children[1], 2, 2, '\xff'); },
     "'t': row 3 is not valid UTF-8"},
    {"no_dictionary",
     [](MadeStream&, ArrowArray& b) {
         b.children[2]->dictionary->release(b.children[2]->dictionary);
         b.children[2]->dictionary = nullptr;
     },
     "no dictionary"},
    {"released_dictionary",
     [](MadeStream&, ArrowArray& b) {
         b.children[2]->dictionary->release(b.children[2]->dictionary);
     },
     "was released"},
    {"past",
     [](MadeStream&, ArrowArray& b) { overwrite<std::int8_t>(*b.children[2], 1, 3, 2); },
     "not in its dictionary"},
    {"before",
     [](MadeStream&, ArrowArray& b) { overwrite<std::int8_t>(*b.children[2], 1, 3, -1); },
     "not in its dictionary"},
    {"view_buffer",
     [](MadeStream&, ArrowArray& b) { overwrite<std::int32_t>(*b.children[3], 1, 6, 1); },
     "'v': has a view"},
    {"view_length",
     [](MadeStream&, ArrowArray& b) { overwrite<std::int32_t>(*b.children[3], 1, 4, 21); },
     "'v': has a view"},
    {"view_below",
     [](MadeStream&, ArrowArray& b) { overwrite<std::int32_t>(*b.children[3], 1, 4, -3); },
     "'v': has a view"},
    {"view_offset",
     [](MadeStream&, ArrowArray& b) { overwrite<std::int32_t>(*b.children[3], 1, 7, -3); },
     "'v': has a view"},
    {"view_sizes",
     [](MadeStream&, ArrowArray& b) { b.children[3]->buffers[3] = nullptr; },
     "'v': has a view"},
    {"day",
     [](MadeStream&, ArrowArray& b) {
         overwrite<std::int32_t>(*b.children[4], 1, 1, std::numeric_limits<std::int32_t>::max());
     },
     "'day': row 2 is a date outside"},
    {"moment",
     [](MadeStream&, ArrowArray& b) {
         overwrite<std::int64_t>(*b.children[5], 1, 1, std::numeric_limits<std::int64_t>::min());
     },
     "'at': row 2 is a date outside"},
};

class HostileArrow : public testing::TestWithParam<Spoilt> {};

TEST_P(HostileArrow, IsRefusedAndReleasedOnce) {
    MadeStream made(fields());
    fill(made);
    const bool there = GetParam().spoil != kSpoilt[0].spoil;
    GetParam().spoil(made, made.batches[0]);
    try {
        static_cast<void>(from_arrow(&made.stream, {}, {.threads = 2}));
        FAIL() << "nothing was refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input);
        EXPECT_NE(std::string(error.what()).find(GetParam().message), std::string::npos)
            << error.what();
        EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos) << error.what();
    }
    EXPECT_EQ(made.releases, there ? 1 : 0);
    EXPECT_EQ(made.stream.release, nullptr);
}

INSTANTIATE_TEST_SUITE_P(Streams, HostileArrow, testing::ValuesIn(kSpoilt), [](const auto& one) {
    return std::string(one.param.name);
});

TEST(HostileArrow, UnspoiltIsRead) {
    MadeStream made(fields());
    fill(made);
    EXPECT_EQ(from_arrow(&made.stream).row_count(), 4U);
    EXPECT_EQ(made.releases, 1);
}

TEST(HostileArrow, NullIsRefused) {
    EXPECT_THROW(static_cast<void>(from_arrow(nullptr)), Error);
}

TEST(HostileArrow, TypesThatAreNoCellsAreRefusedByName) {
    for (const char* format :
         {"+s",     "+l",  "+w:3", "+ud:0,1", "+r",  "z",   "Z",     "vz",
          "w:16",   "e",   "tts",  "tDs",     "tiM", "d:5", "d:5,9", "d:10,2,256",
          "d:99,2", "d:,", "ts",   "tsx:",    "",    "?",   "ii",    "\xff\xfe"}) {
        MadeStream made({MadeField{"odd", format}});
        try {
            static_cast<void>(from_arrow(&made.stream));
            FAIL() << format;
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()).find("'odd': has the Arrow type"), 0U)
                << error.what();
        }
        EXPECT_EQ(made.releases, 1);
    }
}

TEST(HostileArrow, PlacesInADictionaryAreWholeNumbers) {
    for (const char* format : {"u", "g", "b", "tdD"}) {
        MadeStream made({MadeField{"odd", format, "u"}});
        EXPECT_THROW(static_cast<void>(from_arrow(&made.stream)), Error) << format;
    }
}

TEST(HostileArrow, NamesMustBeDistinctAndThere) {
    const auto column = [] {
        return MadeArray(1).buffer(Bits{}).buffer(std::vector<std::int32_t>{1}).finish();
    };
    MadeStream twice({{"a", "i"}, {"a", "i"}});
    twice.batch({column(), column()}, 1);
    EXPECT_THROW(static_cast<void>(from_arrow(&twice.stream)), Error);
    MadeStream unnamed({MadeField{"", "i"}});
    unnamed.batch({column()}, 1);
    EXPECT_THROW(static_cast<void>(from_arrow(&unnamed.stream)), Error);
    MadeStream none(std::vector<MadeField>{});
    EXPECT_THROW(static_cast<void>(from_arrow(&none.stream)), Error);
    MadeStream unknown({MadeField{"age", "i"}});
    try {
        static_cast<void>(from_arrow(&unknown.stream, {.skip = {"agee"}}));
        FAIL() << "there is no such column";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("'age'"), std::string::npos) << error.what();
    }
}

TEST(HostileArrow, ReadingStopsWhenItIsCancelled) {
    const std::atomic<bool> stop = true;
    MadeStream made(fields());
    fill(made);
    try {
        static_cast<void>(from_arrow(&made.stream, {}, {.cancel = &stop}));
        FAIL() << "cancelled";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
    EXPECT_EQ(made.releases, 1);
}

}  // namespace
}  // namespace kanon
