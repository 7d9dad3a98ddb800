import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventRecord } from "../../areas/events/schema.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { applicationUrlOf, cloneDatabase } from "../database/clone-database.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../database/database-probe.ts";
import { isFullExtent } from "../harness/extent.ts";
import { send, type Reply } from "../harness/requests/send.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { startServerProcess, type ServerProcess } from "../servers/server-process.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** Two server processes over one database: what one of them promises holds across both. */

const writerCount = 24;
const keyCount = isFullExtent ? 300 : 100;

let database: Database;
let probe: DatabaseProbe;
let servers: ServerProcess[];
let tenant: TestTenant & { caseId: string };

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  const applicationUrl = applicationUrlOf(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 2, hooks });
  probe = openDatabaseProbe(ownerUrl);
  const created = await createTenant(database);
  tenant = { ...created, ...(await createCase(created)) };
  servers = await Promise.all([startServerProcess(applicationUrl), startServerProcess(applicationUrl)]);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.end("SIGKILL")));
  await database.close();
  await probe.close();
});

/**
 * Sends until there is a response that is no 503 and no "in progress", as a client does.
 *
 * @returns that response, and whether another one came before it
 */
async function sendUntilResponse(request: () => Promise<Reply>): Promise<{ reply: Reply; wasInProgress: boolean }> {
  for (let wasInProgress = false; ;) {
    const reply = await request();
    if (reply.body["code"] === "IDEMPOTENCY_IN_PROGRESS") wasInProgress = true;
    else if (reply.status !== 503) return { reply, wasInProgress };
    await delay(10);
  }
}

/** Creates a folder: the request is sent four times at once, twice to each process. */
function sendFourTimes(name: string) {
  const request = {
    method: "POST",
    target: `/api/v1/cases/${tenant.caseId}/folders`,
    headers: { "x-api-key": tenant.secret, "X-Idempotency-Key": randomUUID(), "Content-Type": "application/json" },
    body: JSON.stringify({ name }),
  };
  return Promise.all([...servers, ...servers].map(({ baseUrl }) => sendUntilResponse(() => send(baseUrl, request))));
}

/**
 * Reads the feed of one process from its start, until the writers are done and nothing follows.
 *
 * @returns IDs of events, in the order in which they came
 */
async function tail({ baseUrl }: ServerProcess, isWriting: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor = ""; ;) {
    const isLast = !isWriting();
    const query = `limit=20&wait=${isLast ? 0 : 1}${cursor === "" ? "" : `&after=${cursor}`}`;
    const { reply } = await sendUntilResponse(() =>
      send(baseUrl, { method: "GET", target: `/api/v1/events?${query}`, headers: { "x-api-key": tenant.secret } }),
    );
    expect(reply.status, reply.text).toBe(200);
    const { events, nextCursor } = reply.body as { events: EventRecord[]; nextCursor: string };
    seen.push(...events.map(({ id }) => id));
    if (isLast && events.length === 0) return seen;
    cursor = nextCursor;
  }
}

const readIds = async (table: "Event" | "AuditEntry" | "Folder", order: string) =>
  (
    await probe.rows(`SELECT id FROM "${table}" WHERE "organizationId" = $1 ORDER BY ${order}`, [tenant.organizationId])
  ).map(({ id }) => String(id));

test(`${keyCount} requests by ${writerCount} writers, each sent four times at once to two processes, have one effect each, and a reader of each process sees each event once and in order`, async () => {
  const names = Array.from({ length: keyCount }, (_, number) => `Folder ${number}`);
  const waiting = [...names];
  let isWriting = true;
  const reading = servers.map((server) => tail(server, () => isWriting));
  const created: string[] = [];
  let inProgress = 0;
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const sent = await sendFourTimes(name);
      const replies = sent.map(({ reply }) => reply);
      const folderId = (replies[0]?.body as { folder?: { id: string } } | undefined)?.folder?.id;
      expect(replies.map(({ status, text }) => `${status} ${text}`)).toEqual(
        replies.map(() => `201 ${replies[0]?.text}`),
      );
      expect(replies.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1);
      created.push(folderId ?? "none");
      inProgress += sent.filter(({ wasInProgress }) => wasInProgress).length;
    }
  };
  await Promise.all(Array.from({ length: writerCount }, () => work())).finally(() => (isWriting = false));
  const seen = await Promise.all(reading);

  expect((await readIds("Folder", "id")).toSorted()).toEqual(created.toSorted());
  const events = await readIds("Event", "number");
  expect([created.length, events.length, (await readIds("AuditEntry", "id")).length]).toEqual([
    keyCount,
    keyCount,
    keyCount,
  ]);
  expect(await probe.gaps()).toEqual([]);
  expect(seen).toEqual([events, events]);
  console.log(`${keyCount * 4} requests to two processes: ${inProgress} were in progress first`);
});
