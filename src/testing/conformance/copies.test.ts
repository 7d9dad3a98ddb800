import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { createExpense } from "../../areas/billing/expenses/fixtures.ts";
import { createInvoice } from "../../areas/billing/fixtures.ts";
import { createEvent } from "../../areas/calendar/fixtures.ts";
import { createParty } from "../../areas/cases/parties/fixtures.ts";
import { createPolicy } from "../../areas/cases/policies/fixtures.ts";
import { createChain } from "../../areas/deadline-chains/fixtures.ts";
import { createFolder } from "../../areas/documents/folders/fixtures.ts";
import { createAuthorization } from "../../areas/medical/fixtures.records.ts";
import { createNote } from "../../areas/notes/fixtures.ts";
import { createTask } from "../../areas/tasks/fixtures.ts";
import { createId } from "../../platform/database/ids.ts";
import { hangingTables, maxHangingNamed } from "../../platform/database/lists/hanging-records.ts";
import { maxShowingNamed } from "../../platform/database/lists/showing-records.ts";
import { declaredEvents } from "../../composition/router.ts";
import { openApi, readBody, type Api } from "../harness/requests/api.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { allScopes, createCase, createKey, createTenant, type TestTenant } from "../harness/tenant.ts";
import { openSubjectHarness, subjects, writeTarget } from "./subject.ts";

/** A copy that is kept by the rules of src/guides/sync.md ends like the server (decisions 0151 and 0152). */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1_000));

interface FeedEvent {
  eventType: string;
  entity: string;
  entityId: string;
  relatedIds: { entity: string; id: string }[];
  metadata: Record<string, unknown>;
}

/** Where a copy reads each kind of record by its ID. */
const places: Record<string, string> = {
  case: "/cases",
  client: "/clients",
  contact: "/contacts",
  task: "/tasks",
  note: "/notes",
  calendar_event: "/calendar-events",
  deadline: "/deadlines",
  deadline_chain: "/deadline-chains",
  invoice: "/invoices",
  payment: "/payments",
  expense: "/expenses",
  retrieval_request: "/retrieval-requests",
  hipaa_authorization: "/hipaa-authorizations",
  folder: "/folders",
  document: "/documents",
};

class Copy {
  readonly records = new Map<string, string>();
  readonly api: Api;
  readonly paths: ReadonlyMap<string, string>;
  #cursor: string;

  constructor(api: Api, paths: ReadonlyMap<string, string>, cursor: string) {
    this.api = api;
    this.paths = paths;
    this.#cursor = cursor;
  }

  static async open(api: Api, paths: ReadonlyMap<string, string>): Promise<Copy> {
    const { nextCursor } = readBody<{ nextCursor: string }>(
      await api.get("/events?limit=1&since=2099-01-01T00:00:00Z"),
    );
    const copy = new Copy(api, paths, nextCursor);
    for (const [id, path] of paths) await copy.read(id, path);
    return copy;
  }

  /** The record as it is now, or not at all. */
  async read(id: string, path = this.paths.get(id)): Promise<void> {
    if (path === undefined) return;
    const { status, body } = await this.api.get(path);
    if (status === 404) this.records.delete(id);
    else this.records.set(id, JSON.stringify(Object.values(body)[1]));
  }

  /** Reads what the events name again, and drops what hangs on a deleted case and is not named. */
  async follow(): Promise<FeedEvent[]> {
    const { events, nextCursor } = readBody<{ events: FeedEvent[]; nextCursor: string }>(
      await this.api.get(`/events?after=${this.#cursor}&limit=500`),
    );
    this.#cursor = nextCursor;
    const named = new Set(events.flatMap(({ entityId, relatedIds }) => [entityId, ...relatedIds.map(({ id }) => id)]));
    for (const id of named) await this.read(id);
    for (const { eventType, entityId } of events.filter(({ metadata }) => metadata["namesAll"] === false)) {
      if (!eventType.endsWith(".deleted")) continue;
      for (const [id, record] of this.records)
        if ((JSON.parse(record) as { caseId?: string }).caseId === entityId) this.records.delete(id);
    }
    return events;
  }

  async expectLikeServer(): Promise<void> {
    const now = await Copy.open(this.api, this.paths);
    expect(Object.fromEntries(this.records)).toEqual(Object.fromEntries(now.records));
  }
}

/** A case with one of each that can be left when it is deleted. */
async function createFinishedCase(tenant: TestTenant): Promise<{ caseId: string; paths: Map<string, string> }> {
  const { invoiceId, caseId, clientId } = await createInvoice(tenant, {
    status: "paid",
    issuedOn: "2026-03-14",
    sentAt: "2026-03-14T15:09:26.535Z",
  });
  const past = {
    startAt: "2026-01-05T14:00:00Z",
    endAt: "2026-01-05T15:00:00Z",
    startOn: "2026-01-05",
    endOn: "2026-01-05",
  };
  const { payments } = readBody<{ payments: { id: string }[] }>(
    await openApi(server, tenant.secret).get(`/invoices/${invoiceId}/payments`),
  );
  const { chainId, deadlineId } = await createChain(tenant, { caseId }, { caseId, status: "cancelled" });
  const made: [entity: string, id: string][] = [
    ["case", caseId],
    ["client", clientId],
    ["invoice", invoiceId],
    ...payments.map(({ id }): [string, string] => ["payment", id]),
    ["expense", (await createExpense(tenant, { caseId, status: "void" })).expenseId],
    ["deadline_chain", chainId],
    ["deadline", deadlineId],
    [
      "task",
      (
        await createTask(tenant, {
          caseId,
          status: "completed",
          completedAt: "2026-03-14T15:09:26.535Z",
          completedBy: { type: "integration_key", id: tenant.keyId, name: "Test key" },
        })
      ).taskId,
    ],
    ["note", (await createNote(tenant, { caseId })).noteId],
    ["calendar_event", (await createEvent(tenant, { caseId, ...past })).eventId],
    ["calendar_event", (await createEvent(tenant, { caseId, ...past, visibility: "private" })).eventId],
    ["hipaa_authorization", await createAuthorization(tenant, caseId)],
    ["folder", await createFolder(tenant, caseId)],
  ];
  const paths = new Map(made.map(([entity, id]) => [id, `${places[entity]}/${id}`]));
  const { partyId } = await createParty(tenant, {}, { caseId, clientId });
  const { policyId } = await createPolicy(tenant, { caseId });
  paths
    .set(partyId, `/cases/${caseId}/parties/${partyId}`)
    .set(policyId, `/cases/${caseId}/insurance-policies/${policyId}`);
  return { caseId, paths };
}

test("a deleted case takes what hangs on it with it: one event, which names it, and no ghost in the copy", async () => {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const { caseId, paths } = await createFinishedCase(tenant);
  const copy = await Copy.open(api, paths);
  expect(copy.records.size).toBe(paths.size);
  expect((await api.change("DELETE", `/cases/${caseId}`)).body).toEqual({ success: true });
  const events = await copy.follow();
  expect(events.map(({ eventType }) => eventType)).toEqual(["case.deleted"]);
  expect(events[0]?.metadata).not.toHaveProperty("namesAll");
  const related = new Set(events[0]?.relatedIds.map(({ id }) => id));
  expect([...paths.keys()].filter((id) => !related.has(id))).toEqual([]);
  await copy.expectLikeServer();
  expect([...copy.records.keys()]).toEqual([events[0]?.relatedIds.find(({ entity }) => entity === "client")?.id]);
});

test("a case with more than its event can name is deleted, and renamed, in bounded work: what is not named is found by the case's ID", async () => {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const { caseId } = await createCase(tenant);
  const author = JSON.stringify({ type: "integration_key", id: tenant.keyId, name: "Test key" });
  const ids = Array.from({ length: maxShowingNamed + 1 }, () => createId("note"));
  await tenant.inside((transaction) =>
    sql`INSERT INTO "Note" ("organizationId", id, "caseId", type, body, "bodyText", author)
    SELECT ${tenant.organizationId}, unnest(${ids}::text[]), ${caseId}, 'general', 'x', 'x', ${author}::jsonb`.execute(
      transaction,
    ),
  );
  const paths = new Map([
    [caseId, `/cases/${caseId}`],
    ...ids.slice(-3).map((id) => [id, `/notes/${id}`] as const),
    ...ids.slice(0, 3).map((id) => [id, `/notes/${id}`] as const),
  ]);
  const copy = await Copy.open(api, paths);
  readBody(await api.change("PATCH", `/cases/${caseId}`, { title: "Diaz v. Acme" }));
  const renamed = await copy.follow();
  expect(renamed.map(({ eventType, metadata }) => [eventType, metadata["namesAll"]])).toEqual(
    Array.from({ length: 5 }, () => ["case.updated", false]),
  );
  expect(new Set(renamed.flatMap(({ relatedIds }) => relatedIds.map(({ id }) => id))).size).toBe(maxShowingNamed + 2);
  readBody(await api.change("DELETE", `/cases/${caseId}`));
  const deleted = await copy.follow();
  expect(
    deleted.map(({ eventType, metadata, relatedIds }) => [eventType, metadata["namesAll"], relatedIds.length]),
  ).toEqual([["case.deleted", false, maxHangingNamed + 2]]);
  await copy.expectLikeServer();
  expect(copy.records.size).toBe(0);
});

/** Refers to a case, a client, a contact or a facility, and does not hang on it. */
const beside = new Set([
  // Of the firm, or of a record that hangs on the case.
  "Client.mergedIntoClientId",
  "Client.employerContactId",
  "Client.guardianContactId",
  "Client.representativeContactId",
  "Contact.companyId",
  "Contact.mergedIntoContactId",
  "Case.plaintiffId",
  "Lead.convertedCaseId",
  "Lead.convertedClientId",
  "IntegrationKey.vendorContactId",
  "CaseParty.contactId",
  "CaseParty.representedByContactId",
  "InsurancePolicy.carrierContactId",
  "InsurancePolicy.adjusterContactId",
  "InsurancePolicy.thirdPartyAdminContactId",
  "CourtAction.courtContactId",
  "CourtAction.judgeContactId",
  "Expense.vendorContactId",
  "Lien.lienholderContactId",
  "Lien.handlerContactId",
  "PartnerFirm.contactId",
  "MedicalFacility.contactId",
  "MedicalFacility.clientId",
  "MedicalTreatment.providerContactId",
  "RetrievalRequest.vendorId",
  "RetrievalRequest.clientId",
  "RetrievalRequest.facilityId",
  "Invoice.clientId",
  "CalendarEvent.courtContactId",
  "CalendarEvent.judgeContactId",
  "CalendarAttendee.contactId",
  "CalendarAttendee.clientId",
  "ContactRelationship.contactId",
  "ContactRelationship.relatedContactId",
  // Deleted, or ended, before the case.
  "Document.caseId",
  "MedicalFacility.caseId",
  // Named by the facility, whose unbinding comes first.
  "MedicalTreatment.caseId",
  "MedicalBill.caseId",
  "MedicalRecord.caseId",
  // Outlives its case.
  "ConflictCheck.caseId",
  // Not read by an ID of its own.
  "CaseStageEntry.caseId",
  "CaseAttorney.caseId",
  "CaseTag.caseId",
  "TaskTemplateApplication.caseId",
  "EsignRecipient.clientId",
  "EsignRecipient.signsForClientId",
  "EsignRecipient.contactId",
  "SettlementPayer.contactId",
  "SettlementStatementLine.payeeContactId",
  // A case with messages, calls or a ledger is not deleted.
  "Conversation.caseId",
  "Message.caseId",
  "Call.caseId",
  "TrustLedger.caseId",
  "TrustDisbursement.caseId",
  "ContactPhone.contactId",
  "ContactEmail.contactId",
  "ContactAddress.contactId",
  "ContactRole.contactId",
  "ClientTag.clientId",
  "ClientSsn.clientId",
  // With whom it was, as of then; a merge repoints them.
  "ConversationCounterpart.clientId",
  "ConversationCounterpart.contactId",
  "MessageParty.clientId",
  "MessageParty.contactId",
  "Call.partyClientId",
  "Call.partyContactId",
  "Consent.clientId",
  "Consent.contactId",
]);

test("every table that refers to a case, a client, a contact or a facility hangs on it, or is named as beside it", async () => {
  const { rows } = await (
    await createTenant(server.services.database)
  ).inside((transaction) =>
    sql<{ table: string; column: string; owner: string }>`
    SELECT r.relname AS table, a.attname AS column, f.relname AS owner FROM pg_constraint k
    JOIN pg_class r ON r.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
    JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum = k.conkey[array_length(k.conkey, 1)]
    WHERE k.contype = 'f' AND f.relname IN ('Case', 'Client', 'Contact', 'MedicalFacility')`.execute(transaction),
  );
  const hanging = new Set(
    Object.entries(hangingTables).flatMap(([owner, tables]) =>
      tables.map(({ table, column }) => `${owner} ${table}.${column}`),
    ),
  );
  expect(rows.length).toBeGreaterThan(40);
  expect(
    rows.filter(
      ({ table, column, owner }) => !hanging.has(`${owner} ${table}.${column}`) && !beside.has(`${table}.${column}`),
    ),
  ).toEqual([]);
});

/** The members of each record that show another one, with the members of that one: by the schema of each GET. */
function listShortForms(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const walk = (schema: z.core.$ZodType, path: string): void => {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type === "array") walk(def.element, path);
    else if (def.type === "nullable" || def.type === "optional") walk(def.innerType, path);
    else if (def.type === "union") for (const option of def.options) walk(option, path);
    else if (def.type === "object") {
      const names = Object.keys(def.shape);
      if (path.includes(".") && names.length > 1 && names.some((name) => /^([a-z]+I|i)d$/.test(name)))
        found.set(path, names);
      for (const [name, member] of Object.entries(def.shape)) walk(member, `${path}.${name}`);
    }
  };
  for (const { declaration } of subjects.filter(({ declaration: { meta } }) => meta.method === "GET")) {
    for (const [name, member] of Object.entries(declaration.output.shape)) walk(member, name);
  }
  return found;
}

/**
 * By the name of the member: the event of the record that it shows names the record that shows it
 * (representations.test.ts).
 */
const named = new Set([
  "case",
  "lead",
  "client",
  "plaintiff",
  "contact",
  "company",
  "employerContact",
  "guardianContact",
  "representativeContact",
  "court",
  "judge",
  "adjuster",
  "carrier",
  "thirdPartyAdmin",
  "representedBy",
  "provider",
  "vendor",
  "vendorContact",
  "relatedContact",
  "facility",
  "facilities",
  "attendees",
]);

/** By the name of the member, the kind of record whose event has the same members: a copy takes them from it. */
const joined: Record<string, string> = {
  ...Object.fromEntries(
    [
      "assignees",
      "organizer",
      "onBehalfOf",
      "mentions",
      "assignedTo",
      "reviewedBy",
      "attorneys",
      "actingAttorney",
      "verifiedBy",
      "delegate",
      "delegateOf",
      "owner",
      "members",
      "member",
    ].map((name) => [name, "member"]),
  ),
  // Not named: who the lienholder is, is medical.
  lienholder: "contact",
  partnerFirm: "partner_firm",
  handler: "contact",
  assignedTeam: "team",
  teams: "team",
  teamsLed: "team",
  office: "office",
  attachments: "document",
  documents: "document",
  document: "document",
  template: "task_template",
  authorization: "hipaa_authorization",
  request: "retrieval_request",
  settlement: "settlement",
  organization: "organization",
  parentOrganization: "organization",
};

/** Parts of the record itself, references without a value of the other, and what was as of then. */
const own = new Set([
  "adverse",
  "claimant",
  "calendar",
  "chain",
  "extension",
  "satisfaction",
  "tolling",
  "trigger",
  "movedTrigger",
  "rescheduledFrom",
  "rescheduledTo",
  "related",
  "first",
  "second",
  "checklist",
  "reminders",
  "lineItems",
  "questions",
  "items",
  "changes",
  "assignee",
  "previous",
  "triggersReached",
  "clientConsent",
  "received",
  "approvedForSending",
  "mayReferToUs",
  "matter",
  "deadline",
  "event",
  "pendingScopes",
  "retrievalRequests",
  "keys",
  "recipients",
  "payers",
  "shares",
  "fields",
  "effects",
  "actor",
  "subject",
  // Of a settlement statement: choices, and who is paid, by the name that the client approved.
  "costs",
  "liens",
  "payee",
  "source",
  "approval",
  "statements",
  // Of communications: names and addresses as they were written to, the evidence of a consent, and the record itself in
  // the list of a case.
  "counterparts",
  "from",
  "to",
  "cc",
  "party",
  "by",
  "proof",
  "message",
  "call",
  // Of the trust books: an account keeps its name.
  "account",
  "postings",
  "inTransit",
  "outstanding",
  "unmatched",
  "match",
  "ledgers",
  "faults",
]);

/**
 * Parts that have the name of another record: what a signature request makes of a document is its own, and the
 * attachments of a message are as they were sent.
 */
const isOwnDocument = (path: string) => /^esignRequests?\.documents$|\bmessages?\.attachments$/.test(path);

/** Members of a short form that are not the other record's: its ID, and what links the two. */
const ofLink = new Set([
  "id",
  "contactId",
  "clientId",
  "templateId",
  "applicationId",
  "itemKey",
  "attorneyId",
  "memberId",
  "role",
  "teamRole",
  "assignedAt",
  "attachedAt",
]);

describe("what records show of others", () => {
  const forms = [...listShortForms()];
  const isActor = (members: readonly string[]) => ["type", "id", "name"].every((name) => members.includes(name));
  const nameOf = (path: string) => path.split(".").at(-1) ?? "";

  test("each is named by the other's event, or found in it, or no copy of it", () => {
    expect(forms.length).toBeGreaterThan(150);
    const isMember = (name: string, members: readonly string[]) =>
      name === "requestedBy" && members.includes("firstName");
    const unknown = forms.filter(([path, members]) => {
      const name = nameOf(path);
      // The record itself, read with the response: another ETag tells when it changed.
      if (path.startsWith("expanded.")) return false;
      return !(named.has(name) || name in joined || own.has(name) || isMember(name, members) || isActor(members));
    });
    expect(unknown.map(([path, members]) => `${path}: ${members.join()}`)).toEqual([]);
  });

  test("the event of a record that is shown and names nobody has what is shown of it", () => {
    const lacking = forms.flatMap(([path, members]) => {
      const entity = isOwnDocument(path) ? undefined : joined[nameOf(path)];
      const payload = entity === undefined || isActor(members) ? undefined : declaredEvents[entity]?.payload;
      if (payload === undefined) return [];
      const { shape } = payload;
      return members.filter((name) => !ofLink.has(name) && !(name in shape)).map((name) => `${path}.${name}`);
    });
    expect(lacking).toEqual([]);
  });

  test("the title of a case shows with cases:read alone, wherever a record has it", async () => {
    const masking = subjects.filter(
      ({ declaration }) => declaration.withhold !== null && declaration.meta.method === "GET",
    );
    expect(masking.map(({ declaration }) => declaration.name).toSorted()).toEqual([
      "calendarConflicts.list",
      "calendarEvents.get",
      "calendarEvents.list",
      "calendarOccurrences.list",
      "calls.get",
      "calls.list",
      "cases.calendarEvents.list",
      "cases.communications.list",
      "cases.deadlineChains.list",
      "cases.deadlines.list",
      "cases.notes.list",
      "cases.tasks.list",
      "conversations.get",
      "conversations.list",
      "deadlineChainTemplates.affectedChains.list",
      "deadlineChains.get",
      "deadlines.get",
      "deadlines.list",
      "docketEntries.list",
      "esignRequests.get",
      "esignRequests.list",
      "liens.get",
      "liens.list",
      "messages.get",
      "messages.list",
      "notes.get",
      "notes.list",
      "referrals.get",
      "referrals.list",
      "settlementStatements.get",
      "tasks.get",
      "tasks.list",
      "trustDisbursements.list",
    ]);
    const title = "Diaz v. Secret Clinic";
    for (const subject of masking) {
      const { tenant, arranged, declaration } = await openSubjectHarness(server, subject);
      await tenant.inside((transaction) =>
        sql`UPDATE "Case" SET title = ${title} WHERE "organizationId" = ${tenant.organizationId}`.execute(transaction),
      );
      const { secret } = await createKey(tenant, { scopes: allScopes.filter((scope) => scope !== "cases:read") });
      const [whole, part] = [
        await openApi(server, tenant.secret).get(writeTarget(declaration, arranged)),
        await openApi(server, secret).get(writeTarget(declaration, arranged)),
      ];
      expect([part.status, part.text.includes(title)], declaration.name).toEqual([200, false]);
      expect(whole.text.replaceAll(JSON.stringify(title), "null"), declaration.name).toBe(part.text);
    }
  });
});
