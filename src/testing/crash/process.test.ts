import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { openSubjectHarness, type Subject } from "../conformance/subject.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../database/database-probe.ts";
import { describeEffects, withoutWorkerRows } from "../database/tenant-state.ts";
import { isFullExtent } from "../harness/extent.ts";
import type { Reply } from "../harness/requests/send.ts";
import { createTenant } from "../harness/tenant.ts";
import { startServerProcess, type ServerProcess } from "../servers/server-process.ts";
import { mutations as all } from "./attempt.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/**
 * `kill -9` of the whole server at random moments during writes. Every request without a response is sent again until
 * it is: nothing may be lost and nothing done twice. KILLS=50 makes it the long run. Each kill meets a dozen requests
 * of different operations; at which message a request is cut is what crash.test.ts goes through one by one.
 */
const kills = Number(process.env["KILLS"] ?? (isFullExtent ? 10 : 2));
/** How many requests an organization gets at the same time. */
const writers = 6;
/**
 * How many organizations are written at the same time: what one waits for does not keep the other's requests from a
 * kill.
 */
const organizationsAtOnce = 2;

let database: Database;
let probe: DatabaseProbe;
let applicationUrl = "";
let server: ServerProcess;
/** How many requests got their final response. */
let finished = 0;
/** The start of a server that is to come: polling it all the time would slow it down. */
let starting: Promise<unknown> = Promise.resolve();
const target = {
  get baseUrl() {
    return server.baseUrl;
  },
  get services() {
    return { database };
  },
};

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 4, hooks });
  probe = openDatabaseProbe(ownerUrl);
  // A scheduled job changes rows between two comparisons when the clock strikes.
  await probe.rows(`CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
  await probe.rows(`CREATE TRIGGER skip BEFORE INSERT ON pgboss.schedule FOR EACH ROW EXECUTE FUNCTION skip()`);
  server = await startServerProcess(applicationUrl);
});

afterAll(async () => {
  await server.end("SIGKILL");
  await database.close();
  await probe.close();
});

interface Write {
  subject: Subject;
  send(): Promise<Reply>;
  /** How often it was sent in vain. */
  unfinished: number;
  reply?: Reply;
}

/** Different operations in one organization: their writers contend for its event counter. */
interface Round {
  subjects: readonly Subject[];
  writes: Write[];
  /** What they did so far, but for the worker's part. */
  readEffects(): Promise<string[]>;
}

async function beginRound(subjects: readonly Subject[]): Promise<Round> {
  const tenant = await createTenant(database);
  const writes: Write[] = [];
  for (const subject of subjects) {
    const { call } = await openSubjectHarness(target, subject, tenant);
    const idempotencyKey = randomUUID();
    writes.push({ subject, send: () => call({ idempotencyKey }), unfinished: 0 });
  }
  const readState = async () => withoutWorkerRows(await probe.readState(tenant.organizationId));
  const before = await readState();
  return { subjects, writes, readEffects: async () => describeEffects(before, await readState()) };
}

const isCutOff = (error: unknown) =>
  error instanceof Error && "code" in error && ["ECONNREFUSED", "ECONNRESET", "EPIPE"].includes(String(error.code));

/** Sends until there is a response that is no 503 and no "in progress". */
async function sendUntilResponse(write: Write, patience: () => boolean): Promise<void> {
  while (write.reply === undefined) {
    const reply = await write.send().catch((error: unknown) => {
      if (isCutOff(error)) return null;
      throw error;
    });
    if (reply === null || reply.status === 503 || reply.body["code"] === "IDEMPOTENCY_IN_PROGRESS") {
      write.unfinished += 1;
      if (!patience()) return;
      await delay(10);
      await starting;
    } else {
      write.reply = reply;
      finished += 1;
    }
  }
}

const undisturbedEffects = new Map<string, Promise<string[]>>();

/** What the operations do one after the other when nothing disturbs them. */
function findUndisturbed({ subjects }: Round): Promise<string[]> {
  const run = async () => {
    const round = await beginRound(subjects);
    for (const write of round.writes) await sendUntilResponse(write, () => false);
    return round.readEffects();
  };
  const key = subjects.map(({ label }) => label).join();
  const found = undisturbedEffects.get(key) ?? run();
  undisturbedEffects.set(key, found);
  return found;
}

/** What a bulk job's items do is the worker's part; it would be another at each kill. */
const mutations = all.filter(({ declaration }) => declaration.name !== "bulk.create");
const roundCount = Math.ceil(mutations.length / writers);
/** Operations of different areas: they lie far apart. */
const rounds = Array.from({ length: roundCount }, (_, round) =>
  mutations.filter((_subject, index) => index % roundCount === round),
);

describe("kill -9", () => {
  test(
    `acceptance 1 of tasks, 2 of notes: ${kills} times during writes, no write is lost or doubled`,
    async () => {
      // Arranged beforehand: a server that lives for moments is to be met by writes. After a kill, some dozen requests wait for the next server.
      const waiting = await Promise.all(
        rounds
          .slice(0, isFullExtent ? roundCount : organizationsAtOnce * (kills + 1))
          .map((subjects) => beginRound(subjects)),
      );
      const begun: Round[] = [];
      let running = true;
      const work = async () => {
        while (running) {
          const round = waiting.shift() ?? (await beginRound(rounds[begun.length % roundCount] ?? []));
          begun.push(round);
          await Promise.all(round.writes.map((write) => sendUntilResponse(write, () => true)));
        }
      };
      const workers = Array.from({ length: organizationsAtOnce }, () => work());
      for (let kill = 0; kill < kills; kill += 1) {
        // Now at any moment of its life, now when it has responded to some: on a busy machine a moment is too short for that.
        const enough = kill % 2 === 0 ? 0 : finished + 1 + Math.floor(Math.random() * 8);
        await expect.poll(() => finished, { interval: 5 }).toBeGreaterThanOrEqual(enough);
        await delay(30 + Math.random() * (enough === 0 ? 500 : 20));
        const start = server.end("SIGKILL").then(() => startServerProcess(applicationUrl));
        starting = start;
        server = await start;
      }
      running = false;
      await Promise.all(workers);

      const writes = begun.flatMap((round) => round.writes);
      const failed = writes.filter(({ reply }) => reply === undefined || reply.status >= 300);
      expect(failed.map(({ subject, reply }) => `${subject.label} ${reply?.text}`)).toEqual([]);
      for (const round of begun)
        expect(await round.readEffects(), round.subjects.map(({ label }) => label).join()).toEqual(
          await findUndisturbed(round),
        );
      const interrupted = writes.filter(({ unfinished }) => unfinished > 0);
      const replayed = interrupted.filter(({ reply }) => reply?.headers["idempotent-replayed"] === "true");
      console.log(
        `${kills} kills, ${writes.length} writes, ${interrupted.length} interrupted (${replayed.length} of them already committed)`,
      );
      expect(interrupted.length).toBeGreaterThan(0);
      expect(await probe.gaps()).toEqual([]);
    },
    300_000 + kills * 20_000,
  );

  test("SIGTERM: requests in flight receive responses, then the process exits with 0", async () => {
    // More than the server has connections to PostgreSQL, which are eight: some wait.
    const begun = await Promise.all(mutations.slice(0, 12).map((subject) => beginRound([subject])));
    // Beforehand: no server runs afterwards.
    const undisturbed = new Map<Round, string[]>();
    for (const round of begun) undisturbed.set(round, await findUndisturbed(round));
    const sent = begun.flatMap(({ writes }) => writes.map((write) => sendUntilResponse(write, () => false)));
    await delay(5);
    const start = performance.now();
    const code = await server.end("SIGTERM");
    // The requests are over in no time; their connections are kept alive by the client, and must not hold up the end.
    expect(performance.now() - start).toBeLessThan(5_000);
    await Promise.all(sent);
    expect(code).toBe(0);
    for (const round of begun) {
      const isDone = round.writes.every(({ reply }) => reply !== undefined);
      // Responded to and done, or rejected at the door and not done; never done without a response.
      expect(await round.readEffects(), round.subjects[0]?.label).toEqual(isDone ? undisturbed.get(round) : []);
    }
    expect(begun.some(({ writes }) => writes.some(({ reply }) => reply !== undefined))).toBe(true);
  });
});
