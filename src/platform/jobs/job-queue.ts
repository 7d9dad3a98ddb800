import { Client, DatabaseError, Pool } from "pg";
import { PgBoss, type QueueOptions } from "pg-boss";
import { observeJob } from "./observe-job.ts";

const schema = "pgboss";
const applicationRole = "caseport_application";
const restartMilliseconds = 5_000;
const stopMilliseconds = 5_000;

export interface Job {
  /** Letters, digits, `_`, `-`, `.`: the name of its queue. */
  name: string;
  /** Five fields, UTC; once a minute is the most frequent. */
  cron: string;
  /**
   * Must be idempotent: after a crash it runs again. A rejection is logged and retried twice, a minute apart. Times out
   * after 15 minutes.
   */
  run(): Promise<void>;
}

export interface CountingJob extends Pick<Job, "name" | "cron"> {
  /** What it does, by the name of its number in the log: `{ expired: () => expireOverdueRequests(database) }`. */
  counts: Readonly<Record<string, () => Promise<number>>>;
  /** Of the log. */
  message: string;
}

/** A job that changes a number of records, and logs the number if it is not zero. */
export function countingJob(logger: JobLogger, { name, cron, counts, message }: CountingJob): Job {
  const run = async () => {
    const counted = await Promise.all(
      Object.entries(counts).map(async ([what, count]) => [what, await count()] as const),
    );
    if (counted.some(([, number]) => number > 0)) logger.info(Object.fromEntries(counted), message);
  };
  return { name, cron, run };
}

export interface Queue {
  name: string;
  /** pg-boss's options: retries and timeouts, and the queue of jobs that were given up. */
  options: QueueOptions & { deadLetter?: string };
}

export interface QueueWorker {
  queue: Queue;
  /**
   * How long an empty queue is left alone. While it has jobs, the next one begins when one ends, unless the queue is
   * paced.
   */
  pollSeconds: number;
  /** At most one job for each poll: of a queue whose jobs fill another one. */
  isPaced?: true;
  atOnce?: number;
  atOncePerGroup?: number;
  /** Whether a completed job's data is deleted. */
  forgetsData?: true;
  /**
   * Must be idempotent: a worker can die before it marks the job as completed. Rejects to have the job retried; the
   * message is stored in the queue. A {@link PermanentFailure} is not retried.
   */
  execute(data: unknown, job: { id: string; signal: AbortSignal }): Promise<void>;
}

/**
 * A failure that no retry changes. If the queue has a dead-letter queue (`deadLetter`), the job is moved there at once,
 * as one is that has no retries left.
 */
export class PermanentFailure extends Error {}

export interface JobLogger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export interface JobQueue {
  stop(): Promise<void>;
}

export interface JobQueueOptions {
  /** The application role's URL; the role needs the grants of installJobQueue. */
  databaseUrl: string;
  logger: JobLogger;
  jobs: readonly Job[];
  /** The queues that this process works on. */
  workers?: readonly QueueWorker[];
  /** The interval of the search for jobs whose worker died; default 15. */
  superviseSeconds?: number;
  /** The poll interval of scheduled jobs, 1 to 45, default 30. A job starts up to two polls and 30 seconds late. */
  pollSeconds?: number;
}

/**
 * Creates or migrates pg-boss's own schema (`pgboss`) and grants its use to caseport_application, which must exist.
 * Call it at every start, before startJobQueue; concurrent calls are safe.
 *
 * @param ownerUrl of a role that can create schemas in the database
 * @param queues all queues of the installation
 * @throws the database's error
 */
export async function installJobQueue(ownerUrl: string, queues: readonly Queue[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    max: 1,
    schema,
    migrate: true,
    supervise: false,
    schedule: false,
  });
  // Errors reject start(); without a listener the emitter would end the process.
  boss.on("error", () => {});
  try {
    await boss.start();
    // Here, because jobs are inserted without pg-boss (job-rows.ts).
    for (const { name, options } of queues) {
      await boss.createQueue(name, options);
      // createQueue does not change an existing queue.
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  const client = new Client({ connectionString: ownerUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    // One implicit transaction. Without the lock, concurrent starts fail with "tuple concurrently updated".
    await client.query(`
      SELECT pg_advisory_xact_lock(hashtext('caseport job queue grants'));
      GRANT USAGE ON SCHEMA ${schema} TO ${applicationRole};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${applicationRole};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${applicationRole};
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${applicationRole};
    `);
  } finally {
    await client.end();
  }
}

/**
 * Runs the jobs on their schedules until stop(). Schedules of other jobs are removed.
 *
 * While the database is unavailable, also at the start, jobs wait and one warning is logged; jobs that became due
 * meanwhile run at their next time. stop() gives running jobs 5 seconds, releases the others, and does not reject. Call
 * it once.
 *
 * @throws if the database rejects a statement (not installed, no grants, invalid cron)
 */
export async function startJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { logger } = options;
  const database = openDatabase(options.databaseUrl, logger);
  let running: PgBoss | null = null;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  async function begin(): Promise<void> {
    const boss = createBoss(database, options);
    try {
      await boss.start();
      await registerJobs(boss, options);
      for (const worker of options.workers ?? []) await registerWorker(boss, database, worker);
      running = boss;
    } catch (error) {
      await stopBoss(boss, logger);
      throw error;
    }
  }
  function beginLater(error: unknown): void {
    if (!database.isOutage(error)) logger.error({ error }, "job queue cannot start");
    if (!stopped) retry = setTimeout(beginAgain, restartMilliseconds);
  }
  function beginAgain(): void {
    beginning = begin().catch(beginLater);
  }

  let beginning = begin().catch(async (error: unknown) => {
    if (database.isOutage(error)) return beginLater(error);
    await database.pool.end();
    throw error;
  });
  await beginning;
  return {
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await beginning;
      if (running !== null) await stopBoss(running, logger);
      running = null;
      await database.pool.end();
    },
  };
}

interface Database {
  pool: Pool;
  /** Whether the last statement found the server unavailable. */
  isAway(): boolean;
  /** Whether an error is that of a statement that found it unavailable; others may have been carried out since. */
  isOutage(error: unknown): boolean;
  /** Has the workers of a queue look for jobs now. */
  wake(queue: string): void;
  /** What pg-boss calls to learn of jobs: here by {@link wake}, within the process and without a connection. */
  listen(channel: string, onJob: (queue: string) => void): Promise<{ close(): Promise<void> }>;
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Our own pool instead of pg-boss's: it has a timeout for a server that does not respond, and reports an outage once
 * instead of at every poll.
 */
function openDatabase(databaseUrl: string, logger: JobLogger): Database {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: "caseport jobs",
    max: 3,
    connectionTimeoutMillis: 2_000,
    query_timeout: 15_000,
    keepAlive: true,
  });
  // Without listeners a broken connection would end the process: the pool emits for idle clients, a client itself while in use.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  let away = false;
  const outages = new WeakSet<Error>();
  let onJob: ((queue: string) => void) | undefined;
  return {
    pool,
    isAway: () => away,
    isOutage: (error) => error instanceof Error && outages.has(error),
    wake: (queue) => onJob?.(queue),
    listen: (_channel, listener) => {
      onJob = listener;
      return Promise.resolve({ close: () => Promise.resolve() });
    },
    async executeSql(text, values) {
      try {
        const result = await pool.query(text, values);
        if (away) logger.info({}, "job queue: the database is available again");
        away = false;
        return result;
      } catch (error) {
        if (isOutage(error)) {
          if (error instanceof Error) outages.add(error);
          if (!away) logger.warn({ error }, "job queue: the database is unavailable; jobs wait");
          away = true;
        }
        throw error;
      }
    },
  };
}

/** Whether the server is unavailable: no SQLSTATE, or 08 (connection), 53 (resources), 57P (shutdown and start). */
function isOutage(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|53|57P)/.test(error.code ?? "");
}

function createBoss(database: Database, { logger, pollSeconds = 30, superviseSeconds = 15 }: JobQueueOptions): PgBoss {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => database.executeSql(text, values),
      listen: (channel, onJob) => database.listen(channel, onJob),
    },
    useListenNotify: true,
    schema,
    migrate: false,
    createSchema: false,
    // Together well below one small statement per second.
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: pollSeconds,
    clockMonitorIntervalSeconds: 600,
    superviseIntervalSeconds: superviseSeconds,
    // One process monitors per interval. Slightly less than the interval, so that a process that is early does not skip it.
    monitorIntervalSeconds: Math.max(1, superviseSeconds - 5),
    maintenanceIntervalSeconds: 3_600,
    queueCacheIntervalSeconds: 600,
    flowIntervalSeconds: 3_600,
  });
  boss.on("error", (error) => {
    if (!database.isAway() && !isOutage(error)) logger.error({ error }, "job queue");
  });
  boss.on("warning", (warning) => logger.warn({ warning }, "job queue"));
  return boss;
}

async function registerJobs(boss: PgBoss, { jobs, logger, pollSeconds = 30 }: JobQueueOptions): Promise<void> {
  const names = new Set(jobs.map(({ name }) => name));
  for (const schedule of await boss.getSchedules()) {
    if (!names.has(schedule.name)) await boss.unschedule(schedule.name, schedule.key);
  }
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      // At most one is waiting or running among all processes: nothing accumulates in an outage or a slow run.
      policy: "exclusive",
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 900,
      // After a crash another process takes the job after a minute instead of 15.
      heartbeatSeconds: 60,
      retentionSeconds: 86_400,
      deleteAfterSeconds: 86_400,
    });
    await boss.schedule(job.name, job.cron, null, { tz: "UTC" });
    await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, () => runJob(job, logger));
  }
}

async function registerWorker(boss: PgBoss, database: Database, worker: QueueWorker): Promise<void> {
  const { queue, pollSeconds, isPaced, atOnce = 1, atOncePerGroup, forgetsData } = worker;
  const shares = {
    localConcurrency: atOnce,
    ...(atOncePerGroup !== undefined && { localGroupConcurrency: atOncePerGroup }),
  };
  // With a result for each job, because only a result can skip the retries.
  const options = { pollingIntervalSeconds: pollSeconds, ...shares, perJobResults: true } as const;
  await boss.work<unknown>(queue.name, options, async ([job]) => {
    if (job === undefined) return [];
    const { id } = job;
    try {
      // Without data: the job was done, and its worker died before it marked it as completed.
      if (job.data === null) return [{ id, status: "completed" }];
      await observeJob(queue.name, () => worker.execute(job.data, job));
      if (forgetsData === true)
        await database.executeSql(`UPDATE ${schema}.job SET data = NULL WHERE name = $1 AND id = $2`, [queue.name, id]);
      return [{ id, status: "completed" }];
    } catch (error) {
      if (error instanceof PermanentFailure) return [{ id, status: "deadletter", output: { message: error.message } }];
      throw error;
    } finally {
      // Otherwise each job would wait for a poll, however many there are: 30 in a minute of a queue that is polled every two seconds.
      if (isPaced !== true) database.wake(queue.name);
    }
  });
}

async function runJob(job: Job, logger: JobLogger): Promise<void> {
  const begun = performance.now();
  try {
    await observeJob(job.name, () => job.run());
    logger.info({ job: job.name, durationMilliseconds: Math.round(performance.now() - begun) }, "job done");
  } catch (error) {
    logger.error({ error, job: job.name }, "job failed");
    throw error;
  }
}

async function stopBoss(boss: PgBoss, logger: JobLogger): Promise<void> {
  try {
    await boss.stop({ graceful: true, timeout: stopMilliseconds });
  } catch (error) {
    // Without the database, the jobs are released when their heartbeat expires.
    logger.warn({ error }, "job queue stopped without releasing its jobs");
  }
}
