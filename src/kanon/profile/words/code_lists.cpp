// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/words/code_lists.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/profile/words/value_sample.hpp"

#include <algorithm>
#include <string>

namespace kanon::profile {
namespace {

/// Blanks around each entry, so that a look-up is a search for one text.
constexpr std::string_view kCountries2 =
    " AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR "
    "BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ "
    "EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW "
    "GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY "
    "KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV "
    "MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY "
    "QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG "
    "TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA "
    "ZM ZW UK ";
constexpr std::string_view kCountries3 =
    " AFG ALB DZA AND AGO ARG ARM AUS AUT AZE BHS BHR BGD BRB BLR BEL BLZ BEN BTN BOL BIH BWA BRA "
    "BRN BGR BFA BDI KHM CMR CAN CPV CAF TCD CHL CHN COL COM COG COD CRI CIV HRV CUB CYP CZE DNK "
    "DJI DMA DOM ECU EGY SLV GNQ ERI EST SWZ ETH FJI FIN FRA GAB GMB GEO DEU GHA GRC GRD GTM GIN "
    "GNB GUY HTI HND HKG HUN ISL IND IDN IRN IRQ IRL ISR ITA JAM JPN JOR KAZ KEN KIR PRK KOR XKX "
    "KWT KGZ LAO LVA LBN LSO LBR LBY LIE LTU LUX MAC MDG MWI MYS MDV MLI MLT MHL MRT MUS MEX FSM "
    "MDA MCO MNG MNE MAR MOZ MMR NAM NRU NPL NLD NZL NIC NER NGA MKD NOR OMN PAK PLW PSE PAN PNG "
    "PRY PER PHL POL PRT PRI QAT ROU RUS RWA KNA LCA VCT WSM SMR STP SAU SEN SRB SYC SLE SGP SVK "
    "SVN SLB SOM ZAF SSD ESP LKA SDN SUR SWE CHE SYR TWN TJK TZA THA TLS TGO TON TTO TUN TUR TKM "
    "TUV UGA UKR ARE GBR USA URY UZB VUT VEN VNM YEM ZMB ZWE ";
constexpr std::string_view kStates =
    " AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ "
    "NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS FM GU MH MP PR PW VI UM ";
constexpr std::string_view kNutsCountries =
    " AL AT BE BG CH CY CZ DE DK EE EL ES FI FR HR HU IE IS IT LI LT LU LV ME MK MT NL NO PL PT RO "
    "RS SE SI SK TR UK ";
constexpr std::string_view kYesNo =
    " y n yes no true false t f j ja nein oui non o si s na unknown unk refused ";
constexpr int kGreatestStateNumber = 78;  // of the US Virgin Islands

bool is_among(std::string_view list, std::string_view text) {
    return !text.empty() && text.find(' ') == std::string_view::npos &&
           list.find(" " + std::string(text) + " ") != std::string_view::npos;
}

bool all_digits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), is_digit);
}

bool is_letter_or_digit(char c) {
    return is_digit(c) || is_letter(c);
}

}  // namespace

bool is_country_code(std::string_view text) {
    return (text.size() == 2 && is_among(kCountries2, text)) ||
           (text.size() == 3 && is_among(kCountries3, text));
}

bool is_us_state(std::string_view text) {
    return text.size() == 2 && is_among(kStates, text);
}

bool is_nuts_region(std::string_view text) {
    return text.size() >= 3 && text.size() <= 5 && is_among(kNutsCountries, text.substr(0, 2)) &&
           std::all_of(text.begin() + 2, text.end(), is_letter_or_digit) &&
           std::any_of(text.begin() + 2, text.end(), is_digit);
}

bool is_fips_code(std::string_view text) {
    constexpr std::size_t kCounty = 5;
    constexpr std::size_t kTract = 11;
    constexpr std::size_t kBlockGroup = 12;
    const bool long_enough =
        text.size() == kCounty || text.size() == kTract || text.size() == kBlockGroup;
    if (!long_enough || !all_digits(text)) {
        return false;
    }
    const int state = (text[0] - '0') * 10 + (text[1] - '0');
    const int last_of_county = text[4] - '0';
    // Counties have odd numbers, but for independent cities and the like, which are few.
    return state >= 1 && state <= kGreatestStateNumber &&
           (text.size() > kCounty || last_of_county % 2 == 1);
}

bool looks_like_icd(std::string_view text) {
    constexpr std::size_t kCategory = 3;
    constexpr std::size_t kLongest = 8;
    if (text.size() < kCategory || text.size() > kLongest || !is_letter(text[0]) ||
        !is_digit(text[1]) || !is_letter_or_digit(text[2])) {
        return false;
    }
    std::string_view rest = text.substr(kCategory);
    if (!rest.empty() && rest.front() == '.') {
        rest.remove_prefix(1);
        return !rest.empty() && std::all_of(rest.begin(), rest.end(), is_letter_or_digit);
    }
    return std::all_of(rest.begin(), rest.end(), is_letter_or_digit);
}

bool is_yes_no_word(std::string_view text) {
    std::string word;
    for (const char c : text) {
        const bool upper = c >= 'A' && c <= 'Z';
        if (upper) {
            word += static_cast<char>(c - 'A' + 'a');
        } else if (c != '/' && c != '.') {
            word += c;
        }
    }
    return is_among(kYesNo, word);
}

}  // namespace kanon::profile
