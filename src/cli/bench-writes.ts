import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { jobQueues } from "../composition/job-queues.ts";
import { prepareDatabase } from "../platform/database/application-role.ts";
import { openDatabase } from "../platform/database/database.ts";
import { installJobQueue } from "../platform/jobs/job-queue.ts";
import { createTenant } from "../testing/harness/tenant.ts";
import { readDatabaseCpu } from "./bench/database-cpu.ts";
import { fillLists } from "./bench/lists/rows.ts";
import { createProcesses } from "./bench/programs.ts";
import { startEmbeddedPostgres } from "./local-postgres/embedded-postgres.ts";
import { hooks } from "../composition/transaction-hooks.ts";

const [clients = 20_000, requests = 2_000] = process.argv.slice(2).map(Number);
const connections = 4;
const serverProgram = fileURLToPath(import.meta.resolve("./bench/serve-caseport.ts"));
/** The statements of triggers are counted too, but only in a second round: it costs time. */
const settings = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track_planning": "on",
  max_wal_size: "8GB",
};

interface Write {
  method: string;
  path: string;
  body: object;
}

const pickId = (prefix: string) => `${prefix}_${String(randomInt(1, clients + 1)).padStart(26, "0")}`;
const writes: Record<string, () => Write> = {
  "PATCH client, phone": () => ({
    method: "PATCH",
    path: `/clients/${pickId("cli")}`,
    body: { phone: `+1512${randomInt(2_000_000, 9_999_999)}` },
  }),
  "PATCH client, occupation": () => ({
    method: "PATCH",
    path: `/clients/${pickId("cli")}`,
    body: { occupation: `Driver ${randomInt(1_000_000)}` },
  }),
  "POST folder": () => ({
    method: "POST",
    path: `/cases/${pickId("case")}/folders`,
    body: { name: `Records ${randomUUID()}` },
  }),
};

await main();

/**
 * `node src/cli/bench-writes.ts [clients] [requests]`: what writes of random ids cost PostgreSQL. By request CPU, WAL
 * and updates in the page (HOT), after a checkpoint and later; by statement planning, execution and WAL in milliseconds
 * and bytes a request.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "caseport-writes-"));
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder, "data"), settings });
  const processes = createProcesses(new AbortController().signal);
  const owner = new Client({ connectionString: postgres.ownerUrl });
  await owner.connect();
  try {
    const { applicationUrl } = await prepareDatabase(postgres.ownerUrl);
    await installJobQueue(postgres.ownerUrl, jobQueues);
    const secret = await fill(owner, postgres.ownerUrl, applicationUrl);
    const { baseUrl } = await processes.startServer([serverProgram], {
      BENCH_DATABASE_URL: applicationUrl,
      BENCH_SECRET: randomBytes(32).toString("base64url"),
    });
    for (const [name, make] of Object.entries(writes)) {
      const run = (count: number) => sendAll({ baseUrl, secret, make, count });
      await track(owner, "none");
      await run(300);
      // Plans that were made for empty tables are not kept.
      await owner.query("ANALYZE");
      await owner.query("CHECKPOINT");
      for (const when of ["after a checkpoint", "later"])
        console.log(`${name}, ${when}: ${await measure(owner, postgres.pid(), () => run(requests))}`);
      await track(owner, "all");
      await run(requests);
      console.table(await listStatements(owner));
    }
  } finally {
    await owner.end();
    await processes.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Clients with a case each, and the words that triggers would have made. */
async function fill(owner: Client, ownerUrl: string, applicationUrl: string): Promise<string> {
  const database = openDatabase(applicationUrl, { poolSize: 1, hooks });
  try {
    const [{ organizationId, secret }, other] = [await createTenant(database), await createTenant(database)];
    await fillLists(
      ownerUrl,
      [organizationId, other.organizationId],
      { cases: clients, others: 2_000 },
      new AbortController().signal,
    );
    await owner.query(`INSERT INTO "SearchTerm" ("organizationId", entity, term, "recordId")
      SELECT "organizationId", 'client', unnest(record_words(concat_ws(' ', "firstName", "lastName", email, phone))), id FROM "Client" ON CONFLICT DO NOTHING`);
    await owner.query("VACUUM (FREEZE, ANALYZE)");
    await owner.query("CREATE EXTENSION pg_stat_statements");
    return secret;
  } finally {
    await database.close();
  }
}

async function sendAll({
  baseUrl,
  secret,
  make,
  count,
}: {
  baseUrl: string;
  secret: string;
  make: () => Write;
  count: number;
}): Promise<void> {
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const { method, path, body } = make();
      const headers = { "x-api-key": secret, "x-idempotency-key": randomUUID(), "content-type": "application/json" };
      const response = await fetch(`${baseUrl}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
}

async function measure(owner: Client, pid: number, run: () => Promise<void>): Promise<string> {
  const read = async () => {
    const {
      rows: [row],
    } = await owner.query<{ wal: string; updated: string; hot: string }>(
      `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal, sum(n_tup_upd) AS updated, sum(n_tup_hot_upd) AS hot FROM pg_stat_user_tables WHERE relname IN ('Client', 'Case')`,
    );
    return {
      wal: Number(row?.wal),
      updated: Number(row?.updated),
      hot: Number(row?.hot),
      cpu: readDatabaseCpu(pid) ?? Number.NaN,
    };
  };
  const before = await read();
  await run();
  const after = await read();
  const each = (name: keyof typeof before) => (after[name] - before[name]) / requests;
  return `${each("cpu").toFixed(2)} ms of PostgreSQL's CPU, ${(each("wal") / 1000).toFixed(1)} kB of WAL, ${each("updated").toFixed(2)} updates of Client and Case, ${each("hot").toFixed(2)} of them HOT`;
}

async function track(owner: Client, which: "none" | "all"): Promise<void> {
  await owner.query(`ALTER SYSTEM SET pg_stat_statements.track = '${which}'`);
  await owner.query("SELECT pg_reload_conf(), pg_stat_statements_reset()");
}

async function listStatements(owner: Client): Promise<object[]> {
  const { rows } = await owner.query<object>(
    `SELECT CASE WHEN toplevel THEN '' ELSE 'in a trigger' END AS place, round(calls / $1, 2)::float AS calls, round((total_plan_time / $1)::numeric, 3)::float AS planning,
            round((total_exec_time / $1)::numeric, 3)::float AS execution, round(wal_bytes / $1)::integer AS wal, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) AS statement
     FROM pg_stat_statements WHERE calls > $1 / 10 ORDER BY total_plan_time + total_exec_time DESC LIMIT 20`,
    [requests],
  );
  return rows;
}
