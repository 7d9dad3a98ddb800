import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startJobQueue } from "../../../platform/jobs/job-queue.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { createOutbound, type Outbound } from "../../../platform/outbound-http/outbound.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { shortLimits } from "../../../testing/servers/outbound.ts";
import { startFakeTwilio, twilioAccount, type FakeProvider } from "../../../testing/servers/text-providers.ts";
import type { Message } from "../messages/schema.ts";
import { sendAutomatedReply } from "../sending/domain.automated-reply.ts";
import { signInMember } from "../../team/fixtures.ts";
import { connectTexts, createTextedCase, setSending, type TextedCase } from "../sending/fixtures.ts";
import { createMessageWorker, requeueLostMessages, sendScheduledMessages } from "./domain.jobs.ts";
import { countSilentTexts } from "./domain.silent-texts.ts";
import { deliverText, runStep, type DeliveryTools } from "./domain.texts.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let fake: FakeProvider;
let outbound: Outbound;
let tools: DeliveryTools;

beforeAll(async () => {
  server = await startOwnServer();
  fake = await startFakeTwilio();
  const { address, port, ca } = fake.receiver;
  outbound = createOutbound({
    networks: [],
    testReceivers: new Map([["api.twilio.com", { address, port }]]),
    ca,
    limits: { ...shortLimits, attempt: 2_500 },
  });
  const { database, installationKeys } = server.services;
  const writeText = () => undefined;
  tools = { database, installationKeys, outbound, writeText, baseUrl: "https://caseport.example.com" };
});
afterAll(async () => {
  outbound.close();
  await fake.close();
  await server.close(1_000);
});
let connectionId: string;
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  connectionId = await connectTexts(tenant, twilioAccount, ["+13125550100"]);
  fake.setBehavior("accept");
  fake.texts.length = 0;
});
const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

const { signal } = new AbortController();
const post = (texted: TextedCase, more: object = {}) =>
  api.change("POST", "/messages", {
    caseId: texted.caseId,
    channel: "text",
    to: [{ clientId: texted.clientId }],
    bodyText: "Your records arrived.",
    ...more,
  });
const send = async (texted: TextedCase, more: object = {}) =>
  readBody<{ message: Message }>(await post(texted, more)).message.id;
const getMessage = async (id: string) => readBody<{ message: Message }>(await api.get(`/messages/${id}`)).message;
const deliver = (messageId: string) => deliverText(tools, { organizationId: tenant.organizationId, messageId }, signal);
const typesOf = async (id: string) =>
  (await readEvents(tenant)).flatMap(({ entityId, eventType }) => (entityId === id ? [eventType] : []));

interface JobRow {
  due: string;
  text: string;
}
/** The jobs that wait, the latest first. */
const listJobs = async () => {
  const { rows } = await sql<JobRow>`
    SELECT start_after::text AS due, data::text AS text FROM pgboss.job
    WHERE name = 'messages' AND state = 'created' AND data->>'organizationId' = ${tenant.organizationId} ORDER BY created_on DESC`.execute(
    server.services.database.withoutTenant,
  );
  return rows;
};

test("a text is given to the provider once, with our number, and jobs hold IDs alone", async () => {
  const texted = await createTextedCase(tenant);
  const id = await send(texted, { bodyText: "canary text" });
  expect((await listJobs()).map(({ text }) => text).join()).not.toMatch(/canary|5125550/);
  await deliver(id);
  await deliver(id);
  expect(fake.texts).toMatchObject([{ from: "+13125550100", to: texted.number, body: "canary text" }]);
  expect(fake.texts[0]?.statusUrl).toMatch(
    new RegExp(`^https://caseport\\.example\\.com/api/text/cpt_[0-9a-f]+\\?message=${id}$`),
  );
  expect(await getMessage(id)).toMatchObject({
    status: "sent",
    provider: "twilio",
    providerMessageId: fake.texts[0]?.id,
    availableTransitions: [],
  });
  expect(await typesOf(id)).toEqual(["message.created", "message.sent"]);
});

test("a text of a sandbox is captured once, whatever provider the settings name", async () => {
  const firm = await createTenant(server.services.database);
  await changeRow(tenant, "Organization", tenant.organizationId, {
    sandboxOfOrganizationId: firm.organizationId,
    sandboxState: "ready",
    sandboxContents: "empty",
  });
  const id = await send(await createTextedCase(tenant));
  const writeText: DeliveryTools["writeText"] = () => expect.unreachable("a text of a sandbox was written");
  await deliverText({ ...tools, writeText }, { organizationId: tenant.organizationId, messageId: id }, signal);
  expect(fake.texts).toEqual([]);
  const { messages } = (await api.get(`/sandbox/messages?channel=sms&entityId=${id}`)).body as {
    messages: object[];
  };
  expect(messages).toMatchObject([
    {
      channel: "sms",
      to: expect.stringMatching(/^\+1/),
      subject: null,
      text: "Your records arrived.",
      entity: "message",
    },
  ]);
  expect(await getMessage(id)).toMatchObject({ status: "sent", provider: "outbox", bodyText: "Your records arrived." });
});

test("what came before the text was sent counts: an opt-out, a cancellation, an archived case", async () => {
  const texted = await createTextedCase(tenant);
  const id = await send(texted);
  await api.change("PUT", "/consents", {
    clientId: texted.clientId,
    channel: "text",
    status: "opted_out",
    source: "call",
  });
  await deliver(id);
  expect(await getMessage(id)).toMatchObject({ status: "blocked", block: "opted_out" });
  expect(await typesOf(id)).toEqual(["message.created", "message.blocked"]);

  const cancelled = await send(await createTextedCase(tenant));
  await api.change("POST", `/messages/${cancelled}/transitions`, { status: "cancelled" });
  await deliver(cancelled);
  expect(await getMessage(cancelled)).toMatchObject({ status: "cancelled" });

  const archived = await createTextedCase(tenant);
  const late = await send(archived);
  await changeRow(tenant, "Case", archived.caseId, { matterStatus: "archived" });
  await deliver(late);
  expect(await getMessage(late)).toMatchObject({ status: "blocked", block: "record_closed" });
  expect(fake.texts).toEqual([]);
});

test.each(["accept_silently", "accept_with_error"] as const)(
  "acceptance 4: a text that is %s is found at the provider, and not sent again",
  async (behavior) => {
    const id = await send(await createTextedCase(tenant));
    fake.setBehavior(behavior);
    await deliver(id);
    expect(await getMessage(id)).toMatchObject({ status: "queued", availableTransitions: [] });
    await deliver(id);
    expect(await getMessage(id)).toMatchObject({ status: "sent", providerMessageId: fake.texts[0]?.id });
    expect(fake.texts).toHaveLength(1);
  },
);

test("acceptance 4: a timeout without a trace ends in outcome_unknown after 10 minutes, not in a second text", async () => {
  const id = await send(await createTextedCase(tenant));
  fake.setBehavior("ignore");
  await deliver(id);
  fake.setBehavior("accept");
  await deliver(id);
  expect(await getMessage(id)).toMatchObject({ status: "queued" });
  await changeRow(tenant, "Message", id, { attemptAt: new Date(Date.now() - 601_000).toISOString() });
  await deliver(id);
  expect(await getMessage(id)).toMatchObject({ status: "failed", failure: "outcome_unknown" });
  expect(fake.texts).toEqual([]);
});

test("two texts alike are each found once", async () => {
  const texted = await createTextedCase(tenant);
  const [one, other] = [await send(texted), await send(texted)];
  fake.setBehavior("accept_silently");
  await deliver(one);
  // The second waits until it is known what became of the first.
  await deliver(other);
  expect(fake.texts).toHaveLength(1);
  await deliver(one);
  await changeRow(tenant, "Message", one, { attemptAt: new Date(Date.now() - 5_000).toISOString() });
  await deliver(other);
  await deliver(other);
  expect(fake.texts).toHaveLength(2);
  const ids = [await getMessage(one), await getMessage(other)].map(({ providerMessageId }) => providerMessageId);
  expect(ids).toEqual(fake.texts.map(({ id }) => id));
});

test("429 alone is retried, when the provider says", async () => {
  const id = await send(await createTextedCase(tenant));
  fake.setBehavior("busy");
  await deliver(id);
  const [job] = await listJobs();
  const seconds = (Date.parse(job?.due ?? "") - Date.now()) / 1_000;
  expect(seconds).toBeGreaterThan(4);
  expect(seconds).toBeLessThanOrEqual(7);
  expect(await getMessage(id)).toMatchObject({ status: "queued", availableTransitions: ["cancelled"] });
  fake.setBehavior("accept");
  await deliver(id);
  expect((await getMessage(id)).status).toBe("sent");
});

test("what its recipient asked for is still that when it is tried again", async () => {
  const id = await send(await createTextedCase(tenant));
  fake.setBehavior("busy");
  await deliverText(tools, { organizationId: tenant.organizationId, messageId: id, isRequested: true }, signal);
  const [again] = await listJobs();
  expect(JSON.parse(again?.text ?? "{}")).toMatchObject({ messageId: id, isRequested: true });
});

test("acceptance 4: after 401 the queue waits, and goes on when the credentials are taken again", async () => {
  const { memberId } = await signInMember(server, tenant, { permissions: ["communications:manage"] });
  const [id, other] = [await send(await createTextedCase(tenant)), await send(await createTextedCase(tenant))];
  fake.setBehavior("unauthorized");
  await deliver(id);
  await changeRow(tenant, "TextConnection", connectionId, { rejectedAt: new Date(Date.now() - 301_000).toISOString() });
  await deliver(id);
  const notices = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Notification")
      .select(["kind", "memberId"])
      .where("organizationId", "=", tenant.organizationId)
      .where("kind", "=", "communications.provider_rejected")
      .execute(),
  );
  expect(notices).toEqual([{ kind: "communications.provider_rejected", memberId }]);
  const calls = fake.receiver.requests.length;
  fake.setBehavior("accept");
  await deliver(other);
  await deliver(id);
  expect(fake.receiver.requests).toHaveLength(calls);
  expect([(await getMessage(id)).status, (await getMessage(other)).status]).toEqual(["queued", "queued"]);
  await changeRow(tenant, "TextConnection", connectionId, { rejectedAt: new Date(Date.now() - 301_000).toISOString() });
  await deliver(id);
  expect((await getMessage(id)).status).toBe("sent");
});

test("what the provider refuses has failed, and its opt-out suppresses the number", async () => {
  const landline = await send(await createTextedCase(tenant));
  fake.setBehavior("landline");
  await deliver(landline);
  expect(await getMessage(landline)).toMatchObject({ status: "failed", failure: "not_mobile" });
  const texted = await createTextedCase(tenant);
  const optedOut = await send(texted);
  fake.setBehavior("opted_out");
  await changeRow(tenant, "Message", landline, { attemptAt: new Date(Date.now() - 5_000).toISOString() });
  await deliver(optedOut);
  expect(await getMessage(optedOut)).toMatchObject({ status: "failed", failure: "not_permitted" });
  const refused = await post(texted);
  expect([refused.status, refused.headers["x-error-detail"]]).toEqual([409, "opted_out"]);
});

test("a delivery report that comes before our commit counts, and the text stays delivered", async () => {
  const id = await send(await createTextedCase(tenant));
  fake.setBehavior("accept_silently");
  await deliver(id);
  await api.change("POST", "/message-delivery-reports", { reports: [{ messageId: id, status: "delivered" }] });
  await deliver(id);
  expect(await getMessage(id)).toMatchObject({ status: "delivered" });
  expect(await typesOf(id)).toEqual(["message.created", "message.delivered"]);
});

test("a reply to a keyword goes whatever consent and hours say", async () => {
  const texted = await createTextedCase(tenant, { state: "FL" });
  const id = await send(texted);
  const { conversationId } = await getMessage(id);
  await changeRow(tenant, "Client", texted.clientId, { doNotContact: true });
  await changeRow(tenant, "Case", texted.caseId, { matterStatus: "archived" });
  await setSending(tenant, { quietHours: "refuse", provider: "twilio" });
  const reply = { conversationId, automation: "opt_out_confirmation" as const, bodyText: "No more texts." };
  await runStepWith((context) => sendAutomatedReply(context, reply));
  const [{ id: replyId } = { id: "" }] = readBody<{ messages: Message[] }>(
    await api.get(`/messages?conversationId=${conversationId}`),
  ).messages;
  await deliver(replyId);
  expect(await getMessage(replyId)).toMatchObject({
    status: "sent",
    isAutomated: true,
    automation: "opt_out_confirmation",
  });
});

const runStepWith = (work: Parameters<typeof runStep<void>>[2]) =>
  runStep(
    { ...tools, action: { name: "messages.reply", canRecordEvent: ["message.created", "conversation.updated"] } },
    tenant.organizationId,
    work,
  );

test("scheduled texts are handed over when their time has come, and given up after a day", async () => {
  const texted = await createTextedCase(tenant);
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  const [soon, never] = [await send(texted, { sendAt }), await send(texted, { sendAt })];
  expect(await sendScheduledMessages(server.services.database)).toBe(0);
  await changeRow(tenant, "Message", soon, { sendAt: new Date(Date.now() - 1_000).toISOString() });
  await changeRow(tenant, "Message", never, { sendAt: new Date(Date.now() - 86_401_000).toISOString() });
  expect(await sendScheduledMessages(server.services.database)).toBe(2);
  expect((await getMessage(soon)).status).toBe("queued");
  expect(await getMessage(never)).toMatchObject({ status: "failed", failure: "too_late" });
  await deliver(soon);
  expect((await getMessage(soon)).status).toBe("sent");
});

test("a text that waits while its account is disconnected fails; it does not go to the outbox as sent", async () => {
  const ids = [await send(await createTextedCase(tenant)), await send(await createTextedCase(tenant))] as const;
  expect(await getMessage(ids[0])).toMatchObject({ status: "queued", provider: "twilio" });
  await changeRow(tenant, "TextConnection", connectionId, { revokedAt: new Date().toISOString() });
  await setSending(tenant, { provider: "outbox" });
  await deliver(ids[0]);
  expect(await getMessage(ids[0])).toMatchObject({ status: "failed", failure: "not_configured" });
  // Another account has other numbers.
  await connectTexts(tenant, twilioAccount, ["+13125550199"]);
  await deliver(ids[1]);
  expect(await getMessage(ids[1])).toMatchObject({ status: "failed", failure: "not_configured" });
  expect(fake.texts).toEqual([]);
});

test("a full conversation is continued by the next one", async () => {
  const texted = await createTextedCase(tenant);
  const { conversationId } = await getMessage(await send(texted));
  await changeRow(tenant, "Conversation", conversationId, { messageCount: 10_000 });
  const sendInto = async () => {
    const body = { conversationId, channel: "text", bodyText: "Your records arrived." };
    return readBody<{ message: Message }>(await api.change("POST", "/messages", body)).message.conversationId;
  };
  const next = await sendInto();
  expect(next).not.toBe(conversationId);
  expect([await sendInto(), (await getMessage(await send(texted))).conversationId]).toEqual([next, next]);
});

test("a text whose job was lost is worked on again, and one that has a job is not", async () => {
  const id = await send(await createTextedCase(tenant));
  await changeRow(tenant, "Message", id, { queuedAt: new Date(Date.now() - 301_000).toISOString() });
  expect(await requeueLostMessages(server.services.database)).toBe(0);
  await sql`DELETE FROM pgboss.job WHERE data->>'messageId' = ${id}`.execute(server.services.database.withoutTenant);
  expect(await requeueLostMessages(server.services.database)).toBe(1);
  expect(await listJobs()).toHaveLength(1);
});

test("a number sends at most one text a second, in order", async () => {
  const texted = await createTextedCase(tenant);
  const bodies = Array.from({ length: 5 }, (_, index) => `Text ${index}`);
  for (const bodyText of bodies) await send(texted, { bodyText });
  const logger = createLogger("silent");
  const queue = await startJobQueue({
    databaseUrl: server.applicationUrl,
    logger,
    jobs: [],
    workers: [createMessageWorker(tools)],
  });
  ended.push(() => queue.stop());
  // The worker also works on what other tests left.
  const listSent = () => fake.texts.filter(({ to }) => to === texted.number);
  await expect.poll(() => listSent().length, { timeout: 30_000 }).toBe(5);
  expect(listSent().map(({ body }) => body)).toEqual(bodies);
  // The pace is that of the attempts: a receipt comes later by what the network takes.
  const attempts = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Message")
      .select("attemptAt")
      .where("organizationId", "=", tenant.organizationId)
      .orderBy("attemptAt")
      .execute(),
  );
  const times = attempts.map(({ attemptAt }) => Date.parse(attemptAt ?? ""));
  expect(times).toHaveLength(5);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
});

test("6.7: a text of which nothing is reported for an hour counts as contact, once; a later failure takes it back", async () => {
  const texted = await createTextedCase(tenant);
  const id = await send(texted);
  await deliver(id);
  const readContact = async () =>
    readBody<{ lastClientContact: { lastClientContactOn: string | null } }>(
      await api.get(`/cases/${texted.caseId}/last-client-contact`),
    ).lastClientContact.lastClientContactOn;
  const changesOfCase = async () =>
    (await readEvents(tenant)).filter(
      ({ entityId, eventType }) => entityId === texted.caseId && eventType === "case.updated",
    );
  await countSilentTexts(server.services.database);
  expect(await readContact()).toBeNull();

  await changeRow(tenant, "Message", id, { sentAt: "2026-03-12T14:00:00.000Z" });
  await countSilentTexts(server.services.database);
  await countSilentTexts(server.services.database);
  expect(await readContact()).toBe("2026-03-12");
  expect(await changesOfCase()).toHaveLength(1);

  await api.change("POST", "/message-delivery-reports", { reports: [{ messageId: id, status: "undelivered" }] });
  expect(await readContact()).toBeNull();
});
