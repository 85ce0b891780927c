// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/stage.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon::engine {
namespace {

struct Told {
    std::vector<double> shares;
    std::string stage;
    double total = 0;

    [[nodiscard]] RunContext context() {
        return {.progress = [this](const Progress& progress) {
            shares.push_back(progress.done);
            stage = progress.stage;
            total = progress.total;
        }};
    }
};

TEST(Stage, TellsRowsOfThoseThatThereAre) {
    Told told;
    const RunContext context = told.context();
    Stage stage(&context, "count the rows", 1'000'000);
    EXPECT_EQ(told.shares, std::vector<double>{0});
    EXPECT_EQ(told.total, 1);
    stage.add(250'000);
    stage.add(1);  // too few to be told of
    EXPECT_EQ(told.shares, (std::vector<double>{0, 0.25}));
    stage.add(2'000'000);  // a catalogue may know too few
    EXPECT_EQ(told.shares.back(), 1);
    EXPECT_EQ(told.stage, "count the rows");
}

TEST(Stage, TellsHowFarTheEngineIsBeforeTheFirstRow) {
    Told told;
    const RunContext context = told.context();
    Stage stage(&context, "write", 0);
    EXPECT_EQ(told.total, 0) << "not known";
    stage.set_share(0.5);
    stage.tell();
    EXPECT_EQ(told.shares.back(), 0.5);
    EXPECT_EQ(told.total, 1);
    Stage parts(&context, "solve", 100'000, true);
    parts.set_share(0.9);
    parts.add(70'000);
    EXPECT_EQ(told.shares.back(), 0.7) << "the engine's counter is of one statement of many";
}

TEST(Stage, OfAnotherStageTellsNobody) {
    Told told;
    const RunContext context = told.context();
    Stage whole(&context, "copy the rows", 10);
    const std::size_t before = told.shares.size();
    Stage stage(nullptr, "count the rows", 10);
    stage.add(1'000'000);
    stage.tell();
    EXPECT_EQ(told.shares.size(), before);
    whole.tell();
    EXPECT_EQ(told.stage, "copy the rows");
    EXPECT_EQ(told.shares.back(), 0) << "rows of the other stage are none of this one";
}

}  // namespace
}  // namespace kanon::engine
