import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readAuditEntries, readEvents } from "../../../testing/harness/traces.ts";
import { createLead } from "../../leads/fixtures.ts";
import { createConversation } from "../conversations/fixtures.ts";
import type { LastClientContact } from "../timeline/schema.ts";
import { createCall } from "./fixtures.ts";
import type { Call } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
/** Of a key without `communications:content`. */
let withoutContent: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  const { secret } = await createKey(tenant, { scopes: ["communications:read", "events:read"] });
  withoutContent = openApi(server, secret);
});
afterAll(() => server.close(1000));

type Reply = Awaited<ReturnType<typeof api.change>>;
const callOf = (reply: Reply) => readBody<{ call: Call }>(reply).call;
const readContact = async (caseId: string) =>
  readBody<{ lastClientContact: LastClientContact }>(await api.get(`/cases/${caseId}/last-client-contact`))
    .lastClientContact;

const spoken = {
  direction: "outbound",
  status: "completed",
  startedAt: "2026-03-12T14:00:00Z",
  answeredAt: "2026-03-12T14:00:09Z",
  endedAt: "2026-03-12T14:06:21Z",
};

describe("a call", () => {
  test("with the client moves the date of last contact of its case forward, and once a day", async () => {
    const { caseId, clientId } = await createCase(tenant);
    await changeRow(tenant, "Case", caseId, { lastClientContactOn: "2026-03-02" });
    const body = { ...spoken, caseId, party: { clientId } };
    const created = callOf(await api.change("POST", "/calls", body));
    expect(created).toMatchObject({ durationSeconds: 372, caseId, party: { clientId } });
    expect(await readContact(caseId)).toMatchObject({
      lastClientContactOn: "2026-03-12",
      by: { type: "call", id: created.id },
      unansweredSince: null,
    });
    await api.change("POST", "/calls", body);
    const earlier = {
      startedAt: "2026-03-01T14:00:00Z",
      answeredAt: "2026-03-01T14:00:09Z",
      endedAt: "2026-03-01T14:06:21Z",
    };
    await api.change("POST", "/calls", { ...body, ...earlier });
    const updates = (await readEvents(tenant))
      .filter(({ entityId }) => entityId === caseId)
      .filter(({ eventType }) => eventType === "case.updated");
    expect(updates).toHaveLength(1);
    await api.change("PATCH", `/cases/${caseId}`, { lastClientContactOn: "2026-03-05" });
    expect(await readContact(caseId)).toMatchObject({ lastClientContactOn: "2026-03-05" });
  });

  test("with somebody else, of no duration, or that was missed moves nothing", async () => {
    const { caseId, clientId } = await createCase(tenant);
    const missed = { direction: "inbound", status: "missed", startedAt: spoken.startedAt, caseId, party: { clientId } };
    await api.change("POST", "/calls", missed);
    await api.change("POST", "/calls", { ...spoken, caseId, party: { number: "(512) 555-0111" } });
    await api.change("POST", "/calls", { ...missed, direction: "outbound", status: "no_answer" });
    expect(await readContact(caseId)).toMatchObject({ lastClientContactOn: null, by: null, daysWithoutContact: null });
  });

  test("goes on from ringing to completed, and cannot go back", async () => {
    const { caseId, clientId } = await createCase(tenant);
    const { id } = callOf(
      await api.change("POST", "/calls", {
        direction: "inbound",
        status: "ringing",
        startedAt: spoken.startedAt,
        caseId,
        party: { clientId },
      }),
    );
    await api.change("PATCH", `/calls/${id}`, { status: "in_progress", answeredAt: spoken.answeredAt });
    const over = callOf(await api.change("PATCH", `/calls/${id}`, { status: "completed", endedAt: spoken.endedAt }));
    expect(over).toMatchObject({ status: "completed", durationSeconds: 372 });
    const back = await api.change("PATCH", `/calls/${id}`, { status: "ringing" });
    expect(back.status).toBe(409);
    const types = (await readEvents(tenant))
      .filter(({ entityId }) => entityId === id)
      .map(({ eventType }) => eventType);
    expect(types).toEqual(["call.created", "call.updated", "call.completed"]);
  });

  test("that is void, or was no talk after all, takes the date back; a date that somebody wrote since stays", async () => {
    const { caseId, clientId } = await createCase(tenant);
    await changeRow(tenant, "Case", caseId, { lastClientContactOn: "2026-03-02" });
    const body = { ...spoken, caseId, party: { clientId } };
    const contactOn = async () => (await readContact(caseId)).lastClientContactOn;
    const first = callOf(await api.change("POST", "/calls", body));
    expect(await contactOn()).toBe("2026-03-12");
    await api.change("PATCH", `/calls/${first.id}`, { isVoid: true });
    expect(await contactOn()).toBe("2026-03-02");
    // Of two calls, the day of the other one remains; a void day is none to return to.
    const earlier = {
      startedAt: "2026-03-05T14:00:00Z",
      answeredAt: "2026-03-05T14:00:09Z",
      endedAt: "2026-03-05T14:06:00Z",
    };
    const [one, other] = [
      callOf(await api.change("POST", "/calls", { ...body, ...earlier })),
      callOf(await api.change("POST", "/calls", body)),
    ];
    await api.change("PATCH", `/calls/${one.id}`, { isVoid: true });
    expect(await contactOn()).toBe("2026-03-12");
    await api.change("PATCH", `/calls/${other.id}`, { isVoid: true });
    expect(await contactOn()).toBe("2026-03-02");
    const connected = {
      direction: "outbound",
      status: "no_answer",
      startedAt: spoken.startedAt,
      disposition: "connected",
    };
    const third = callOf(await api.change("POST", "/calls", { ...connected, caseId, party: { clientId } }));
    expect(await contactOn()).toBe("2026-03-12");
    await api.change("PATCH", `/calls/${third.id}`, { disposition: "wrong_number" });
    expect(await contactOn()).toBe("2026-03-02");
    const last = callOf(await api.change("POST", "/calls", body));
    await api.change("PATCH", `/cases/${caseId}`, { lastClientContactOn: "2026-03-20" });
    await api.change("PATCH", `/calls/${last.id}`, { isVoid: true });
    expect(await contactOn()).toBe("2026-03-20");
  });

  test("is marked as void and stays", async () => {
    const { callId } = await createCall(tenant);
    expect(callOf(await api.change("PATCH", `/calls/${callId}`, { isVoid: true })).voidedAt).not.toBeNull();
    const again = await api.change("PATCH", `/calls/${callId}`, { summary: "Changed" });
    expect(again.status).toBe(409);
    expect((await api.get(`/calls/${callId}`)).status).toBe(200);
  });

  test("shows its summary with communications:content alone, and no event has it", async () => {
    const { caseId, clientId } = await createCase(tenant);
    const canary = "canary-7f3a of the visit";
    const { id } = callOf(
      await api.change("POST", "/calls", {
        ...spoken,
        caseId,
        party: { clientId, name: "Canary Name" },
        summary: canary,
      }),
    );
    expect(callOf(await withoutContent.get(`/calls/${id}`)).summary).toBeNull();
    expect(callOf(await api.get(`/calls/${id}`)).summary).toBe(canary);
    const timeline = await withoutContent.get(`/cases/${caseId}/communications`);
    expect(JSON.stringify(timeline.body)).not.toContain("canary");
    expect(JSON.stringify(await readEvents(tenant))).not.toMatch(/canary|Canary Name/);
    const rows = (await readAuditEntries(tenant)).filter(
      ({ action, entityId }) => action === "calls.get" && entityId === id,
    );
    expect(rows).toHaveLength(1);
  });

  test("of a lead is an attempt to reach them", async () => {
    const leadId = await createLead(tenant);
    const body = { direction: "outbound", status: "no_answer", startedAt: spoken.startedAt, leadId, party: { leadId } };
    expect((await api.change("POST", "/calls", body)).status).toBe(201);
    const { lead } = readBody<{ lead: { status: string; contactAttemptCount: number } }>(
      await api.get(`/leads/${leadId}`),
    );
    expect(lead).toMatchObject({ status: "attempting_contact", contactAttemptCount: 1 });
  });

  test("has one ID of its provider", async () => {
    const body = { ...spoken, party: { number: "+15125550143" }, provider: "aircall", providerCallId: "4711" };
    expect((await api.change("POST", "/calls", body)).status).toBe(201);
    expect((await api.change("POST", "/calls", body)).status).toBe(409);
  });

  test("rejects times out of order, two owners and numbers that are none", async () => {
    const { caseId } = await createCase(tenant);
    const party = { number: "+15125550143" };
    for (const body of [
      { ...spoken, party, endedAt: "2026-03-12T13:00:00Z" },
      { ...spoken, party, caseId, leadId: "lea_x" },
      { ...spoken, party: { number: "none" } },
      { ...spoken, party: {} },
    ])
      expect((await api.change("POST", "/calls", body)).status).toBe(400);
  });
});

test("the timeline of a case has messages and calls in one list by time, page by page", async () => {
  const { caseId, messageId } = await createConversation(tenant);
  await createCall(tenant, { caseId, startedAt: "2026-03-01T10:00:00.000Z" });
  await createCall(tenant, { caseId, startedAt: "2026-02-01T10:00:00.000Z" });
  const read = async (query: string) =>
    readBody<{ communications: { id: string; type: string; at: string }[]; nextCursor: string | null }>(
      await api.get(`/cases/${caseId}/communications${query}`),
    );
  const whole = await read("");
  expect(whole.communications.map(({ type }) => type).toSorted()).toEqual(["call", "call", "message"]);
  const times = whole.communications.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(whole.communications.map(({ id }) => id)).toContain(messageId);
  const first = await read("?limit=2");
  const second = await read(`?limit=2&after=${first.nextCursor ?? ""}`);
  expect([...first.communications, ...second.communications]).toEqual(whole.communications);
});
