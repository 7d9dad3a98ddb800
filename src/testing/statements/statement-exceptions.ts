/**
 * What breaks a rule of statement-rules.test.ts today: by file, the functions whose statements do. The list may only
 * become shorter: a function that is missing here fails the test, and one that no longer breaks the rule does, too.
 * Decision 0071 says what each takes.
 */
export const exceptions = {
  // The first two read several organizations by plain columns. In the others PostgreSQL itself puts the organization for `o.id` everywhere.
  "every table is filtered by the organization in its own level of the query": {
    "src/areas/reports/catalog/store.custom-fields.ts": "listCustomFields",
    "src/areas/reports/run/store.organizations.ts": "listOrganizationsHiding",
    "src/areas/reports/run/store.chart.ts": "readChart",
    "src/areas/reports/run/store.rows.ts": "countRows readRows readTotals",
  },
  "changes call no volatile function": {},
  "what is evaluated for each changed row is immutable": {},
  "settings are no function's": {},
  "rows are found by key, not by place": {},
  // Each locks rows of one organization, so of one shard.
  "no locked row is skipped": {
    "src/bulk/store.ts": "lockRunningJobForUpdate",
    "src/areas/documents/uploads/store.ts": "lockUnnamedObjectForUpdate",
    "src/areas/medical/queue/store.ts": "leaseRows",
    "src/areas/webhooks/recovery/store.ts": "requeueDeliveries",
  },
  "rows of a table that each node has are locked without tables that it has not": {},
  // What a person or a worker does with a firm, a key, a feed, a signing link, a text provider or an account, twice an hour that an assistant is connected, and once a
  // minute that a provider of texts sent something, and what creates, resets and deletes a sandbox: no other request of an integration and no read leads here.
  "a table that each node has is not written": {
    "src/areas/administration/store.ts": "insertOrganization writeOrganization",
    "src/areas/assistants/store.ts": "insertConnection insertTokens markUsed",
    "src/areas/calendar/feeds/store.ts": "insertFeed replaceToken revokeFeeds",
    "src/areas/communications/connections/store.ts": "insertConnection revokeConnection updateConnection",
    "src/areas/communications/connections/store.webhook.ts": "noteWebhook",
    "src/areas/communications/delivery/store.ts": "writeRejection",
    "src/areas/contacts/store.references.ts": "repointReferences",
    "src/areas/esign/signing/store.ts": "endAccess insertLink openLink",
    "src/areas/keys/store.ts": "claimNotice",
    "src/areas/sandbox/store.ts": "closeSandbox emptySandbox endCredentials insertSandbox markSandbox",
    "src/areas/service-accounts/makers/store.ts": "endIssuedSecrets",
    "src/areas/service-accounts/store.ts":
      "addScope endSecret endSecrets insertKey insertSecret revokeKeys updateKeyRow",
    "src/areas/team/store.ts": "ensureInvitedPerson",
    "src/platform/identity/credentials/legacy-credentials.ts":
      "createOidcClient createPartnerKey revokeLegacyCredential",
    "src/platform/identity/invitations.ts": "ensurePerson",
    "src/platform/identity/known-devices.ts": "voidKnownDevices",
    "src/platform/identity/people.ts": "createPerson",
    "src/platform/identity/sessions.ts": "endSessions",
  },
  // Each writes rows of one organization, which the cluster's suite shows to work.
  "nothing is written in a WITH": {
    "src/areas/keys/store.ts": "upsertSnooze",
    "src/areas/leads/transitions/store.ts": "insertAttempt",
  },
  // One row, of the organization's, which is copied to each node.
  "rows are inserted as VALUES, not selected": {
    "src/platform/database/number-sequence.ts": "allocateNumber allocateNumbers",
  },
} as const satisfies Record<string, Record<string, string>>;
