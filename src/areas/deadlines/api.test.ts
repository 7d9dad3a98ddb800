import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, faultOf, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { countTraces, readEvents } from "../../testing/harness/traces.ts";
import { withoutAge } from "./calculation/fixtures.ts";
import { createParty } from "../cases/parties/fixtures.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { hiddenColumns } from "../exports/contents/store.ts";
import { createCalendar } from "../organization/holiday-calendars/fixtures.ts";
import { createMember } from "../team/fixtures.ts";
import { createDeadline } from "./fixtures.ts";
import type { Deadline } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const deadlineOf = (reply: Reply) => readBody<{ deadline: Deadline }>(reply).deadline;
const statute = { type: "statute_of_limitations", dueOn: "2126-11-20", citation: "42 Pa.C.S. § 5524(2)" };
const add = async (body: object, by = api) =>
  by.change("POST", `/cases/${(await createCase(tenant)).caseId}/deadlines`, body);
const patch = (id: string, body: object) => api.change("PATCH", `/deadlines/${id}`, body);
const move = (id: string, body: object, by = api) => by.change("POST", `/deadlines/${id}/transitions`, body);
const verify = (id: string, body: object, by = api) =>
  by.change("POST", `/deadlines/${id}/verify`, { decision: "confirm", basis: "statute_text", ...body });
const setPolicy = (limitationVerification: string) =>
  tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlinePolicy")
      .values({
        organizationId: tenant.organizationId,
        limitationVerification,
        otherVerification: "other_persons",
        requireVerificationOf: ["limitation"],
        warningDays: JSON.stringify({ limitation: [30], court: [7], notice: [7], contract: [3], internal: [1] }),
      })
      .onConflict((conflict) => conflict.column("organizationId").doUpdateSet({ limitationVerification }))
      .execute(),
  );
/** A key that nobody behind the tenant's key is behind. */
async function openOther(values: Parameters<typeof createKey>[1] = {}): Promise<Api> {
  const actingAttorneyId = await createMember(tenant, {
    firstName: "Ben",
    lastName: "Second",
    isAttorney: true,
    role: "attorney",
  });
  return openApi(server, (await createKey(tenant, { actingAttorneyId, ...values })).secret);
}

test("3. without an acting attorney nothing is written, and without deadlines:read the response shows what was sent", async () => {
  const before = await countTraces(tenant);
  const rejected = await add(statute, openApi(server, (await createKey(tenant, { actingAttorneyId: null })).secret));
  expect([faultOf(rejected), await countTraces(tenant)]).toEqual([[409, "INTEGRATION_NOT_CONFIGURED"], before]);
  const writer = openApi(server, (await createKey(tenant, { scopes: ["deadlines:write"] })).secret);
  const reply = await add({ ...statute, notes: "Ask the surgeon" }, writer);
  const { id, createdAt, updatedAt, caseId } = reply.body["deadline"] as Deadline;
  expect([reply.status, reply.body["deadline"]]).toEqual([
    201,
    { ...statute, notes: "Ask the surgeon", id, caseId, revision: 1, createdAt, updatedAt },
  ]);
  expect((await writer.get(`/deadlines/${id}`)).status).toBe(403);
});

describe("a date", () => {
  test("2. is over at the midnight, or the time, of the court's zone", async () => {
    const dueAt = async (caseState: string, body: object) => {
      const { caseId } = await createCase(tenant, { caseState });
      const { deadline } = readBody<{ deadline: Deadline }>(
        await api.change("POST", `/cases/${caseId}/deadlines`, { type: "answer_due", ...body }),
      );
      return [deadline.timeZone, deadline.dueAt];
    };
    expect(await dueAt("NY", { dueOn: "2026-11-23" })).toEqual(["America/New_York", "2026-11-24T05:00:00.000Z"]);
    expect(await dueAt("AZ", { dueOn: "2026-11-23" })).toEqual(["America/Phoenix", "2026-11-24T07:00:00.000Z"]);
    expect(await dueAt("IL", { dueOn: "2026-11-23", dueTime: "17:00" })).toEqual([
      "America/Chicago",
      "2026-11-23T23:00:00.000Z",
    ]);
    expect(await dueAt("NY", { dueOn: "2027-03-14", timeZone: "America/Los_Angeles" })).toEqual([
      "America/Los_Angeles",
      "2027-03-15T07:00:00.000Z",
    ]);
  });

  test("is counted from a trigger by Rule 6, in the days of the federal calendar", async () => {
    const served = { source: "manual", label: "Complaint served", on: "2026-11-02" };
    const { deadline, warnings } = readBody<{ deadline: Deadline; warnings: string[] }>(
      await add({ type: "answer_due", trigger: served, offset: 21, unit: "calendar_days", serviceMethod: "mail" }),
    );
    expect(deadline).toMatchObject({
      dueOn: "2026-11-27",
      effectiveOn: "2026-11-27",
      actByOn: "2026-11-27",
      rollRule: null,
      source: "manual",
      verificationStatus: "unverified",
      trigger: { ...served, recordId: null },
    });
    expect(deadline.calculation).toMatchObject({
      method: "rule_6",
      serviceDays: 3,
      skippedDays: [{ on: "2026-11-26", reason: "holiday", name: "Thanksgiving Day" }],
    });
    expect(withoutAge(warnings)).toEqual(["unverified_rule", "unverified_calendar"]);
    const february = deadlineOf(
      await add({
        type: "statute_of_limitations",
        trigger: { source: "manual", on: "2026-08-31" },
        offset: 6,
        unit: "months",
      }),
    );
    expect([february.dueOn, february.actByOn]).toEqual(["2027-02-28", "2027-02-26"]);
  });

  test("of an incident is read from the case; a limitation needs a citation or a reason; one order of members goes", async () => {
    const { caseId } = await createCase(tenant, { dateOfIncident: "2025-11-20" });
    const count = {
      type: "statute_of_limitations",
      trigger: { source: "incident" },
      offset: 103,
      unit: "years",
      title: "Suit",
    };
    expect(deadlineOf(await api.change("POST", `/cases/${caseId}/deadlines`, count))).toMatchObject({
      dueOn: "2128-11-20",
      actByOn: "2128-11-19",
      trigger: { source: "incident", recordId: caseId, on: "2025-11-20" },
      urgency: "later",
      isJurisdictional: true,
    });
    const twin = await api.change("POST", `/cases/${caseId}/deadlines`, count);
    expect([twin.status, twin.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
    expect((await api.change("POST", `/cases/${caseId}/deadlines`, { ...count, allowDuplicate: true })).status).toBe(
      201,
    );
    const replies = [
      await add({ type: "statute_of_limitations", dueOn: "2027-11-20" }),
      await add(count),
      await add({ ...statute, trigger: { source: "manual", on: "2026-01-01" } }),
      await add({ type: "custom" }),
      await add({ type: "custom", dueOn: "2027-01-01", offset: 3 }),
      await add({ ...statute, accrualBasis: "discovery" }),
      await add({ type: "custom", dueOn: "2027-01-01", source: "external" }),
    ];
    expect(replies.map(faultOf)).toEqual([
      [400, "citation"],
      [400, "trigger.source"],
      [400, "trigger"],
      [400, "dueOn"],
      [400, "offset"],
      [400, "discoveryFacts"],
      [400, "citation"],
    ]);
  });
});

describe("verification", () => {
  test("8. is no act of the key that set the date, nor of another key of the same person, nor after its attorney was changed; keys need the firm's policy", async () => {
    const maker = await createMember(tenant, { firstName: "Mia", lastName: "Maker" });
    const createdBy = { type: "member", id: maker, name: "Mia Maker" };
    const [first, second] = [
      await createKey(tenant, { createdBy }),
      await createKey(tenant, {
        createdBy,
        actingAttorneyId: await createMember(tenant, {
          firstName: "C",
          lastName: "D",
          isAttorney: true,
          role: "attorney",
        }),
      }),
    ];
    const { id, dueOn } = deadlineOf(await add(statute, openApi(server, first.secret)));
    const other = await openOther();
    await setPolicy("members");
    expect((await verify(id, { dueOn }, other)).text).toContain("This firm verifies such deadlines in the portal");
    await setPolicy("other_persons");
    const rejected = "A second person must verify it: it was set by you or by a key that you control";
    expect((await verify(id, { dueOn }, openApi(server, first.secret))).text).toContain(rejected);
    expect((await verify(id, { dueOn }, openApi(server, second.secret))).text).toContain(rejected);
    await changeRow(tenant, "IntegrationKey", first.keyId, {
      actingAttorneyId: await createMember(tenant, {
        firstName: "E",
        lastName: "F",
        isAttorney: true,
        role: "attorney",
      }),
      createdBy: null,
    });
    expect((await verify(id, { dueOn }, openApi(server, first.secret))).text).toContain(rejected);
    expect(deadlineOf(await verify(id, { dueOn }, other))).toMatchObject({
      verificationStatus: "verified",
      verification: { basis: "statute_text", onBehalfOf: { firstName: "Ben" } },
    });
    expect((await verify(id, { dueOn }, other)).text).toContain("Nothing is waiting for verification");
  });

  test("9. of another date fails and changes nothing; a correction needs a reason, and a new verification", async () => {
    await setPolicy("other_persons");
    const { id, dueOn } = deadlineOf(await add(statute));
    const other = await openOther();
    expect([
      (await verify(id, { dueOn: "2126-11-21" }, other)).status,
      deadlineOf(await api.get(`/deadlines/${id}`)).verificationStatus,
    ]).toEqual([409, "unverified"]);
    deadlineOf(await verify(id, { dueOn }, other));
    expect(faultOf(await patch(id, { dueOn: "2126-11-19" }))).toEqual([400, "reason"]);
    expect(
      deadlineOf(await patch(id, { dueOn: "2126-11-19", reason: "The incident was a day earlier." })),
    ).toMatchObject({ dueOn: "2126-11-19", originalDueOn: dueOn, verificationStatus: "unverified" });
    const history = readBody<{
      changes: { kind: string; number: number; before: { dueOn: string } | null; after: { dueOn: string } }[];
    }>(await api.get(`/deadlines/${id}/history`)).changes;
    expect(history.map(({ kind, number, before, after }) => [number, kind, before?.dueOn, after.dueOn])).toEqual([
      [1, "created", undefined, dueOn],
      [2, "verified", dueOn, dueOn],
      [3, "corrected", dueOn, "2126-11-19"],
    ]);
  });
});

test("10. a waived limitation waits for a second person; of twenty confirmations at once one succeeds", async () => {
  await setPolicy("other_persons");
  const { id } = deadlineOf(await add(statute));
  const waiver = { toStatus: "waived", basis: "claim_released", reason: "Released canary-reason." };
  expect(deadlineOf(await move(id, waiver))).toMatchObject({
    status: "open",
    pendingTransition: {
      toStatus: "waived",
      basis: "claim_released",
      reason: waiver.reason,
      requestedBy: { id: tenant.keyId },
    },
  });
  expect((await move(id, waiver)).status).toBe(409);
  const confirm = (by: Api, key: string) =>
    by.change(
      "POST",
      `/deadlines/${id}/verify`,
      { subject: "transition", decision: "confirm", basis: "file_review" },
      { "X-Idempotency-Key": key },
    );
  expect((await confirm(api, "self")).status).toBe(409);
  const other = await openOther();
  const replies = await Promise.all(Array.from({ length: 20 }, (_, place) => confirm(other, `confirm-${place}`)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(deadlineOf(await api.get(`/deadlines/${id}`))).toMatchObject({
    status: "waived",
    statusReason: waiver.reason,
    pendingTransition: null,
    urgency: "done",
  });
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === id);
  expect(events.map(({ eventType }) => eventType)).toEqual([
    "deadline.created",
    "deadline.transition_requested",
    "deadline.waived",
  ]);
  expect(JSON.stringify(events)).not.toContain("canary-reason");
});

test("11. nothing is deleted, and the history is not changed", async () => {
  const { id } = deadlineOf(await add(statute));
  expect((await api.change("DELETE", `/deadlines/${id}`)).status).toBe(405);
  await expect(
    tenant.inside((transaction) =>
      transaction.updateTable("DeadlineChange").set({ reason: "x" }).where("deadlineId", "=", id).execute(),
    ),
  ).rejects.toThrow(/permission denied/);
  await expect(
    tenant.inside((transaction) => transaction.deleteFrom("DeadlineChange").where("deadlineId", "=", id).execute()),
  ).rejects.toThrow(/permission denied/);
});

test("12. a limitation is satisfied with a document, which goes on legal hold, or a docket number", async () => {
  const { caseId } = await createCase(tenant);
  const { deadline } = readBody<{ deadline: Deadline }>(
    await api.change("POST", `/cases/${caseId}/deadlines`, statute),
  );
  const { documentId } = await createDocument(tenant, { caseId });
  const { documentId: foreign } = await createDocument(tenant);
  expect(faultOf(await move(deadline.id, { toStatus: "satisfied", on: "2026-01-05" }))).toEqual([400, "documentId"]);
  expect((await move(deadline.id, { toStatus: "satisfied", on: "2026-01-05", documentId: foreign })).status).toBe(404);
  expect(deadlineOf(await move(deadline.id, { toStatus: "satisfied", on: "2026-01-05", documentId }))).toMatchObject({
    status: "satisfied",
    satisfaction: { on: "2026-01-05", documentId, docketNumber: null },
  });
  expect((await api.get(`/documents/${documentId}`)).body["document"]).toMatchObject({ legalHold: true });
  expect(
    deadlineOf(await move(deadline.id, { toStatus: "open", reason: "The complaint was rejected." })),
  ).toMatchObject({ status: "open", satisfaction: null, verificationStatus: "unverified" });
  expect(
    deadlineOf(await move(deadline.id, { toStatus: "satisfied", on: "2026-01-05", docketNumber: "26-cv-1" })).status,
  ).toBe("satisfied");
});

test("14. what is missed is satisfied if it was done in time, else satisfied late", async () => {
  const missed = (values = {}) => createDeadline(tenant, { status: "missed", dueOn: "2026-03-02", ...values });
  const [first, second] = [await missed(), await missed()];
  expect((await move(first.deadlineId, { toStatus: "satisfied_late", on: "2026-03-02" })).status).toBe(409);
  expect(deadlineOf(await move(first.deadlineId, { toStatus: "satisfied", on: "2026-03-02" })).status).toBe(
    "satisfied",
  );
  expect((await move(second.deadlineId, { toStatus: "satisfied", on: "2026-03-03" })).status).toBe(409);
  expect(deadlineOf(await move(second.deadlineId, { toStatus: "satisfied_late", on: "2026-03-03" })).status).toBe(
    "satisfied_late",
  );
  const { deadlineId } = await createDeadline(tenant, { dueOn: "2026-03-02" });
  expect((await move(deadlineId, { toStatus: "satisfied", on: "2026-03-03" })).text).toContain(
    "mark the deadline as missed first",
  );
});

test("16. tolling moves the date, and the earlier one counts until a second person has verified it", async () => {
  await setPolicy("other_persons");
  const { id } = deadlineOf(await add({ ...statute, dueOn: "2027-03-10", accrualOn: "2025-03-10" }));
  const toll = (segments: object[]) =>
    api.change("PUT", `/deadlines/${id}/tolling`, { segments, reason: "Bankruptcy of the driver." });
  const stay = { basis: "bankruptcy_stay", fromOn: "2026-01-01", toOn: "2026-07-01" };
  expect(deadlineOf(await toll([stay]))).toMatchObject({
    dueOn: "2027-09-07",
    conservativeDueOn: "2027-03-10",
    effectiveOn: "2027-03-10",
    isTolled: false,
  });
  expect(deadlineOf(await toll([stay, { ...stay, fromOn: "2026-06-01", toOn: "2026-08-01" }])).dueOn).toBe(
    "2027-10-08",
  );
  expect(deadlineOf(await verify(id, { dueOn: "2027-10-08" }, await openOther()))).toMatchObject({
    effectiveOn: "2027-10-08",
    actByOn: "2027-10-08",
  });
  expect(deadlineOf(await toll([{ ...stay, toOn: null }]))).toMatchObject({
    dueOn: "2027-03-10",
    isTolled: true,
    verificationStatus: "unverified",
  });
  expect(deadlineOf(await toll([]))).toMatchObject({
    dueOn: "2027-03-10",
    isTolled: false,
    tolling: [],
    conservativeDueOn: null,
  });
});

test("17. a limitation is not extended, and a jurisdictional deadline by statute alone", async () => {
  const extend = (id: string, body: object) =>
    api.change("POST", `/deadlines/${id}/extend`, {
      dueOn: "2126-12-24",
      basis: "stipulation",
      reason: "Agreed.",
      ...body,
    });
  const [limitation, motion, response] = [
    deadlineOf(await add(statute)),
    deadlineOf(await add({ type: "post_trial_motion", dueOn: "2126-11-20" })),
    deadlineOf(await add({ type: "discovery_response", dueOn: "2126-11-20" })),
  ];
  expect((await extend(limitation.id, {})).text).toContain("A limitation period cannot be extended");
  expect([(await extend(motion.id, {})).status, (await extend(motion.id, { basis: "statute" })).status]).toEqual([
    409, 200,
  ]);
  expect(faultOf(await extend(response.id, { basis: "court_order" }))).toEqual([400, "documentId"]);
  expect(faultOf(await extend(response.id, { dueOn: "2126-11-20" }))).toEqual([400, "dueOn"]);
  await changeRow(tenant, "Deadline", response.id, { verificationStatus: "verified" });
  expect(deadlineOf(await extend(response.id, {}))).toMatchObject({
    dueOn: "2126-12-24",
    effectiveOn: "2126-12-24",
    verificationStatus: "unverified",
    extension: { fromOn: "2126-11-20", basis: "stipulation" },
  });
});

test("21. events and reports have neither notes, nor facts, nor reasons; exports have them", async () => {
  const { id } = deadlineOf(
    await add({
      ...statute,
      accrualBasis: "discovery",
      discoveryFacts: "canary-facts",
      notes: "canary-notes",
      reason: "canary-reason",
    }),
  );
  deadlineOf(await patch(id, { notes: "canary-other" }));
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === id);
  expect(JSON.stringify(events)).not.toContain("canary");
  expect(events.at(-1)).toMatchObject({
    eventType: "deadline.updated",
    diff: { notes: { from: "[redacted]", to: "[redacted]" } },
  });
  const columns = ["notes", "discoveryFacts", "statusReason", "pendingTransition", "verification", "satisfaction"];
  const { rows } = await tenant.inside((transaction) =>
    sql`SELECT FROM unnest(${columns}::text[]) x WHERE has_column_privilege('caseport_reader', '"Deadline"', x, 'SELECT')`.execute(
      transaction,
    ),
  );
  expect([rows, columns.filter((column) => hiddenColumns.has(column))]).toEqual([[], []]);
});

test("22. everything fails in an archived case", async () => {
  const { deadlineId, caseId } = await createDeadline(tenant, {
    type: "statute_of_limitations",
    deadlineClass: "limitation",
  });
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
  const replies = [
    await api.change("POST", `/cases/${caseId}/deadlines`, statute),
    await patch(deadlineId, { title: "x" }),
    await move(deadlineId, { toStatus: "cancelled", reason: "x" }),
    await api.change("POST", `/deadlines/${deadlineId}/extend`, { dueOn: "2127-01-01", basis: "statute", reason: "x" }),
    await api.change("PUT", `/deadlines/${deadlineId}/tolling`, { segments: [], reason: "x" }),
    await verify(deadlineId, { dueOn: "2126-03-01" }),
  ];
  expect(replies.map(({ status, headers }) => [status, headers["x-error-reason"]])).toEqual(
    replies.map(() => [409, "case_archived"]),
  );
});

test("24. another organization's deadline, party, member, calendar and document look like unknown ones", async () => {
  const stranger = await createTenant(server.services.database);
  const others = openApi(server, stranger.secret);
  const { id } = deadlineOf(await add(statute));
  for (const rest of ["", "/history"])
    expect((await others.get(`/deadlines/${id}${rest}`)).text).toBe((await others.get(`/deadlines/ddl_x${rest}`)).text);
  expect((await move(id, { toStatus: "waived", basis: "other", reason: "x" }, others)).text).toBe(
    (await move("ddl_x", { toStatus: "waived", basis: "other", reason: "x" }, others)).text,
  );
  const [{ partyId }, { documentId }] = [await createParty(stranger), await createDocument(stranger)];
  const satisfy = (name: string) => move(id, { toStatus: "satisfied", on: "2026-01-05", documentId: name });
  const twins = [
    ...[
      ["adversePartyId", partyId, "pty_x"],
      ["claimantPartyId", partyId, "pty_x"],
      ["holidayCalendarId", await createCalendar(stranger), "hol_x"],
    ].map(([name = "", known, unknown]) => [known, unknown].map((value) => add({ ...statute, [name]: value }))),
    [stranger.attorneyId, "mem_x"].map((memberId) => add({ ...statute, assignedMemberIds: [memberId] })),
    [satisfy(documentId), satisfy("doc_x")],
  ];
  for (const [known, unknown] of await Promise.all(twins.map((each) => Promise.all(each))))
    expect([known?.status, known?.text]).toEqual([404, unknown?.text]);
});

test("the filters find what they say", async () => {
  const { caseId } = await createCase(tenant);
  const post = async (body: object) => deadlineOf(await api.change("POST", `/cases/${caseId}/deadlines`, body));
  const first = await post({
    ...statute,
    dueOn: "2026-01-05",
    externalId: "d-1",
    assignedMemberIds: [tenant.attorneyId],
  });
  const second = await post({ type: "answer_due", dueOn: "2126-01-05", assignedMemberIds: [] });
  const done = await post({ type: "custom", title: "Call", dueOn: "2026-01-05" });
  deadlineOf(await move(done.id, { toStatus: "cancelled", reason: "By mistake." }));
  const queries = {
    "isOpen=false": [done],
    "status=cancelled": [done],
    "type=answer_due": [second],
    "deadlineClass=limitation": [first],
    "verificationStatus=verified": [],
    "hasPending=true": [],
    [`assignedMemberId=${tenant.attorneyId}`]: [first],
    "dueFrom=2126-01-05": [second],
    "dueTo=2026-01-05&isOpen=true": [first],
    "urgency=overdue": [first],
    "urgency=later": [second],
    "urgency=done": [done],
    "urgency=today": [],
    "isTolled=true": [],
    "isOverridden=true": [],
    "source=manual&sort=due": [first, done, second],
    "externalId=d-1": [first],
    "ruleKey=x": [],
  };
  const found = await Promise.all(
    Object.keys(queries).map(async (query) => [
      query,
      readBody<{ deadlines: Deadline[] }>(await api.get(`/deadlines?caseId=${caseId}&${query}`)).deadlines.map(
        ({ id }) => id,
      ),
    ]),
  );
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(queries).map(([query, deadlines]) => [query, deadlines.map(({ id }) => id)])),
  );
  expect((await api.get("/deadlines/external:d-1")).body["deadline"]).toMatchObject({
    id: first.id,
    urgency: "overdue",
    status: "open",
  });
  expect((await api.get("/deadline-policy")).body["deadlinePolicy"]).toMatchObject({
    otherVerification: "other_persons",
  });
});
