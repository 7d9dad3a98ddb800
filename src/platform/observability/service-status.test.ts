import { expect, test, vi } from "vitest";
import type { Storage } from "../storage/storage.ts";
import type { InstallationHealth } from "./installation-health.ts";
import { createStatusReader, type StatusSources } from "./service-status.ts";

const readAt = "2027-02-03T12:00:00.000Z";
const minutesAgo = (minutes: number) => new Date(Date.parse(readAt) - minutes * 60_000).toISOString();
const healthy: InstallationHealth = {
  databaseVersion: "18.4",
  migration: null,
  readAt,
  workerSeenAt: minutesAgo(0.4),
  oldestJobAt: minutesAgo(9),
  oldestDeliveryAt: null,
  missingPartitions: [],
};

/** @param health what the database says; an error where it does not respond */
function sources(health: Partial<InstallationHealth> | Error, changed: Partial<StatusSources> = {}): StatusSources {
  const isAway = health instanceof Error;
  return {
    isMigrated: () => (isAway ? Promise.reject(health) : Promise.resolve(true)),
    readHealth: () => (isAway ? Promise.reject(health) : Promise.resolve({ ...healthy, ...health })),
    storage: { sizeOf: () => Promise.resolve(null) } as unknown as Storage,
    stopping: new AbortController().signal,
    ...changed,
  };
}

async function read(given: StatusSources): Promise<Record<string, string>> {
  const { status, parts } = await createStatusReader(given)();
  return Object.fromEntries([["whole", status], ...parts.map((part) => [part.name, part.status])]) as Record<
    string,
    string
  >;
}

const operational = {
  whole: "operational",
  api: "operational",
  database: "operational",
  files: "operational",
  jobs: "operational",
  webhooks: "operational",
};

test("all works", async () => expect(await read(sources({}))).toEqual(operational));

test.each([
  ["a job that is due for 11 minutes", { oldestJobAt: minutesAgo(11) }, { jobs: "degraded" }],
  ["a delivery that is due for 11 minutes", { oldestDeliveryAt: minutesAgo(11) }, { webhooks: "degraded" }],
  ["no worker for 4 minutes", { workerSeenAt: minutesAgo(4) }, { jobs: "degraded", webhooks: "degraded" }],
  ["no worker yet", { workerSeenAt: null }, { jobs: "degraded", webhooks: "degraded" }],
])("%s is degraded", async (_, health, expected) => {
  expect(await read(sources(health))).toEqual({ ...operational, whole: "degraded", ...expected });
});

test("a database that does not respond is an outage, also of what it queues", async () => {
  const expected = { whole: "outage", database: "outage", jobs: "outage", webhooks: "outage" };
  expect(await read(sources(new Error("connect ECONNREFUSED")))).toEqual({ ...operational, ...expected });
});

test("a database that never answers is one after five seconds", async () => {
  vi.useFakeTimers();
  try {
    const never = () => new Promise<never>(() => undefined);
    const reading = read(sources({}, { isMigrated: never, readHealth: never }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await reading).toMatchObject({ whole: "outage", database: "outage" });
  } finally {
    vi.useRealTimers();
  }
});

test("a server that stops is degraded; storage that does not respond is an outage", async () => {
  const stop = new AbortController();
  stop.abort();
  expect(await read(sources({}, { stopping: stop.signal }))).toMatchObject({ whole: "degraded", api: "degraded" });
  const storage = { sizeOf: () => Promise.reject(new Error("away")) } as unknown as Storage;
  expect(await read(sources({}, { storage }))).toMatchObject({ whole: "outage", files: "outage" });
});

test("whoever asks, the database is asked once in ten seconds", async () => {
  let asked = 0;
  let now = 0;
  const isMigrated = () => Promise.resolve((asked += 1) > 0);
  const readStatus = createStatusReader(sources({}, { isMigrated }), () => now);
  for (now of [0, 1, 9_999]) await readStatus();
  expect(asked).toBe(1);
  now = 10_000;
  await readStatus();
  expect(asked).toBe(2);
});
