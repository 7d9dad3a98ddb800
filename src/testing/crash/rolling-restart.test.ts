import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { EventRecord } from "../../areas/events/schema.ts";
import type { RunningServer } from "../../http/server.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { applicationUrlOf, cloneDatabase } from "../database/clone-database.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../database/database-probe.ts";
import { openApi, type Api } from "../harness/requests/api.ts";
import type { Reply } from "../harness/requests/send.ts";
import { startServerOn } from "../harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { createSubscription } from "../harness/webhooks.ts";
import { checkMilliseconds, startLoadBalancer } from "../servers/load-balancer.ts";
import { startReceiver } from "../servers/receiver.ts";
import { startWorkerProcess, type WorkerProcess } from "../servers/worker-process.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** Servers are replaced one after the other, behind a load balancer and under load; so is the worker. */

const writers = 6;
const readers = 3;
/** More deliveries than this must arrive before and after the worker is stopped. */
const someDeliveries = 10;
/** So long that a worker that stops has deliveries on the way. */
const responseMilliseconds = 30;
/** A busy machine reads readiness late: with 4 checks, one request in several runs met a closed listener. */
const drainSeconds = (20 * checkMilliseconds) / 1_000;

let applicationUrl = "";
let database: Database;
let probe: DatabaseProbe;
let tenant: TestTenant & { caseId: string };

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  applicationUrl = applicationUrlOf(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 2, hooks });
  probe = openDatabaseProbe(ownerUrl);
});

afterAll(async () => {
  await database.close();
  await probe.close();
});

/** Writes folders and follows the feed with long polls, without pause until stopped. Nothing is sent twice. */
function startLoad(api: Api) {
  const failures: string[] = [];
  const created: string[] = [];
  let isRunning = true;
  let isWritten = false;
  const note = (reply: Promise<Reply>): Promise<Reply | null> =>
    reply.catch((error: unknown) => {
      failures.push(String(error));
      return null;
    });
  const write = async () => {
    while (isRunning) {
      const reply = await note(api.change("POST", `/cases/${tenant.caseId}/folders`, { name: randomUUID() }));
      if (reply?.status === 201) created.push((reply.body as { folder: { id: string } }).folder.id);
      else if (reply !== null) failures.push(`${reply.status} ${reply.text}`);
    }
  };
  const follow = async (entity: "folder" | "lead") => {
    const seen: string[] = [];
    for (let after = ""; ;) {
      const isLast = isWritten;
      const reply = await note(api.get(`/events?entity=${entity}&limit=100&wait=${isLast ? 0 : 1}${after}`));
      if (reply !== null && reply.status !== 200) failures.push(`${reply.status} ${reply.text}`);
      const page = reply?.status === 200 ? (reply.body as { events: EventRecord[]; nextCursor: string }) : null;
      seen.push(...(page?.events ?? []).map(({ entityId }) => entityId));
      if (page !== null) after = `&after=${page.nextCursor}`;
      if (isLast && page?.events.length === 0) return seen;
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, write));
  // The lead's reader finds nothing: it waits when a server stops.
  const reading = Promise.all([...Array.from({ length: readers }, () => follow("folder")), follow("lead")]);
  return {
    failures,
    created,
    stop: async () => {
      isRunning = false;
      await writing;
      isWritten = true;
      return reading;
    },
  };
}

async function openTenant(): Promise<void> {
  const made = await createTenant(database);
  tenant = { ...made, ...(await createCase(made)) };
}

/** @param alsoReplace replaces something else at the same time, under the same load */
async function replaceServers(
  replaced: number,
  honorsReadiness: boolean,
  alsoReplace: () => Promise<void> = () => Promise.resolve(),
) {
  const start = () => startServerOn(applicationUrl, { drainSeconds, databasePoolSize: 6 });
  const balancer = await startLoadBalancer({ honorsReadiness });
  const join = async (server: RunningServer) => {
    const address = server.addresses[0] ?? "";
    balancer.add(address);
    await expect.poll(() => balancer.isServing(address), { interval: 10 }).toBe(true);
    return server;
  };
  let servers = [await join(await start()), await join(await start())];
  const load = startLoad(openApi(balancer, tenant.secret));
  const replaceEach = async () => {
    for (const old of servers.slice(0, replaced)) {
      const goal = load.created.length + load.failures.length + 5 * writers;
      await expect.poll(() => load.created.length + load.failures.length, { interval: 10 }).toBeGreaterThan(goal);
      const next = await join(await start());
      await old.close(10_000);
      servers = [...servers.filter((server) => server !== old), next];
    }
  };
  await Promise.all([replaceEach(), alsoReplace()]);
  const seen = await load.stop();
  await balancer.close();
  await Promise.all(servers.map((server) => server.close(1_000)));
  return { ...load, seen };
}

const readIds = async (table: "Event" | "Folder", column: "entityId" | "id") =>
  (
    await probe.rows(`SELECT "${column}" AS id FROM "${table}" WHERE "organizationId" = $1 ORDER BY 1`, [
      tenant.organizationId,
    ])
  ).map(({ id }) => String(id));

/** Two workers in processes of their own, of which one follows the other, for a webhook of each folder. */
async function openDeliveries() {
  const receiver = await startReceiver({ behavior: () => delay(responseMilliseconds, { status: 204 }) });
  onTestFinished(() => receiver.close());
  await createSubscription(tenant, { eventTypes: ["folder.created"] });
  const start = async (): Promise<WorkerProcess> => {
    const worker = await startWorkerProcess(applicationUrl, receiver, { consumer: { pollMilliseconds: 50 } });
    onTestFinished(async () => void (await worker.end("SIGKILL")));
    return worker;
  };
  // Both before the load: what a worker's start takes would only make more deliveries.
  const [old, next] = await Promise.all([start(), start()]);
  const untilMore = () => {
    const goal = receiver.requests.length + someDeliveries;
    return expect.poll(() => receiver.requests.length, { interval: 10 }).toBeGreaterThan(goal);
  };
  return {
    /** The IDs of the folders whose events arrived, in order of IDs; twice where one arrived twice. */
    listDelivered: () =>
      receiver.requests
        .map(({ body }) => (JSON.parse(body) as { data: { entityId: string } }).data.entityId)
        .toSorted(),
    replaceWorker: async () => {
      await untilMore();
      expect([await old.end("SIGTERM"), old.output()]).toEqual([0, ""]);
      await untilMore();
      expect(next.output()).toBe("");
    },
  };
}

test("no request fails while two servers and the worker are replaced one after the other; nothing is lost, written or delivered twice", async () => {
  await openTenant();
  const { listDelivered, replaceWorker } = await openDeliveries();
  const { failures, created, seen } = await replaceServers(2, true, replaceWorker);
  expect(failures).toEqual([]);
  const ids = created.toSorted();
  expect(await readIds("Folder", "id")).toEqual(ids);
  expect(await readIds("Event", "entityId")).toEqual(ids);
  expect(seen.map((own) => own.toSorted())).toEqual([...Array.from({ length: readers }, () => ids), []]);
  await expect.poll(() => listDelivered().length, { interval: 10, timeout: 20_000 }).toBeGreaterThanOrEqual(ids.length);
  expect(listDelivered()).toEqual(ids);
  expect(await probe.gaps()).toEqual([]);
});

test("requests fail behind a load balancer that does not read the readiness check", async () => {
  await openTenant();
  expect((await replaceServers(1, false)).failures).not.toEqual([]);
});
