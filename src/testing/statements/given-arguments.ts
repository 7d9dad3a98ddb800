import { clientsTable, contactsTable } from "../../areas/exports/contents/store.people.ts";
import { planReport } from "../../areas/reports/definition/domain.plan.ts";
import { planChart } from "../../areas/reports/run/domain.chart.ts";
import { caseDefinition } from "../../areas/reports/fixtures.ts";
import { externallyNamed } from "../../contract/external-ids.ts";
import { ReportDefinition } from "../../contract/reports/definition.ts";
import { archivedTables, searchParts } from "../../composition/router.ts";
import { hooks } from "../../composition/transaction-hooks.ts";
import { statementRows } from "../../areas/settlements/statements/store.ts";
import { findResources } from "./find-resources.ts";
import { organizationId, type GivenArguments } from "./record-statements.ts";

const definition = ReportDefinition.parse({
  ...caseDefinition,
  columns: [...caseDefinition.columns, { key: "fee", field: "projectedFeeAmountCents" }],
  totals: true,
});
const plan = planReport({ entity: "cases", definition }, [], { parameters: {} });
const chart = planChart({ ...plan, isGrouped: false }, { category: "case", value: "fee" }, 2);

const everyPart = new Set(archivedTables.map(({ part }) => part));
const archivedByName = new Map(archivedTables.map((table) => [table.table, table]));
const extents = [null, "case_1"].map((caseId) => ({
  extent: { organizationId, caseId, parts: everyPart, tables: archivedByName },
}));
/** What a request leaves behind, with one of each. */
const record = {
  organizationId,
  actor: {},
  events: [{ onlyTo: null, visibleTo: ["cases:read"] }],
  fanOut: hooks.fanOut,
  auditEntries: [{}],
  storedResponse: {},
};
const result = {
  jobId: "00000000-0000-0000-0000-000000000000",
  token: 1,
  deliveryId: "dlv_1",
  round: 1,
  attempt: { outcome: "succeeded" },
  attemptNumber: 1,
  status: "pending",
};

/** Every filter of cases that is more than a comparison of a column. */
const caseFilters = {
  words: [["smith"]],
  attorneyId: "mem_1",
  tagId: "tag_1",
  matterStage: "intake",
  closedOnFrom: "2026-01-01",
  updatedSince: "2026-01-01",
};
const caseLists = ["summary", "full"].map((view) => ({ view, filters: caseFilters }));

const ids = ["id_1"];
/** What can move the date of last client contact. */
const contacts = ["Message", "Call"].map((table) => ({ 1: { table, id: "id_1" } }));
const calendarFilters = {
  words: [["x"]],
  memberIds: ids,
  contactId: "con_1",
  caseId: "case_1",
  docketNumber: "D",
  includeCancelled: false,
};
const calendarWindow = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };
const calendarPages = [
  null,
  { startAt: "2026-01-01T00:00:00Z", eventId: "cal_1", occurrenceOn: "" },
  { startAt: "2026-01-01T00:00:00Z", eventId: "cal_1", occurrenceOn: "2026-01-01" },
].map((after) => ({
  page: {
    window: calendarWindow,
    filters: calendarFilters,
    reader: { memberId: "mem_1", readsMedical: false },
    after,
    limit: 1,
  },
}));
const memberFilter = {
  q: "O'Brien",
  updatedSince: "2026-01-01T00:00:00Z",
  email: "x",
  teamId: "team_1",
  outOfOfficeOn: "2026-01-01",
  jurisdiction: "US-TX",
  status: "active",
  role: "attorney",
  isAttorney: true,
  officeId: "off_1",
  externalId: "x",
  canActForKeys: true,
};
const newPerson = { name: "Rosa Diaz", email: "x", isPlatformAdministrator: true };
const consenting = ["client", "lead", "contact"].map((entity) => ({ person: { entity, id: "id_1" } }));
const persons = ["contactId", "clientId"].map((person) => ({ person }));
const written = ["RetrievalRequest", "HipaaAuthorization"].map((table) => ({ table }));

/** Every resource that an area defines: the statements of rpc/resource are those of all of them. */
const resources = await findResources();

const peopleTables = [clientsTable, contactsTable].map((table) => ({ table }));
const searchedName = { name: "Rosa Diaz", dateOfBirth: null, lastFour: null };
const named = ["client", "contact", "lead", "member", "referral"];

const handedOver = ["CalendarEvent", "EsignRequest", "Note"].map((table) => ({ table }));
const dated = ["expiresAt", "nextReminderAt"].map((column) => ({ column }));

const searched = {
  terms: {
    text: "x",
    email: "x",
    phone: "+15125550182",
    forms: [
      { words: ["rosa", "o"], beginning: "brien" },
      { words: ["rosa"], beginning: "obrien" },
    ],
  },
  page: {
    asOf: 1,
    type: 0,
    after: { place: 3, key: -1, type: 0, id: "cli_1" },
    limit: 1,
    bounds: { scanned: 1, walked: 1 },
    ranks: "few",
  },
};
const searches = searchParts.map((part) => ({ ...searched, part }));

/**
 * What functions of stores are given where their statement depends on more than a placeholder shows, by file and name.
 * A function that needs nothing of the kind stands nowhere.
 */
export const givenArguments: Readonly<Record<string, Readonly<Record<string, readonly GivenArguments[]>>>> = {
  "src/areas/calendar/store.changes.ts": { lockAttendedEventsForUpdate: persons, replaceAttendee: persons },
  "src/areas/calendar/occurrences/store.ts": {
    listFound: calendarPages,
    listSingles: calendarPages,
    listStored: calendarPages.flatMap((page) => [null, ids].map((seriesIds) => ({ ...page, seriesIds }))),
    listUnexpanded: calendarPages,
  },
  "src/areas/calendar/feeds/store.ts": {
    noteFetch: [{ fetch: { fetchedAt: "2026-01-01T00:00:00Z", userAgent: "x", eventsThroughOn: null } }],
  },
  "src/areas/esign/requests/store.parts.ts": { deleteParts: [{ tables: ["EsignField"] }] },
  "src/areas/esign/requests/store.recipients.ts": { updateRecipient: [{ columns: { name: "Rosa Diaz" } }] },
  "src/areas/esign/requests/store.sources.ts": {
    findPersons: ["clientId", "leadId", "contactId", "memberId"].map((column) => ({ column, ids })),
  },
  "src/areas/esign/work/store.ts": {
    updateEsignDocument: [{ values: { pageCount: 1 } }],
    updateSealingKey: [{ key: { sealingCertificate: "x" } }],
  },
  "src/areas/esign/submissions/store.ts": {
    insertSubmission: [{ encrypted: { keyNumber: 1 } }],
    reencryptSubmission: [{ currentKeyNumber: 1, reencrypt: () => ({ keyNumber: 1 }) }],
    encryptPlainSubmission: [{ encrypt: () => ({ keyNumber: 1 }) }],
  },
  "src/areas/settlements/negotiations/store.ts": {
    lockSideForKeyShare: ["InsurancePolicy", "CaseParty"].map((table) => ({ 2: { table, id: "pol_1" } })),
  },
  "src/areas/settlements/settlements/store.case.ts": {
    writeCaseAmounts: [{ amounts: { settlementAmountCents: 10_000_000 } }],
  },
  "src/areas/settlements/settlements/store.parts.ts": {
    lockOfCaseForKeyShare: ["InsurancePolicy", "CaseParty"].map((table) => ({ table, ids })),
    deleteParts: ["SettlementPayer", "SettlementShare"].map((table) => ({ table })),
    insertParts: [
      { table: "SettlementShare", rows: [{ id: "sts_1", settlementId: "stl_1", position: 1, grossCents: 1 }] },
    ],
    hasOpenLien: [{ claimantPartyIds: [null, "pty_1"] }],
  },
  "src/areas/esign/signing/store.ts": {
    updateRecipients: [{ ids, values: { status: "sent" } }],
    endAccess: [{ of: { requestId: "esr_1" } }, { of: { recipientIds: ids } }],
  },
  "src/areas/calendar/occurrences/store.expansion.ts": {
    // One that is stored, and one beyond what is.
    restoreStored: ["2026-06-01", "2027-06-01"].map((occurrenceOn) => ({
      1: { id: "evt_1", placedFromOn: "2026-01-01", placedThroughOn: "2026-12-31" },
      2: { occurrenceOn },
    })),
  },
  "src/areas/cases/custom-fields/store.ts": {
    findNamed: [{ kind: "contact" }, { kind: "member" }, { kind: "case" }, { kind: "document" }],
  },
  "src/areas/cases/store.ts": { lockCaseRowOfForShare: [{ table: "Invoice" }] },
  "src/areas/cases/list/store.ts": { selectCases: caseLists },
  "src/areas/clients/ssn/store.ts": {
    upsertSsn: [{ encrypted: { keyNumber: 1 } }],
    reencryptSsn: [{ currentKeyNumber: 1, reencrypt: () => ({ keyNumber: 1 }) }],
  },
  "src/areas/clients/store.ts": { lockClientRowsForUpdate: [{ clientIds: ids }] },
  "src/areas/conflict-checks/store.ts": { decideResult: [{ decided: { decision: "potential" } }] },
  "src/areas/conflict-checks/store.records.ts": {
    describeRecords: ["client", "contact", "party", "lead", "member", "referral"].map((entity) => ({ entity })),
  },
  "src/areas/conflict-checks/store.search.ts": {
    findByKeys: named.map((entity) => ({
      entity,
      searchKeys: [{ term: 0, on: "name", name: "Rosa Diaz", key: null }],
    })),
    readNamedRecords: named.map((entity) => ({ entity, ids })),
  },
  "src/areas/contacts/store.ts": { lockContactRowsForShare: [{ contactIds: ids }] },
  "src/areas/deadlines/store.changes.ts": { setUnseen: [{ columns: { warnAt: null } }] },
  "src/areas/communications/consents/store.ts": {
    lockConsentForUpdate: consenting,
    listConsentsOf: consenting,
  },
  "src/areas/communications/sending/store.ts": {
    findRecipient: ["clientId", "leadId", "contactId", "memberId"].flatMap((column) =>
      ["text", "email"].map((channel) => ({ column, channel })),
    ),
  },
  "src/areas/communications/store.handover.ts": {
    lockRecordsOfPersonForUpdate: ["Conversation", "Message"].flatMap((name) =>
      persons.map((each) => ({ record: name, "2": { ...each, personId: "id_1" } })),
    ),
    lockCallsOfPersonForUpdate: persons,
    replacePerson: persons.map((each) => ({ ...each, "1": { conversationIds: ids, messageIds: ids, callIds: ids } })),
  },
  "src/areas/communications/effects/store.ts": {
    markContact: contacts,
    findWithdrawnContact: contacts,
    unmarkContact: contacts,
  },
  "src/areas/communications/messages/store.ts": {
    insertMessage: [
      {
        rows: {
          message: { id: "msg_1" },
          from: { address: "x" },
          to: [],
          cc: [],
          attachments: [{ documentId: "doc_1" }],
        },
      },
    ],
  },
  "src/areas/esign/store.handover.ts": {
    lockRequestsOfPersonForUpdate: [{ columns: ["clientId", "signsForClientId"] }],
    replaceRecipient: [{ columns: ["clientId", "signsForClientId"] }],
  },
  "src/areas/esign/timezone/store.ts": {
    listDated: dated,
    lockDatedForUpdate: dated,
    moveDated: dated.map((given) => ({ ...given, moved: [{ id: "esr_1", at: "2026-01-01T00:00:00Z" }] })),
  },
  "src/areas/exports/contents/store.ts": {
    measureArchive: extents,
    readFiles: extents,
    readTable: extents.flatMap((extent) => archivedTables.map((table) => ({ ...extent, 2: table }))),
  },
  "src/areas/exports/contents/store.events.ts": { countEvents: extents, readEvents: extents },
  "src/areas/exports/contents/store.people.ts": { countPeople: peopleTables, readPeople: peopleTables },
  "src/areas/imports/work/store.ts": {
    hasAdditions: [{ kind: "tasks" }, { kind: "notes" }],
    releaseExternalId: [{ kind: "Client" }],
  },
  "src/areas/leads/duplicates/store.ts": {
    listNamedLookalikes: [
      { entity: "lead", ids },
      { entity: "client", ids },
    ],
  },
  "src/areas/leads/store.ts": {
    lockLeadRowsForUpdate: [{ leadIds: ids }],
    updateLeadRow: [{ stamps: ["convertedAt"] }],
  },
  "src/areas/notifications/preferences/store.ts": {
    listWithoutMail: [{ memberIds: ids }],
    changePreferences: [{ changes: { taskDigest: "none" } }],
  },
  "src/areas/medical/store.rows.ts": {
    changeRow: written,
    insertRow: written.map((table) => ({ ...table, values: { id: "id_1" } })),
    lockRowForUpdate: written,
    lockRowsForShare: written,
    lockRowsForUpdate: written,
  },
  "src/rpc/resource/store.handover.ts": { assignRowsToCase: handedOver, lockRowsOfLeadForUpdate: handedOver },
  "src/rpc/resource/store.ts": {
    // Each by the column of its parent.
    findColumn: resources.map((given) => ({ ...given, column: given.resource.parent?.column ?? "id" })),
    findRow: [...resources, { resource: statementRows }],
    insertRow: resources.map((given) => ({ ...given, values: { id: "id_1" } })),
    listRowsById: resources,
    lockRowForUpdate: ["FOR NO KEY UPDATE", "FOR UPDATE"].flatMap((lock) =>
      resources.map((given) => ({ ...given, lock })),
    ),
    selectPage: resources,
    softDeleteRow: resources,
    updateRow: resources,
  },
  "src/areas/cases/store.limits.ts": {
    lockAndCountRecords: ["Damage", "Expense", "Lien", "Negotiation", "Settlement"].map((table) => ({ table })),
  },
  "src/areas/settlements/statements/store.stale.ts": { isStaleStatement: [{ alias: "t" }] },
  "src/areas/reports/catalog/store.custom-fields.ts": { listCustomFields: [{ entity: "cases" }] },
  "src/areas/reports/run/store.chart.ts": { readChart: [{ plan: chart }] },
  "src/areas/reports/run/store.rows.ts": {
    readRows: [null, ["a", "org_1", "case_1"]].map((after) => ({
      plan,
      2: { organizationIds: [organizationId], after, limit: 1 },
    })),
    readTotals: [{ plan }],
    countRows: [{ plan }],
  },
  "src/areas/reports/store.teams.ts": { lockTeamsForShare: [{ teamIds: ids }] },
  "src/areas/service-accounts/store.ts": {
    findKeys: [{ keyIds: ids }],
    listKeyRows: ["newest", "name", "expires"].map((sort) => ({
      query: {
        after: "key_1",
        status: "active",
        scope: "cases:read",
        ownerMemberId: "mem_1",
        tag: "x",
        search: "x",
        sort,
        limit: 1,
      },
    })),
  },
  "src/areas/search/store.ts": {
    readSearch: [{ text: "Rosa O'Brien" }],
    findRanked: searches,
    listRecent: searches.flatMap((given) =>
      [null, { place: 4, key: 1, type: 1, id: "cli_1" }, given.page.after].map((after) => ({
        ...given,
        page: { ...given.page, after },
      })),
    ),
  },
  "src/areas/team/store.ts": { selectMemberPage: [{ filter: memberFilter }] },
  "src/areas/tasks/store.changes.ts": { checkItem: [{ values: { isDone: true } }] },
  "src/areas/tasks/recurrence/store.ts": { updateSeries: [{ columns: { lastNumber: 2 } }] },
  "src/platform/database/duplicate-entry.ts": {
    nameOwnRecord: [["externalId"], ["vendorId", "vendorLeadId"]].map((columns) => ({
      1: { organizationId, actorId: "key_1" },
      rejection: { taken: { table: "Lead", values: columns.map((column) => [column, "x"]) } },
    })),
  },
  "src/platform/database/transaction-records.ts": {
    writeAuditEntries: [{ record }],
    writeTransactionRecords: [
      { record },
      { record: { ...record, events: [...record.events, ...record.events] } },
      { record: { ...record, fanOut: { ...hooks.fanOut, unreceived: { include: () => true } } } },
    ],
    writeRecordsOf: [{ records: [record] }],
  },
  "src/platform/identity/people.ts": {
    createPerson: [{ person: { ...newPerson, password: "x" } }],
  },
  "src/platform/database/lists/search-terms.ts": { findRareWord: [{ page: { byText: true } }] },
  "src/platform/database/lists/similar-names.ts": {
    prepareNames: [{ searches: [searchedName] }],
    findSimilarNames: [
      {
        entity: "client",
        2: { searches: [searchedName], lookups: [[{ key: "RS TS", kind: "alike", word: null }]] },
        3: { readNames: () => Promise.resolve([]), admitsConfirmed: false },
      },
    ],
  },
  "src/areas/webhooks/deliveries/store.queue.ts": {
    deleteJobs: [{ given: [result] }],
    enqueueDeliveries: [{ jobs: [result] }],
  },
  "src/areas/webhooks/deliveries/store.records.ts": {
    deleteJobsAndLockDeliveriesForUpdate: [{ results: [result] }],
    writeChanges: ["now", "with commit"].map((when) => ({
      1: { deliveries: [result], subscriptions: [result], jobs: [result] },
      when,
    })),
  },
  "src/platform/database/tag-rows.ts": { replaceTagRows: [{ table: "ClientTag" }, { table: "DocumentTag" }] },
  "src/bulk/store.ts": { endItems: [{ ended: [{ index: 0, status: "succeeded" }] }] },
  "src/rpc/call/idempotency.ts": {
    claimIdempotencyKeys: [{ idempotencyKeys: ids }],
  },
  "src/rpc/store.external-ids.ts": {
    findByExternalIds: [{ references: Object.keys(externallyNamed).map((kind) => ({ kind, externalId: "CRM-1" })) }],
  },
};
