// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/workbook_styles.hpp"

#include "kanon/io/foreign/clock_text.hpp"
#include "kanon/table/values/value_type.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <map>

namespace kanon::io {
namespace {

constexpr double kDaySeconds = 86400;

unsigned number_in(std::string_view text) {
    unsigned number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// The formats that have numbers and no code, those of Far Eastern calendars among them.
NumberKind kind_of_built_in(unsigned id) {
    struct Range {
        unsigned first;
        unsigned last;
        NumberKind kind;
    };

    constexpr std::array<Range, 8> kRanges{{{14, 17, NumberKind::date},
                                            {18, 21, NumberKind::time},
                                            {22, 22, NumberKind::date_time},
                                            {27, 31, NumberKind::date},
                                            {32, 35, NumberKind::time},
                                            {36, 36, NumberKind::date},
                                            {45, 47, NumberKind::duration},
                                            {50, 58, NumberKind::date}}};
    for (const Range& range : kRanges) {
        if (id >= range.first && id <= range.last) {
            return range.kind;
        }
    }
    return NumberKind::number;
}

/// Where a part of a format ends that is text and no pattern: in quotes, behind a backslash.
std::size_t end_of_text(std::string_view code, std::size_t at) {
    const char c = code[at];
    if (c == '\\' || c == '_' || c == '*') {
        return at + 1;
    }
    if (c == '"') {
        return code.find('"', at + 1);
    }
    return at;
}

/// `[h]`, `[mm]`: hours, minutes or seconds that go on beyond a day.
bool counts_on(std::string_view bracket) {
    return bracket.size() > 1 &&
           bracket.substr(1).find_first_not_of("hHmMsS") == std::string_view::npos;
}

class StyleHandler final : public XmlHandler {
public:
    void open(std::string_view element, const XmlAttributes& attributes) override {
        if (element == "numFmt") {
            codes_[number_in(attributes.value("numFmtId"))] =
                kind_of_format(attributes.value("formatCode"));
        } else if (element == "cellXfs") {
            in_formats_ = true;
        } else if (element == "xf" && in_formats_) {
            const unsigned id = number_in(attributes.value("numFmtId"));
            const auto own = codes_.find(id);
            kinds.push_back(own == codes_.end() ? kind_of_built_in(id) : own->second);
        }
    }

    void close(std::string_view element) override {
        in_formats_ = in_formats_ && element != "cellXfs";
    }

    void text(std::string_view /*piece*/) override {}

    std::vector<NumberKind> kinds;

private:
    std::map<unsigned, NumberKind> codes_;
    bool in_formats_ = false;
};

/// The date of a whole day; the day 60 of the older system is one that never was.
std::string text_of_day(double day, bool from_1904) {
    constexpr double kFirst1904 = -24107;  // days from 1904-01-01 to 1970-01-01
    constexpr double kFirst1900 = -25569;  // from 1899-12-30
    constexpr double kNever = 60;
    if (from_1904) {
        return day_text(day + kFirst1904);
    }
    return day == kNever ? "1900-02-29" : day_text(day + kFirst1900 + (day < kNever ? 1 : 0));
}

}  // namespace

NumberKind kind_of_format(std::string_view code) {
    bool date = false;
    bool time = false;
    bool month_or_minute = false;
    for (std::size_t at = 0; at < code.size() && code[at] != ';'; ++at) {
        const std::size_t end = code[at] == '[' ? code.find(']', at) : end_of_text(code, at);
        if (end == std::string_view::npos) {
            break;
        }
        if (code[at] == '[' && counts_on(code.substr(at, end - at))) {
            return NumberKind::duration;
        }
        const char c = end == at ? code[at] : ' ';
        date = date || c == 'y' || c == 'Y' || c == 'd' || c == 'D';
        time = time || c == 'h' || c == 'H' || c == 's' || c == 'S';
        month_or_minute = month_or_minute || c == 'm' || c == 'M';
        at = end;
    }
    if (date || (month_or_minute && !time)) {
        return time ? NumberKind::date_time : NumberKind::date;
    }
    return time ? NumberKind::time : NumberKind::number;
}

std::optional<std::string> text_of_days(double days, NumberKind kind, bool from_1904) {
    constexpr std::int64_t kDays = 2958466;  // up to the end of the year 9999
    constexpr std::int64_t kDays1904 = 2957004;
    constexpr std::int64_t kDay = 86400000;  // milliseconds
    if (!(days >= 0 && days < kDays)) {
        return std::nullopt;
    }
    const auto milliseconds = static_cast<std::int64_t>(std::llround(days * kDaySeconds * 1000));
    const std::int64_t day = milliseconds / kDay;
    const std::int64_t of_day = milliseconds % kDay;
    if (day >= (from_1904 ? kDays1904 : kDays)) {
        return std::nullopt;
    }
    const bool clock_alone = kind == NumberKind::duration || (kind == NumberKind::time && day == 0);
    if (clock_alone) {
        return clock_text(milliseconds);
    }
    if (day == 0 && !from_1904) {
        return of_day == 0 ? std::nullopt : std::optional(clock_text(of_day));
    }
    const std::string date = text_of_day(static_cast<double>(day), from_1904);
    return of_day == 0 ? date : date + " " + clock_text(of_day);
}

WorkbookStyles::WorkbookStyles(const WorkbookPackage& package) {
    if (!package.styles_part().empty()) {
        StyleHandler handler;
        package.scan(package.styles_part(), handler);
        kinds_ = std::move(handler.kinds);
    }
}

}  // namespace kanon::io
