/* SPDX-License-Identifier: Apache-2.0 */
#ifndef KANON_KANON_H
#define KANON_KANON_H

/* kanon for other languages: a file or an Arrow C stream in, a policy as YAML or JSON text in; a summary as JSON
 * and an Arrow C stream out. Plain C99; no exception and no C++ type crosses it. docs/c.md has an example.
 *
 * Structs begin with their size, so that fields can be added behind the last one: fill a struct with its
 * ..._INIT and set what is wanted. A field that is zero or null means what its comment says. Texts are UTF-8 that ends with NUL.
 *
 * Every call that can fail gives a status. Where it is not KANON_OK, `*error` (if error is not null) is a text to
 * be freed by kanon_error_free(): one line with the place, the fault and what to do, without cells of the table. Calls
 * do not share state: they may run in several threads at once, each with handles of its own. The same
 * input, policy and seed give the same release for any number of threads. */

/* NOLINTBEGIN(modernize-use-using,modernize-deprecated-headers,readability-identifier-naming): plain C */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ArrowArrayStream; /* of the Arrow C stream interface */

/* Grows when a field or a function is added; what was there before keeps its meaning. */
#define KANON_ABI_VERSION 1

/* KANON_ABI_VERSION of the library that runs. */
int32_t kanon_abi_version(void);

/* The version of kanon, e.g. "0.1.0". Not to be freed. */
const char* kanon_version(void);

/* What came of a call: the numbers of the command line's exit statuses. */
enum {
    KANON_OK = 0,
    KANON_AUDIT_FAILED = 1,  /* the auditor refused the release: a fault of kanon */
    KANON_USAGE = 2,         /* an argument is wrong */
    KANON_BAD_INPUT = 3,     /* the table cannot be read or is not fit for the job */
    KANON_BAD_POLICY = 4,    /* the policy is malformed or does not fit the table */
    KANON_BAD_HIERARCHY = 5, /* a hierarchy is malformed or does not cover the data */
    KANON_INFEASIBLE = 6,    /* no release keeps the promise */
    KANON_BAD_OUTPUT = 7,    /* a target cannot be written */
    KANON_TIMED_OUT = 8,     /* out of time before any release was found */
    KANON_WARNED = 9,        /* `strict`, and a warning is open */
    KANON_FAULT = 70,        /* out of memory, or a fault of kanon */
    KANON_CANCELLED = 130    /* kanon_stop_now() was called */
};

/* Why a call failed. */
typedef struct kanon_error kanon_error;

const char* kanon_error_message(const kanon_error* error);

/* Where the fault lies: "" or 0 where that is not known. Lines and columns count from 1. */
const char* kanon_error_file(const kanon_error* error);
uint64_t kanon_error_line(const kanon_error* error);
uint64_t kanon_error_column(const kanon_error* error);
const char* kanon_error_attribute(const kanon_error* error);

/* Null is freed as well, here and below. */
void kanon_error_free(kanon_error* error);

/* Ends calls from another thread, or from a signal handler. */
typedef struct kanon_stop kanon_stop;

/* Null where there is no memory. */
kanon_stop* kanon_stop_new(void);

/* Calls that were given it end soon, by KANON_CANCELLED. */
void kanon_stop_now(kanon_stop* stop);

/* To be called when all calls that were given it have ended. */
void kanon_stop_free(kanon_stop* stop);

/* A table: a path or an address (docs/reading.md), or a stream. */
typedef struct kanon_input {
    size_t struct_size;
    const char* path;                /* null: the stream is read */
    struct ArrowArrayStream* stream; /* is taken: released in the end, whatever happens */
    const char* read;                /* how a file is read, a JSON object by the keys that policies have for it, such as
                                        {"delimiter": ";", "header": true}; null: as the file suggests */
} kanon_input;

#define KANON_INPUT_INIT \
    { sizeof(kanon_input), NULL, NULL, NULL }

/* How far a stage has come, in its own unit; total 0: not known. Called rarely, from a thread of the call. */
typedef void (*kanon_progress)(void* data, const char* stage, double done, double total);

/* How a call is carried out. */
typedef struct kanon_run {
    size_t struct_size;
    uint64_t seed;             /* of the search; 0: 1 */
    uint32_t threads;          /* 0: one for each core */
    double time_limit_seconds; /* 0: none */
    uint64_t node_limit;       /* steps of the search, a stop that can be repeated; 0: none */
    uint64_t memory_limit;     /* bytes that a database within the process may hold; 0: its own choice */
    const kanon_stop* stop;    /* may be null */
    kanon_progress progress;   /* may be null */
    void* progress_data;
} kanon_run;

#define KANON_RUN_INIT \
    { sizeof(kanon_run), 0, 0, 0, 0, 0, NULL, NULL, NULL }

/* What to anonymize, and by what policy. */
typedef struct kanon_anonymize_job {
    size_t struct_size;
    const kanon_input* input;
    const char* policy;         /* YAML or JSON, docs/policy.md; null is refused: a promise is never guessed */
    const char* policy_name;    /* the file it is from: relative paths in it are found beside it; null: from no file, so
                                   that it may name some columns or none: what it leaves open is decided as without a policy */
    const char* output;         /* where the release is written, a path or an address; null: nowhere, see kanon_result_release() */
    const char* summary;        /* the same for the summary as JSON */
    const char* report;         /* and for the report as HTML */
    const char* save_recoding;  /* and for the decision, to be applied to another table */
    const char* apply_recoding; /* take the decision that stands in this file in place of a search; null: search */
    int32_t force;              /* 1: replace what stands at the targets */
    int32_t replace;            /* 1: fill the table of a database that is the target in place (docs/engines.md) */
    int32_t strict;             /* 1: refuse to release while a warning is open */
    int32_t prove;              /* 1: spend what is left of the time on the gap between release and bound */
    int32_t evaluate;           /* 1: say in summary and report what the release is still good for */
    int32_t shuffle;            /* 1: random order of rows; -1: never; 0: without a policy where the order tells a column, else never */
    int32_t protect;            /* 1: add what keeps a release from disclosing much (docs/defaults.md); -1: add nothing; 0: where
                                   the policy is from no file */
    int32_t require_fit;        /* 1: refuse a release that still discloses too much; -1: do not; 0: where the policy is from no
                                   file */
    const char* ledger;         /* file of a ledger (docs/guide/every-year.md): the promise is about all of its releases and this
                                   one, which is added; null: none */
    int32_t not_the_first;      /* 1: the people were released before, and no ledger says how: warn of it */
} kanon_anonymize_job;

#define KANON_ANONYMIZE_JOB_INIT \
    { sizeof(kanon_anonymize_job), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0 }

/* A release that the auditor has proven, and what is known of it. */
typedef struct kanon_result kanon_result;

/* Anonymize a table and prove the release; targets appear whole and at once, or not at all. `*result` is to be
 * freed by kanon_result_free(), and null where the status is not KANON_OK. `run` may be null. */
int32_t kanon_anonymize(const kanon_anonymize_job* job,
                        const kanon_run* run,
                        kanon_result** result,
                        kanon_error** error);

/* The summary as JSON (docs/summary.md), the run in words, the report as HTML, the decision (docs/recoding.md), and the policy as YAML by which the same
 * table gives the same release, the audit as of kanon_audit_json(), and the warnings: an array of `code`, `text`, `columns`,
 * `accepted` (why, or null) and `remedy`. Each is made by the first call and lasts as long as the result, which one thread at a time may look at. */
int32_t kanon_result_summary(kanon_result* result, const char** text, kanon_error** error);
int32_t kanon_result_text(kanon_result* result, const char** text, kanon_error** error);
int32_t kanon_result_report(kanon_result* result, const char** text, kanon_error** error);
int32_t kanon_result_recoding(kanon_result* result, const char** text, kanon_error** error);
int32_t kanon_result_policy(kanon_result* result, const char** text, kanon_error** error);
int32_t kanon_result_audit(kanon_result* result, const char** text, kanon_error** error);
int32_t kanon_result_warnings(kanon_result* result, const char** text, kanon_error** error);

/* The released table; whoever holds the stream releases it, before or after the result. Refused where the rows never left their database. */
int32_t kanon_result_release(kanon_result* result, struct ArrowArrayStream* out, kanon_error** error);

void kanon_result_free(kanon_result* result);

/* A release to be held against its original. */
typedef struct kanon_verify_job {
    size_t struct_size;
    const kanon_input* original;
    const kanon_input* release;
    const char* policy;      /* as of kanon_anonymize_job */
    const char* policy_name;
    const char* summary;     /* a summary (a file) whose counts are held against the tables; null: none */
    int32_t shuffled;        /* 1: the released rows stand in another order */
    int32_t show_values;     /* 1: faults may quote cells */
    const char* key;         /* file of the key of pseudonyms and shifted dates; null: it is elsewhere */
    const char* ledger;      /* file of the ledger that has the release: all of its releases are held against each other; null:
                                none */
} kanon_verify_job;

#define KANON_VERIFY_JOB_INIT \
    { sizeof(kanon_verify_job), NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL }

enum { KANON_HOLDS = 0, KANON_BROKEN = 1, KANON_COULD_NOT_TELL = 2 };

/* What the auditor found. */
typedef struct kanon_audit kanon_audit;

/* Prove a release, or name what is broken. KANON_OK says that there is a verdict, not which. */
int32_t kanon_verify(const kanon_verify_job* job, const kanon_run* run, kanon_audit** audit, kanon_error** error);

/* KANON_HOLDS, KANON_BROKEN or KANON_COULD_NOT_TELL. */
int32_t kanon_audit_verdict(const kanon_audit* audit);

/* Checks, proofs, faults and what could not be decided, as JSON (docs/audit.md). Lasts as long as the audit. */
const char* kanon_audit_json(const kanon_audit* audit);

void kanon_audit_free(kanon_audit* audit);

/* Make the file of a ledger without releases, for its owner alone; nothing is ever overwritten. What it holds says
 * kanon_study() with the verb `ledger`. */
int32_t kanon_ledger_make(const char* path, kanon_error** error);

/* What the verbs that release nothing are asked. `options` has these keys:
 *
 *   inspect      table                            missing[]
 *   risk         table, release or none           threshold, sample-fraction, weights, strata[], household, suda, suda-size,
 *                                                 rows, ledger (of an m-invariant release); with household: the figures of `kanon risk --household`
 *   compare      table                            ks[], methods[], seconds-each
 *   explore      table                            most-nodes
 *   evaluate     table, release                   targets[], parts[], regress, folds, most-rows, queries, dimensions, selectivity,
 *                                                 gs-factor, shuffled
 *   attack link  release, list, or table as well  on[]: "NAME" or "RELEASED=LISTED"
 *   policy       no table: the policy as JSON
 *   ledger       no table                         file; of each release its `persons`, and `k` or `m`
 *   methods      no table: name, recoding, guarantee and summary of each method */
typedef struct kanon_study_job {
    size_t struct_size;
    const char* verb;           /* one of these */
    const kanon_input* table;   /* the original */
    const kanon_input* release; /* what was released of it */
    const kanon_input* list;    /* persons whom an attacker knows */
    const char* policy;         /* as of kanon_anonymize_job, but null: one that names nothing */
    const char* policy_name;
    const char* options;        /* a JSON object; null: none */
} kanon_study_job;

#define KANON_STUDY_JOB_INIT \
    { sizeof(kanon_study_job), NULL, NULL, NULL, NULL, NULL, NULL, NULL }

/* What was found. */
typedef struct kanon_findings kanon_findings;

/* Answer a question about tables; nothing is written. Refused: a verb, a key or a type of an option that is not known, by KANON_USAGE. */
int32_t kanon_study(const kanon_study_job* job, const kanon_run* run, kanon_findings** findings, kanon_error** error);

/* The figures as JSON, as the command writes them. Lasts as long as the findings, as do the others. */
const char* kanon_findings_json(const kanon_findings* findings);

/* What people read of them; of `policy`, YAML. "" where there is none. */
const char* kanon_findings_text(const kanon_findings* findings);

/* `compare`, `explore`: a picture (SVG); `evaluate`: a page (HTML); `inspect`: the policy that is suggested (YAML); else "". */
const char* kanon_findings_page(const kanon_findings* findings);

/* `risk` with `rows`: the risk of each row; kanon_tabulate(): the tables. To be released by who holds the stream. Refused where
 * it was not asked for. */
int32_t kanon_findings_rows(const kanon_findings* findings, struct ArrowArrayStream* out, kanon_error** error);

void kanon_findings_free(kanon_findings* findings);

/* What is asked of linked tables (docs/linked.md). `verb` is one of
 *
 *   anonymize    release all tables into `release`: a folder, a new database, or of households a file
 *   verify       prove `release`; its JSON has `passed`
 *   risk         how easily subjects are found, in `release` as well if it is given
 *   attack link  join all tables of `release` with those it is of */
typedef struct kanon_linked_job {
    size_t struct_size;
    const char* verb;
    const char* policy;      /* a policy with a `schema` or a `household`; never null */
    const char* policy_name; /* in messages; paths of the schema are relative to its folder. Null: this folder */
    const char* persons;     /* of households: the table of persons, by its path */
    const char* release;
    const char* summary; /* of anonymize: file for the JSON; null: none */
    const char* report;  /* likewise for the page */
    int32_t force;       /* not 0: files that are there are replaced, but never a database */
} kanon_linked_job;

#define KANON_LINKED_JOB_INIT \
    { sizeof(kanon_linked_job), NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0 }

/* Answer with the JSON and the text of the command, and of anonymize the page of its report. */
int32_t kanon_linked(const kanon_linked_job* job, const kanon_run* run, kanon_findings** findings, kanon_error** error);

/* Which count tables to make, or to judge (docs/tabulate.md). */
typedef struct kanon_tabulate_job {
    size_t struct_size;
    const kanon_input* input;
    const char* by;           /* the columns of each table, an array of JSON: [["region", "sex"], ["sex", "ill"]]; never null. "age@2"
                                 counts by the labels of level 2 of its hierarchy */
    uint64_t k;               /* counts below this are suppressed; 0: 5 */
    const char* person;       /* count persons: distinct values of this column; null: rows */
    const char* total;        /* how all values together are spelled; null: Total */
    const kanon_input* check; /* judge these tables, made by the same fields; null: make some */
    const char* policy;       /* with hierarchies, types and marks of missing values, as of kanon_anonymize_job; null: what suits the
                                 columns */
    const char* policy_name;
} kanon_tabulate_job;

#define KANON_TABULATE_JOB_INIT \
    { sizeof(kanon_tabulate_job), NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL }

/* Make count tables whose small counts cannot be found out and prove it, or judge some. The findings have the JSON of the
 * summary, whose `verdict` is `proven`, `broken` or `undecided`; the text; and by kanon_findings_rows() all tables as one, a row
 * for each cell: its columns and `count`, as text, `*` where it is suppressed. Nothing is written. */
int32_t kanon_tabulate(const kanon_tabulate_job* job, const kanon_run* run, kanon_findings** findings, kanon_error** error);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-use-using,modernize-deprecated-headers,readability-identifier-naming) */
#endif
