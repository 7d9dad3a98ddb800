import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../../testing/servers/temporary-postgres.ts";
import { mailFailureQueue } from "../mail/mail-failures.ts";
import { mailQueue } from "../mail/mail-queue.ts";
import { installJobQueue, type Job, type JobLogger, startJobQueue } from "./job-queue.ts";

let postgres: TemporaryPostgres;
let ownerUrl: string;
let applicationUrl: string;

beforeAll(async () => {
  const template = inject("migratedCluster");
  postgres = await startTemporaryPostgres(template);
  await query(postgres.url, [
    "CREATE ROLE owner LOGIN CREATEROLE CREATEDB PASSWORD 'owner'",
    // The role is in the copy.
    ...(template === null ? ["CREATE ROLE caseport_application NOLOGIN"] : []),
    "CREATE ROLE application LOGIN IN ROLE caseport_application PASSWORD 'application'",
    "CREATE DATABASE firm OWNER owner",
  ]);
  ownerUrl = withRole("owner");
  applicationUrl = withRole("application");
});
afterAll(() => postgres.remove());

function withRole(role: string): string {
  const url = new URL(postgres.url);
  url.username = role;
  url.password = role;
  url.pathname = "/firm";
  return url.href;
}

async function query(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

interface Line {
  level: "info" | "warn" | "error";
  message: string;
}

function recordLog(): { logger: JobLogger; lines: Line[] } {
  const lines: Line[] = [];
  const write = (level: Line["level"]) => (_: Record<string, unknown>, message: string) =>
    void lines.push({ level, message });
  return { logger: { info: write("info"), warn: write("warn"), error: write("error") }, lines };
}

/** A job that has no turn of its own during the test, and counts its runs. */
function countingJob(name: string): Job & { runs: number } {
  const job = { name, cron: "0 0 29 2 *", runs: 0, run: async () => void (job.runs += 1) };
  return job;
}

async function start(jobs: readonly Job[], logger: JobLogger): Promise<() => Promise<void>> {
  const queue = await startJobQueue({ databaseUrl: applicationUrl, logger, jobs, pollSeconds: 1 });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= queue.stop());
  onTestFinished(stop);
  return stop;
}

/** Puts one job in its queue, as the schedule would. */
async function send(name: string, data?: object): Promise<string | null> {
  const boss = new PgBoss({
    connectionString: applicationUrl,
    max: 1,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => {});
  await boss.start();
  const id = await boss.send(name, data);
  await boss.stop({ graceful: false });
  return id;
}

test("without its tables it does not start", async () => {
  await expect(startJobQueue({ databaseUrl: applicationUrl, logger: recordLog().logger, jobs: [] })).rejects.toThrow(
    "not installed",
  );
});

const queues = [mailFailureQueue, mailQueue];

test("installs with an owner that is not a superuser, repeatedly and concurrently", async () => {
  await Promise.all([installJobQueue(ownerUrl, queues), installJobQueue(ownerUrl, queues)]);
  await installJobQueue(ownerUrl, queues);
  const [row] = await query(ownerUrl, [
    "SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'pgboss' AND tableowner = 'owner'",
  ]);
  expect(row?.["tables"]).toBeGreaterThan(3);
  // What an older version installed is brought to what this one wants.
  await query(ownerUrl, ["UPDATE pgboss.queue SET expire_seconds = 7 WHERE name = 'mail'"]);
  await installJobQueue(ownerUrl, queues);
  expect(await query(ownerUrl, ["SELECT expire_seconds FROM pgboss.queue WHERE name = 'mail'"])).toEqual([
    { expire_seconds: 120 },
  ]);
  await expect(query(applicationUrl, ["CREATE TABLE pgboss.intruder ()"])).rejects.toThrow("permission denied");
});

/** Waits for the next minute where this one is nearly over: a job of every minute is sent once in each. */
async function waitForMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 20_000) await delay(left);
}

describe("with the application role", () => {
  test("runs scheduled jobs in one of two instances", async () => {
    const { logger, lines } = recordLog();
    let runs = 0;
    const everyMinute: Job = { name: "every-minute", cron: "* * * * *", run: async () => void (runs += 1) };
    await waitForMinute();
    const stops = [await start([everyMinute], logger)];
    // Schedules are read twice a minute by whichever process comes first. The second one is made to come at once.
    await delay(500);
    await query(ownerUrl, ["UPDATE pgboss.version SET cron_on = now() - interval '1 minute'"]);
    stops.push(await start([everyMinute], logger));
    await vi.waitFor(() => expect(runs).toBeGreaterThan(0), { timeout: 120_000, interval: 100 });
    await delay(2_500);
    expect(runs).toBe(1);
    await Promise.all(stops.map((stop) => stop()));
    expect(lines.filter(({ level }) => level !== "info")).toEqual([]);
  });

  test("has at most one waiting or running job, and retries it after a failure", async () => {
    const { logger, lines } = recordLog();
    let attempts = 0;
    const job: Job = {
      name: "failing",
      cron: "0 0 29 2 *",
      run: async () => {
        attempts += 1;
        throw new Error("no luck");
      },
    };
    await start([job], logger);
    expect(await send("failing")).not.toBeNull();
    expect(await send("failing")).toBeNull();
    await vi.waitFor(() => expect(lines).toContainEqual({ level: "error", message: "job failed" }), {
      timeout: 120_000,
      interval: 50,
    });
    await delay(500);
    expect(attempts).toBe(1);
    const rows = await query(ownerUrl, [
      "SELECT state::text, retry_count, start_after > now() + interval '50 seconds' AS later FROM pgboss.job WHERE name = 'failing'",
    ]);
    expect(rows).toEqual([{ state: "retry", retry_count: 0, later: true }]);
  });

  test("deletes the schedule of a removed job", async () => {
    const { logger } = recordLog();
    await (
      await start([countingJob("staying"), countingJob("going")], logger)
    )();
    await (
      await start([countingJob("staying")], logger)
    )();
    expect(await query(ownerUrl, ["SELECT name FROM pgboss.schedule"])).toEqual([{ name: "staying" }]);
  });

  test("while a queue has jobs the next one begins when one ends; of a paced queue one begins at each poll", async () => {
    const queueOf = (name: string) => ({ name, options: { retryLimit: 0 } });
    const [swift, paced] = [queueOf("swift"), queueOf("paced")];
    await installJobQueue(ownerUrl, [swift, paced]);
    const done: string[] = [];
    // A poll would come after the test.
    const workerOf = (queue: typeof swift) => ({
      queue,
      pollSeconds: 600,
      atOnce: 2,
      execute: () => Promise.resolve(void done.push(queue.name)),
    });
    await Promise.all(
      ["1", "2", "3", "4", "5"].flatMap((place) => [send("swift", { place }), send("paced", { place })]),
    );
    const queue = await startJobQueue({
      databaseUrl: applicationUrl,
      logger: recordLog().logger,
      jobs: [],
      workers: [workerOf(swift), { ...workerOf(paced), isPaced: true }],
    });
    onTestFinished(() => queue.stop());
    await expect.poll(() => done.filter((name) => name === "swift").length, { timeout: 60_000 }).toBe(5);
    await expect.poll(() => done.filter((name) => name === "paced").length, { timeout: 60_000 }).toBe(2);
  });

  test("an invalid cron expression is rejected", async () => {
    const job = { ...countingJob("bad-cron"), cron: "every day" };
    await expect(
      startJobQueue({ databaseUrl: applicationUrl, logger: recordLog().logger, jobs: [job] }),
    ).rejects.toThrow();
  });
});

// Vitest fails the run on an unhandled rejection or exception, which is what an outage would cause.
describe("a database outage", () => {
  const warning = { level: "warn", message: "job queue: the database is unavailable; jobs wait" };

  test("during polls is logged once, and jobs resume by themselves", async () => {
    const { logger, lines } = recordLog();
    const job = countingJob("outage");
    const stop = await start([job], logger);
    await send("outage");
    await expect.poll(() => job.runs).toBe(1);
    // Cut off before its end is written, the job would stay active until it expires, and the next one would wait for it.
    await expect
      .poll(async () => (await query(ownerUrl, ["SELECT state FROM pgboss.job WHERE name = 'outage'"]))[0]?.["state"])
      .toBe("completed");
    await postgres.stop();
    await expect.poll(() => lines).toContainEqual(warning);
    await delay(isFullExtent ? 10_000 : 3_000);
    await postgres.start();
    await send("outage");
    await expect.poll(() => job.runs).toBe(2);
    // A machine that is too busy to connect in time is another outage, with a warning of its own.
    const logged = lines.filter(({ message }) => message.startsWith("job queue: the database"));
    // pg-boss warns of statements that took long, which they do there.
    expect(lines.filter(({ level }) => level === "error")).toEqual([]);
    expect(logged).toEqual(
      logged.map((_, index) =>
        index % 2 === 0 ? warning : { level: "info", message: "job queue: the database is available again" },
      ),
    );
    expect(logged.length).toBeGreaterThanOrEqual(2);
    await stop();
  });

  test("at the start: starts when the database is available", async () => {
    const { logger } = recordLog();
    const job = countingJob("late");
    await postgres.stop();
    await start([job], logger);
    await postgres.start();
    await vi.waitFor(async () => expect(await send("late")).not.toBeNull(), { timeout: 120_000, interval: 500 });
    await expect.poll(() => job.runs).toBe(1);
  });

  test("at the start, of one statement alone: starts again, also when others were carried out since", async () => {
    const { logger, lines } = recordLog();
    const first: Job = {
      ...countingJob("first"),
      // Its end is written after the failure of the other's schedule, and before the start gives up.
      run: () => vi.waitFor(() => expect(lines).toContainEqual(warning), { timeout: 60_000, interval: 20 }),
    };
    await (
      await start([first], recordLog().logger)
    )();
    await send("first");
    await query(ownerUrl, [
      "CREATE SEQUENCE attempts",
      "GRANT USAGE ON SEQUENCE attempts TO caseport_application",
      `CREATE FUNCTION be_slow_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.name = 'second' AND nextval('attempts') = 1 THEN
           FOR turn IN 1..100 LOOP
             EXIT WHEN EXISTS (SELECT FROM pgboss.job WHERE name = 'first' AND state = 'active');
             PERFORM pg_sleep(0.1);
           END LOOP;
           RAISE EXCEPTION 'too many connections' USING ERRCODE = '53300';
         END IF;
         RETURN NEW;
       END $$`,
      "CREATE TRIGGER slow BEFORE INSERT ON pgboss.schedule FOR EACH ROW EXECUTE FUNCTION be_slow_once()",
    ]);
    const second = countingJob("second");
    await start([first, second], logger);
    await vi.waitFor(async () => expect(await send("second")).not.toBeNull(), { timeout: 120_000, interval: 500 });
    await expect.poll(() => second.runs).toBe(1);
    expect(lines).toContainEqual(warning);
    expect(lines.filter(({ level }) => level === "error")).toEqual([]);
    await query(ownerUrl, ["DROP TRIGGER slow ON pgboss.schedule"]);
  });

  test("at the end: stops in time", async () => {
    const { logger } = recordLog();
    const stop = await start([countingJob("end")], logger);
    await postgres.stop();
    const begun = performance.now();
    await stop();
    expect(performance.now() - begun).toBeLessThan(8_000);
    await postgres.start();
  });
});
