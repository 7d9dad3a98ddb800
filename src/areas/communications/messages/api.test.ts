import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readAuditEntries } from "../../../testing/harness/traces.ts";
import { createConversation } from "../conversations/fixtures.ts";
import type { DeliveryReportResult, Message } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
/** Of a key with all scopes. */
let api: Api;
/** Of a key that does not see content. */
let plain: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  plain = openApi(
    server,
    (await createKey(tenant, { scopes: ["communications:read", "communications:write"] })).secret,
  );
});
afterAll(() => server.close(1000));

const inbound = (more: object = {}) => ({
  channel: "text",
  direction: "inbound",
  from: { name: "Canary Name", address: "(512) 555-0143" },
  to: [{ address: "+15125550100" }],
  bodyText: "canary text",
  ...more,
});
const log = (body: object, by = api) => by.change("POST", "/messages/log", body);
const messageOf = (reply: Awaited<ReturnType<typeof log>>) => readBody<{ message: Message }>(reply).message;

test("acceptance 5: reports read, delivered, sent in this order end in read, results applied, ignored, ignored", async () => {
  const { messageId } = await createConversation(
    tenant,
    {},
    { direction: "outbound", status: "sent", sentAt: "2026-03-14T15:09:26.535Z" },
  );
  const reports = ["read", "delivered", "sent"].map((status) => ({ messageId, status }));
  const reply = await api.change("POST", "/message-delivery-reports", { reports });
  const { results } = readBody<{ results: DeliveryReportResult[] }>(reply);
  expect(results.map(({ result }) => result)).toEqual(["applied", "ignored", "ignored"]);
  expect(readBody<{ message: Message }>(await api.get(`/messages/${messageId}`)).message.status).toBe("read");
});

test("acceptance 7: of two inbound messages with one providerMessageId at once, 40 times, one is recorded and the other a duplicate", async () => {
  const { caseId } = await createCase(tenant);
  for (let round = 0; round < 40; round += 1) {
    const body = inbound({ caseId, providerMessageId: `once-${round}` });
    const replies = await Promise.all([log(body), log(body)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(replies.find(({ status }) => status === 409)?.text).toContain("DUPLICATE_ENTRY");
  }
  const { messages } = readBody<{ messages: Message[] }>(await api.get(`/messages?caseId=${caseId}&limit=100`));
  expect(messages).toHaveLength(40);
});

describe("acceptance 9: who sees content", () => {
  test("reading alone does not; with communications:content it is shown, and each record is in the audit log", async () => {
    const { messageId } = await createConversation(tenant);
    const hidden = readBody<{ message: Message }>(await plain.get(`/messages/${messageId}`)).message;
    expect(hidden).toMatchObject({ bodyText: null, contentVisible: false });
    const shown = readBody<{ message: Message }>(await api.get(`/messages/${messageId}`)).message;
    expect(shown).toMatchObject({ bodyText: "Can we talk on Thursday?", contentVisible: true });
    const listed = [messageId, (await createConversation(tenant)).messageId];
    const isOf = (action: string, id: string) => (entry: { action: string; entityId: string }) =>
      entry.action === action && entry.entityId === id;
    const before = await readAuditEntries(tenant);
    expect(before.filter(isOf("messages.get", messageId))).toHaveLength(1);
    const { messages } = readBody<{ messages: Message[] }>(await plain.get("/messages?limit=2"));
    expect(messages.map(({ bodyText }) => bodyText)).toEqual([null, null]);
    await api.get("/messages?limit=2");
    const after = await readAuditEntries(tenant);
    for (const id of listed) expect(after.filter(isOf("messages.list", id))).toHaveLength(1);
    // An email's subject, of a message and of its conversation.
    const { caseId } = await createCase(tenant);
    const [from, to] = [{ address: "a@example.com" }, [{ address: "b@example.com" }]];
    const email = { channel: "email", direction: "inbound", caseId, from, to, subject: "Canary", bodyText: "x" };
    const { id, conversationId } = messageOf(await log(email));
    expect((await plain.get(`/messages/${id}`)).text).not.toContain("Canary");
    expect((await plain.get(`/conversations/${conversationId}`)).text).not.toContain("Canary");
    expect((await api.get(`/conversations/${conversationId}`)).text).toContain("Canary");
    expect((await readAuditEntries(tenant)).filter(isOf("conversations.get", conversationId))).toHaveLength(1);
  });

  test("content alone reads nothing", async () => {
    const { messageId } = await createConversation(tenant);
    const { secret } = await createKey(tenant, { scopes: ["communications:content"] });
    for (const path of [`/messages/${messageId}`, "/messages", "/conversations", "/calls", "/consents"])
      expect([path, (await openApi(server, secret).get(path)).status]).toEqual([path, 403]);
  });
});

test("acceptance 10: no event holds text, subject, name or address", async () => {
  const { caseId } = await createCase(tenant);
  const email = {
    channel: "email",
    direction: "inbound",
    caseId,
    from: { name: "Canary Name", address: "canary@example.com" },
    to: [{ address: "firm@example.com" }],
    subject: "canary subject",
    bodyText: "canary text",
  };
  const { id } = messageOf(await log(email));
  await api.change("POST", `/messages/${id}/transitions`, { status: "voided", reason: "canary reason" });
  await log(inbound({ caseId, bodyText: "canary text" }));
  const events = await tenant.inside((transaction) =>
    transaction.selectFrom("Event").selectAll().where("organizationId", "=", tenant.organizationId).execute(),
  );
  const audit = await tenant.inside((transaction) =>
    transaction.selectFrom("AuditEntry").selectAll().where("organizationId", "=", tenant.organizationId).execute(),
  );
  const written = JSON.stringify([events, audit]);
  expect(written).toContain(id);
  expect(written).not.toMatch(/canary|5125550143|5125550100/i);
});

test("acceptance 15: an archived case takes what came in, and a case with a message is not deleted", async () => {
  const { caseId } = await createCase(tenant);
  const kept = await createConversation(tenant);
  const deleted = await api.change("DELETE", `/cases/${kept.caseId}`);
  expect([deleted.status, deleted.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
  expect((await log(inbound({ caseId }))).status).toBe(201);
});

describe("logging", () => {
  test("texts with one number in one case are one conversation, which waits for an answer until the firm writes", async () => {
    const { caseId } = await createCase(tenant);
    const first = messageOf(await log(inbound({ caseId, occurredAt: "2026-03-10T15:00:00.000Z" })));
    const second = messageOf(await log(inbound({ caseId, occurredAt: "2026-03-10T16:00:00.000Z" })));
    expect(second.conversationId).toBe(first.conversationId);
    const read = async () => (await api.get(`/conversations/${first.conversationId}`)).body["conversation"];
    expect(await read()).toMatchObject({
      messageCount: 2,
      unansweredSince: "2026-03-10T15:00:00.000Z",
      counterparts: [{ address: "+15125550143" }],
    });
    const answer = {
      channel: "text",
      direction: "outbound",
      conversationId: first.conversationId,
      from: { address: "+15125550100" },
      to: [{ address: "+15125550143" }],
      bodyText: "Thursday it is.",
      occurredAt: "2026-03-10T17:00:00.000Z",
    };
    expect(messageOf(await log(answer))).toMatchObject({ status: "logged", from: { address: "+15125550100" } });
    expect(await read()).toMatchObject({ messageCount: 3, unansweredSince: null });
  });

  test("acceptance 18: records of another organization are not found; wrong addresses and times are rejected", async () => {
    const other = await createTenant(server.services.database);
    const foreign = await createConversation(other);
    expect((await log(inbound({ caseId: foreign.caseId }))).status).toBe(404);
    expect((await log(inbound({ conversationId: foreign.conversationId }))).status).toBe(404);
    expect((await api.get(`/messages/${foreign.messageId}`)).status).toBe(404);
    for (const { body } of [
      await api.get(`/messages/${foreign.messageId}`),
      await api.get("/messages/msg_01kf3m4g6j8m0q2s4v6x8z1b3d"),
    ])
      expect(body).toMatchObject({ code: "NOT_FOUND", error: "Message not found" });
    expect((await api.change("PATCH", `/conversations/${foreign.conversationId}`, { status: "closed" })).status).toBe(
      404,
    );
    const { conversationId } = await createConversation(tenant, { caseId: null });
    expect((await api.change("PATCH", `/conversations/${conversationId}`, { caseId: foreign.caseId })).status).toBe(
      404,
    );
    expect(
      (await api.change("POST", `/messages/${foreign.messageId}/transitions`, { status: "voided", reason: "x" }))
        .status,
    ).toBe(404);
    expect((await log(inbound({ from: { address: "nobody" } }))).status).toBe(400);
    const name = "Rosa\r\nBcc: everybody@example.com";
    expect((await log(inbound({ from: { name, address: "+15125550143" } }))).status).toBe(400);
    expect((await log(inbound({ bodyText: "x".repeat(100_001) }))).status).toBe(400);
    expect((await log(inbound({ bodyText: "a\u0000b" }))).status).toBe(400);
    expect(
      (await log(inbound({ to: Array.from({ length: 10_001 }, () => ({ address: "+15125550100" })) }))).status,
    ).toBe(400);
    expect((await log(inbound({ occurredAt: "2999-01-01T00:00:00Z" }))).status).toBe(400);
    const reports = [{ messageId: foreign.messageId, status: "delivered" }];
    expect((await api.change("POST", "/message-delivery-reports", { reports })).status).toBe(404);
  });

  test("the application cannot change what was said", async () => {
    const { messageId } = await createConversation(tenant);
    await expect(changeRow(tenant, "Message", messageId, { bodyText: "Something else" })).rejects.toThrow(
      /permission denied/,
    );
  });
});
