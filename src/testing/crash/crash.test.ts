import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningServer } from "../../http/server.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { representatives } from "../conformance/representatives.ts";
import type { Subject } from "../conformance/subject.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../database/database-probe.ts";
import { isFullExtent } from "../harness/extent.ts";
import { startServerOn } from "../harness/server.ts";
import { startPostgresProxy, type Cut, type PostgresProxy } from "../servers/postgres-proxy.ts";
import { beginAttempt, mutations, type Attempt } from "./attempt.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/**
 * A crash between any two statements: the server's connection to PostgreSQL is cut before a message arrives, or after
 * it was carried out and before its response came. The client sends the request again, under the same idempotency key,
 * until it succeeds.
 */

let proxy: PostgresProxy;
let server: RunningServer;
/** Past the proxy, for arranging. */
let direct: Database;
let probe: DatabaseProbe;

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  const applicationUrl = await ensureApplicationRole(ownerUrl);
  proxy = await startPostgresProxy(applicationUrl);
  // A worker's messages would be counted among the request's.
  server = await startServerOn(proxy.url, { databasePoolSize: 2, worker: "none" });
  direct = openDatabase(applicationUrl, { poolSize: 2, hooks });
  probe = openDatabaseProbe(ownerUrl);
});

afterAll(async () => {
  await server.close(1_000);
  await proxy.close();
  await direct.close();
  await probe.close();
});

interface Crashing extends Attempt {
  /** Asserts that nothing has happened yet, or all of it once: what an undisturbed run does. */
  expectEffects(expected: "nothing" | "everything", where: string): Promise<void>;
}

/**
 * What the operation itself does lies between BEGIN and COMMIT, as is proven for each. What surrounds it is code of all
 * operations, which can distinguish one from another by their declarations alone: the representatives show every value
 * of every trait of them.
 */
const cutEverywhere = representatives(mutations);
/** In `npm test` the representatives alone are cut: with one transaction, the commit is the same code for all. */
const isCut = (subject: Subject) => isFullExtent || cutEverywhere.has(subject);

const begin = (subject: Subject) =>
  beginAttempt({ baseUrl: server.addresses[0] ?? "", services: { database: direct } }, probe, subject, isCut(subject));

interface Undisturbed {
  /** Empty for a mutation that is not cut. */
  effects: string[];
  /** What it sent to PostgreSQL that got a response. */
  statements: string[];
}

const undisturbedRuns = new Map<Subject, Promise<Undisturbed>>();

/** What a mutation does when its connection is not cut. */
function runUndisturbed(subject: Subject): Promise<Undisturbed> {
  const run = async () => {
    const attempt = await begin(subject);
    const { isOver, statements } = await crashAt(attempt, maxMessages, "request lost", "responded");
    expect(isOver).toBe(true);
    return { effects: isCut(subject) ? await attempt.readEffects() : [], statements };
  };
  const found = undisturbedRuns.get(subject) ?? run();
  undisturbedRuns.set(subject, found);
  return found;
}

async function beginCrashing(subject: Subject): Promise<Crashing> {
  const { effects } = await runUndisturbed(subject);
  const attempt = await begin(subject);
  return {
    ...attempt,
    expectEffects: async (expected, where) => {
      expect(await attempt.readEffects(), where).toEqual(expected === "nothing" ? [] : effects);
    },
  };
}

/**
 * Sends the request and cuts its connection at a message.
 *
 * @returns the statements that it sent, and whether it was over before the cut
 */
async function crashAt(
  attempt: Attempt,
  message: number,
  cut: Cut,
  among: "all" | "responded",
): Promise<{ isOver: boolean; statements: string[] }> {
  for (let count = 1; ; count += 1) {
    proxy.cutAt(message, cut, among);
    const reply = await attempt.send();
    const { made, responded } = proxy.disarm();
    const statements = responded.map((text) =>
      text.replaceAll(/\borg_\w{26}\b/g, "org_…").replace(/lock\(-?\d+\)/, "lock(…)"),
    );
    // PostgreSQL has not yet noticed that the previous connection is gone, and holds its locks.
    if ((reply.body["code"] === "IDEMPOTENCY_IN_PROGRESS" || (!made && reply.status === 503)) && count < 200) {
      await delay(10);
      continue;
    }
    const where = `${cut} at message ${message}`;
    if (!made) {
      expect([200, 201], `${where}: ${reply.text}`).toContain(reply.status);
      return { isOver: true, statements };
    }
    expect(reply.status, where).toBe(503);
    expect(reply.body, where).toEqual({ success: false, error: "Internal server error", code: "INTERNAL_ERROR" });
    expect(Number(reply.headers["retry-after"]), where).toBeGreaterThanOrEqual(1);
    return { isOver: false, statements };
  }
}

/** A success was stored: who sends the request again gets it, and nothing happens again. */
async function expectReplays(crashing: Crashing): Promise<void> {
  const replies = [await crashing.send(), await crashing.send()];
  for (const { status, text, headers } of replies) {
    expect([200, 201], text).toContain(status);
    expect(headers["idempotent-replayed"]).toBe("true");
    expect([text, headers.etag]).toEqual([replies[0]?.text, replies[0]?.headers.etag]);
  }
  await crashing.expectEffects("everything", "after a replay");
}

/**
 * How many cuts come between two looks at every row: what a cut leaves behind stays, so that a later look finds it, at
 * a message less exactly known.
 */
const cutsBetweenLooks = isFullExtent ? 1 : 8;

/** More messages than any mutation sends: a loop that goes beyond is a fault of the test. */
const maxMessages = 400;

/** The name of a file that the body holds is recorded before it is stored (http/rest/upload.ts). */
const storesFile: ReadonlySet<string> = new Set([
  "esignTemplates.create",
  "esignTemplates.file.replace",
  "emails.create",
  "imports.create",
]);

/** What completes an upload looks whether its bytes are there, in a transaction of its own. */
const countTransactions = ({ name, meta }: Declaration) => (meta.completes || storesFile.has(name) ? 2 : 1);

/** What crosses writes the other firm's part in a savepoint. */
const crosses: ReadonlySet<string> = new Set(["referrals.send", "referrals.accept"]);

/** The statements that begin or end a transaction. */
function listBoundaries({ name }: Declaration, statements: readonly string[]): string[] {
  const isOfPart = (word: string) => crosses.has(name) && /^(savepoint|release)$/i.test(word);
  return statements
    .map((text) => /^\s*(begin|start|commit|end|rollback|savepoint|release)\b/i.exec(text)?.[1] ?? "")
    .filter((word) => word !== "" && !isOfPart(word));
}

describe.each(mutations)("$declaration.name", (subject) => {
  const transactions = countTransactions(subject.declaration);

  test("runs in one transaction", async () => {
    const { statements } = await runUndisturbed(subject);
    // Who calls is a statement of its own before it; nothing comes after it.
    expect(statements.findIndex((text) => text.startsWith("BEGIN"))).toBe(1);
    expect(listBoundaries(subject.declaration, statements)).toEqual(
      Array.from({ length: transactions }, () => ["BEGIN", "COMMIT"]).flat(),
    );
    expect(statements.at(-1)).toBe("COMMIT");
  });

  if (!isFullExtent) return;
  test("a connection lost before the commit leaves nothing, and one lost after it leaves everything once", async () => {
    const { statements } = await runUndisturbed(subject);
    const crashing = await beginCrashing(subject);
    const commit = statements.length;
    // What comes earlier is undone by the same rollback: cut at every message for each class, below.
    expect(await crashAt(crashing, commit, "request lost", "responded")).toMatchObject({ isOver: false });
    await crashing.expectEffects("nothing", "the commit lost");
    expect(await crashAt(crashing, commit, "response lost", "responded")).toEqual({ isOver: false, statements });
    await crashing.expectEffects("everything", "the commit's response lost");
    await expectReplays(crashing);
  });
});

describe.each([...cutEverywhere].map((subject, place) => ({ name: subject.declaration.name, subject, place })))(
  "$name, cut at every message",
  ({ subject, place }) => {
    const transactions = countTransactions(subject.declaration);

    // The server sees the same in both ways, and until the commit PostgreSQL undoes what it carried out.
    test.skipIf(isFullExtent)(
      "before it arrives or, at every other one, after it was carried out, and the commit in both ways: exactly one effect",
      async () => {
        const { statements } = await runUndisturbed(subject);
        const crashing = await beginCrashing(subject);
        const commit = statements.length;
        // Key, transaction, lock, stored response, work, traces, commit.
        expect(commit).toBeGreaterThan(6);
        for (let message = 1; message <= commit; message += 1) {
          const cut = message === commit || (message + place) % 2 === 0 ? "request lost" : "response lost";
          expect(await crashAt(crashing, message, cut, "responded")).toMatchObject({ isOver: false });
          if (message === commit || message % cutsBetweenLooks === 0)
            await crashing.expectEffects("nothing", `${cut} at message ${message} or before`);
        }
        expect(await crashAt(crashing, commit, "response lost", "responded")).toEqual({ isOver: false, statements });
        await crashing.expectEffects("everything", "the commit's response lost");
        await expectReplays(crashing);
      },
    );

    if (!isFullExtent) return;
    // Between the messages of one statement, PostgreSQL undoes the same as at its last one, and the client waits for the same response.
    test.each([
      ["request lost", "all"],
      ["response lost", "responded"],
    ] as const)("%s: exactly one effect", async (cut, among) => {
      const crashing = await beginCrashing(subject);
      let message = 1;
      for (let isCommitted = false; message < maxMessages; message += 1) {
        const { isOver, statements } = await crashAt(crashing, message, cut, among);
        if (isOver) break;
        // Only the last commit's response can be lost with the work done; the attempt after it replays, and is over sooner.
        const commits = listBoundaries(subject.declaration, statements).filter((word) => word === "COMMIT").length;
        isCommitted = cut === "response lost" && commits === transactions;
        if (isCommitted || message % cutsBetweenLooks === 0)
          await crashing.expectEffects(
            isCommitted ? "everything" : "nothing",
            `${cut} at message ${message} or before`,
          );
      }
      // Key, transaction, lock, stored response, work, traces, commit: a handful of messages each, and a response at least.
      expect(message).toBeGreaterThan(among === "responded" ? 6 : 21);
      expect(message).toBeLessThan(maxMessages);
      await expectReplays(crashing);
    });
  },
);

test("afterwards the event log has no gap and no connection is inside a transaction", async () => {
  expect(await probe.gaps()).toEqual([]);
  expect(await probe.openTransactions()).toEqual([]);
});
