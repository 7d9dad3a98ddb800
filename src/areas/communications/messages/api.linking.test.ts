import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson } from "../../../testing/harness/identity.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createLead } from "../../leads/fixtures.ts";
import type { Conversation } from "../conversations/schema.ts";
import type { LastClientContact } from "../timeline/schema.ts";
import type { Message } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const number = "+15125550182";
const firm = "+15125550100";
const open = async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
};
const text = (direction: "inbound" | "outbound", more: object = {}) => {
  const [from, to] = direction === "inbound" ? [number, firm] : [firm, number];
  return { channel: "text", direction, from: { address: from }, to: [{ address: to }], bodyText: "Hello", ...more };
};
const log = async (direction: "inbound" | "outbound", more: object = {}) => {
  const reply = await api.change("POST", "/messages/log", text(direction, more));
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  return readBody<{ message: Message }>(reply).message;
};
/** The firm's attorney manages communications, and can sign in: notifications are theirs. */
const openManager = async () => {
  await changeRow(tenant, "Member", tenant.attorneyId, { permissions: ["communications:manage"] });
  const { organizationId, attorneyId: memberId } = tenant;
  await createPerson(server, { member: { organizationId, memberId } });
};
const linkOf = ({ caseId, leadId }: Message) => ({ caseId, leadId });
const unlinked = { caseId: null, leadId: null };
const createClientWithNumber = async (values: Parameters<typeof createCase>[1] = {}) => {
  const created = await createCase(tenant, values);
  await changeRow(tenant, "Client", created.clientId, { phoneE164: number });
  return created;
};
const link = (id: string, body: object) => api.change("PATCH", `/conversations/${id}`, body);
const conversationOf = async (id: string) =>
  readBody<{ conversation: Conversation }>(await api.get(`/conversations/${id}`)).conversation;
const contactOf = async (caseId: string) =>
  readBody<{ lastClientContact: LastClientContact }>(await api.get(`/cases/${caseId}/last-client-contact`))
    .lastClientContact;

test("a message of a conversation names no other case or lead", async () => {
  await open();
  const { caseId } = await createClientWithNumber();
  const { conversationId } = await log("inbound", { caseId });
  expect((await log("inbound", { conversationId, caseId })).caseId).toBe(caseId);
  const other = await createCase(tenant);
  for (const place of [{ caseId: other.caseId }, { leadId: await createLead(tenant) }]) {
    const reply = await api.change("POST", "/messages/log", text("inbound", { conversationId, ...place }));
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining("that of the conversation")]);
  }
});

test("an email without case and lead is linked by its sender, or by its only recipient", async () => {
  await open();
  const { caseId, clientId } = await createCase(tenant);
  const rosa = "rosa@example.com";
  await changeRow(tenant, "Client", clientId, { emailKey: rosa });
  const write = async (from: string, to: string) => {
    const direction = to === rosa ? "outbound" : "inbound";
    return log(direction, { channel: "email", from: { address: from }, to: [{ address: to }] });
  };
  const [one, other] = [
    await write("Rosa@Example.com", "intake@firm.example.com"),
    await write("intake@firm.example.com", rosa),
  ];
  expect([linkOf(one), linkOf(other)]).toEqual([
    { caseId, leadId: null },
    { caseId, leadId: null },
  ]);
  expect(one.from).toMatchObject({ address: rosa, clientId });
  // Each begins a thread.
  expect(one.conversationId).not.toBe(other.conversationId);
  const second = "luis@example.com";
  for (const { clientId: each } of [await createCase(tenant), await createCase(tenant)])
    await changeRow(tenant, "Client", each, { emailKey: second });
  expect(
    linkOf(await log("inbound", { channel: "email", from: { address: second }, to: [{ address: "i@example.com" }] })),
  ).toEqual(unlinked);
});

test.each([
  ["a text with copies", "cc", { cc: [{ address: "+15125550183" }] }],
  ["a subject of two lines", "subject", { channel: "email", subject: "Records\r\nBcc: x@example.com" }],
])("%s is 400", async (_, path, more) => {
  await open();
  const addresses = { from: { address: "rosa@example.com" }, to: [{ address: "intake@firm.example.com" }] };
  const body = "channel" in more ? { ...text("inbound", more), ...addresses } : text("inbound", more);
  const reply = await api.change("POST", "/messages/log", body);
  expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(path)]);
});

describe("a text without case and lead", () => {
  test("is of the only live case of the only person with the number", async () => {
    await open();
    const { caseId, clientId } = await createClientWithNumber();
    const message = await log("inbound");
    expect(linkOf(message)).toEqual({ caseId, leadId: null });
    expect(message.from).toMatchObject({ clientId });
    expect((await log("inbound")).conversationId).toBe(message.conversationId);
  });

  test("is of nothing if the one person has two live cases, or none", async () => {
    await open();
    const { clientId, caseId } = await createClientWithNumber();
    await createCase(tenant, { plaintiffId: clientId });
    expect(linkOf(await log("inbound"))).toEqual(unlinked);
    // A closed one is none that is possible.
    await changeRow(tenant, "Case", caseId, { matterStatus: "closed" });
    const second = await log("inbound", { to: [{ address: "+15125550101" }] });
    expect(second.caseId).not.toBeNull();
    await open();
    await createClientWithNumber({ matterStatus: "closed" });
    expect(linkOf(await log("inbound"))).toEqual(unlinked);
  });

  test("is of the only live lead with the number, not of one that is spam", async () => {
    await open();
    const leadId = await createLead(tenant, { phoneE164: number });
    await createLead(tenant, { phoneE164: number, status: "spam" });
    expect(linkOf(await log("inbound"))).toEqual({ caseId: null, leadId });
    await createLead(tenant, { phoneE164: number });
    expect(linkOf(await log("inbound"))).toEqual(unlinked);
    await open();
    await createLead(tenant, { phoneE164: number });
    await createClientWithNumber();
    expect(linkOf(await log("inbound"))).toEqual(unlinked);
  });

  test("of nothing is notified of once", async () => {
    await open();
    await openManager();
    const { conversationId } = await log("inbound");
    await log("inbound");
    await log("inbound", { from: { address: "+15125550199" }, occurredAt: "2026-03-14T15:00:00.000Z" });
    const notices = await tenant.inside((transaction) =>
      transaction.selectFrom("Notification").select(["kind", "parameters"]).execute(),
    );
    expect(notices).toEqual([{ kind: "communications.unlinked", parameters: { conversationId, caseNumber: null } }]);
  });

  test("is of the conversation of the firm's last text to the number within 30 days", async () => {
    await open();
    const [one, other] = [await createClientWithNumber(), await createClientWithNumber()];
    await log("outbound", { caseId: other.caseId, occurredAt: "2026-03-01T15:00:00.000Z" });
    const last = await log("outbound", { caseId: one.caseId, occurredAt: "2026-03-02T15:00:00.000Z" });
    const answer = await log("inbound", { occurredAt: "2026-03-31T15:00:00.000Z" });
    expect(answer).toMatchObject({ caseId: one.caseId, conversationId: last.conversationId });
    expect(linkOf(await log("inbound", { occurredAt: "2026-04-01T15:00:01.000Z" }))).toEqual(unlinked);
    // A text that was void was not sent.
    await api.change("POST", `/messages/${last.id}/transitions`, { status: "voided", reason: "Wrong case" });
    expect((await log("inbound", { occurredAt: "2026-03-31T14:00:00.000Z" })).caseId).toBe(other.caseId);
  });

  test("of two first ones at once both are of one conversation", async () => {
    await open();
    const { caseId } = await createClientWithNumber();
    for (const round of [1, 2, 3, 4]) {
      const given = { from: { address: `+1512555020${round}` }, ...(round % 2 === 0 && { caseId }) };
      const messages = await Promise.all([log("inbound", given), log("inbound", given), log("inbound", given)]);
      expect(new Set(messages.map(({ conversationId }) => conversationId)).size).toBe(1);
      expect((await conversationOf(messages[0]?.conversationId ?? "")).messageCount).toBe(3);
    }
  });
});

test("acceptance 8: a number of two clients with an open case each is unlinked; linking sets both cases' dates", async () => {
  await open();
  const [one, other] = [await createClientWithNumber(), await createClientWithNumber()];
  const [first, second] = [
    { inbound: "2026-03-10T15:00:00.000Z", outbound: "2026-03-10T16:00:00.000Z", again: "2026-03-11T15:00:00.000Z" },
    { inbound: "2026-03-12T15:00:00.000Z", outbound: "2026-03-12T16:00:00.000Z", again: "2026-03-13T15:00:00.000Z" },
  ];
  const converse = async (line: string, at: typeof first) => {
    const message = await log("inbound", { to: [{ address: line }], occurredAt: at.inbound });
    expect(linkOf(message)).toEqual(unlinked);
    const { conversationId } = message;
    await log("outbound", { conversationId, from: { address: line }, occurredAt: at.outbound });
    await log("inbound", { conversationId, to: [{ address: line }], occurredAt: at.again });
    return conversationId;
  };
  const [ofOne, ofOther] = [await converse(firm, first), await converse("+15125550101", second)];
  expect(ofOne).not.toBe(ofOther);
  for (const { caseId } of [one, other])
    expect(await contactOf(caseId)).toMatchObject({ lastClientContactOn: null, lastInboundAt: null });
  for (const [conversationId, { caseId, clientId }, at] of [
    [ofOne, one, first],
    [ofOther, other, second],
  ] as const) {
    const linked = await link(conversationId, { caseId });
    expect([linked.status, linked.text]).toEqual([200, expect.any(String)]);
    expect(await conversationOf(conversationId)).toMatchObject({ caseId, counterparts: [{ clientId }] });
    expect(await contactOf(caseId)).toMatchObject({
      lastClientContactOn: at.outbound.slice(0, 10),
      lastInboundAt: at.again,
      unansweredSince: at.again,
    });
    const messages = readBody<{ messages: Message[] }>(
      await api.get(`/messages?caseId=${caseId}&clientId=${clientId}`),
    );
    expect(messages.messages).toHaveLength(3);
    const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === conversationId).slice(-1);
    expect(events).toMatchObject([{ eventType: "conversation.updated" }]);
    expect(JSON.stringify(events)).toContain(caseId);
    expect((await link(conversationId, { caseId: caseId === one.caseId ? other.caseId : one.caseId })).status).toBe(
      409,
    );
  }
});

test("linking to a lead records an attempt for each message, and to a converted one names its case, too", async () => {
  await open();
  const { conversationId } = await log("inbound");
  await log("outbound", { conversationId });
  const leadId = await createLead(tenant);
  expect((await link(conversationId, { leadId })).status).toBe(200);
  const lead = readRecord((await api.get(`/leads/${leadId}`)).body, "lead");
  expect(lead).toMatchObject({ contactAttemptCount: 2, status: "attempting_contact" });
  const { caseId, clientId } = await createCase(tenant);
  const converted = await createLead(tenant, {
    status: "converted",
    convertedCaseId: caseId,
    convertedClientId: clientId,
    convertedAt: "2026-03-10T15:00:00.000Z",
  });
  const other = await log("inbound", { from: { address: "+15125550199" } });
  expect((await link(other.conversationId, { leadId: converted })).status).toBe(200);
  expect(await conversationOf(other.conversationId)).toMatchObject({ leadId: converted, caseId });
});

describe("since when nobody has answered", () => {
  const at = (hour: number) => `2026-03-10T${String(hour).padStart(2, "0")}:00:00.000Z`;

  test("follows the times of messages in whatever order they are logged", async () => {
    await open();
    const { caseId } = await createCase(tenant);
    const { conversationId } = await log("inbound", { caseId, occurredAt: at(15) });
    const since = async () => (await conversationOf(conversationId)).unansweredSince;
    await log("inbound", { caseId, occurredAt: at(17) });
    // Between the two.
    await log("outbound", { conversationId, occurredAt: at(16) });
    expect(await since()).toBe(at(17));
    // An answered one that is logged late.
    await log("inbound", { caseId, occurredAt: "2026-03-10T09:00:00-05:00" });
    expect(await since()).toBe(at(17));
    await log("outbound", { conversationId, occurredAt: at(18), isAutomated: true });
    expect(await since()).toBe(at(17));
    await log("outbound", { conversationId, occurredAt: at(19) });
    expect(await since()).toBeNull();
    // Before an automated message, after the last answer.
    await log("outbound", { conversationId, occurredAt: at(21), isAutomated: true });
    await log("inbound", { caseId, occurredAt: at(20) });
    expect(await since()).toBe(at(20));
  });

  test("an automated message waits for no answer, neither in its conversation nor in reports", async () => {
    await open();
    const { caseId } = await createCase(tenant);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const automated = await log("inbound", { caseId, occurredAt: daysAgo(6), isAutomated: true });
    const { conversationId } = automated;
    const since = async () => (await conversationOf(conversationId)).unansweredSince;
    expect(await since()).toBeNull();
    const question = await log("inbound", { caseId, occurredAt: daysAgo(5) });
    expect(await since()).toBe(question.occurredAt);
    // Between question and answer, and after the answer.
    await log("inbound", { caseId, occurredAt: daysAgo(4.5), isAutomated: true });
    await log("outbound", { conversationId, occurredAt: daysAgo(4) });
    await log("inbound", { caseId, occurredAt: daysAgo(3), isAutomated: true });
    expect(await since()).toBeNull();
    const report = await api.change("POST", "/reports/std_response_times/run", {});
    expect(report.body["rows"], report.text).toMatchObject([{ waits: 1, answered: 1, averageMinutes: 1_440 }]);
  });

  test("a void answer answered nobody, and a void question waits for nothing", async () => {
    await open();
    const { caseId } = await createCase(tenant);
    const question = await log("inbound", { caseId, occurredAt: at(15) });
    const { conversationId } = question;
    const since = async () => (await conversationOf(conversationId)).unansweredSince;
    const answer = await log("outbound", { conversationId, occurredAt: at(16) });
    expect(await since()).toBeNull();
    const nullify = (id: string) =>
      api.change("POST", `/messages/${id}/transitions`, { status: "voided", reason: "Logged by mistake" });
    expect((await nullify(answer.id)).status).toBe(200);
    expect(await since()).toBe(at(15));
    expect((await nullify(question.id)).status).toBe(200);
    expect(await since()).toBeNull();
  });
});
