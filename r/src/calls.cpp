// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include "kanon/kanon.h"

#include "frame.h"
#include "released.h"
#include "running.h"
#include <cpp11/declarations.hpp>
#include <cpp11/list.hpp>
#include <cpp11/named_arg.hpp>
#include <cpp11/strings.hpp>

#include <memory>
#include <string>

namespace kanon_r {
namespace {

using namespace cpp11::literals;

struct Freed {
    void operator()(kanon_error* error) const { kanon_error_free(error); }

    void operator()(kanon_result* result) const { kanon_result_free(result); }

    void operator()(kanon_audit* audit) const { kanon_audit_free(audit); }

    void operator()(kanon_findings* findings) const { kanon_findings_free(findings); }
};

template <class Handle>
using Owned = std::unique_ptr<Handle, Freed>;

// A text of R's that lives as long as this; null for NULL.
class Text {
public:
    explicit Text(SEXP given) {
        if (given != R_NilValue) {
            text_ = Rf_translateCharUTF8(STRING_ELT(given, 0));
            is_given_ = true;
        }
    }

    const char* get() const { return is_given_ ? text_.c_str() : nullptr; }

private:
    std::string text_;
    bool is_given_ = false;
};

// A table: a list of `path` and `read`, or of `columns` and `rows`; or NULL.
class Table {
public:
    explicit Table(SEXP given)
        : list_(given == R_NilValue ? cpp11::list() : cpp11::list(given)),
          is_given_(given != R_NilValue),
          path_(entry("path")),
          read_(entry("read")) {
        input_.path = path_.get();
        input_.read = read_.get();
        if (is_given_ && path_.get() == nullptr) {
            const double rows = Rf_asReal(entry("rows"));
            frame_ = frame_of(cpp11::list(entry("columns")), static_cast<std::int64_t>(rows));
            open_stream(frame_, &stream_);
            input_.stream = &stream_;
        }
    }

    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    ~Table() {
        if (stream_.release != nullptr) {
            stream_.release(&stream_);
        }
    }

    const kanon_input* get() const { return is_given_ ? &input_ : nullptr; }

private:
    SEXP entry(const char* name) const { return is_given_ ? SEXP(list_[name]) : R_NilValue; }

    cpp11::list list_;
    bool is_given_;
    Text path_;
    Text read_;
    std::shared_ptr<const Frame> frame_;
    ArrowArrayStream stream_{};
    kanon_input input_ = KANON_INPUT_INIT;
};

cpp11::sexp utf8(const char* text) {
    const cpp11::sexp characters(cpp11::safe[Rf_mkCharCE](text, CE_UTF8));
    return cpp11::safe[Rf_ScalarString](characters);
}

// What went wrong, as a list that R makes a condition of.
SEXP fault_of(const Outcome& outcome, const Owned<kanon_error>& error) {
    return cpp11::writable::list(
        {"status"_nm = static_cast<int>(outcome.status),
         "message"_nm = utf8(kanon_error_message(error.get())),
         "file"_nm = utf8(kanon_error_file(error.get())),
         "line"_nm = static_cast<double>(kanon_error_line(error.get())),
         "column"_nm = static_cast<double>(kanon_error_column(error.get())),
         "attribute"_nm = utf8(kanon_error_attribute(error.get())),
         "interrupted"_nm = outcome.is_interrupted,
         "late"_nm = outcome.is_late});
}

std::int32_t flag(const cpp11::list& job, const char* name) {
    const SEXP value = job[name];
    return value == R_NilValue ? 0 : Rf_asInteger(value);
}

void finalize(SEXP handle) {
    kanon_result_free(static_cast<kanon_result*>(R_ExternalPtrAddr(handle)));
    R_ClearExternalPtr(handle);
}

SEXP handle_of(Owned<kanon_result> result) {
    const cpp11::sexp out(cpp11::safe[R_MakeExternalPtr](result.get(), R_NilValue, R_NilValue));
    cpp11::safe[R_RegisterCFinalizerEx](out, finalize, TRUE);
    result.release();
    return out;
}

using TextCall = std::int32_t (*)(kanon_result*, const char**, kanon_error**);

// What was found, with its table where there is one.
SEXP found_of(const Outcome& outcome, kanon_findings* made) {
    const Owned<kanon_error> error(outcome.error);
    const Owned<kanon_findings> findings(made);
    if (outcome.status != KANON_OK) {
        return fault_of(outcome, error);
    }
    cpp11::sexp rows(R_NilValue);
    ArrowArrayStream stream{};
    if (kanon_findings_rows(findings.get(), &stream, nullptr) == KANON_OK) {
        const cpp11::writable::list columns = columns_of(stream);
        rows = SEXP(columns);
    }
    return cpp11::writable::list({"status"_nm = 0,
                                  "json"_nm = utf8(kanon_findings_json(findings.get())),
                                  "text"_nm = utf8(kanon_findings_text(findings.get())),
                                  "page"_nm = utf8(kanon_findings_page(findings.get())),
                                  "rows"_nm = rows});
}

TextCall text_call(const std::string& kind) {
    if (kind == "summary")
        return kanon_result_summary;
    if (kind == "text")
        return kanon_result_text;
    if (kind == "report")
        return kanon_result_report;
    if (kind == "recoding")
        return kanon_result_recoding;
    if (kind == "audit")
        return kanon_result_audit;
    if (kind == "warnings")
        return kanon_result_warnings;
    return kanon_result_policy;
}

}  // namespace

SEXP anonymize(SEXP table, SEXP job, SEXP settings, SEXP progress) {
    const Table input(table);
    const cpp11::list given(job);
    const Text policy(given["policy"]), policy_name(given["policy_name"]), output(given["output"]),
        summary(given["summary"]), page(given["report"]), save(given["save_recoding"]),
        apply(given["apply"]), ledger(given["ledger"]);
    kanon_anonymize_job asked = KANON_ANONYMIZE_JOB_INIT;
    asked.input = input.get();
    asked.policy = policy.get();
    asked.policy_name = policy_name.get();
    asked.output = output.get();
    asked.summary = summary.get();
    asked.report = page.get();
    asked.save_recoding = save.get();
    asked.apply_recoding = apply.get();
    asked.force = flag(given, "force");
    asked.replace = flag(given, "replace");
    asked.strict = flag(given, "strict");
    asked.prove = flag(given, "prove");
    asked.evaluate = flag(given, "evaluate");
    asked.shuffle = flag(given, "shuffle");
    asked.protect = flag(given, "protect");
    asked.require_fit = flag(given, "require_fit");
    asked.ledger = ledger.get();
    asked.not_the_first = flag(given, "not_the_first");
    kanon_result* made = nullptr;
    const Outcome outcome =
        carry_out(cpp11::list(settings), progress, [&](const kanon_run& run, kanon_error** error) {
            return kanon_anonymize(&asked, &run, &made, error);
        });
    const Owned<kanon_error> error(outcome.error);
    Owned<kanon_result> result(made);
    if (outcome.status != KANON_OK) {
        return fault_of(outcome, error);
    }
    return cpp11::writable::list({"status"_nm = 0, "handle"_nm = handle_of(std::move(result))});
}

SEXP result_text(SEXP handle, SEXP kind) {
    auto* const result = static_cast<kanon_result*>(R_ExternalPtrAddr(handle));
    const char* text = nullptr;
    kanon_error* fault = nullptr;
    Outcome outcome;
    outcome.status = text_call(CHAR(STRING_ELT(kind, 0)))(result, &text, &fault);
    const Owned<kanon_error> error(fault);
    return outcome.status == KANON_OK ? SEXP(utf8(text)) : fault_of(outcome, error);
}

SEXP result_table(SEXP handle) {
    auto* const result = static_cast<kanon_result*>(R_ExternalPtrAddr(handle));
    ArrowArrayStream stream{};
    kanon_error* fault = nullptr;
    Outcome outcome;
    outcome.status = kanon_result_release(result, &stream, &fault);
    const Owned<kanon_error> error(fault);
    if (outcome.status != KANON_OK) {
        return fault_of(outcome, error);
    }
    return cpp11::writable::list({"status"_nm = 0, "columns"_nm = columns_of(stream)});
}

SEXP verify(SEXP original, SEXP release, SEXP job, SEXP settings, SEXP progress) {
    const Table from(original);
    const Table to(release);
    const cpp11::list given(job);
    const Text policy(given["policy"]), policy_name(given["policy_name"]),
        summary(given["summary"]), ledger(given["ledger"]);
    kanon_verify_job asked = KANON_VERIFY_JOB_INIT;
    asked.original = from.get();
    asked.release = to.get();
    asked.policy = policy.get();
    asked.policy_name = policy_name.get();
    asked.summary = summary.get();
    asked.shuffled = flag(given, "shuffled");
    asked.show_values = flag(given, "show_values");
    asked.ledger = ledger.get();
    kanon_audit* made = nullptr;
    const Outcome outcome =
        carry_out(cpp11::list(settings), progress, [&](const kanon_run& run, kanon_error** error) {
            return kanon_verify(&asked, &run, &made, error);
        });
    const Owned<kanon_error> error(outcome.error);
    const Owned<kanon_audit> audit(made);
    if (outcome.status != KANON_OK) {
        return fault_of(outcome, error);
    }
    return cpp11::writable::list(
        {"status"_nm = 0, "json"_nm = utf8(kanon_audit_json(audit.get()))});
}

SEXP make_ledger(SEXP path) {
    const Text file(path);
    kanon_error* fault = nullptr;
    Outcome outcome;
    outcome.status = kanon_ledger_make(file.get(), &fault);
    const Owned<kanon_error> error(fault);
    return outcome.status == KANON_OK ? SEXP(cpp11::writable::list({"status"_nm = 0}))
                                      : fault_of(outcome, error);
}

SEXP study(SEXP job, SEXP settings, SEXP progress) {
    const cpp11::list given(job);
    const Table table(given["table"]);
    const Table release(given["release"]);
    const Table people(given["list"]);
    const Text verb(given["verb"]), policy(given["policy"]), policy_name(given["policy_name"]),
        options(given["options"]);
    kanon_study_job asked = KANON_STUDY_JOB_INIT;
    asked.verb = verb.get();
    asked.table = table.get();
    asked.release = release.get();
    asked.list = people.get();
    asked.policy = policy.get();
    asked.policy_name = policy_name.get();
    asked.options = options.get();
    kanon_findings* made = nullptr;
    const Outcome outcome =
        carry_out(cpp11::list(settings), progress, [&](const kanon_run& run, kanon_error** error) {
            return kanon_study(&asked, &run, &made, error);
        });
    return found_of(outcome, made);
}

SEXP tabulate(SEXP table, SEXP check, SEXP job, SEXP settings, SEXP progress) {
    const Table input(table);
    const Table published(check);
    const cpp11::list given(job);
    const Text by(given["by"]), person(given["person"]), total(given["total"]),
        policy(given["policy"]), policy_name(given["policy_name"]);
    kanon_tabulate_job asked = KANON_TABULATE_JOB_INIT;
    asked.input = input.get();
    asked.by = by.get();
    asked.k = static_cast<std::uint64_t>(Rf_asReal(given["k"]));
    asked.person = person.get();
    asked.total = total.get();
    asked.check = published.get();
    asked.policy = policy.get();
    asked.policy_name = policy_name.get();
    kanon_findings* made = nullptr;
    const Outcome outcome =
        carry_out(cpp11::list(settings), progress, [&](const kanon_run& run, kanon_error** error) {
            return kanon_tabulate(&asked, &run, &made, error);
        });
    return found_of(outcome, made);
}

}  // namespace kanon_r

extern "C" SEXP kanon_r_anonymize(SEXP table, SEXP job, SEXP settings, SEXP progress) {
    BEGIN_CPP11
    return kanon_r::anonymize(table, job, settings, progress);
    END_CPP11
}

extern "C" SEXP kanon_r_result_text(SEXP handle, SEXP kind) {
    BEGIN_CPP11
    return kanon_r::result_text(handle, kind);
    END_CPP11
}

extern "C" SEXP kanon_r_result_table(SEXP handle) {
    BEGIN_CPP11
    return kanon_r::result_table(handle);
    END_CPP11
}

extern "C" SEXP kanon_r_verify(
    SEXP original, SEXP release, SEXP job, SEXP settings, SEXP progress) {
    BEGIN_CPP11
    return kanon_r::verify(original, release, job, settings, progress);
    END_CPP11
}

extern "C" SEXP kanon_r_make_ledger(SEXP path) {
    BEGIN_CPP11
    return kanon_r::make_ledger(path);
    END_CPP11
}

extern "C" SEXP kanon_r_study(SEXP job, SEXP settings, SEXP progress) {
    BEGIN_CPP11
    return kanon_r::study(job, settings, progress);
    END_CPP11
}

extern "C" SEXP kanon_r_tabulate(SEXP table, SEXP check, SEXP job, SEXP settings, SEXP progress) {
    BEGIN_CPP11
    return kanon_r::tabulate(table, check, job, settings, progress);
    END_CPP11
}

// Whether a handle is one of this session's: of one that was loaded from a file nothing is left.
extern "C" SEXP kanon_r_is_here(SEXP handle) {
    return Rf_ScalarLogical(TYPEOF(handle) == EXTPTRSXP && R_ExternalPtrAddr(handle) != nullptr);
}

extern "C" SEXP kanon_r_version() {
    BEGIN_CPP11
    return kanon_r::utf8(kanon_version());
    END_CPP11
}
