/* SPDX-License-Identifier: Apache-2.0 */
/* A release by the C interface: a file in, a file and a summary out. docs/c.md shows it. */
#include <kanon/kanon.h>
#include <stdio.h>

static const char* const people = "age,ill\n31,flu\n32,flu\n33,cold\n61,cold\n62,flu\n63,cold\n";

static int write_people(const char* path) {
    FILE* file = fopen(path, "w");
    if (file == NULL) {
        return 0;
    }
    fputs(people, file);
    return fclose(file) == 0;
}

int main(void) {
    kanon_input input = KANON_INPUT_INIT;
    kanon_anonymize_job job = KANON_ANONYMIZE_JOB_INIT;
    kanon_result* result = NULL;
    kanon_error* error = NULL;
    const char* summary = NULL;
    int32_t status = KANON_FAULT;

    if (kanon_abi_version() < KANON_ABI_VERSION || !write_people("plain_people.csv")) {
        return 1;
    }
    input.path = "plain_people.csv";
    job.input = &input;
    job.policy = "attributes: {age: {role: quasi-identifying}, ill: {role: sensitive}}\n"
                 "privacy: {k-anonymity: 3}\n";
    job.output = "plain_release.csv";
    job.force = 1;
    status = kanon_anonymize(&job, NULL, &result, &error);
    if (status == KANON_OK) {
        status = kanon_result_summary(result, &summary, &error);
    }
    if (status == KANON_OK) {
        puts(summary);
    } else {
        fprintf(stderr, "%s\n", kanon_error_message(error));
    }
    kanon_error_free(error);
    kanon_result_free(result);
    return status == KANON_OK ? 0 : 1;
}
