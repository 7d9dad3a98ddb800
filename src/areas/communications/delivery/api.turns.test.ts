import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOutbound, type Outbound } from "../../../platform/outbound-http/outbound.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { shortLimits } from "../../../testing/servers/outbound.ts";
import { startFakeTwilio, twilioAccount, type FakeProvider } from "../../../testing/servers/text-providers.ts";
import type { Message } from "../messages/schema.ts";
import { connectTexts, createTextedCase, type TextedCase } from "../sending/fixtures.ts";
import { deliverText, type DeliveryTools } from "./domain.texts.ts";

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
  const testReceivers = new Map([["api.twilio.com", { address, port }]]);
  outbound = createOutbound({ networks: [], testReceivers, ca, limits: shortLimits });
  const { database, installationKeys } = server.services;
  tools = { database, installationKeys, outbound, writeText: () => undefined, baseUrl: "https://caseport.example.com" };
});
afterAll(async () => {
  outbound.close();
  await fake.close();
  await server.close(1_000);
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  await connectTexts(tenant, twilioAccount, ["+13125550100"]);
  fake.setBehavior("accept");
  fake.texts.length = 0;
});

async function send({ caseId, clientId }: TextedCase, bodyText: string): Promise<string> {
  const body = { caseId, channel: "text", to: [{ clientId }], bodyText };
  return readBody<{ message: Message }>(await api.change("POST", "/messages", body)).message.id;
}
const getMessage = async (id: string) => readBody<{ message: Message }>(await api.get(`/messages/${id}`)).message;

/** Works on a text as a worker does that takes its job. */
async function work(messageId: string, isRequested = false): Promise<void> {
  await sql`DELETE FROM pgboss.job WHERE name = 'messages' AND data->>'messageId' = ${messageId}`.execute(
    server.services.database.withoutTenant,
  );
  await deliverText(
    tools,
    { organizationId: tenant.organizationId, messageId, isRequested },
    new AbortController().signal,
  );
}

/** When each of these texts looks again, in milliseconds since 1970. */
async function readTurns(ids: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: string; due: number }>`
    SELECT data->>'messageId' AS id, extract(epoch FROM start_after)::float8 * 1000 AS due FROM pgboss.job
    WHERE name = 'messages' AND state < 'active' AND data->>'organizationId' = ${tenant.organizationId}`.execute(
    server.services.database.withoutTenant,
  );
  return ids.map((id) => Math.round(rows.find((row) => row.id === id)?.due ?? Number.NaN));
}

const pausesOf = (times: readonly number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));

/** Makes all jobs due, as when no worker ran for long enough. */
const makeDue = (ids: readonly string[]) =>
  sql`UPDATE pgboss.job SET start_after = now() - interval '1 minute', created_on = now() - interval '1 minute'
    WHERE name = 'messages' AND state < 'active' AND data->>'messageId' = ANY(${[...ids]}::text[])`.execute(
    server.services.database.withoutTenant,
  );

/** Holds the number for a minute: the last text was sent then, by its row. */
async function holdNumber(id: string): Promise<number> {
  const attemptAt = new Date(Date.now() + 60_000);
  await changeRow(tenant, "Message", id, { attemptAt: attemptAt.toISOString() });
  return attemptAt.getTime() + 1_000;
}

test("texts that are late get turns of their own, a second apart and in order, however many wait", async () => {
  const recipients = [await createTextedCase(tenant), await createTextedCase(tenant), await createTextedCase(tenant)];
  const ids: string[] = [];
  for (let index = 0; index < 24; index += 1) {
    const recipient = recipients[index % recipients.length];
    if (recipient !== undefined) ids.push(await send(recipient, `Text ${index}`));
  }
  const [first = "", ...others] = ids;
  await work(first);
  const free = await holdNumber(first);
  await makeDue(others);
  for (const id of others) await work(id);
  expect(await readTurns(others)).toEqual(others.map((_, index) => free + index * 1_000));
  expect(fake.texts).toHaveLength(1);
});

test("a text that a provider put off holds back those to its recipient, and no others", async () => {
  const [held, free] = [await createTextedCase(tenant), await createTextedCase(tenant)];
  const [first, second, third] = [await send(held, "One"), await send(held, "Two"), await send(held, "Three")];
  const [other, last] = [await send(free, "Four"), await send(free, "Five")];
  await work(first);
  expect((await getMessage(first)).status).toBe("sent");
  fake.setBehavior("busy");
  await changeRow(tenant, "Message", first, { attemptAt: new Date(Date.now() - 5_000).toISOString() });
  await work(second);
  // The provider said so; as if it had said a minute.
  const until = Date.now() + 60_000;
  await sql`UPDATE pgboss.job SET start_after = ${new Date(until).toISOString()}::timestamptz
    WHERE name = 'messages' AND data->>'messageId' = ${second}`.execute(server.services.database.withoutTenant);
  fake.setBehavior("accept");
  await work(third);
  expect(await readTurns([third])).toEqual([until + 1_000]);
  await work(other);
  expect((await getMessage(other)).status).toBe("sent");
  await work(last);
  const [turn = Number.NaN] = await readTurns([last]);
  expect(turn).toBeLessThan(until);
  expect(fake.texts.map(({ body }) => body)).toEqual(["One", "Four"]);
});

test("what recipients asked for goes before all others, and in order", async () => {
  const people = [
    await createTextedCase(tenant),
    await createTextedCase(tenant),
    await createTextedCase(tenant),
  ] as const;
  const first = await send(people[0], "First");
  const [waiting, one, other] = [
    await send(people[0], "Waits"),
    await send(people[1], "1"),
    await send(people[2], "2"),
  ];
  await work(first);
  const free = await holdNumber(first);
  await work(one, true);
  await work(other, true);
  await work(waiting);
  expect(await readTurns([one, other, waiting])).toEqual([free, free + 1_000, free + 2_000]);
});

test("a text waits for the one before it, however long its transaction waited for the number", async () => {
  const texted = await createTextedCase(tenant);
  const [first, second] = [await send(texted, "One"), await send(texted, "Two")];
  const lock = sql`SELECT pg_advisory_xact_lock(hashtextextended(${`texts of ${tenant.organizationId} +13125550100`}, 0))`;
  let work2: Promise<void> | undefined;
  await server.services.database.withTenantTransaction(tenant.organizationId, async (transaction) => {
    await lock.execute(transaction);
    work2 = work(second);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  });
  await work2;
  expect((await getMessage(second)).status).toBe("queued");
  expect(fake.texts).toEqual([]);
  await work(first);
  expect(fake.texts.map(({ body }) => body)).toEqual(["One"]);
});

test("of texts that wait for an account, each has a turn of its own when it is tried again", async () => {
  const ids = [];
  for (let index = 0; index < 4; index += 1) ids.push(await send(await createTextedCase(tenant), `Text ${index}`));
  const [first = "", ...others] = ids;
  fake.setBehavior("unauthorized");
  await work(first);
  await makeDue(others);
  for (const id of others) await work(id);
  expect(pausesOf(await readTurns(others))).toEqual([1_000, 1_000]);
});
