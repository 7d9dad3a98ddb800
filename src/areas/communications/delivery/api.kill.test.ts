import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { startFakeTwilio, twilioAccount, type FakeProvider } from "../../../testing/servers/text-providers.ts";
import { startTextWorkerProcess } from "../../../testing/servers/worker-process.ts";
import type { Message } from "../messages/schema.ts";
import { connectTexts, createTextedCase, type TextedCase } from "../sending/fixtures.ts";

/** Kills between the provider's receipt of a text and our commit. */
const cycles = isFullExtent ? 50 : 3;
/** How long a worker that died holds its job, in seconds; an installation waits longer. */
const heartbeat = 2;

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let fake: FakeProvider;
let texted: TextedCase;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  fake = await startFakeTwilio();
  await connectTexts(tenant, twilioAccount, ["+13125550100"]);
  texted = await createTextedCase(tenant);
  const owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(
    "UPDATE pgboss.queue SET heartbeat_seconds = $1, retry_delay = 1, retry_backoff = false WHERE name = 'messages'",
    [heartbeat],
  );
  await owner.end();
});
afterAll(async () => {
  await fake.close();
  await server.close(1_000);
});

const startWorker = () =>
  startTextWorkerProcess(server.applicationUrl, fake.receiver, "api.twilio.com", { superviseSeconds: 1 });

async function send(bodyText: string): Promise<string> {
  const { caseId, clientId } = texted;
  const body = { caseId, channel: "text", to: [{ clientId }], bodyText };
  return readBody<{ message: Message }>(await api.change("POST", "/messages", body)).message.id;
}
const getMessage = async (id: string) => readBody<{ message: Message }>(await api.get(`/messages/${id}`)).message;

test("acceptance 4: killed between the provider's receipt and our commit, each text is sent exactly once", async () => {
  const ids: string[] = [];
  let worker = await startWorker();
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    // Without a response the commit cannot have come; with one it may.
    fake.setBehavior(cycle % 2 === 0 ? "accept_silently" : "accept");
    const id = await send(`Text ${cycle}`);
    ids.push(id);
    await expect.poll(() => fake.texts.length, { timeout: 30_000, interval: 5 }).toBe(cycle + 1);
    await worker.end("SIGKILL");
    fake.setBehavior("accept");
    worker = await startWorker();
    await expect.poll(async () => (await getMessage(id)).status, { timeout: 60_000, interval: 200 }).toBe("sent");
  }
  await worker.end("SIGTERM");
  expect(fake.texts.map(({ body }) => body)).toEqual(ids.map((_, cycle) => `Text ${cycle}`));
  const messages = await Promise.all(ids.map(getMessage));
  expect(messages.map(({ providerMessageId }) => providerMessageId)).toEqual(fake.texts.map(({ id }) => id));
  const events = await readEvents(tenant);
  for (const id of ids) {
    const types = events.flatMap(({ entityId, eventType }) => (entityId === id ? [eventType] : []));
    expect(types).toEqual(["message.created", "message.sent"]);
  }
}, 600_000);
