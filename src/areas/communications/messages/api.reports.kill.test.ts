import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { startServerProcess, type ServerProcess } from "../../../testing/servers/server-process.ts";
import { createConversation } from "../conversations/fixtures.ts";

const total = isFullExtent ? 10_000 : 200;
const reportsAtOnce = 50;
const kills = 3;
const clients = 4;

let server: TestServer;
let tenant: TestTenant;
let owner: Client;
let running: ServerProcess;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  owner = await server.connectOwner();
  await owner.query("SET session_replication_role = replica");
  for (let place = 0; place < clients; place += 1) await fill(place);
  running = await startServerProcess(server.applicationUrl);
}, 180_000);
afterAll(async () => {
  await running.end("SIGTERM");
  await server.close(1_000);
});

const idOf = (number: number) => `msg_${String(number).padStart(6, "0")}`;

/** Texts that a provider took, of a case of their own: those whose number has this remainder. */
async function fill(place: number): Promise<void> {
  const { organizationId } = tenant;
  const { conversationId, caseId } = await createConversation(tenant);
  await owner.query(
    `INSERT INTO "Message" ("organizationId", id, "conversationId", "caseId", channel, direction, status, "bodyText", "occurredAt", "queuedAt", "attemptAt", "sentAt", provider, "providerMessageId", "createdBy")
     SELECT $1, 'msg_' || to_char(n, 'FM000000'), $2, $3, 'text', 'outbound', 'sent', 'Hello', now(), now(), now(), now(), 'twilio', 'SM' || n,
       '{"type":"system","id":"system","name":"Caseport"}'
     FROM generate_series(0, $4::integer - 1) n WHERE n % $5 = $6`,
    [organizationId, conversationId, caseId, total, clients, place],
  );
  await owner.query(
    `INSERT INTO "MessageParty" ("organizationId", "messageId", role, position, address)
     SELECT $1, 'msg_' || to_char(n, 'FM000000'), role, 1, '+15125550143'
     FROM generate_series(0, $2::integer - 1) n, unnest(ARRAY['from', 'to']) role WHERE n % $3 = $4`,
    [organizationId, total, clients, place],
  );
}

/** The same order in every run. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  let seed = 50;
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  return items
    .map((item) => ({ item, rank: next() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

const finalOf = (number: number) => (number % 5 === 0 ? "undelivered" : "delivered");

test("issue 50: reports in any order, each twice, through three kill -9, count once, and each text ends as its last one says", async () => {
  const reports = shuffle(
    Array.from({ length: total }, (_, number) => number).flatMap((number) =>
      ["sent", finalOf(number), "sent", finalOf(number)].map((status) => ({
        providerMessageId: `SM${number}`,
        status,
      })),
    ),
  );
  const requests = Array.from({ length: Math.ceil(reports.length / reportsAtOnce) }, (_, index) =>
    reports.slice(index * reportsAtOnce, (index + 1) * reportsAtOnce),
  );
  let next = 0;
  let done = 0;
  // A client sends a request again, with its key, until it has a response.
  const send = async (index: number): Promise<void> => {
    for (;;) {
      const api = openApi(running, tenant.secret);
      const reply = await api
        .change(
          "POST",
          "/message-delivery-reports",
          { reports: requests[index] },
          { "X-Idempotency-Key": `r-${index}` },
        )
        .catch(() => null);
      if (reply?.status === 200) return;
      if (reply !== null && reply.status < 500 && reply.status !== 409) throw new Error(reply.text);
      await delay(100);
    }
  };
  const work = async () => {
    while (next < requests.length) {
      const index = next;
      next += 1;
      await send(index);
      done += 1;
    }
  };
  const kill = async () => {
    for (let count = 1; count <= kills; count += 1) {
      const from = Math.floor((requests.length * count) / (kills + 1));
      await expect.poll(() => done, { timeout: 1_200_000, interval: 5 }).toBeGreaterThanOrEqual(from);
      await running.end("SIGKILL");
      running = await startServerProcess(server.applicationUrl);
    }
  };
  await Promise.all([kill(), ...Array.from({ length: clients }, work)]);
  expect(done).toBe(requests.length);
  const messages = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Message")
      .select(["id", "status"])
      .where("organizationId", "=", tenant.organizationId)
      .where("provider", "=", "twilio")
      .orderBy("id")
      .execute(),
  );
  const expected = Array.from({ length: total }, (_, number) => ({ id: idOf(number), status: finalOf(number) }));
  expect(messages).toEqual(expected);
  const counted = new Map<string, string[]>();
  for (const { entityId, eventType } of await readEvents(tenant))
    if (eventType.startsWith("message.")) counted.set(entityId, [...(counted.get(entityId) ?? []), eventType]);
  expect(Object.fromEntries([...counted].toSorted(([one], [other]) => (one < other ? -1 : 1)))).toEqual(
    Object.fromEntries(expected.map(({ id, status }) => [id, [`message.${status}`]])),
  );
}, 2_400_000);
