import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildMessage, buildMessageParty } from "../../../../prisma/seed/builders/communications.ts";
import { createId } from "../../../platform/database/ids.ts";
import { createPerson } from "../../../testing/harness/identity.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createLead } from "../../leads/fixtures.ts";
import type { Message } from "../messages/schema.ts";

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
/** The firm's attorney manages communications, and can sign in: notifications are theirs. */
const openManager = async () => {
  await changeRow(tenant, "Member", tenant.attorneyId, { permissions: ["communications:manage"] });
  const { organizationId, attorneyId: memberId } = tenant;
  await createPerson(server, { member: { organizationId, memberId } });
};
const receive = async (bodyText: string, more: object = {}) => {
  const body = { channel: "text", direction: "inbound", from: { address: number }, to: [{ address: firm }], bodyText };
  const reply = await api.change("POST", "/messages/log", { ...body, ...more });
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  return readBody<{ message: Message }>(reply).message;
};
const list = async (query: string) =>
  readBody<{ messages: Message[] }>(await api.get(`/messages?sort=oldest&${query}`)).messages;
const listReplies = async () => (await list("direction=outbound")).filter(({ automation }) => automation !== null);
const conversationOf = async ({ conversationId }: Message) =>
  readRecord((await api.get(`/conversations/${conversationId}`)).body, "conversation");
const listNotices = () =>
  tenant.inside((transaction) => transaction.selectFrom("Notification").select(["kind", "parameters"]).execute());
const consentsOf = async (clientId: string) => (await api.get(`/consents?clientId=${clientId}`)).body["consents"];

/** A text of the firm that waits for its time, to the number. */
const schedule = async (place: { caseId: string }, conversationId: string, more: object = {}) => {
  const { organizationId } = tenant;
  const row = buildMessage({
    organizationId,
    conversationId,
    ...place,
    direction: "outbound",
    status: "scheduled",
    sendAt: "2099-01-01T15:00:00.000Z",
    ...more,
  });
  const party = { organizationId, messageId: row.id, clientId: null };
  await insertFor(tenant, {
    Message: row,
    MessageParty: [
      buildMessageParty({ ...party, role: "from", address: firm }),
      buildMessageParty({ ...party, role: "to", address: number }),
    ],
  });
  return row.id;
};

test.each([
  ["provider_opt_out", []],
  ["manual", ["manual"]],
])("of a number that is suppressed by %s, START leaves %j", async (reason, left) => {
  await open();
  await insertFor(tenant, {
    AddressSuppression: {
      organizationId: tenant.organizationId,
      id: createId("addressSuppression"),
      channel: "text",
      address: number,
      reason,
      at: "2026-01-01T00:00:00.000Z",
    },
  });
  await receive("START");
  const live = await tenant.inside((transaction) =>
    transaction
      .selectFrom("AddressSuppression")
      .select("reason")
      .where("organizationId", "=", tenant.organizationId)
      .where("endedAt", "is", null)
      .execute(),
  );
  expect(live.map((each) => each.reason)).toEqual(left);
});

test("acceptance 2: STOP from the secondary number opts out both clients with it and blocks what is scheduled; one confirmation; START ends it", async () => {
  await open();
  const [one, other] = [await createCase(tenant), await createCase(tenant)];
  await changeRow(tenant, "Client", one.clientId, { phoneE164: "+13125550100", secondaryPhoneE164: number });
  await changeRow(tenant, "Client", other.clientId, { phoneE164: number });
  await api.change("PUT", "/consents", { clientId: one.clientId, channel: "text", status: "opted_in", source: "call" });
  const first = await receive("Hello", { caseId: one.caseId });
  const elsewhere = await receive("Hello", { caseId: other.caseId });
  const waiting = await schedule({ caseId: one.caseId }, first.conversationId);
  const ofOther = await schedule({ caseId: other.caseId }, elsewhere.conversationId, {
    status: "queued",
    sendAt: null,
    queuedAt: "2026-03-14T15:00:00.000Z",
  });
  const attempted = await schedule({ caseId: one.caseId }, first.conversationId, {
    status: "queued",
    sendAt: null,
    queuedAt: "2026-03-14T15:00:00.000Z",
    attemptAt: "2026-03-14T15:00:01.000Z",
  });

  const stopped = await receive(" Stop. ", { caseId: one.caseId });
  expect(stopped.optOutKeyword).toBe("stop");
  for (const { clientId } of [one, other]) {
    expect(await consentsOf(clientId)).toMatchObject([
      { status: "opted_out", source: "text_reply", maySend: false, suppression: { reason: "stop_keyword" } },
    ]);
    expect(readRecord((await api.get(`/clients/${clientId}`)).body, "client")["textConsent"]).toMatchObject({
      status: "opted_out",
      source: "text_reply",
    });
  }
  const stateOf = async (id: string) => readRecord((await api.get(`/messages/${id}`)).body, "message");
  for (const id of [waiting, ofOther])
    expect(await stateOf(id)).toMatchObject({ status: "blocked", block: "opted_out" });
  expect(await stateOf(attempted)).toMatchObject({ status: "queued", block: null });
  const confirmation = {
    automation: "opt_out_confirmation",
    isAutomated: true,
    conversationId: stopped.conversationId,
    from: { address: firm },
    to: [{ address: number }],
  };
  expect(await listReplies()).toMatchObject([confirmation]);
  const typesOf = async (id: string) =>
    (await readEvents(tenant)).filter(({ entityId }) => entityId === id).map(({ eventType }) => eventType);
  expect(await typesOf(stopped.id)).toEqual(["message.received", "message.opted_out"]);
  expect(await typesOf(waiting)).toEqual(["message.blocked"]);

  await receive("STOP", { caseId: one.caseId });
  expect(await listReplies()).toHaveLength(1);
  const textConsent = { status: "opted_in", at: null, source: "call" };
  expect((await api.change("PATCH", `/clients/${one.clientId}`, { textConsent })).status).toBe(409);
  expect((await receive("start", { caseId: one.caseId })).optOutKeyword).toBe("start");
  for (const { clientId } of [one, other])
    expect(await consentsOf(clientId)).toMatchObject([{ status: "opted_in", suppression: null }]);
  expect((await listReplies()).map(({ automation }) => automation)).toEqual(["opt_out_confirmation", "start_reply"]);
});

test("a lead and a contact with the number are opted out, too", async () => {
  await open();
  const leadId = await createLead(tenant, { phoneE164: number });
  const created = await api.change("POST", "/contacts", {
    type: "person",
    firstName: "Ana",
    lastName: "Ruiz",
    phones: [{ number }],
  });
  expect(created.status).toBe(201);
  const contactId = String(readRecord(created.body, "contact")["id"]);
  await receive("Unsubscribe");
  for (const query of [`leadId=${leadId}`, `contactId=${contactId}`])
    expect((await api.get(`/consents?${query}`)).body["consents"]).toMatchObject([{ status: "opted_out" }]);
});

describe("replies", () => {
  test("HELP gets the help text; what came in more than five minutes ago gets nothing, but counts", async () => {
    await open();
    await receive("Ayuda");
    expect(await listReplies()).toMatchObject([{ automation: "help_reply" }]);
    const { clientId } = await createCase(tenant);
    await changeRow(tenant, "Client", clientId, { phoneE164: number });
    await receive("Stop", { occurredAt: "2026-03-14T15:00:00.000Z" });
    expect(await listReplies()).toHaveLength(1);
    expect(await consentsOf(clientId)).toMatchObject([{ status: "opted_out", at: "2026-03-14T15:00:00.000Z" }]);
    // An older START does not end a later STOP.
    await receive("Start", { occurredAt: "2026-03-14T14:00:00.000Z" });
    expect(await consentsOf(clientId)).toMatchObject([
      { status: "opted_out", suppression: { reason: "stop_keyword" } },
    ]);
  });

  test("of two STOPs at once one is confirmed", async () => {
    await open();
    await Promise.all([receive("Stop"), receive("Stop"), receive("Stop")]);
    expect(await listReplies()).toHaveLength(1);
    expect(await list("direction=inbound")).toHaveLength(3);
  });

  test("a number of another provider gets none", async () => {
    await open();
    await insertFor(tenant, {
      CommunicationSetting: { organizationId: tenant.organizationId, provider: "twilio" },
    });
    await receive("Help");
    expect(await listReplies()).toHaveLength(0);
  });
});

describe("words that seem to ask for it", () => {
  test("are flagged until a person answers, and change no consent", async () => {
    await open();
    const { caseId, clientId } = await createCase(tenant);
    await openManager();
    await changeRow(tenant, "Client", clientId, { phoneE164: number });
    const suspected = await receive("Please do not text me at work", { caseId });
    expect(suspected.optOutKeyword).toBe("suspected");
    const { optOutSuspectedAt } = await conversationOf(suspected);
    expect(optOutSuspectedAt).toBe(suspected.occurredAt);
    expect(await consentsOf(clientId)).toEqual([]);
    expect(await listReplies()).toHaveLength(0);
    await receive("I mean it, no more texts", { caseId });
    // One notification, without a word of it; none of what is logged as a history.
    expect(await listNotices()).toMatchObject([
      { kind: "communications.opt_out_suspected", parameters: { conversationId: suspected.conversationId } },
    ]);
    await receive("unsubscribe me", { from: { address: "+15125550199" }, occurredAt: "2026-03-14T15:00:00.000Z" });
    expect(await listNotices()).toHaveLength(1);
    expect((await conversationOf(suspected))["optOutSuspectedAt"]).toBe(optOutSuspectedAt);
    const answer = { channel: "text", direction: "outbound", conversationId: suspected.conversationId };
    const parties = { from: { address: firm }, to: [{ address: number }], bodyText: "We will call instead." };
    expect((await api.change("POST", "/messages/log", { ...answer, ...parties })).status).toBe(201);
    expect((await conversationOf(suspected))["optOutSuspectedAt"]).toBeNull();
  });

  test("a STOP after them decides", async () => {
    await open();
    const suspected = await receive("wrong number");
    await receive("STOP");
    expect((await conversationOf(suspected))["optOutSuspectedAt"]).toBeNull();
  });
});
