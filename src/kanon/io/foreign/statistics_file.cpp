// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/statistics_file.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/ascii.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/io/files/byte_source.hpp"
#include "kanon/io/foreign/statistics_dates.hpp"

#include <readstat.h>

#include <exception>
#include <map>
#include <new>
#include <string_view>
#include <utility>

namespace kanon::io {
namespace {

struct FreeParser {
    void operator()(readstat_parser_t* parser) const { readstat_parser_free(parser); }
};

using Parser = std::unique_ptr<readstat_parser_t, FreeParser>;

/// What a file says of one of its variables.
struct Variable {
    std::string name;
    std::string label_set;
    TimeUnit unit = TimeUnit::none;
};

using LabelSet = std::map<std::string, std::string, std::less<>>;

/// One pass over a file: of its descriptions, or with a sink of its rows too. What is thrown in
/// libreadstat's callbacks is kept until it is left.
class StatisticsPass {
public:
    StatisticsPass(const ForeignFile& file, Format format, RowSink* sink)
        : file_(file), format_(format), sink_(sink), parser_(readstat_parser_init()) {
        if (parser_ == nullptr) {
            throw std::bad_alloc();
        }
        readstat_set_variable_handler(parser_.get(), on_variable);
        readstat_set_value_label_handler(parser_.get(), on_label);
        if (sink != nullptr) {
            readstat_set_value_handler(parser_.get(), on_value);
        }
        if (!file.options.encoding.empty()) {
            readstat_set_file_character_encoding(parser_.get(), file.options.encoding.c_str());
        }
    }

    void run() {
        const readstat_error_t state = parse();
        if (failure_) {
            std::rethrow_exception(failure_);
        }
        if (state != READSTAT_OK && !stopped_) {
            refuse(state);
        }
    }

    [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }

    [[nodiscard]] const std::map<std::string, LabelSet>& label_sets() const { return label_sets_; }

    [[nodiscard]] const std::vector<bool>& has_declared_missing() const {
        return has_declared_missing_;
    }

private:
    readstat_error_t parse() {
        const char* path = file_.path.c_str();
        switch (format_) {
            case Format::stata:
                return readstat_parse_dta(parser_.get(), path, this);
            case Format::sas:
                return start_of_text(file_.path, kLook).starts_with("HEADER RECORD")
                           ? readstat_parse_xport(parser_.get(), path, this)
                           : readstat_parse_sas7bdat(parser_.get(), path, this);
            default:
                return start_of_text(file_.path, kLook).starts_with("$FL")
                           ? readstat_parse_sav(parser_.get(), path, this)
                           : readstat_parse_por(parser_.get(), path, this);
        }
    }

    [[noreturn]] void refuse(readstat_error_t state) const {
        std::string message = "the file is cut short or damaged; fetch it again";
        switch (state) {
            case READSTAT_ERROR_MALLOC:
                message =
                    "the file asks for more memory than there is; it is damaged, or too large";
                break;
            case READSTAT_ERROR_UNSUPPORTED_CHARSET:
            case READSTAT_ERROR_CONVERT:
            case READSTAT_ERROR_CONVERT_BAD_STRING:
            case READSTAT_ERROR_CONVERT_SHORT_STRING:
            case READSTAT_ERROR_CONVERT_LONG_STRING:
                message =
                    "holds text that is not in the encoding which the file says; say its "
                    "--encoding";
                break;
            case READSTAT_ERROR_UNSUPPORTED_COMPRESSION:
            case READSTAT_ERROR_UNSUPPORTED_FILE_FORMAT_VERSION:
                message = "is of a version that is not known; save it in an older one, or as CSV";
                break;
            default:
                break;
        }
        throw Error(ErrorCode::bad_input, message, {.file = file_.name});
    }

    template <class Do>
    int guarded(const Do& what) {
        if (failure_) {
            return READSTAT_HANDLER_ABORT;
        }
        try {
            return what() ? READSTAT_HANDLER_OK : READSTAT_HANDLER_ABORT;
        } catch (...) {
            failure_ = std::current_exception();
            return READSTAT_HANDLER_ABORT;
        }
    }

    static StatisticsPass& of(void* self) { return *static_cast<StatisticsPass*>(self); }

    static int on_variable(int /*index*/,
                           readstat_variable_t* variable,
                           const char* label_set,
                           void* self) {
        return of(self).guarded([&] { return of(self).take_variable(variable, label_set); });
    }

    static int on_label(const char* label_set,
                        readstat_value_t value,
                        const char* label,
                        void* self) {
        return of(self).guarded([&] { return of(self).take_label(label_set, value, label); });
    }

    static int on_value(int /*row*/,
                        readstat_variable_t* variable,
                        readstat_value_t value,
                        void* self) {
        return of(self).guarded([&] { return of(self).take_value(variable, value); });
    }

    bool take_variable(readstat_variable_t* variable, const char* label_set) {
        const char* name = readstat_variable_get_name(variable);
        const char* format = readstat_variable_get_format(variable);
        const bool is_number =
            readstat_variable_get_type_class(variable) == READSTAT_TYPE_CLASS_NUMERIC;
        variables_.push_back({.name = name == nullptr ? "" : name,
                              .label_set = label_set == nullptr ? "" : label_set,
                              .unit = is_number && format != nullptr
                                          ? unit_of_format(format_, format)
                                          : TimeUnit::none});
        has_declared_missing_.push_back(false);
        return true;
    }

    bool take_label(const char* label_set, readstat_value_t value, const char* label) {
        const bool is_text = readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING;
        if (label == nullptr || label_set == nullptr ||
            (!is_text && readstat_value_is_system_missing(value) != 0) ||
            readstat_value_is_tagged_missing(value) != 0) {
            return true;
        }
        if (first_invalid_utf8(label)) {
            refuse(READSTAT_ERROR_CONVERT_BAD_STRING);
        }
        const std::string key = is_text ? text_of_string(value) : number_key_of(value);
        label_sets_[label_set].insert_or_assign(key, label);
        return true;
    }

    static std::string text_of_string(readstat_value_t value) {
        const char* text = readstat_string_value(value);
        return text == nullptr ? "" : text;
    }

    static std::string number_key_of(readstat_value_t value) {
        const double number = readstat_double_value(value);
        const auto whole = whole_number_of(number);
        return whole ? std::to_string(*whole) : number_text(number);
    }

    bool take_value(readstat_variable_t* variable, readstat_value_t value) {
        const auto column = static_cast<std::size_t>(readstat_variable_get_index(variable));
        if (readstat_value_is_missing(value, variable) != 0) {
            const bool declared = readstat_value_is_defined_missing(value, variable) != 0 ||
                                  readstat_value_is_tagged_missing(value) != 0;
            has_declared_missing_[column] = has_declared_missing_[column] || declared;
            if (declared) {
                sink_->note_value();
            }
        } else {
            put(column, value);
        }
        stopped_ = column + 1 == variables_.size() && !sink_->end_row();
        return !stopped_;
    }

    void put(std::size_t column, readstat_value_t value) {
        const TimeUnit unit = variables_[column].unit;
        if (!sink_->wants(column)) {
            put_unwanted(value);
            return;
        }
        if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
            sink_->put(column, CellKind::text, text_of_string(value));
        } else if (unit != TimeUnit::none) {
            put_time(column, readstat_double_value(value));
        } else if (readstat_value_type(value) == READSTAT_TYPE_FLOAT &&
                   !whole_number_of(readstat_double_value(value))) {
            sink_->put_number(column, readstat_float_value(value));
        } else {
            sink_->put_number_as_whole(column, readstat_double_value(value));
        }
    }

    /// Whether a row has any value does not depend on which columns are wanted.
    void put_unwanted(readstat_value_t value) {
        const bool is_text = readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING;
        if (!is_text || !is_blank(text_of_string(value))) {
            sink_->note_value();
        }
    }

    void put_time(std::size_t column, double value) {
        constexpr std::size_t kDate = 10;
        constexpr std::size_t kDateTime = 19;
        const auto text = text_of_time(format_, variables_[column].unit, value);
        if (!text) {
            sink_->refuse(column,
                          "is a date or time outside the years 0000 to 9999; make it missing");
        }
        const bool is_date = text->size() >= kDate && (*text)[4] == '-' && (*text)[7] == '-';
        sink_->put(column,
                   !is_date                   ? CellKind::text
                   : text->size() < kDateTime ? CellKind::date
                                              : CellKind::date_time,
                   *text);
    }

    static constexpr std::size_t kLook = 16;

    ForeignFile file_;
    Format format_;
    RowSink* sink_;
    Parser parser_;
    std::vector<Variable> variables_;
    std::map<std::string, LabelSet> label_sets_;
    std::vector<bool> has_declared_missing_;
    bool stopped_ = false;
    std::exception_ptr failure_;
};

class StatisticsTable final : public ForeignTable {
public:
    StatisticsTable(const ForeignFile& file, Format format) : file_(file), format_(format) {
        StatisticsPass pass(file, format, nullptr);
        pass.run();
        for (const Variable& variable : pass.variables()) {
            const auto labels = pass.label_sets().find(variable.label_set);
            const bool labelled =
                variable.unit == TimeUnit::none && labels != pass.label_sets().end();
            columns_.push_back(
                {.name = variable.name, .labels = labelled ? labels->second : LabelSet()});
        }
        if (columns_.empty()) {
            throw Error(ErrorCode::bad_input,
                        "the file has no variables; a table needs one at least",
                        {.file = file.name});
        }
    }

    [[nodiscard]] const std::vector<ForeignColumn>& columns() const override { return columns_; }

    void read(RowSink& sink) override {
        StatisticsPass pass(file_, format_, &sink);
        pass.run();
        declared_missing_.clear();
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            if (pass.has_declared_missing()[column]) {
                declared_missing_.push_back(columns_[column].name);
            }
        }
    }

    [[nodiscard]] std::vector<std::string> said() const override {
        if (declared_missing_.empty()) {
            return {};
        }
        return {"values that the file declares missing are missing: in " +
                names_text(declared_missing_)};
    }

private:
    ForeignFile file_;
    Format format_;
    std::vector<ForeignColumn> columns_;
    std::vector<std::string> declared_missing_;
};

}  // namespace

std::unique_ptr<ForeignTable> open_statistics_file(const ForeignFile& file, Format format) {
    return std::make_unique<StatisticsTable>(file, format);
}

}  // namespace kanon::io
