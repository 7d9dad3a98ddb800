import { randomUUID } from "node:crypto";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { generateIdentity } from "age-encryption";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { findRecipient } from "../../cli/backup/archive.ts";
import { backUp } from "../../cli/backup/back-up.ts";
import { restore } from "../../cli/backup/restore.ts";
import { withConnection } from "../../cli/backup/tables.ts";
import { distribute } from "../../cli/distribution/distribute.ts";
import { planDistribution } from "../../cli/distribution/plan.ts";
import { nameDatabase, withDatabase } from "../../platform/database/connections/connection-url.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { readEnvironment } from "../../platform/environment.ts";
import { applicationUrlOf } from "../database/clone-database.ts";
import { send } from "../harness/requests/send.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { startServerProcess, type ServerProcess } from "../servers/server-process.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/**
 * What a Citus cluster goes through while firms write: a backup, a node that is lost and comes back, a node more, and
 * rebalancing. It needs a cluster that tests may crash, so nothing of it is part of `npm test`. By the environment:
 * CASEPORT_CITUS_URL; CASEPORT_CITUS_STOP and CASEPORT_CITUS_START, commands that crash one worker node and start it
 * again; CASEPORT_CITUS_NODE, `host:port` of a node that has the extension in a database of this name and is not in the
 * cluster yet.
 */
const {
  CASEPORT_CITUS_URL: url,
  CASEPORT_CITUS_STOP: stop = "",
  CASEPORT_CITUS_START: start = "",
  CASEPORT_CITUS_NODE: node = "",
} = process.env;
const run = promisify(execFile);
const shell = (command: string) => run("sh", ["-c", command]);

type Firm = TestTenant & { caseId: string; created: string[] };
const writers = 6;
const firmCount = 24;

describe.skipIf(url === undefined || stop === "" || start === "")("a cluster under load", () => {
  let database: Database;
  let server: ServerProcess;
  let firms: Firm[];

  beforeAll(async () => {
    const applicationUrl = applicationUrlOf(inject("templateUrl"));
    database = openDatabase(applicationUrl, { poolSize: 4, hooks });
    server = await startServerProcess(applicationUrl);
    firms = [];
    for (let count = 0; count < firmCount; count += 1) {
      const firm = await createTenant(database);
      firms.push({ ...firm, ...(await createCase(firm)), created: [] });
    }
  }, 120_000);
  afterAll(async () => {
    await server.end("SIGKILL");
    await database.close();
  });

  /**
   * Statements of an administrator, in a session of their own: Citus keeps its connections to the nodes for a session,
   * also those that broke.
   */
  async function administer<Result>(work: (owner: Client) => Promise<Result>): Promise<Result> {
    const owner = new Client({ connectionString: url });
    await owner.connect();
    try {
      return await work(owner);
    } finally {
      await owner.end();
    }
  }

  /** Creates a folder as a client does: sent again, under the same idempotency key, until it succeeds. */
  async function write(firm: Firm, statuses: number[]): Promise<void> {
    const headers = { "x-api-key": firm.secret, "X-Idempotency-Key": randomUUID(), "Content-Type": "application/json" };
    const body = JSON.stringify({ name: `Folder ${randomUUID()}` });
    for (;;) {
      const reply = await send(server.baseUrl, {
        method: "POST",
        target: `/api/v1/cases/${firm.caseId}/folders`,
        headers,
        body,
      });
      statuses.push(reply.status);
      if (reply.status === 201) return void firm.created.push((reply.body["folder"] as { id: string }).id);
      expect([409, 429, 503], reply.text).toContain(reply.status);
      await delay(100);
    }
  }

  /**
   * Writes for all firms, each writer for its own part of them, while `work` runs.
   *
   * @returns the statuses of all responses
   */
  async function writeDuring(work: () => Promise<unknown>): Promise<number[]> {
    const statuses: number[] = [];
    let isOver = false;
    const writing = Array.from({ length: writers }, async (_, writer) => {
      for (let turn = writer; !isOver; turn += writers) await write(firms[turn % firmCount] as Firm, statuses);
    });
    await work().finally(() => (isOver = true));
    await Promise.all(writing);
    return statuses;
  }

  const writesUntil = (firm: readonly Firm[], count: number) =>
    expect
      .poll(() => firm.reduce((sum, { created }) => sum + created.length, 0), { timeout: 120_000 })
      .toBeGreaterThanOrEqual(count);
  const countWritten = () => firms.reduce((sum, { created }) => sum + created.length, 0);

  /** Of each firm: what clients know of is there, once, with an event and an audit entry each, and without a gap. */
  async function expectNothingLost(): Promise<void> {
    for (const { inside, created, organizationId } of firms) {
      const read = await inside(async (transaction) => ({
        folders: (
          await transaction.selectFrom("Folder").select("id").where("organizationId", "=", organizationId).execute()
        ).map(({ id }) => id),
        events: (
          await transaction
            .selectFrom("Event")
            .select("number")
            .where("organizationId", "=", organizationId)
            .orderBy("number")
            .execute()
        ).map(({ number }) => number),
        audits: (
          await transaction.selectFrom("AuditEntry").select("id").where("organizationId", "=", organizationId).execute()
        ).length,
      }));
      expect(read.folders.toSorted()).toEqual(created.toSorted());
      expect([read.events.map(Number), read.audits]).toEqual([created.map((_, at) => at + 1), created.length]);
    }
  }

  test("is distributed once: a second time changes nothing", async () => {
    expect(await administer(async (owner) => distribute(owner, await planDistribution(owner)))).toEqual([]);
  });

  test("a backup is of one moment for all nodes, and can be restored", async () => {
    const folder = mkdtempSync(join(tmpdir(), "caseport-cluster-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const environment = readEnvironment({ CASEPORT_DATA_DIR: folder });
    const [key, file] = [await generateIdentity(), join(folder, "backup")];
    const target = withDatabase(url ?? "", `${nameDatabase(url ?? "")}_copy`);
    await administer((owner) => owner.query(`DROP DATABASE IF EXISTS ${nameDatabase(target)}`));
    let isOver = false;
    let turn = 0;
    // In a transaction of all nodes, a number in firms, which every node has, and in their attorneys, whom one has.
    const counted = firms.slice(0, 6);
    const countTurns = async (owner: Client) => {
      for (; !isOver; turn += 1) {
        await owner.query("BEGIN");
        for (const { organizationId, attorneyId } of counted) {
          await owner.query(`UPDATE "Member" SET "lastName" = $3 WHERE "organizationId" = $1 AND id = $2`, [
            organizationId,
            attorneyId,
            `Turn ${turn}`,
          ]);
        }
        await owner.query(`UPDATE "Organization" SET name = $1 WHERE id = ANY ($2)`, [
          `Turn ${turn}`,
          counted.map(({ organizationId }) => organizationId),
        ]);
        await owner.query("COMMIT");
      }
    };
    await writeDuring(async () => {
      await writesUntil(firms, firmCount);
      const counting = administer(countTurns);
      await expect.poll(() => turn, { timeout: 60_000 }).toBeGreaterThan(2);
      await backUp(url ?? "", environment, await findRecipient(key), file).finally(() => (isOver = true));
      await counting;
    });
    // Which adds the foreign keys, and compares every table with the backup.
    await restore({ url: target, environment, key, file, replaces: false, step: (_title, work) => work() });
    await withConnection(target, async (client) => {
      const turns = await client.query<{ turns: string }>(
        `
        SELECT DISTINCT o.name || ', ' || m."lastName" AS turns FROM "Organization" o JOIN "Member" m ON m."organizationId" = o.id WHERE (o.id, m.id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
        [counted.map(({ organizationId }) => organizationId), counted.map(({ attorneyId }) => attorneyId)],
      );
      expect(turns.rows).toHaveLength(1);
      const [ofFirms, ofAttorneys] = turns.rows[0]?.turns.split(", ") ?? [];
      expect(ofFirms).toBe(ofAttorneys);
      for (const { organizationId, created } of firms) {
        const { rows } = await client.query<{ folders: number; events: number; entries: number }>(
          `
          SELECT (SELECT count(*)::integer FROM "Folder" WHERE "organizationId" = $1) AS folders, (SELECT count(*)::integer FROM "Event" WHERE "organizationId" = $1) AS events,
            (SELECT count(*)::integer FROM "AuditEntry" WHERE "organizationId" = $1) AS entries`,
          [organizationId],
        );
        const { folders = 0, events, entries } = rows[0] ?? {};
        expect([events, entries]).toEqual([folders, folders]);
        expect(folders).toBeLessThanOrEqual(created.length);
      }
      console.log(`a backup: ${turns.rows[0]?.turns}`);
    });
  }, 600_000);

  test("a worker node that crashes gives its firms 503 until it is back; nothing is lost, and nothing written twice", async () => {
    const statuses = await writeDuring(async () => {
      await writesUntil(firms, 2 * firmCount);
      await shell(stop);
      // A node of several has some of the firms: the writers end up waiting for it, each at one of them.
      await delay(5_000);
      await shell(start);
      await writesUntil(firms, countWritten() + 2 * firmCount);
    });
    expect(statuses).toContain(503);
    await expectNothingLost();
    console.log(
      `crash of a node: ${statuses.length} responses, ${statuses.filter((status) => status === 503).length} of them 503`,
    );
  }, 300_000);

  test.skipIf(node === "")(
    "a node more, and rebalancing, while firms write: requests go on, and nothing is lost",
    async () => {
      const [host, port] = node.split(":");
      const statuses = await writeDuring(async () => {
        await administer(async (owner) => {
          await owner.query("SELECT citus_add_node($1, $2::integer)", [host, port]);
          await owner.query("SELECT citus_rebalance_start()");
          await owner.query("SELECT citus_rebalance_wait()");
        });
        await writesUntil(firms, countWritten() + firmCount);
      });
      // When a group of shards changes its node, its firms wait for it; on a busy machine some wait for longer than a statement may take.
      const late = statuses.filter((status) => status === 503).length;
      expect(late / statuses.length).toBeLessThan(0.05);
      const { rows } = await administer((owner) =>
        owner.query<{ groups: number }>(
          `
      SELECT count(*)::integer AS groups FROM citus_shards WHERE nodename = $1 AND nodeport = $2::integer AND table_name = '"Case"'::regclass`,
          [host, port],
        ),
      );
      expect(rows[0]?.groups).toBeGreaterThan(0);
      await expectNothingLost();
      console.log(
        `a node more: ${statuses.length} responses, ${late} of them 503, ${rows[0]?.groups} groups of shards moved to it`,
      );
    },
    600_000,
  );
});
