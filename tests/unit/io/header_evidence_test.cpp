// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/header_evidence.hpp"

#include "kanon/io/text/header_words.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {
namespace {

/// Records from lines with cells parted by commas.
std::vector<std::vector<std::string>> records_of(const std::string& text) {
    std::vector<std::vector<std::string>> out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        out.emplace_back();
        std::istringstream cells(line + ",");
        for (std::string cell; std::getline(cells, cell, ',');) {
            out.back().push_back(cell);
        }
    }
    return out;
}

FirstRecord judge(const std::string& text, const std::vector<std::string>& known = {}) {
    return judge_first_record(records_of(text), known);
}

TEST(HeaderEvidence, WordsOverNumbersAreAHeader) {
    EXPECT_EQ(judge("a,b\n1,2\n"), FirstRecord::header);
    EXPECT_EQ(judge("name,zip\nAnna,02139\nBob,02140\n"), FirstRecord::header);
    EXPECT_EQ(judge("day,x\n2020-01-01,a\n"), FirstRecord::header);
    EXPECT_EQ(judge("q,dose\nx,5\ny,\nz,unknown\n"), FirstRecord::header);
}

TEST(HeaderEvidence, NumbersInTheFirstRecordAreData) {
    EXPECT_EQ(judge("39, State-gov\n50, Private\n"), FirstRecord::data);
    EXPECT_EQ(judge("Anna,02139\nBob,02140\n"), FirstRecord::data);
    EXPECT_EQ(judge("usual,1,proper\nusual,more,proper\n"), FirstRecord::data);
    EXPECT_EQ(judge("Anna,1964-04-12\n"), FirstRecord::data);
}

TEST(HeaderEvidence, APersonAmongPersonsIsData) {
    EXPECT_EQ(judge("Anna,Berlin,flu\nBob,Paris,cold\nCarl,Berlin,flu\n"), FirstRecord::data);
    EXPECT_EQ(judge("Female,Divorced\nMale,Married\nFemale,Widowed\n"), FirstRecord::data);
    EXPECT_EQ(judge("Kansas City,Sales\nOklahoma City,Sales\n"), FirstRecord::data);
}

TEST(HeaderEvidence, APersonWhoseValuesNobodyElseHasIsInDoubt) {
    EXPECT_EQ(judge("Anna Smith,Berlin\nBob Jones,Paris\nCarl May,Rome\n"), FirstRecord::doubt);
    EXPECT_EQ(judge("Anna\nBob\nCarl\n"), FirstRecord::doubt);
    EXPECT_EQ(judge("Anna,flu\nBob,\nCarl,\n"), FirstRecord::doubt);
    EXPECT_EQ(judge("Smith,Anna,Baker,refused\nJones,Bob,Smith,34\nMay,Carl,Cook,35\n"),
              FirstRecord::doubt)
        << "one answer in place of a number";
}

TEST(HeaderEvidence, NamesOfColumnsOverTextAreAHeader) {
    for (const char* header : {"name,city,disease",
                               "Name,City,Disease",
                               "NAME,CITY,DISEASE",
                               "first_name,home_town,x_y",
                               "firstName,lastName,diagnosis",
                               "patient-id,marital-status,ward",
                               "Vorname,Wohnort,Krankheit",
                               "prénom,ville,maladie",
                               "V1,V2,V3",
                               "a,b,c"}) {
        EXPECT_EQ(
            judge(std::string(header) + "\nAnna,Berlin,flu\nBob,Paris,cold\nCarl,Berlin,flu\n"),
            FirstRecord::header)
            << header;
    }
    EXPECT_EQ(judge("gender,state\nMale,MA\nFemale,NY\nMale,NY\n"), FirstRecord::header);
}

TEST(HeaderEvidence, AnotherStyleThanAllBelowIsAHeader) {
    EXPECT_EQ(judge("wibble,wobble\nAnna,NY\nBob,MA\nCarl,NY\nDora,MA\nEmil,CA\n"),
              FirstRecord::header);
    EXPECT_EQ(judge("wibble,wobble\nAnna,NY\n"), FirstRecord::doubt) << "too few rows";
}

TEST(HeaderEvidence, WhatSpeaksForBothIsDoubt) {
    EXPECT_EQ(judge("id,2020\n1,5\n2,6\n"), FirstRecord::doubt);
    EXPECT_EQ(judge("1,2,3\n10,4,6\n"), FirstRecord::doubt) << "numbers as names";
    EXPECT_EQ(judge("name,other\nAnna,other\nBob,flu\n"), FirstRecord::doubt);
    EXPECT_EQ(judge("name,age\nAnna,34\nname,age\nBob,35\n"), FirstRecord::doubt)
        << "two files in one";
}

TEST(HeaderEvidence, NamesThatTheCallerGoesByDecide) {
    const std::string text = "wer,was\nAnna,flu\nBob,cold\n";
    EXPECT_EQ(judge(text), FirstRecord::doubt);
    EXPECT_EQ(judge(text, {"was"}), FirstRecord::header);
    EXPECT_EQ(judge(text, {"was", "wo"}), FirstRecord::doubt);
    EXPECT_EQ(judge(text, {"column1", "column2"}), FirstRecord::data);
    EXPECT_EQ(judge(text, {"column3"}), FirstRecord::doubt);
}

TEST(HeaderEvidence, ALineOfWordsAloneIsAHeader) {
    EXPECT_EQ(judge("wibble,wobble\n"), FirstRecord::header);
    EXPECT_EQ(judge("wibble,5\n"), FirstRecord::data);
}

TEST(HeaderEvidence, WordsAreOfColumnsNotOfPersons) {
    for (const char* word : {"age", "zip", "geburtsdatum", "prénom", "apellido", "cognome"}) {
        EXPECT_TRUE(is_header_word(word)) << word;
    }
    for (const char* word : {"male", "female", "berlin", "anna", "flu", "private", ""}) {
        EXPECT_FALSE(is_header_word(word)) << word;
    }
}

}  // namespace
}  // namespace kanon::io
