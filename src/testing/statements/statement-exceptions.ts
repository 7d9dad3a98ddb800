/**
 * What breaks a rule of statement-rules.test.ts today: by file, the functions whose statements do. The list may only become shorter: a function
 * that is missing here fails the test, and one that no longer breaks the rule does, too. Decision 0071 says what each takes.
 */
export const exceptions = {
  // A report's statement is one of several organizations, and so is what decides about its columns.
  "every table is filtered by the organization in its own level of the query": {
    "src/areas/reports/catalog/store.custom-fields.ts": "listCustomFields",
    "src/areas/reports/run/store.chart.ts": "readChart",
    "src/areas/reports/run/store.organizations.ts": "listOrganizationsHiding",
    "src/areas/reports/run/store.rows.ts": "countRows readRows readTotals",
  },
  // The time would have to be read from the database once per transaction and passed on: one more round trip, or a column of the statement that locks.
  "changes take their times from parameters": {
    "src/areas/billing/invoices/store.ts": "updateInvoice",
    "src/areas/billing/payments/store.ts": "updatePayment",
    "src/areas/cases/parties/store.ts": "softDeleteParty",
    "src/areas/cases/policies/store.ts": "softDeletePolicy",
    "src/areas/cases/store.ts": "updateCaseRow",
    "src/areas/clients/store.ts": "updateClientRow",
    "src/areas/contacts/store.references.ts": "repointReferences",
    "src/areas/contacts/store.ts": "markMerged",
    "src/areas/documents/store.records.ts": "changeDocument changeDocuments",
    "src/areas/documents/uploads/store.ts": "markVerifying",
    "src/areas/exports/store.ts": "updateExport",
    "src/areas/exports/work/store.ts": "beginAttempt completeWork",
    "src/areas/intake/answers/store.ts": "markAnswer replaceAnswers",
    "src/areas/intake/forms/store.ts": "updateForm",
    "src/areas/keys/store.ts": "claimNotice upsertSnooze",
    "src/areas/leads/store.ts": "updateLeadRow",
    "src/areas/medical/facilities/store.ts": "deleteFacilityRow",
    "src/areas/medical/queue/store.ts": "leaseRows",
    "src/areas/medical/requests/store.ts": "postponeReady",
    "src/areas/medical/store.rows.ts": "deleteRow",
    "src/areas/notifications/store.ts": "markNotificationsRead",
    "src/areas/reports/schedules/store.ts": "changeSchedule moveNextRuns recordRunAccess",
    "src/areas/reports/store.changes.ts": "changeReport",
    "src/areas/scope-requests/store.ts": "expireOverdue settleRow withdrawPending",
    "src/areas/service-accounts/store.ts": "addScope revokeKeys updateKey",
    "src/areas/team/store.ts": "activateInvitedMember",
    "src/areas/webhooks/deliveries/store.records.ts": "claimGoneNotice recordResults selectRecorded",
    "src/areas/webhooks/recovery/store.ts": "recoverPart requeueDeliveries selectRecovered",
    "src/areas/webhooks/store.ts": "beginRound changeSubscription endSecrets",
    "src/platform/database/transaction-records.ts": "writeTransactionRecords",
  },
  "settings are no function's": {},
  "rows are found by key, not by place": {},
  // Each locks rows of one organization, so of one shard.
  "no locked row is skipped": {
    "src/areas/bulk/work/store.ts": "lockItem",
    "src/areas/documents/uploads/store.ts": "lockUnnamedObjectForUpdate",
    "src/areas/medical/queue/store.ts": "leaseRows",
    "src/areas/webhooks/recovery/store.ts": "requeueDeliveries",
  },
  // Records a change and what follows from it in one statement; several pipelined ones would do.
  "nothing is written in a WITH": {
    "src/areas/bulk/work/store.ts": "endItem",
    "src/areas/keys/store.ts": "upsertSnooze",
    "src/areas/leads/transitions/store.ts": "insertAttempt",
    "src/areas/webhooks/deliveries/store.records.ts": "recordResults selectRecorded",
    "src/areas/webhooks/recovery/store.ts": "recoverPart requeueDeliveries selectRecovered",
    "src/platform/database/transaction-records.ts": "writeTransactionRecords",
    "src/platform/identity/credentials/legacy-credentials.ts": "createOidcClient createPartnerKey revokeLegacyCredential",
  },
  // One prepared statement for any number of rows; VALUES would be one for each number.
  "rows are inserted as VALUES, not selected from a function": {
    "src/areas/billing/invoices/store.ts": "replaceLines",
    "src/areas/cases/tags/store.ts": "replaceCaseTags",
    "src/areas/clients/store.ts": "replaceTags",
    "src/areas/documents/store.records.ts": "replaceTags",
    "src/areas/intake/answers/store.ts": "copyAnswerRows insertAnswers",
    "src/areas/intake/forms/store.ts": "insertFormVersion",
    "src/areas/medical/requests/store.ts": "insertSteps",
    "src/areas/medical/store.rows.ts": "insertRow",
    "src/areas/notifications/store.ts": "insertNotifications",
    "src/areas/scope-requests/store.ts": "insertRequests",
    "src/areas/webhooks/deliveries/store.queue.ts": "enqueueDeliveries",
    "src/areas/webhooks/store.ts": "beginRound",
    "src/platform/database/tag-rows.ts": "replaceTagRows",
    "src/platform/database/transaction-records.ts": "writeTransactionRecords",
    "src/platform/identity/credentials/legacy-credentials.ts": "createOidcClient createPartnerKey revokeLegacyCredential",
  },
} as const satisfies Record<string, Record<string, string>>;
