import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase } from "../../platform/database/database.ts";
import type { Database } from "../../platform/database/database.ts";
import { call } from "../harness/call.ts";
import type { Reply } from "../harness/call.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { openDatabaseProbe } from "../database/database-probe.ts";
import type { DatabaseProbe } from "../database/database-probe.ts";
import { arrangeMutation } from "../mutations/mutations.ts";
import type { MutationScenario } from "../mutations/mutation.ts";
import { startServerProcess } from "../servers/server-process.ts";
import type { ServerProcess } from "../servers/server-process.ts";

/**
 * `kill -9` of the whole server at random moments during writes. Every request that was not answered is sent again until
 * it is: nothing may be lost and nothing done twice. KILLS=50 makes it the long run.
 */
const kills = Number(process.env["KILLS"] ?? 10);
const writers = 6;

let database: Database;
let tenant: TestTenant;
let probe: DatabaseProbe;
let applicationUrl = "";
let server: ServerProcess;

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, 4);
  tenant = await createTenant(database);
  probe = openDatabaseProbe(ownerUrl);
  server = await startServerProcess(applicationUrl);
});

afterAll(async () => {
  await server.end("SIGKILL");
  await database.close();
  await probe.close();
});

interface Write {
  mutation: MutationScenario;
  idempotencyKey: string;
  requestIds: string[];
  /** How often it was sent in vain. */
  unanswered: number;
  reply?: Reply;
}

const kinds = Object.values(arrangeMutation);

async function arrangeWrite(turn: number): Promise<Write> {
  const arrange = kinds[turn % kinds.length];
  if (arrange === undefined) throw new Error("there are no mutations");
  return { mutation: await arrange(tenant), idempotencyKey: randomUUID(), requestIds: [], unanswered: 0 };
}

/** Sends until there is a response that is no 503 and no "in progress". */
async function sendUntilResponse(write: Write, patience: () => boolean): Promise<void> {
  const { mutation, idempotencyKey } = write;
  const { method, path, body, secret = tenant.secret } = mutation;
  while (write.reply === undefined) {
    const requestId = randomUUID();
    write.requestIds.push(requestId);
    const options = { method, body, idempotencyKey, secret, headers: { "x-request-id": requestId, "if-match": "*" } };
    const reply = await call(`${server.baseUrl}/api/v1`, path, options).catch(() => null);
    if (reply === null || reply.status === 503 || reply.json?.["code"] === "IDEMPOTENCY_IN_PROGRESS") {
      write.unanswered += 1;
      if (!patience()) return;
      await delay(10);
    } else write.reply = reply;
  }
}

describe("kill -9", () => {
  test(
    `${kills} times during writes: 0 lost, 0 double`,
    async () => {
      const writes: Write[] = [];
      let running = true;
      const work = async (worker: number) => {
        for (let turn = worker; running; turn += 1) {
          const write = await arrangeWrite(turn);
          writes.push(write);
          await sendUntilResponse(write, () => true);
        }
      };
      const workers = Array.from({ length: writers }, (_, worker) => work(worker));
      for (let kill = 0; kill < kills; kill += 1) {
        await delay(30 + Math.random() * 500);
        await server.end("SIGKILL");
        server = await startServerProcess(applicationUrl);
      }
      running = false;
      await Promise.all(workers);

      const failed = writes.filter(({ reply }) => reply === undefined || reply.status >= 300);
      expect(failed.map(({ mutation, reply }) => `${mutation.method} ${mutation.path} ${reply?.text}`)).toEqual([]);
      const lost: string[] = [];
      const double: string[] = [];
      for (const { mutation, requestIds, idempotencyKey } of writes) {
        const { effects, events, audits, answers } = await probe.traces(mutation, requestIds, idempotencyKey);
        const told = mutation.events ?? 1;
        const what = `${mutation.method} ${mutation.path}: ${JSON.stringify({ effects, events, audits, answers })}`;
        if (effects < 1 || answers < 1 || events < told || audits < told) lost.push(what);
        if (effects > 1 || answers > 1 || events > told || audits > told) double.push(what);
      }
      const interrupted = writes.filter(({ unanswered }) => unanswered > 0);
      const replayed = interrupted.filter(({ reply }) => reply?.headers.get("idempotent-replayed") === "true");
      console.log(
        `${kills} kills, ${writes.length} writes, ${interrupted.length} interrupted (${replayed.length} of them already committed): ${lost.length} lost, ${double.length} double`,
      );
      expect({ lost, double }).toEqual({ lost: [], double: [] });
      expect(interrupted.length).toBeGreaterThan(0);
      expect(await probe.gaps()).toEqual([]);
      expect(await probe.rows(`SELECT count(*)::integer AS answers FROM "IdempotencyRecord"`)).toEqual([{ answers: writes.length }]);
    },
    300_000 + kills * 20_000,
  );

  test("SIGTERM: what is in flight is answered, then the process ends with 0", async () => {
    const pending = Array.from({ length: 20 }, async (_, turn) => {
      const write = await arrangeWrite(turn);
      return { write, sent: sendUntilResponse(write, () => false) };
    });
    const inFlight = await Promise.all(pending);
    await delay(5);
    const begun = performance.now();
    const code = await server.end("SIGTERM");
    // The requests are over in no time; their connections are kept alive by the client, and must not hold up the end.
    expect(performance.now() - begun).toBeLessThan(5_000);
    await Promise.all(inFlight.map(({ sent }) => sent));
    expect(code).toBe(0);
    for (const { write } of inFlight) {
      const { mutation, requestIds, idempotencyKey, reply } = write;
      const { effects } = await probe.traces(mutation, requestIds, idempotencyKey);
      // Answered and done, or rejected at the door and not done; never done without a response.
      expect(effects, `${mutation.method} ${mutation.path}: ${reply?.text}`).toBe(reply === undefined ? 0 : 1);
    }
    expect(inFlight.some(({ write }) => write.reply !== undefined)).toBe(true);
    server = await startServerProcess(applicationUrl);
  });
});
