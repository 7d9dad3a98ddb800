import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { valuesOf } from "../../../contract/enumeration.ts";
import { leadEnumerations } from "../enumerations.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { leadTransitions } from "./domain.moves.ts";
import { createLead, type LeadOptions } from "../fixtures.ts";
import type { ContactAttempt, LeadHistoryEntry } from "./schema.ts";
import type { Lead, LeadStatus } from "../schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const statuses = valuesOf(leadEnumerations.leadStatus);
const readLead = ({ body }: Reply) => readRecord(body, "lead") as Lead;
const move = (id: string, toStatus: LeadStatus, more: object = {}) =>
  api.change("POST", `/leads/${id}/transitions`, { toStatus, ...more });
const attempt = (id: string, body: object) =>
  api.change("POST", `/leads/${id}/contact-attempts`, { channel: "call", ...body });

/** What goes with a status in the row, and in the request that moves there. */
async function accompany(status: LeadStatus): Promise<{ row: LeadOptions; request: object }> {
  if (status === "declined") return { row: { declineReason: "low_value" }, request: { reason: "no_injury" } };
  if (status === "lost") return { row: { lostReason: "went elsewhere" }, request: { reason: "never signed" } };
  if (status !== "duplicate") return { row: {}, request: {} };
  const duplicateOfLeadId = await createLead(tenant);
  return { row: { duplicateOfLeadId }, request: { duplicateOfLeadId } };
}

describe("POST /leads/{leadId}/transitions", () => {
  // A converted lead has its case: api.conversion.test.ts.
  test.each(statuses.filter((status) => status !== "converted"))(
    "from %s: allows exactly the transitions of the table",
    async (from) => {
      for (const to of statuses) {
        const id = await createLead(tenant, { status: from, ...(await accompany(from)).row });
        const reply = await move(id, to, (await accompany(to)).request);
        const allowed = leadTransitions[from] as readonly LeadStatus[];
        if (allowed.includes(to) && to !== "converted") {
          expect([to, reply.status, readLead(reply).status]).toEqual([to, 200, to]);
          expect(readLead(reply).availableTransitions).toEqual(leadTransitions[to]);
          continue;
        }
        expect([to, reply.status, reply.body["code"]]).toEqual([to, 409, "INVALID_STATE_TRANSITION"]);
        expect(reply.body["error"]).toMatch(
          allowed.includes(to) ? /convert/ : new RegExp(`^A lead in status ${from} cannot go to ${to}; it allows `),
        );
      }
    },
  );

  test.each<[string, object, string]>([
    ["declined without a reason", { toStatus: "declined" }, "reason: must be one of statute_expired"],
    ["declined for a reason of one's own", { toStatus: "declined", reason: "bad mood" }, "reason: must be one of"],
    ["lost without a reason", { toStatus: "lost" }, "reason: required"],
    ["duplicate of nobody knows what", { toStatus: "duplicate" }, "duplicateOfLeadId: required"],
    [
      "an original for another status",
      { toStatus: "contacted", duplicateOfLeadId: "lea_x" },
      "duplicateOfLeadId: required",
    ],
    ["a status that there is not", { toStatus: "gone" }, "toStatus: must be one of"],
  ])("%s is rejected", async (_, body, message) => {
    const reply = await api.change("POST", `/leads/${await createLead(tenant)}/transitions`, body);
    expect(reply.status).toBe(400);
    expect(reply.body["error"]).toContain(message);
  });

  test("the reason is on the lead while its status lasts, and stays in the history", async () => {
    const id = await createLead(tenant);
    expect(readLead(await move(id, "declined", { reason: "conflict", note: "We act for the driver." }))).toMatchObject({
      declineReason: "conflict",
      lostReason: null,
    });
    expect(readLead(await move(id, "new", { note: "The driver went elsewhere." }))).toMatchObject({
      status: "new",
      declineReason: null,
    });
    const { body } = await api.get(`/leads/${id}/history?sort=oldest`);
    const actor = { type: "integration_key", id: tenant.keyId, name: "Test key" };
    expect(body["history"]).toEqual(
      [
        { fromStatus: null, toStatus: "new", reason: null, note: null },
        { fromStatus: "new", toStatus: "declined", reason: "conflict", note: "We act for the driver." },
        { fromStatus: "declined", toStatus: "new", reason: null, note: "The driver went elsewhere." },
      ].map((entry) => ({
        ...entry,
        id: expect.stringMatching(/^lsc_/),
        actor,
        changedAt: expect.stringMatching(/Z$/),
      })),
    );
    const first = await api.get(`/leads/${id}/history?limit=2`);
    const rest = await api.get(`/leads/${id}/history?limit=2&after=${String(first.body["nextCursor"])}`);
    expect(
      [...(first.body["history"] as LeadHistoryEntry[]), ...(rest.body["history"] as LeadHistoryEntry[])].map(
        ({ toStatus }) => toStatus,
      ),
    ).toEqual(["new", "declined", "new"]);
  });

  test("the retainer dates are recorded", async () => {
    const id = await createLead(tenant, { status: "qualified" });
    const sent = readLead(await move(id, "retainer_sent"));
    expect([sent.retainerSentAt, sent.retainerSignedAt]).toEqual([sent.statusChangedAt, null]);
    const signed = readLead(await move(id, "retainer_signed"));
    expect([signed.retainerSentAt, signed.retainerSignedAt]).toEqual([sent.statusChangedAt, signed.statusChangedAt]);
  });

  test("a duplicate must refer to another lead of the firm that is not a duplicate itself", async () => {
    const [original, other, third] = [await createLead(tenant), await createLead(tenant), await createLead(tenant)];
    const isDuplicateOf = (id: string, duplicateOfLeadId: string) => move(id, "duplicate", { duplicateOfLeadId });
    expect((await isDuplicateOf(other, other)).body["error"]).toBe("duplicateOfLeadId: must be another lead");
    const foreign = await createLead(await createTenant(server.services.database));
    for (const id of ["nobody", foreign])
      expect((await isDuplicateOf(other, id)).body).toEqual({
        success: false,
        error: "Lead not found",
        code: "NOT_FOUND",
      });
    expect(readLead(await isDuplicateOf(other, original)).duplicateOfLeadId).toBe(original);
    expect((await isDuplicateOf(third, other)).body["code"]).toBe("INVALID_STATE_TRANSITION");
    expect((await isDuplicateOf(original, other)).body["code"]).toBe("INVALID_STATE_TRANSITION");
  });

  test("of two concurrent requests that mark each other as duplicates one succeeds", async () => {
    const [one, other] = [await createLead(tenant), await createLead(tenant)];
    const replies = await Promise.all([
      move(one, "duplicate", { duplicateOfLeadId: other }),
      move(other, "duplicate", { duplicateOfLeadId: one }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe("POST /leads/{leadId}/contact-attempts", () => {
  test.each<[LeadStatus, object, LeadStatus]>([
    ["new", { outcome: "voicemail" }, "attempting_contact"],
    ["new", { outcome: "wrong_number" }, "attempting_contact"],
    ["new", { channel: "text", outcome: "text_sent" }, "attempting_contact"],
    ["new", { outcome: "connected" }, "contacted"],
    ["new", { outcome: "connected", direction: "inbound" }, "contacted"],
    ["new", { outcome: "voicemail", direction: "inbound" }, "new"],
    ["attempting_contact", { outcome: "busy" }, "attempting_contact"],
    ["attempting_contact", { outcome: "connected" }, "contacted"],
    ["appointment_set", { outcome: "connected" }, "appointment_set"],
    ["unreachable", { outcome: "connected" }, "unreachable"],
    ["spam", { outcome: "no_answer" }, "spam"],
  ])("in status %s, %j leads to %s", async (from, body, to) => {
    const id = await createLead(tenant, { status: from });
    const reply = await attempt(id, body);
    expect(reply.status, reply.text).toBe(201);
    expect(readLead(reply)).toMatchObject({ status: to, contactAttemptCount: 1 });
    const { history } = (await api.get(`/leads/${id}/history`)).body as { history: LeadHistoryEntry[] };
    expect(history[0]?.toStatus).toBe(to);
    expect(history).toHaveLength(from === to ? 1 : 2);
  });

  test("count, first response and last attempt are correct in any order of recording", async () => {
    const id = await createLead(tenant);
    await attempt(id, { outcome: "voicemail", direction: "inbound", at: "2026-03-01T10:00:00Z" });
    expect(readLead(await api.get(`/leads/${id}`))).toMatchObject({
      firstResponseAt: null,
      lastContactAttemptAt: "2026-03-01T10:00:00.000Z",
    });
    await attempt(id, { outcome: "no_answer", at: "2026-03-05T10:00:00-05:00" });
    const reply = await attempt(id, {
      outcome: "busy",
      at: "2026-03-03T10:00:00Z",
      memberId: tenant.attorneyId,
      note: "Tried twice",
    });
    expect(readLead(reply)).toMatchObject({
      contactAttemptCount: 3,
      firstResponseAt: "2026-03-03T10:00:00.000Z",
      lastContactAttemptAt: "2026-03-05T15:00:00.000Z",
    });
    expect(readRecord(reply.body, "contactAttempt")).toMatchObject({
      leadId: id,
      channel: "call",
      direction: "outbound",
      outcome: "busy",
      at: "2026-03-03T10:00:00.000Z",
      member: { id: tenant.attorneyId, firstName: "Ada", lastName: "Counsel" },
      note: "Tried twice",
    });
    const { body } = await api.get(`/leads/${id}/contact-attempts?sort=oldest`);
    expect((body["contactAttempts"] as ContactAttempt[]).map(({ outcome }) => outcome)).toEqual([
      "voicemail",
      "no_answer",
      "busy",
    ]);
  });

  test("rejects a time in the future and an unknown member", async () => {
    const id = await createLead(tenant);
    const future = new Date(Date.now() + 3_600_000).toISOString();
    expect((await attempt(id, { outcome: "busy", at: future })).body["error"]).toBe("at: must not be in the future");
    expect((await attempt(id, { outcome: "busy", memberId: "nobody" })).body["error"]).toBe("Member not found");
    expect(readLead(await api.get(`/leads/${id}`)).contactAttemptCount).toBe(0);
  });

  test("counts concurrent attempts", async () => {
    const id = await createLead(tenant);
    await Promise.all(Array.from({ length: 6 }, () => attempt(id, { outcome: "busy" })));
    expect(readLead(await api.get(`/leads/${id}`))).toMatchObject({
      contactAttemptCount: 6,
      revision: 7,
      status: "attempting_contact",
    });
  });
});
