import { Client, DatabaseError, Pool } from "pg";
import { PgBoss } from "pg-boss";
import { exportQueue } from "./export-queue.ts";
import type { ExportJob, ExportWorker } from "./export-queue.ts";
import { mailQueue } from "./mail-queue.ts";
import type { MailWorker } from "./mail-queue.ts";
import type { WebhookConsumer } from "./webhook-consumer.ts";
import { recoveryQueue } from "./recovery-queue.ts";
import { registerWebhooks } from "./webhook-leases.ts";
import type { WebhookWorker } from "./webhook-leases.ts";
import { webhookQueue } from "./webhook-queue.ts";

const schema = "pgboss";
const applicationRole = "caseport_application";
const restartMilliseconds = 5_000;
const stopMilliseconds = 5_000;

/** What runs again and again, in one process at a time however many there are. */
export interface Job {
  /** Letters, digits, `_`, `-`, `.`: the name of its queue. */
  name: string;
  /** Five fields, UTC; once a minute is the most frequent. */
  cron: string;
  /**
   * Does the work. May run twice for one occasion (a process died, a connection broke), so it must lead to the
   * same end. A rejection is logged and tried twice more, a minute apart. Has 15 minutes.
   */
  run(): Promise<void>;
}

/** The part of a pino logger that is needed here. */
export interface JobLogger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export interface JobQueue {
  /** Looks for deliveries that are due at once. */
  wake(): void;
  stop(): Promise<void>;
}

export interface JobQueueOptions {
  /** The application role's URL. It needs the grants of installJobQueue and may neither create nor alter anything. */
  databaseUrl: string;
  logger: JobLogger;
  jobs: readonly Job[];
  /** Sends mails; without one they wait for another process. */
  mails?: MailWorker;
  /** Delivers to webhooks; without one deliveries wait for another process. */
  webhooks?: WebhookWorker;
  /** Makes exports; without one they wait for another process. */
  exports?: ExportWorker;
  /** How often it is looked for jobs whose worker died; default 15. */
  superviseSeconds?: number;
  /** How often each queue is looked at, 1..45, default 30. A job begins up to two polls and half a minute after its minute. */
  pollSeconds?: number;
}

/**
 * Creates or migrates the queue's own schema (`pgboss`) and grants its use to caseport_application, which must exist.
 * To be called at every start, before startJobQueue; several processes may do so at once.
 * @param ownerUrl a role that may create schemas in the database
 * Rejects with the database's error when it is away or refuses.
 */
export async function installJobQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, schema, migrate: true, supervise: false, schedule: false });
  // What matters here rejects start(); an emitter without a listener would end the process.
  boss.on("error", () => {});
  try {
    await boss.start();
    // Here and not at the first mail: whoever sends one needs no pg-boss.
    for (const { name, options } of [mailQueue, webhookQueue, recoveryQueue, exportQueue]) {
      await boss.createQueue(name, options);
      // A queue that is there already is left as it is by createQueue.
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  const client = new Client({ connectionString: ownerUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    // One implicit transaction. The lock keeps two starts from updating the same privileges at once,
    // which PostgreSQL answers with "tuple concurrently updated".
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
 * Runs the given jobs on their schedules until stop(). Schedules of jobs that are no longer given are removed.
 *
 * When the database goes away, jobs wait, one warning is logged, and work goes on by itself when it is back; what
 * became due meanwhile is run at its next occasion. A database that is away already now does not reject either: the
 * queue starts when it comes. Rejects when the database answers but refuses (not installed, no grants, bad cron).
 * stop() gives running jobs 5 seconds, hands back those that take longer, and does not reject. To be called once.
 */
export async function startJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { logger } = options;
  const database = openDatabase(options.databaseUrl, logger);
  let running: PgBoss | null = null;
  let consumer: WebhookConsumer | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  async function begin(): Promise<void> {
    const boss = createBoss(database, options);
    try {
      await boss.start();
      await registerJobs(boss, options);
      if (options.mails !== undefined) await registerMails(boss, database, options.mails);
      if (options.webhooks !== undefined) consumer = await registerWebhooks(boss, database, options.webhooks, logger);
      if (options.exports !== undefined) await registerExports(boss, options.exports);
      running = boss;
    } catch (error) {
      await stopBoss(boss, logger);
      throw error;
    }
  }
  function beginLater(error: unknown): void {
    if (!database.isAway()) logger.error({ error }, "job queue cannot start");
    if (!stopped) retry = setTimeout(beginAgain, restartMilliseconds);
  }
  function beginAgain(): void {
    beginning = begin().catch(beginLater);
  }

  let beginning = begin().catch(async (error: unknown) => {
    if (database.isAway()) return beginLater(error);
    await database.pool.end();
    throw error;
  });
  await beginning;
  return {
    wake: () => consumer?.wake(),
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await beginning;
      await consumer?.stop();
      if (running !== null) await stopBoss(running, logger);
      running = null;
      await database.pool.end();
    },
  };
}

interface Database {
  pool: Pool;
  isAway(): boolean;
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * A few connections that know whether the database is unavailable. An own pool instead of pg-boss's, for the time limit
 * on a server that holds the connection and does not answer, and to report an outage once, not at every poll.
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
  // An idle connection that breaks is replaced at the next query, which tells whether this is an outage.
  pool.on("error", () => undefined);
  // The same for one that breaks while somebody holds it: the pool does not listen then, and it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  let away = false;
  return {
    pool,
    isAway: () => away,
    async executeSql(text, values) {
      try {
        const result = await pool.query(text, values);
        if (away) logger.info({}, "job queue: the database is available again");
        away = false;
        return result;
      } catch (error) {
        if (isOutage(error) && !away) {
          away = true;
          logger.warn({ error }, "job queue: the database is unavailable; jobs wait");
        }
        throw error;
      }
    },
  };
}

/** Whether the server is away, as against a statement that it refuses: 08 connection, 53 resources, 57P shutdown and start. */
function isOutage(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|53|57P)/.test(error.code ?? "");
}

function createBoss(database: Database, { logger, pollSeconds = 30, superviseSeconds = 15 }: JobQueueOptions): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.executeSql(text, values) },
    schema,
    migrate: false,
    createSchema: false,
    // Each of these is a small statement; together well below one per second.
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: pollSeconds,
    clockMonitorIntervalSeconds: 600,
    superviseIntervalSeconds: superviseSeconds,
    // Of all processes one looks; less than the interval, so that none comes a moment too early and leaves it to the next time.
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
      // At most one waiting or running, in all processes together: an outage or a slow run heaps nothing up.
      policy: "exclusive",
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 900,
      // A process that died gives its job up after a minute instead of after those 15.
      heartbeatSeconds: 60,
      retentionSeconds: 86_400,
      deleteAfterSeconds: 86_400,
    });
    await boss.schedule(job.name, job.cron, null, { tz: "UTC" });
    await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, () => runJob(job, logger));
  }
}

/** Several at a time, so that a notice to a large firm does not take as many polls as it has people. */
const mailsAtOnce = 5;

/** What was sent is forgotten at once: a link in it must not lie about. */
async function registerMails(boss: PgBoss, database: Database, mails: MailWorker): Promise<void> {
  await boss.work(mailQueue.name, { pollingIntervalSeconds: mails.pollSeconds, localConcurrency: mailsAtOnce }, async ([job]) => {
    // Emptied already: it was sent, and its worker died before it could say so.
    if (job === undefined || job.data === null) return;
    await mails.deliver(job.id, job.data);
    await database.executeSql(`UPDATE ${schema}.job SET data = NULL WHERE name = $1 AND id = $2`, [mailQueue.name, job.id]);
  });
}

async function registerExports(boss: PgBoss, exports: ExportWorker): Promise<void> {
  // One of an organization at a time: its archives, which may take hours, hold back nobody else's list of a few seconds.
  const shares = { localConcurrency: exports.atOnce, localGroupConcurrency: 1 };
  await boss.work<ExportJob>(exportQueue.name, { pollingIntervalSeconds: exports.pollSeconds, ...shares }, async ([job]) => {
    if (job !== undefined) await exports.execute(job.data, job.signal);
  });
}

async function runJob(job: Job, logger: JobLogger): Promise<void> {
  const begun = performance.now();
  try {
    await job.run();
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
    // Handing jobs back needs the database; without it they are given up by their heartbeat.
    logger.warn({ error }, "job queue stopped without releasing its jobs");
  }
}
