import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { call } from "../../testing/harness/requests/call.ts";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startServerOn } from "../../testing/harness/server.ts";
import { startReceiver } from "../../testing/servers/receiver.ts";
import { startServerProcess } from "../../testing/servers/server-process.ts";
import { createSubscription, receiverHost, startTestWorker } from "../../testing/harness/webhooks.ts";
import { writeEvent } from "./fixtures.ts";
import type { EventRecord } from "./schema.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/**
 * Writers, some of them in vain, and one reader a firm at the tail of its feed: nothing may be lost, nothing come
 * twice, and all in order. CASEPORT_SOAK_SECONDS=30 makes it the long run.
 */
const seconds = Number(process.env["CASEPORT_SOAK_SECONDS"] ?? (isFullExtent ? 3 : 1));
const writersOfTenant = 6;
/** How long a reader that has missed something is waited for. */
const slack = 120_000;

let applicationUrl = "";
let database: Database;
let owner: Database;
let tenants: TestTenant[];

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 24, hooks });
  owner = openDatabase(ownerUrl, { poolSize: 1, hooks });
});
afterAll(async () => {
  await database.close();
  await owner.close();
});
beforeEach(async () => {
  tenants = await Promise.all(Array.from({ length: 4 }, () => createTenant(database)));
});

/** The state of a run while it goes on. */
interface Run {
  isWriting: boolean;
  /** What was really committed, by the writers' own knowledge: ids of records. */
  committed: Set<string>;
  inVain: number;
}

interface Seen {
  ids: string[];
  records: string[];
  pages: number;
  /** Requests without a response. */
  cutOff: number;
}

/**
 * Reads a firm's feed from its start until the writers are done and nothing follows; goes on from its cursor, whatever
 * happens.
 */
async function tail(tenant: TestTenant, run: Run, findServer: () => Promise<string>): Promise<Seen> {
  const seen: Seen = { ids: [], records: [], pages: 0, cutOff: 0 };
  let cursor = "";
  for (;;) {
    const isLast = !run.isWriting;
    const query = `limit=50&wait=${isLast ? 0 : 2}${cursor === "" ? "" : `&after=${cursor}`}`;
    const reply = await call(`${await findServer()}/api/v1`, `/events?${query}`, { secret: tenant.secret }).catch(
      () => null,
    );
    if (reply?.status !== 200) {
      // Cut off, or the server is on its way; a rejection would be a fault.
      expect([undefined, 503]).toContain(reply?.status);
      seen.cutOff += 1;
      await delay(20);
      continue;
    }
    const { events, nextCursor } = reply.json as unknown as { events: EventRecord[]; nextCursor: string };
    seen.ids.push(...events.map(({ id }) => id));
    seen.records.push(...events.map(({ entityId }) => entityId));
    seen.pages += 1;
    cursor = nextCursor;
    if (isLast && events.length === 0) return seen;
  }
}

/** What stands in the feed, in its order: ids of events and of their records. */
const listCommitted = (tenant: TestTenant) =>
  tenant.inside((transaction) =>
    transaction.selectFrom("Event").select(["id", "entityId", "number"]).orderBy("number").execute(),
  );

/**
 * Runs writers and readers for the time.
 *
 * @param write does one thing, with a writer's number and turn
 */
async function soak(
  name: string,
  findServer: () => Promise<string>,
  write: (tenant: TestTenant, run: Run, turn: number) => Promise<void>,
  during: () => Promise<void>,
): Promise<void> {
  const runs = tenants.map((): Run => ({ isWriting: true, committed: new Set(), inVain: 0 }));
  const until = performance.now() + seconds * 1000;
  const writing = tenants.map(async (tenant, index) => {
    const run = runs[index] as Run;
    const work = async (writer: number) => {
      for (let turn = writer; performance.now() < until || run.committed.size < 10 || run.inVain < 2; turn += 1)
        await write(tenant, run, turn);
    };
    await Promise.all(Array.from({ length: writersOfTenant }, (_, writer) => work(writer)));
    run.isWriting = false;
  });
  const reading = tenants.map((tenant, index) => tail(tenant, runs[index] as Run, findServer));
  await Promise.all([...writing, during()]);
  const seen = await Promise.all(reading);
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  let lost = 0;
  let twice = 0;
  for (const [index, tenant] of tenants.entries()) {
    const kept = await listCommitted(tenant);
    const { ids, records } = seen[index] as Seen;
    // What was written is in the feed and nothing else is, numbered without a gap; and the reader saw just that, in that order.
    expect(new Set(kept.map(({ entityId }) => entityId))).toEqual(runs[index]?.committed);
    expect(kept.map(({ number }) => number)).toEqual(kept.map((_, place) => place + 1));
    lost += kept.filter(({ id }) => !ids.includes(id)).length;
    twice += ids.length - new Set(ids).size;
    expect(ids).toEqual(kept.map(({ id }) => id));
    expect(records).toEqual(kept.map(({ entityId }) => entityId));
  }
  const cutOff = sum(seen.map((each) => each.cutOff));
  const [committed, inVain] = [sum(runs.map((run) => run.committed.size)), sum(runs.map((run) => run.inVain))];
  console.log(
    `${name}, ${seconds} s: ${committed} committed, ${inVain} in vain, ${sum(seen.map(({ pages }) => pages))} pages, ${cutOff} reads cut off: ${lost} lost, ${twice} twice`,
  );
  expect([lost, twice]).toEqual([0, 0]);
  expect(committed).toBeGreaterThan(20);
  expect(inVain).toBeGreaterThan(2);
}

/** One to three events in one transaction that lingers as a slow commit does; each fifth is rolled back. */
async function writeInDatabase(tenant: TestTenant, run: Run, turn: number): Promise<void> {
  const records = await tenant
    .inside(async (transaction) => {
      await delay(Math.random() * 4);
      const written: string[] = [];
      for (let count = 0; count <= turn % 3; count += 1)
        written.push(await writeEvent(tenant, transaction, count === 1 ? "case.updated" : "folder.created"));
      await delay(Math.random() * 4);
      if (turn % 5 === 0) throw new Error("in vain");
      return written;
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== "in vain") throw error;
      run.inVain += 1;
      return [];
    });
  for (const record of records) run.committed.add(record);
}

test(
  "each reader sees every event once and in order while 24 writers in 4 organizations commit and roll back",
  async () => {
    const server = await startServerOn(applicationUrl);
    try {
      await soak(
        "24 writers",
        () => Promise.resolve(server.addresses[0] ?? ""),
        writeInDatabase,
        () => Promise.resolve(),
      );
    } finally {
      await server.close(1_000);
    }
  },
  seconds * 1000 + 2 * slack,
);

/**
 * Subscribes a firm to all of its events, and receives them.
 *
 * @returns how often each event came; the variables by which servers find the receiver; and a wait until nothing is
 *   pending, through a worker of its own: the lease of one that was killed last is not waited for
 */
async function subscribe(
  tenant: TestTenant,
): Promise<{ arrivals: Map<string, number>; variables: Record<string, string>; drain: () => Promise<void> }> {
  const arrivals = new Map<string, number>();
  const receiver = await startReceiver({
    remembers: false,
    behavior: ({ headers }) => {
      const id = String(headers["webhook-id"]);
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
      return { status: 204 };
    },
  });
  onTestFinished(() => receiver.close());
  await createSubscription(tenant);
  const folder = await mkdtemp(join(tmpdir(), "caseport-soak-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const certificate = join(folder, "authority.pem");
  await writeFile(certificate, receiver.ca);
  const variables = {
    NODE_EXTRA_CA_CERTS: certificate,
    CASEPORT_WEBHOOK_TEST_RECEIVERS: `${receiverHost}=${receiver.address}:${receiver.port}`,
  };
  const listPending = () =>
    tenant.inside((transaction) =>
      transaction
        .selectFrom("WebhookDelivery")
        .select("id")
        .where("organizationId", "=", tenant.organizationId)
        .where("status", "=", "pending")
        .execute(),
    );
  const drain = async () => {
    const worker = await startTestWorker({
      databaseUrl: applicationUrl,
      database,
      receiver,
      settings: { superviseSeconds: 1 },
    });
    // Servers lease for a minute; those that were killed hold nothing.
    const endOldLeases = () =>
      sql`UPDATE "WebhookJob" SET "availableAt" = now() WHERE "leasedAt" < now() - interval '3 seconds' AND "availableAt" > now()`.execute(
        owner.withoutTenant,
      );
    const countPendingAfterKills = async () => {
      await endOldLeases();
      return (await listPending()).length;
    };
    try {
      await expect.poll(countPendingAfterKills, { timeout: slack, interval: 200 }).toBe(0);
    } finally {
      await worker.stop();
    }
  };
  return { arrivals, variables, drain };
}

test(
  "readers and a webhook receive every event while the server and its worker are killed repeatedly",
  async () => {
    const [subscriber] = tenants as [TestTenant];
    const { arrivals, variables, drain } = await subscribe(subscriber);
    const start = () => startServerProcess(applicationUrl, "warn", variables);
    /** The server, or the start of the next one: requests in vain would slow that down. */
    let serving = Promise.resolve(await start());
    const findServer = async () => (await serving).baseUrl;
    const caseOf = new Map<string, Promise<{ caseId: string }>>();
    /** A folder, sent until there is a response; each fifth has a name that is taken, and is rolled back. */
    const writeOverRest = async (tenant: TestTenant, run: Run, turn: number) => {
      const inCase = caseOf.get(tenant.organizationId) ?? createCase(tenant);
      caseOf.set(tenant.organizationId, inCase);
      const { caseId } = await inCase;
      const options = {
        method: "POST",
        secret: tenant.secret,
        idempotencyKey: randomUUID(),
        body: { name: turn % 5 === 0 ? "taken" : randomUUID() },
      };
      for (;;) {
        const reply = await call(`${await findServer()}/api/v1`, `/cases/${caseId}/folders`, options).catch(() => null);
        // No response, or not yet.
        if (reply === null || reply.status === 503 || reply.json?.["code"] === "IDEMPOTENCY_IN_PROGRESS")
          await delay(10);
        else if (reply.status === 201) {
          const { folder } = reply.json as { folder: { id: string } };
          run.committed.add(folder.id);
          return;
        } else {
          // Rejected, and rolled back.
          expect(reply.json).toMatchObject({ code: "DUPLICATE_ENTRY" });
          run.inVain += 1;
          return;
        }
      }
    };
    let kills = 0;
    const killAgain = async () => {
      const until = performance.now() + seconds * 1000;
      while (performance.now() < until) {
        await delay((1 + Math.random() * 2) * Math.min(1_000, seconds * 300));
        // What is killed has worked.
        await expect.poll(() => arrivals.size, { interval: 20 }).toBeGreaterThan(0);
        const killed = (await serving).end("SIGKILL");
        serving = killed.then(start);
        kills += 1;
        await serving;
      }
    };
    try {
      await soak("24 writers over REST, server killed", findServer, writeOverRest, killAgain);
      expect(kills).toBeGreaterThan(0);
      const byServer = arrivals.size;
      await drain();
      const events = (await listCommitted(subscriber)).map(({ id }) => id);
      const again = [...arrivals.values()].filter((count) => count > 1).length;
      console.log(
        `${kills} kills; ${events.length} events to a webhook, ${byServer} of them by the servers that were killed: ${events.filter((id) => !arrivals.has(id)).length} lost, ${again} came again`,
      );
      expect([...arrivals.keys()].toSorted()).toEqual(events.toSorted());
      expect(byServer).toBeGreaterThan(0);
    } finally {
      await (await serving).end("SIGKILL");
    }
  },
  seconds * 1000 + 2 * slack,
);
