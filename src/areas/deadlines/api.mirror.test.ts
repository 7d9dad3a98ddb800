import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOidcClient, createPartnerKey } from "../../platform/identity/credentials/legacy-credentials.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { readId, readRecord } from "../../testing/harness/requests/example-request.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { startTokenIssuer, type TestIssuer } from "../../testing/servers/token-issuer.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createParty } from "../cases/parties/fixtures.ts";
import type { CaseParty } from "../cases/parties/schema.ts";
import type { CaseDetail } from "../cases/schema.ts";
import { createLead } from "../leads/fixtures.ts";
import { createMember } from "../team/fixtures.ts";
import { markMissedDeadlines } from "./warnings/domain.jobs.ts";
import { createDeadline } from "./fixtures.ts";
import type { Deadline } from "./schema.ts";

/** The date of limitation that a case shows follows from its deadlines. */
let server: TestServer;
let tenant: TestTenant;
let api: Api;
let second: Api;
let provider: TestIssuer;

beforeAll(async () => {
  provider = await startTokenIssuer();
  server = await startOwnServer({
    tokenIssuer: { issuer: provider.issuer, audience: provider.audience, keySetUrl: null },
  });
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  const policy = {
    limitationVerification: "other_persons",
    otherVerification: "other_persons",
    requireVerificationOf: ["limitation"],
    warningDays: JSON.stringify({ limitation: [30], court: [7], notice: [7], contract: [3], internal: [1] }),
  };
  await tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlinePolicy")
      .values({ organizationId: tenant.organizationId, ...policy })
      .execute(),
  );
  const actingAttorneyId = await createMember(tenant, {
    firstName: "Ben",
    lastName: "Second",
    isAttorney: true,
    role: "attorney",
  });
  second = openApi(server, (await createKey(tenant, { actingAttorneyId })).secret);
});
afterAll(async () => {
  await server.close(1000);
  await provider.close();
});

const deadlineOf = (reply: Reply) => readBody<{ deadline: Deadline }>(reply).deadline;
const add = async (caseId: string, body: object) =>
  deadlineOf(
    await api.change("POST", `/cases/${caseId}/deadlines`, {
      type: "statute_of_limitations",
      reason: "As calculated",
      allowDuplicate: true,
      ...body,
    }),
  );
const move = async (id: string, body: object) =>
  deadlineOf(await api.change("POST", `/deadlines/${id}/transitions`, body));
const verify = async (id: string, body: object) =>
  deadlineOf(
    await second.change("POST", `/deadlines/${id}/verify`, { decision: "confirm", basis: "statute_text", ...body }),
  );
const readCase = async (caseId: string) => readBody<{ case: CaseDetail }>(await api.get(`/cases/${caseId}`)).case;
const shown = async (caseId: string) => {
  const { statuteOfLimitationsOn, statuteOfLimitationsStatus } = await readCase(caseId);
  return [statuteOfLimitationsOn, statuteOfLimitationsStatus];
};
const eventsOf = async (id: string) =>
  (await readEvents(tenant)).filter(({ relatedIds }) => JSON.stringify(relatedIds).includes(id));
const typesOf = async (id: string) => (await eventsOf(id)).map(({ eventType }) => eventType);

describe("the case", () => {
  test("shows the earliest date of its statutes of limitations that are open or missed, and how far it can be relied on; each change is one event of the case", async () => {
    const { caseId } = await createCase(tenant);
    expect(await shown(caseId)).toEqual([null, "none"]);
    const { id } = await add(caseId, { dueOn: "2127-11-20" });
    expect([await shown(caseId), await typesOf(caseId)]).toEqual([
      ["2127-11-20", "unverified"],
      ["deadline.created", "case.updated"],
    ]);
    expect((await eventsOf(caseId)).at(-1)).toMatchObject({
      entityId: caseId,
      diff: {
        statuteOfLimitationsOn: { from: null, to: "2127-11-20" },
        statuteOfLimitationsStatus: { from: "none", to: "unverified" },
      },
    });
    await verify(id, { dueOn: "2127-11-20" });
    expect(await shown(caseId)).toEqual(["2127-11-20", "verified"]);
    const { id: later } = await add(caseId, { dueOn: "2128-01-01" });
    await add(caseId, { type: "notice_of_claim", dueOn: "2126-01-01" });
    expect(await shown(caseId)).toEqual(["2127-11-20", "verified"]);
    deadlineOf(await api.change("PATCH", `/deadlines/${later}`, { dueOn: "2127-11-20", reason: "Corrected" }));
    // Of two on one day the one that can be relied on least.
    expect(await shown(caseId)).toEqual(["2127-11-20", "unverified"]);
    deadlineOf(
      await second.change("POST", `/deadlines/${later}/verify`, {
        decision: "dispute",
        basis: "file_review",
        note: "Wrong state",
      }),
    );
    expect(await shown(caseId)).toEqual(["2127-11-20", "disputed"]);
    await move(later, { toStatus: "satisfied", on: "2026-01-02", docketNumber: "26-cv-1" });
    expect(await shown(caseId)).toEqual(["2127-11-20", "verified"]);
    await move(id, { toStatus: "satisfied", on: "2026-01-02", docketNumber: "26-cv-1" });
    expect(await shown(caseId)).toEqual([null, "none"]);
    await move(id, { toStatus: "open", reason: "Rejected by the clerk" });
    expect(await shown(caseId)).toEqual(["2127-11-20", "unverified"]);
    const before = (await typesOf(caseId)).length;
    deadlineOf(await api.change("PATCH", `/deadlines/${id}`, { title: "Suit" }));
    expect((await typesOf(caseId)).slice(before)).toEqual(["deadline.updated"]);
  });

  test("10., 16. keeps the date while a waiver waits, and while tolling is not verified", async () => {
    const { caseId } = await createCase(tenant);
    const { id } = await add(caseId, { dueOn: "2127-03-10", accrualOn: "2025-03-10" });
    deadlineOf(
      await api.change("PUT", `/deadlines/${id}/tolling`, {
        segments: [{ basis: "agreement", fromOn: "2126-01-01", toOn: "2126-07-01" }],
        reason: "Agreed",
      }),
    );
    expect(await shown(caseId)).toEqual(["2127-03-10", "unverified"]);
    await verify(id, { dueOn: "2127-09-07" });
    expect(await shown(caseId)).toEqual(["2127-09-07", "verified"]);
    await move(id, { toStatus: "waived", basis: "claim_released", reason: "Released" });
    expect(await shown(caseId)).toEqual(["2127-09-07", "verified"]);
    await verify(id, { subject: "transition" });
    expect(await shown(caseId)).toEqual([null, "none"]);
  });

  test("15. follows an incident that moves, in one event after that of the incident; what a second person has to confirm first, later", async () => {
    const { caseId } = await createCase(tenant, { dateOfIncident: "2025-11-20" });
    const count = { trigger: { source: "incident" }, offset: 102, unit: "years" };
    const { id } = await add(caseId, count);
    await add(caseId, { ...count, offset: 103 });
    await add(caseId, { ...count, offset: 104 });
    const change = async (dateOfIncident: string) => {
      const earlier = (await typesOf(caseId)).length;
      const reply = await api.change("PATCH", `/cases/${caseId}`, { dateOfIncident });
      expect(readRecord(reply.body, "case")).toEqual(await readCase(caseId));
      expect(reply.headers.etag).toBe((await api.get(`/cases/${caseId}`)).headers.etag);
      return (await typesOf(caseId)).slice(earlier);
    };
    expect(await change("2025-11-02")).toEqual([
      "case.updated",
      ...Array.from({ length: 3 }, () => "deadline.recalculated"),
      "case.updated",
    ]);
    expect(await shown(caseId)).toEqual(["2127-11-02", "unverified"]);
    expect(await change("2025-12-01")).toEqual([
      "case.updated",
      ...Array.from({ length: 3 }, () => "deadline.recalculation_proposed"),
    ]);
    expect(await shown(caseId)).toEqual(["2127-11-02", "unverified"]);
    await verify(id, { subject: "recalculation" });
    expect(await shown(caseId)).toEqual(["2127-12-01", "unverified"]);
  });

  test("is missed when it passes undone, until it is satisfied late", async () => {
    const { caseId } = await createCase(tenant);
    const { deadlineId } = await createDeadline(tenant, {
      caseId,
      type: "statute_of_limitations",
      deadlineClass: "limitation",
      dueOn: "2026-03-01",
      dueAt: "2026-03-02T05:00:00Z",
    });
    await markMissedDeadlines(server.services.database);
    expect([await shown(caseId), await typesOf(caseId)]).toEqual([
      ["2026-03-01", "missed"],
      ["deadline.missed", "case.updated"],
    ]);
    await move(deadlineId, { toStatus: "satisfied_late", on: "2026-03-05", docketNumber: "26-cv-1" });
    expect(await shown(caseId)).toEqual([null, "none"]);
  });

  test("takes the tasks along that are counted from its date", async () => {
    const { caseId } = await createCase(tenant);
    const due = {
      relativeTo: "statute_of_limitations",
      offset: 60,
      unit: "calendar_days",
      direction: "before",
      roll: "none",
    };
    const { taskTemplate } = readBody<{ taskTemplate: { id: string } }>(
      await api.change("POST", "/task-templates", {
        name: "Toll",
        items: [{ key: "toll", title: "File or toll", due }],
      }),
    );
    const {
      tasks: [task],
    } = readBody<{ tasks: { id: string; dueOn: string | null }[] }>(
      await api.change("POST", `/cases/${caseId}/task-templates/${taskTemplate.id}/apply`, {}),
    );
    const dueOn = async () =>
      readBody<{ task: { dueOn: string | null } }>(await api.get(`/tasks/${task?.id}`)).task.dueOn;
    const { id } = await add(caseId, { dueOn: "2127-03-01" });
    expect([task?.dueOn, await dueOn(), (await typesOf(caseId)).slice(-3)]).toEqual([
      null,
      "2126-12-31",
      ["deadline.created", "case.updated", "task.updated"],
    ]);
    deadlineOf(await api.change("PATCH", `/deadlines/${id}`, { dueOn: "2127-02-01", reason: "Corrected" }));
    expect(await dueOn()).toBe("2126-12-03");
  });

  test("is right after changes at once, which take turns", async () => {
    const { caseId } = await createCase(tenant, { dateOfIncident: "2025-11-20" });
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, place) =>
        add(caseId, { trigger: { source: "incident" }, offset: 102 + place, unit: "years" }),
      ),
    );
    const incident = (day: number) => api.change("PATCH", `/cases/${caseId}`, { dateOfIncident: `2025-11-0${day}` });
    const replies = await Promise.all([
      ...all.slice(0, 2).map(({ id }) =>
        api.change("POST", `/deadlines/${id}/transitions`, {
          toStatus: "satisfied",
          on: "2026-01-02",
          docketNumber: "26-cv-1",
        }),
      ),
      incident(3),
      incident(2),
      ...all
        .slice(3)
        .map(({ id }) => api.change("PATCH", `/deadlines/${id}`, { dueTime: "17:00", reason: "Clerk closes" })),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const open = readBody<{ deadlines: Deadline[] }>(await api.get(`/cases/${caseId}/deadlines?isOpen=true`)).deadlines;
    expect(await shown(caseId)).toEqual([open.map(({ effectiveOn }) => effectiveOn).toSorted()[0], "unverified"]);
  });
});

describe("a new case", () => {
  const create = async (body: object, by = api) =>
    by.change("POST", "/cases", { caseType: "dog_bite", plaintiffId: (await createCase(tenant)).clientId, ...body });

  test("6. with a date has one deadline for it, also if it is sent again with its externalId", async () => {
    const body = {
      statuteOfLimitationsOn: "2127-11-20",
      externalId: "crm-1",
      attorneys: [{ attorneyId: tenant.attorneyId, role: "lead" }],
      caseState: "PA",
    };
    const made = readRecord((await create(body)).body, "case");
    expect(made).toMatchObject({ statuteOfLimitationsOn: "2127-11-20", statuteOfLimitationsStatus: "unverified" });
    const again = await create(body);
    expect([again.status, again.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
    const caseId = String(made["id"]);
    expect(made).toEqual(await readCase(caseId));
    const { deadlines } = readBody<{ deadlines: Deadline[] }>(await api.get(`/cases/${caseId}/deadlines`));
    expect(deadlines).toMatchObject([
      {
        type: "statute_of_limitations",
        title: "Statute of limitations",
        dueOn: "2127-11-20",
        effectiveOn: "2127-11-20",
        timeZone: "America/New_York",
        source: "case_creation",
        verificationStatus: "unverified",
        isJurisdictional: true,
        citation: null,
        setBy: { id: tenant.keyId },
        assignees: [{ id: tenant.attorneyId }],
        warningDays: [30],
      },
    ]);
    expect(await typesOf(caseId)).toEqual(["case.created", "deadline.created"]);
  });

  test("needs no acting attorney for it; without a date it has no deadline", async () => {
    const key = openApi(
      server,
      (await createKey(tenant, { scopes: ["cases:write", "cases:read"], actingAttorneyId: null })).secret,
    );
    const made = readRecord((await create({ statuteOfLimitationsOn: "2127-11-20" }, key)).body, "case");
    expect(made).toMatchObject({ statuteOfLimitationsOn: "2127-11-20", statuteOfLimitationsStatus: "unverified" });
    const none = readRecord((await create({ statuteOfLimitationsOn: null })).body, "case");
    expect(none).toMatchObject({ statuteOfLimitationsOn: null, statuteOfLimitationsStatus: "none" });
    expect(readBody<{ deadlines: [] }>(await api.get(`/cases/${String(none["id"])}/deadlines`)).deadlines).toEqual([]);
    const beyond = await create({ statuteOfLimitationsOn: "9999-12-31" });
    expect([beyond.status, beyond.headers["x-error-detail"]]).toEqual([400, "statuteOfLimitationsOn"]);
  });

  test.each(["closed", "archived"])(
    "that is %s keeps the date as a cancelled deadline, of which nobody is warned",
    async (matterStatus) => {
      const made = readRecord(
        (
          await create({
            statuteOfLimitationsOn: "2024-11-20",
            matterStage: "closed",
            matterStatus,
            closedOn: "2026-01-02",
            statusReason: "Settled",
          })
        ).body,
        "case",
      );
      expect(made).toMatchObject({ statuteOfLimitationsOn: null, statuteOfLimitationsStatus: "none" });
      const { deadlines } = readBody<{ deadlines: Deadline[] }>(
        await api.get(`/cases/${String(made["id"])}/deadlines`),
      );
      expect(deadlines).toMatchObject([
        { dueOn: "2024-11-20", status: "cancelled", statusReason: `The case is ${matterStatus}`, assignees: [] },
      ]);
    },
  );

  test("from a lead has the lead's estimate", async () => {
    const leadId = await createLead(tenant, {
      status: "retainer_signed",
      statuteOfLimitationsEstimateOn: "2127-11-20",
    });
    const reply = await api.change("POST", `/leads/${leadId}/convert`, { clientMatch: { mode: "create" } });
    const caseId = readId(reply.body, "case");
    expect(await shown(caseId)).toEqual(["2127-11-20", "unverified"]);
    const { deadlines } = readBody<{ deadlines: Deadline[] }>(await api.get(`/cases/${caseId}/deadlines`));
    expect(deadlines).toMatchObject([{ source: "lead_estimate", dueOn: "2127-11-20" }]);
    expect((await typesOf(caseId)).slice(0, 2)).toEqual(["lead.converted", "case.created"]);
  });
});

test("5. the date is not written to the case: another one fails for keys, partner keys and bearer tokens, and the present one is accepted", async () => {
  const { caseId } = await createCase(tenant);
  const { id } = await add(caseId, { dueOn: "2127-11-20" });
  const before = await readCase(caseId);
  const partner = await tenant.inside(async (transaction) => {
    await createOidcClient(transaction, tenant.organizationId, {
      name: "Referral network",
      issuer: provider.issuer,
      claim: "subject",
      value: "partner",
    });
    return createPartnerKey(transaction, tenant.organizationId, "Lead vendor");
  });
  const token = await provider.sign({ sub: "partner" });
  const callers = [
    { "x-api-key": tenant.secret },
    { "x-api-key": partner.secret },
    { "x-api-key": null, Authorization: `Bearer ${token}` },
  ];
  const patch = (headers: (typeof callers)[number], body: object) =>
    fetch(`${server.baseUrl}/api/v1/cases/${caseId}`, {
      method: "PATCH",
      body: JSON.stringify(body),
      headers: Object.entries({ "content-type": "application/json", ...headers }).flatMap(([name, value]) =>
        value === null ? [] : [[name, value] as [string, string]],
      ),
    });
  for (const headers of callers) {
    for (const statuteOfLimitationsOn of [null, "2127-11-21"]) {
      const reply = await patch(headers, { statuteOfLimitationsOn, title: "Renamed" });
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([
        409,
        "INVALID_STATE_TRANSITION",
      ]);
    }
  }
  expect(await readCase(caseId)).toEqual(before);
  for (const headers of callers)
    expect((await patch(headers, { statuteOfLimitationsOn: "2127-11-20" })).status).toBe(200);
  expect({ ...(await readCase(caseId)), updatedAt: before.updatedAt }).toEqual(before);
  expect(deadlineOf(await api.get(`/deadlines/${id}`))).toMatchObject({ dueOn: "2127-11-20", revision: 1 });
});

test("the gates of a stage hold a case up until its statute of limitations is known, verified, and until nothing is unverified", async () => {
  const { caseId } = await createCase(tenant);
  const gates = ["statute_known", "statute_verified", "no_unverified_deadline"];
  readBody(await api.change("PUT", "/case-stage-gates/demand_sent", { gates }));
  const failing = async () => {
    const { status, text } = await api.change("POST", `/cases/${caseId}/transitions`, { toStage: "demand_sent" });
    return status === 200 ? "moved" : gates.filter((gate) => text.includes(`${gate} (`));
  };
  expect(await failing()).toEqual(["statute_known", "statute_verified"]);
  const { id } = await add(caseId, { dueOn: "2127-11-20" });
  expect(await failing()).toEqual(["statute_verified", "no_unverified_deadline"]);
  const { id: other } = await add(caseId, { type: "custom", dueOn: "2127-11-20" });
  await verify(id, { dueOn: "2127-11-20" });
  expect(await failing()).toEqual(["no_unverified_deadline"]);
  await verify(other, { dueOn: "2127-11-20" });
  await move(id, { toStatus: "satisfied", on: "2026-01-02", docketNumber: "26-cv-1" });
  expect(await failing()).toBe("moved");
});

describe("a party", () => {
  const openParty = async () => {
    const { caseId, clientId } = await createCase(tenant);
    const { partyId } = await createParty(tenant, { answerDueOn: "2126-01-05" }, { caseId, clientId });
    const path = `/cases/${caseId}/parties/${partyId}`;
    const read = async () => readBody<{ party: CaseParty }>(await api.get(path)).party;
    return {
      caseId,
      clientId,
      partyId,
      path,
      read,
      dueOn: async () => (await read()).answerDueOn,
      patch: (body: object) => api.change("PATCH", path, body),
    };
  };

  test("shows when its answer is due, as the open deadline says, and keeps another value out meanwhile", async () => {
    const { caseId, clientId, partyId, dueOn, patch } = await openParty();
    const { partyId: other } = await createParty(tenant, {}, { caseId, clientId });
    const { id } = await add(caseId, { type: "answer_due", dueOn: "2126-03-01", adversePartyId: partyId });
    expect([await dueOn(), (await typesOf(caseId)).slice(-2)]).toEqual([
      "2126-03-01",
      ["deadline.created", "case_party.updated"],
    ]);
    const rejected = await patch({ answerDueOn: "2126-03-02", notes: "x" });
    expect([rejected.status, rejected.body["error"]]).toEqual([
      409,
      "answerDueOn follows from the open deadline for this party's answer; use PATCH /deadlines/{deadlineId}",
    ]);
    expect((await patch({ answerDueOn: "2126-03-01", notes: "x" })).status).toBe(200);
    deadlineOf(
      await api.change("POST", `/deadlines/${id}/extend`, {
        dueOn: "2126-03-15",
        basis: "stipulation",
        reason: "Agreed",
      }),
    );
    expect(await dueOn()).toBe("2126-03-15");
    deadlineOf(await api.change("PATCH", `/deadlines/${id}`, { adversePartyId: other }));
    expect([
      await dueOn(),
      readBody<{ party: CaseParty }>(await api.get(`/cases/${caseId}/parties/${other}`)).party.answerDueOn,
    ]).toEqual([null, "2126-03-15"]);
    expect((await patch({ answerDueOn: "2126-05-01" })).status).toBe(200);
    await move(id, { toStatus: "cancelled", reason: "Dismissed" });
    expect([
      await dueOn(),
      readBody<{ party: CaseParty }>(await api.get(`/cases/${caseId}/parties/${other}`)).party.answerDueOn,
    ]).toEqual(["2126-05-01", null]);
  });

  test("that was removed keeps no deadline from being reopened", async () => {
    const { caseId, partyId, path } = await openParty();
    const { id } = await add(caseId, { type: "answer_due", dueOn: "2126-03-01", adversePartyId: partyId });
    await move(id, { toStatus: "cancelled", reason: "Dismissed" });
    readBody(await api.change("DELETE", path));
    expect((await move(id, { toStatus: "open", reason: "Vacated" })).status).toBe("open");
  });

  test("that is served earlier has its answer due earlier, in the response, too", async () => {
    const { caseId, partyId, read, patch } = await openParty();
    expect((await patch({ servedOn: "2026-02-04" })).status).toBe(200);
    await add(caseId, {
      type: "answer_due",
      adversePartyId: partyId,
      trigger: { source: "service", recordId: partyId },
      offset: 100,
      unit: "years",
    });
    expect(await read()).toMatchObject({ answerDueOn: "2126-02-04" });
    const reply = await patch({ servedOn: "2026-02-01" });
    expect(readBody<{ party: CaseParty }>(reply).party).toEqual(await read());
    expect(await read()).toMatchObject({ servedOn: "2026-02-01", answerDueOn: "2126-02-01" });
  });
});
