import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { buildMessage } from "../../../../prisma/seed/builders/communications.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createKey, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import type { Message, MessagePreview } from "../messages/schema.ts";
import { createMessageTemplate } from "../templates/fixtures.ts";
import { createDocument } from "../../documents/fixtures.records.ts";
import { createLead } from "../../leads/fixtures.ts";
import { createTextedCase, setSending, type TextedCase } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let dataDirectory: string;

beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), "caseport-texts-"));
  server = await startOwnServer({ worker: "inside", dataDirectory, bulkItemsPerSecond: 100 });
});
afterAll(async () => {
  await server.close(1_000);
  rmSync(dataDirectory, { recursive: true, force: true });
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterEach(() => vi.useRealTimers());

const compose = ({ caseId, clientId }: TextedCase, more: object = {}) => ({
  caseId,
  channel: "text",
  to: [{ clientId }],
  bodyText: "Your records arrived.",
  ...more,
});
const send = (body: object, by = api) => by.change("POST", "/messages", body);
const messageOf = (reply: Awaited<ReturnType<typeof send>>) => readBody<{ message: Message }>(reply).message;
const getMessage = async (id: string) => readBody<{ message: Message }>(await api.get(`/messages/${id}`)).message;
const preview = async (body: object) => {
  const reply = await api.change("POST", "/messages/preview", body);
  return readBody<{ preview: MessagePreview }>(reply).preview;
};
const consent = (clientId: string, more: object = {}) =>
  api.change("PUT", "/consents", { clientId, channel: "text", status: "opted_in", source: "call", ...more });
const listOutbox = () => {
  try {
    return readdirSync(join(dataDirectory, "outbox"));
  } catch {
    return [];
  }
};

test("acceptance 1: a text needs consent; with it, it is sent in 5 seconds, once, with one event of each step", async () => {
  await setSending(tenant);
  const texted = await createTextedCase(tenant, { consent: null });
  const refused = await send(compose(texted));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("PUT /consents");
  expect(refused.headers["x-error-reason"]).toBe("message_blocked");
  expect(refused.headers["x-error-detail"]).toBe("no_consent");
  expect((await consent(texted.clientId)).status).toBe(200);
  const sent = await send(compose(texted));
  expect(sent.status).toBe(201);
  const { id } = messageOf(sent);
  await expect.poll(async () => (await getMessage(id)).status, { timeout: 5_000 }).toBe("sent");
  expect(listOutbox().filter((name) => name.startsWith(id))).toEqual([`${id}.txt`]);
  expect(await getMessage(id)).toMatchObject({ provider: "outbox", segments: 1, sendAt: null, failure: null });
  const { textConsent } = readBody<{ client: { textConsent: { status: string } } }>(
    await api.get(`/clients/${texted.clientId}`),
  ).client;
  expect(textConsent.status).toBe("opted_in");
  const types = (await readEvents(tenant)).map(({ eventType }) => eventType);
  expect(types.filter((type) => /^(message|consent|client)\./.test(type))).toEqual([
    "client.updated",
    "consent.updated",
    "message.created",
    "message.sent",
  ]);
});

describe("acceptance 3: quiet hours", () => {
  const at = (instant: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(instant) });

  test.each([
    ["2026-03-14T12:30:00.000Z", "2026-03-14T13:00:00.000Z"],
    ["2026-03-15T00:30:00.000Z", "2026-03-15T13:00:00.000Z"],
  ])("a text to Florida asked for at %s goes at %s, as the preview says", async (now, sendAt) => {
    await setSending(tenant, { quietHours: "defer" });
    const texted = await createTextedCase(tenant, { state: "FL" });
    at(now);
    const seen = await preview(compose(texted));
    expect(seen).toMatchObject({ maySend: true, block: null, sendAt, segments: 1 });
    const message = messageOf(await send(compose(texted)));
    expect(message).toMatchObject({ status: "scheduled", sendAt, deferral: seen.deferral, queuedAt: null });
    expect(seen.deferral).toEqual({
      until: sendAt,
      requestedAt: now,
      timeZones: ["America/New_York", "America/Chicago"],
      ruleKey: "text_hours.fl",
    });
  });

  test("a firm that refuses them gets 409 and the block; one that switched them off sends", async () => {
    await setSending(tenant, { quietHours: "refuse" });
    const texted = await createTextedCase(tenant, { state: "FL" });
    at("2026-03-15T00:30:00.000Z");
    expect(await preview(compose(texted))).toMatchObject({ maySend: false, block: "quiet_hours", sendAt: null });
    const refused = await send(compose(texted));
    expect([refused.status, refused.headers["x-error-detail"]]).toEqual([409, "quiet_hours"]);
    await setSending(tenant, { quietHours: "off" });
    expect(messageOf(await send(compose(texted)))).toMatchObject({ status: "queued", deferral: null });
  });

  test("a reply half an hour after an inbound text at 22:00 goes at once, and one after 61 minutes does not", async () => {
    await setSending(tenant, { quietHours: "defer" });
    const texted = await createTextedCase(tenant, { state: "FL" });
    at("2026-03-15T02:00:00.000Z");
    const inbound = {
      channel: "text",
      direction: "inbound",
      caseId: texted.caseId,
      from: { address: texted.number },
      to: [{ address: "+12025550100" }],
      bodyText: "Are you there?",
    };
    const { conversationId } = messageOf(await api.change("POST", "/messages/log", inbound));
    const reply = { conversationId, channel: "text", bodyText: "Yes." };
    at("2026-03-15T02:30:00.000Z");
    expect(await preview(reply)).toMatchObject({ sendAt: "2026-03-15T02:30:00.000Z", deferral: null });
    expect(messageOf(await send(reply))).toMatchObject({ status: "queued" });
    at("2026-03-15T03:01:00.001Z");
    expect(messageOf(await send(reply))).toMatchObject({ status: "scheduled", sendAt: "2026-03-15T13:00:00.000Z" });
  });
});

describe("the first rule that fails blocks, in the preview as in the request", () => {
  const expectBlock = async (body: object, block: string) => {
    expect(await preview(body)).toMatchObject({ maySend: false, block });
    const refused = await send(body);
    expect([refused.status, refused.headers["x-error-detail"]]).toEqual([409, block]);
  };

  test("in the order of the rules", async () => {
    await setSending(tenant, { dailyLimit: 1 });
    const texted = await createTextedCase(tenant, { consent: null });
    const { caseId, clientId, number } = texted;
    const body = compose(texted);
    await setSending(tenant, { dailyLimit: 1 });
    const first = await createTextedCase(tenant);
    expect((await send(compose(first))).status).toBe(201);
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    await changeRow(tenant, "Client", clientId, { doNotContact: true, dateOfDeath: "2026-01-02" });
    await tenant.inside((transaction) =>
      transaction
        .insertInto("AddressSuppression")
        .values({
          organizationId: tenant.organizationId,
          id: "sup_order",
          channel: "text",
          address: number,
          reason: "manual",
          at: "2026-01-01T00:00:00Z",
        })
        .execute(),
    );
    await changeRow(tenant, "Client", clientId, { phone: null, phoneE164: null });
    await expectBlock(body, "record_closed");
    await changeRow(tenant, "Case", caseId, { matterStatus: "open" });
    await expectBlock(body, "no_address");
    await changeRow(tenant, "Client", clientId, { phone: number, phoneE164: number });
    await expectBlock(body, "opted_out");
    await tenant.inside((transaction) =>
      transaction
        .updateTable("AddressSuppression")
        .set({ endedAt: "2026-01-02T00:00:00Z", endReason: "x" })
        .where("organizationId", "=", tenant.organizationId)
        .execute(),
    );
    await expectBlock(body, "do_not_contact");
    await changeRow(tenant, "Client", clientId, { doNotContact: false });
    await expectBlock(body, "deceased");
    await changeRow(tenant, "Client", clientId, { dateOfDeath: null });
    await expectBlock(body, "no_consent");
    await consent(clientId);
    await expectBlock(body, "limit");
    // A message for another day counts there.
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
    expect((await send({ ...body, sendAt: later })).status).toBe(201);
  });

  test("an email needs no consent, but not an opt-out, and an address for replies", async () => {
    const { caseId, clientId } = await createTextedCase(tenant, { consent: null });
    await changeRow(tenant, "Client", clientId, { email: "Elena@Example.com" });
    const body = { caseId, channel: "email", to: [{ clientId }], subject: "Records", bodyText: "They arrived." };
    const unconfigured = await send(body);
    expect([unconfigured.status, unconfigured.headers["x-error-detail"]]).toEqual([409, "not_configured"]);
    expect(await preview(body)).toMatchObject({ maySend: false, block: null });
    await setSending(tenant, { replyTo: "intake@firm.example" });
    expect((await send(body)).status).toBe(201);
    await consent(clientId, { channel: "email", status: "opted_out" });
    await expectBlock(body, "opted_out");
  });
});

describe("what a request must be", () => {
  test("recipients are records at one of their addresses; texts are whole, and times near", async () => {
    await setSending(tenant);
    const texted = await createTextedCase(tenant);
    const { clientId } = texted;
    const faults: [object, number][] = [
      [{ to: [{ clientId, address: "+12125550199" }] }, 400],
      [{ to: [{ clientId: "cli_unknown" }] }, 404],
      [{ bodyText: "x".repeat(1_601) }, 400],
      [{ bodyText: "é😀".repeat(230) }, 400],
      [{ bodyText: "   " }, 400],
      [{ subject: "No" }, 400],
      [{ attachments: ["doc_1"] }, 400],
      [{ sendAt: new Date(Date.now() + 181 * 86_400_000).toISOString() }, 400],
      [{ sendAt: "2020-01-01T00:00:00Z" }, 400],
      [{ conversationId: "cnv_1" }, 400],
      [{ messageTemplateId: "mtp_1" }, 400],
      [{ inReplyToMessageId: "msg_1" }, 400],
    ];
    for (const [more, status] of faults)
      expect([more, (await send(compose(texted, more))).status]).toEqual([more, status]);
    expect((await send(compose(texted, { to: [{ clientId, address: texted.number }] }))).status).toBe(201);
  });

  test("a template takes values; one that is missing is 400, and names its source", async () => {
    await setSending(tenant);
    const texted = await createTextedCase(tenant);
    const messageTemplateId = await createMessageTemplate(tenant, {
      body: "Hi {{client.firstName}}, see you {{input.when}}.",
      mergeSources: ["client.firstName", "input.when"],
    });
    const { caseId, clientId } = texted;
    const body = { caseId, channel: "text", to: [{ clientId }], messageTemplateId };
    const missing = await send(body);
    expect([missing.status, missing.text.includes("input.when")]).toEqual([400, true]);
    const message = messageOf(await send({ ...body, input: { when: "on Friday" } }));
    expect(message).toMatchObject({ messageTemplateId });
    expect(message.bodyText).toMatch(/^Hi .+, see you on Friday\.$/);
    const plain = openApi(server, (await createKey(tenant, { scopes: ["communications:read"] })).secret);
    const hidden = await plain.change("POST", "/messages/preview", { ...body, input: { when: "on Friday" } });
    expect(readBody<{ preview: MessagePreview }>(hidden).preview).toMatchObject({ maySend: true, bodyText: null });
  });

  test("attachments are documents of the case, and require documents:read", async () => {
    await setSending(tenant, { replyTo: "intake@firm.example" });
    const { caseId, clientId } = await createTextedCase(tenant);
    await changeRow(tenant, "Client", clientId, { email: "elena@example.com" });
    const { documentId } = await createDocument(tenant, { caseId });
    const other = await createDocument(tenant, { caseId: (await createTextedCase(tenant)).caseId });
    const body = { caseId, channel: "email", to: [{ clientId }], subject: "Records", bodyText: "Here." };
    const message = messageOf(await send({ ...body, attachments: [documentId] }));
    expect(message.attachments).toMatchObject([{ documentId }]);
    expect((await send({ ...body, attachments: [other.documentId] })).status).toBe(404);
    const { secret } = await createKey(tenant, { scopes: ["communications:read", "communications:write"] });
    expect((await send({ ...body, attachments: [documentId] }, openApi(server, secret))).status).toBe(403);
  });
});

describe("what a template makes of an email", () => {
  test.each([
    ["a subject of more than 300 characters", { subject: "About {{input.what}}" }, "x".repeat(301)],
    ["a blank subject", { subject: "{{input.what}}" }, " "],
    ["a blank text", { body: "{{input.what}}" }, " "],
    ["a text of more than 100,000 characters", { body: "{{input.what}}".repeat(60) }, "x".repeat(2_000)],
  ])("%s is 400, in the preview, too", async (_, values, what) => {
    await setSending(tenant, { replyTo: "intake@firm.example" });
    const { caseId, clientId } = await createTextedCase(tenant);
    await changeRow(tenant, "Client", clientId, { email: "elena@example.com" });
    const messageTemplateId = await createMessageTemplate(tenant, {
      channel: "email",
      subject: "Records",
      body: "They arrived.",
      ...values,
      mergeSources: ["input.what"],
    });
    const body = { caseId, channel: "email", to: [{ clientId }], messageTemplateId, input: { what } };
    const replies = [await send(body), await api.change("POST", "/messages/preview", body)];
    expect(replies.map(({ status }) => status)).toEqual([400, 400]);
  });
});

describe("a lead that was converted", () => {
  /** It agreed to texts when it was a lead. */
  const convert = async (texted: TextedCase) => {
    const leadId = await createLead(tenant, {
      status: "converted",
      phone: texted.number,
      phoneE164: texted.number,
      convertedCaseId: texted.caseId,
      convertedClientId: texted.clientId,
      convertedAt: "2026-03-10T15:00:00.000Z",
    });
    const agreed = { leadId, channel: "text", status: "opted_in", source: "call" };
    expect((await api.change("PUT", "/consents", agreed)).status).toBe(200);
    return leadId;
  };

  test("is its case and its client", async () => {
    await setSending(tenant);
    const texted = await createTextedCase(tenant);
    const leadId = await convert(texted);
    const body = { leadId, channel: "text", to: [{ leadId }], bodyText: "Hello." };
    const { caseId, clientId, number } = texted;
    expect(messageOf(await send(body))).toMatchObject({
      caseId,
      leadId,
      to: [{ clientId, leadId: null, address: number }],
    });
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    expect(await preview(body)).toMatchObject({ maySend: false, block: "record_closed" });
    const refused = await send(body);
    expect([refused.status, refused.headers["x-error-detail"]]).toEqual([409, "record_closed"]);
  });

  test("gets nothing that its client does not get", async () => {
    await setSending(tenant);
    const texted = await createTextedCase(tenant, { consent: "opted_out" });
    const { caseId, clientId } = texted;
    const leadId = await convert(texted);
    const body = { caseId, channel: "text", to: [{ leadId }], bodyText: "Hello." };
    const blockOf = async () => (await send(body)).headers["x-error-detail"];
    expect(await blockOf()).toBe("opted_out");
    await changeRow(tenant, "Client", clientId, { doNotContact: true });
    expect(await blockOf()).toBe("do_not_contact");
  });
});

test("a reply to somebody whose record was deleted has no address", async () => {
  await setSending(tenant, { replyTo: "intake@firm.example" });
  const { caseId, clientId } = await createTextedCase(tenant);
  await changeRow(tenant, "Client", clientId, { email: "elena@example.com" });
  const inbound = {
    channel: "email",
    direction: "inbound",
    caseId,
    from: { address: "elena@example.com" },
    to: [{ address: "intake@firm.example" }],
    bodyText: "Hello",
  };
  const { conversationId } = messageOf(await api.change("POST", "/messages/log", inbound));
  const reply = { conversationId, channel: "email", subject: "Re", bodyText: "Hello." };
  expect(await preview(reply)).toMatchObject({ maySend: true });
  await changeRow(tenant, "Client", clientId, { deletedAt: "2026-01-02T00:00:00Z" });
  const refused = await send(reply);
  expect([refused.status, refused.headers["x-error-detail"]]).toEqual([409, "no_address"]);
});

test("the preview of what belongs to another firm is 404, as the request is", async () => {
  const other = await createTenant(server.services.database);
  const [foreign, own] = [await createTextedCase(other), await createTextedCase(tenant)];
  const to = [{ clientId: own.clientId }];
  for (const place of [{ caseId: foreign.caseId }, { leadId: await createLead(other) }]) {
    const body = { ...place, channel: "text", to, bodyText: "Hello." };
    const replies = [await send(body), await api.change("POST", "/messages/preview", body)];
    expect(replies.map(({ status }) => status)).toEqual([404, 404]);
  }
});

test("the references of a long thread are its first email and the latest ones", async () => {
  await setSending(tenant, { replyTo: "intake@firm.example" });
  const { caseId, clientId } = await createTextedCase(tenant);
  await changeRow(tenant, "Client", clientId, { email: "elena@example.com" });
  const body = { channel: "email", subject: "Records", bodyText: "They arrived." };
  const first = messageOf(await send({ ...body, caseId, to: [{ clientId }] }));
  const references = Array.from({ length: 100 }, (_, index) => `<${index}@example.com>`);
  const { organizationId } = tenant;
  const earlier = buildMessage({
    organizationId,
    caseId,
    conversationId: first.conversationId,
    channel: "email",
    direction: "outbound",
    status: "logged",
    occurredAt: new Date(Date.now() + 60_000).toISOString(),
    messageIdHeader: "<100@example.com>",
    referencesHeader: references,
  });
  await insertFor(tenant, { Message: earlier });
  const second = messageOf(await send({ ...body, conversationId: first.conversationId }));
  const row = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Message")
      .select("referencesHeader")
      .where("organizationId", "=", organizationId)
      .where("id", "=", second.id)
      .executeTakeFirstOrThrow(),
  );
  expect(row.referencesHeader).toEqual(["<0@example.com>", ...references.slice(2), "<100@example.com>"]);
});

test("a scheduled message can be canceled, and one of a conversation continues it", async () => {
  await setSending(tenant);
  const texted = await createTextedCase(tenant);
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  const first = messageOf(await send(compose(texted, { sendAt })));
  expect(first).toMatchObject({ status: "scheduled", sendAt, availableTransitions: ["cancelled"] });
  const second = messageOf(await send(compose(texted)));
  expect(second.conversationId).toBe(first.conversationId);
  const cancelled = await api.change("POST", `/messages/${first.id}/transitions`, { status: "cancelled" });
  expect(messageOf(cancelled)).toMatchObject({ status: "cancelled", availableTransitions: [] });
});

test("an email is sent with its thread: the reply names what it replies to", async () => {
  await setSending(tenant, { replyTo: "intake@firm.example", senderName: "Okafor LLP" });
  const { caseId, clientId } = await createTextedCase(tenant);
  await changeRow(tenant, "Client", clientId, { email: "elena@example.com" });
  const body = { channel: "email", subject: "Records", bodyText: "They arrived." };
  const first = messageOf(await send({ ...body, caseId, to: [{ clientId }] }));
  expect(first.messageIdHeader).toBe(`<${first.id}@caseport.example>`);
  await expect.poll(async () => (await getMessage(first.id)).status, { timeout: 10_000 }).toBe("sent");
  const second = messageOf(await send({ ...body, conversationId: first.conversationId }));
  expect(second.inReplyToMessageId).toBe(first.id);
  await expect.poll(async () => (await getMessage(second.id)).status, { timeout: 10_000 }).toBe("sent");
  const file = listOutbox().find((name) => name.endsWith(`${second.id}.eml`)) ?? "";
  const email = readFileSync(join(dataDirectory, "outbox", file), "utf8");
  expect(email).toContain(`In-Reply-To: ${first.messageIdHeader}`);
  expect(email).toContain(`References: ${first.messageIdHeader}`);
  expect(email).toContain(`Message-ID: <${second.id}@caseport.example>`);
  expect(email).toContain("Reply-To: intake@firm.example");
  expect(email).toContain("Okafor LLP via Caseport");
  expect(email).not.toContain("Auto-Submitted");
});

test("acceptance 14: a text to a new lead is a contact attempt, and moves the lead", async () => {
  await setSending(tenant);
  const lead = await api.change("POST", "/leads", {
    firstName: "Rosa",
    lastName: "Diaz",
    phone: "+15125550777",
    consent: { tcpaConsented: true, consentedAt: "2026-03-05T16:00:00.000Z" },
  });
  const leadId = (lead.body["lead"] as { id: string }).id;
  const { id } = messageOf(await send({ leadId, channel: "text", to: [{ leadId }], bodyText: "Hello Rosa." }));
  await expect.poll(async () => (await getMessage(id)).status, { timeout: 5_000 }).toBe("sent");
  const after = (await api.get(`/leads/${leadId}`)).body["lead"] as { status: string };
  expect(after.status).toBe("attempting_contact");
  const automated = messageOf(
    await send({ leadId, channel: "text", to: [{ leadId }], bodyText: "Hello again.", isAutomated: true }),
  );
  await expect.poll(async () => (await getMessage(automated.id)).status, { timeout: 5_000 }).toBe("sent");
  const attempts = (await readEvents(tenant)).filter(({ eventType }) => eventType === "lead.contact_attempted");
  expect(attempts).toHaveLength(1);
});

test("acceptance 17: a bulk job has a result for each message, the blocked ones with their block", async () => {
  await setSending(tenant);
  const count = isFullExtent ? 200 : 40;
  const [agreed, silent] = [await createTextedCase(tenant), await createTextedCase(tenant, { consent: null })];
  const items = Array.from({ length: count }, (_, index) => ({
    method: "POST",
    path: "/messages",
    body: compose(index % 5 === 0 ? silent : agreed, { bodyText: `Text ${index}` }),
    idempotencyKey: `text-${index}`,
  }));
  const { id } = readBody<{ bulkJob: { id: string } }>(await api.change("POST", "/bulk", { items })).bulkJob;
  const readJob = async () => (await api.get(`/bulk/${id}`)).body["bulkJob"] as { status: string };
  await expect.poll(async () => (await readJob()).status, { timeout: 60_000, interval: 200 }).toMatch(/^completed/);
  const { results } = readBody<{ results: { httpStatus: number; reason: string | null; detail: string | null }[] }>(
    await api.get(`/bulk/${id}/results?limit=500`),
  );
  const blocked = results.filter((_, index) => index % 5 === 0);
  const sent = results.filter((_, index) => index % 5 !== 0);
  expect(new Set(blocked.map((each) => `${each.httpStatus} ${each.reason} ${each.detail}`))).toEqual(
    new Set(["409 message_blocked no_consent"]),
  );
  expect(new Set(sent.map((each) => each.httpStatus))).toEqual(new Set([201]));
  // They wait for their turns, a second apart.
  await expect
    .poll(async () => (await api.get("/messages?status=sent&limit=200")).text.match(/"status":"sent"/g)?.length ?? 0, {
      timeout: 300_000,
      interval: 1_000,
    })
    .toBeGreaterThanOrEqual(isFullExtent ? count - count / 5 : 5);
  // A text has a job for each look at whether its turn has come. However many wait, each looks a few times.
  const { rows: looks } = await sql<{ looks: number }>`
    SELECT count(*)::integer AS looks FROM pgboss.job
    WHERE name = 'messages' AND data->>'organizationId' = ${tenant.organizationId}`.execute(
    server.services.database.withoutTenant,
  );
  expect(looks[0]?.looks).toBeLessThan(5 * (count - count / 5));
  const attempts = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Message")
      .select("attemptAt")
      .where("organizationId", "=", tenant.organizationId)
      .where("attemptAt", "is not", null)
      .orderBy("attemptAt")
      .execute(),
  );
  const times = attempts.map(({ attemptAt }) => Date.parse(attemptAt ?? ""));
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
}, 400_000);
