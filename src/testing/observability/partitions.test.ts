import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEvents } from "../../areas/events/fixtures.ts";
import { noteOf } from "../../areas/request-logs/fixtures.ts";
import { createDelivery, createSubscription } from "../../areas/webhooks/fixtures.ts";
import { eventDays } from "../../contract/events/event-types.ts";
import { requestDays } from "../../contract/portal/request-log.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openPool } from "../../platform/database/connections/connection-pool.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createId, lowestId } from "../../platform/database/ids.ts";
import { dropPartitions, makePartitions, partitionedTables } from "../../platform/database/partitions.ts";
import { readInstallationHealth } from "../../platform/observability/installation-health.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { createRequestLog } from "../../platform/observability/request-log.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { idAt, remakePartitions } from "../database/remake-partitions.ts";
import { isTurnOfMonth, steadyMonth } from "../database/steady-month.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let database: Database;
let owner: Client;
let tenant: TestTenant;
let applicationUrl = "";

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 4, hooks });
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await steadyMonth(owner);
});
beforeEach(async () => {
  tenant = await createTenant(database);
});
afterAll(async () => {
  await database.close();
  await owner.end();
});

const list = async (statement: string, values: unknown[] = []) =>
  (await owner.query<{ name: string }>(statement, values)).rows.map(({ name }) => name);
const partitionsOf = (table: string) =>
  list(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass ORDER BY 1`,
    [`"${table}"`],
  );
/** The name of a partition so many months from now. */
const monthOf = async (table: string, months: number) =>
  (
    await list("SELECT name_partition($1, date_trunc('month', now(), 'UTC') + make_interval(months => $2)) AS name", [
      table,
      months,
    ])
  )[0] ?? "";
const placesOf = (table: string) =>
  list(`SELECT tableoid::regclass::text AS name FROM "${table}" WHERE "organizationId" = $1 ORDER BY 1`, [
    tenant.organizationId,
  ]);
const inPartitions = (...names: string[]) => names.map((name) => `partitions."${name}"`);

const listMissing = async () => (await readInstallationHealth(database, null))?.missingPartitions;

/** An event with its case at a time, as SQL. */
async function insertEvent(number: number, at: string): Promise<void> {
  await owner.query(
    `INSERT INTO "Event" SELECT $1, $2, ${idAt("evt", at, "$2::bigint")}, 'case', 'case_1', 'case.updated', ${at}, '{}', '{}', '{}', '[{"entity": "case", "id": "case_1"}]', 'req', '{}'`,
    [tenant.organizationId, number],
  );
}

test("the tables are those of the migrations, and their days those of the contract", async () => {
  const { rows } = await owner.query<{ name: string; keptDays: number | null }>(
    `SELECT name, "keptDays" FROM partitioned_tables()`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...partitionedTables]);
  const days = Object.fromEntries(rows.map(({ name, keptDays }) => [name, keptDays]));
  expect(days).toMatchObject({ Event: eventDays, EventCase: eventDays, AuditEntry: null, RequestLog: requestDays });
  expect(
    await list(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'p' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    ),
  ).toEqual(partitionedTables.toSorted());
});

test.each(["1970-01-01T00:00:00.000Z", "2026-11-26T05:06:07.891Z", "2039-12-31T23:59:59.999Z"])(
  "the lowest ID of %s is the same in the database",
  async (at) => {
    expect(await list("SELECT lowest_id('evt', $1::timestamptz) AS name", [at])).toEqual([
      lowestId("event", new Date(at)),
    ]);
  },
);

test.each(partitionedTables)(
  "%s: a migrated database has this month, the next and what is before and after",
  async (table) => {
    expect(await partitionsOf(table)).toEqual(
      [await monthOf(table, 0), await monthOf(table, 1), `${table}_after`, `${table}_before`].toSorted(),
    );
    expect(await listMissing()).toEqual([]);
  },
);

test("the next month is not missing in the first hour of this one: a worker makes it every ten minutes", async () => {
  // In a transaction PostgreSQL's clock is set by functions that stand before its own.
  await owner.query("BEGIN");
  await owner.query(
    `CREATE SCHEMA turned; CREATE FUNCTION turned.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT current_setting('turned.at')::timestamptz $$; SET LOCAL search_path = turned, pg_catalog, public`,
  );
  const missingAt = async (at: string) => {
    await owner.query(
      `SELECT set_config('turned.at', (date_trunc('month', pg_catalog.now(), 'UTC') + interval '1 month' + $1::interval)::text, true)`,
      [at],
    );
    return (await list("SELECT name FROM list_missing_partitions() name")).length;
  };
  // Nothing of the month after the next exists.
  expect([
    await missingAt("-1 second"),
    await missingAt("0"),
    await missingAt("59 minutes 59 seconds"),
    await missingAt("1 hour"),
  ]).toEqual([0, 0, 0, partitionedTables.length]);
  await owner.query("ROLLBACK");
});

describe("making", () => {
  test("a row of a month without a partition is kept, is reported missing, and moves when the partition is made", async () => {
    const next = await monthOf("Event", 1);
    await owner.query(`DROP TABLE partitions."${next}", partitions."Event_after"`);
    await owner.query(
      `CREATE TABLE partitions."Event_after" PARTITION OF "Event" FOR VALUES FROM ('${lowestId("event", new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1)))}') TO (MAXVALUE)`,
    );
    await owner.query(`ALTER TABLE partitions."Event_after" OWNER TO caseport_definer`);
    expect(await listMissing()).toEqual(isTurnOfMonth() ? [] : [next]);
    const number = 900_000;
    for (const [index, months] of [0, 1, 40].entries())
      await insertEvent(number + index, `date_trunc('month', now(), 'UTC') + make_interval(months => ${months})`);
    expect(await placesOf("Event")).toEqual(inPartitions(await monthOf("Event", 0), "Event_after", "Event_after"));
    expect(await makePartitions(database.pool)).toBe(1);
    expect(await placesOf("Event")).toEqual(inPartitions(await monthOf("Event", 0), next, "Event_after"));
    expect(await listMissing()).toEqual([]);
    expect(await makePartitions(database.pool)).toBe(0);
    // The partition that was made has what the table has.
    await expect(owner.query(`UPDATE "Event" SET entity = 'x' WHERE number = ${number + 1}`)).rejects.toThrow(
      "Event is append-only",
    );
    await expect(owner.query(`UPDATE "Event" SET entity = 'x' WHERE number = ${number + 2}`)).rejects.toThrow(
      "Event is append-only",
    );
  });

  test("a table that a transaction holds is left for the next time, and its transaction goes on", async () => {
    await owner.query(`DROP TABLE partitions."${await monthOf("AuditEntry", 1)}"`);
    await owner.query("BEGIN");
    await owner.query(`INSERT INTO "AuditEntry" ("organizationId", id, action, "actorType", "actorId", "actorName", entity, "entityId", "requestId")
                       VALUES ('o', '${createId("auditEntry")}', 'x', 'x', 'x', 'x', 'x', 'x', 'x')`);
    expect(await makePartitions(database.pool)).toBe(0);
    await owner.query("COMMIT");
    expect(await makePartitions(database.pool)).toBe(1);
  });

  test("the application may neither read a partition nor name another table", async () => {
    await expect(database.pool.query(`SELECT 1 FROM partitions."Event_before"`)).rejects.toMatchObject({
      code: "42501",
    });
    await expect(database.pool.query("SELECT make_partitions('Case')")).rejects.toMatchObject({ code: "P0002" });
    await expect(database.pool.query("SELECT drop_partitions('Case')")).rejects.toMatchObject({ code: "P0002" });
  });
});

describe("dropping", () => {
  test("events go with their months once every one is 90 days old, while others are written; what is younger stays", async () => {
    await owner.query(`DELETE FROM "EventCase"; DELETE FROM "Event"`);
    await remakePartitions(owner, ["Event", "EventCase"], 6);
    // A month goes once its last day is 90 days old: with its first day at most 121 days old, one of 31 days stays.
    const ages = [150, 122, 89, 1];
    for (const [index, age] of ages.entries()) await insertEvent(900_000 + index, `now() - interval '${age} days'`);
    const writing = createEvents(tenant, 20);
    // Of 8 months at most two begin before the 90 days.
    const dropped = await dropPartitions(database, 7);
    await writing;
    expect(dropped).toBeGreaterThanOrEqual(4);
    expect(
      (await owner.query(`SELECT number FROM "Event" WHERE number >= 900000 ORDER BY 1`)).rows.map(({ number }) =>
        Number(number),
      ),
    ).toEqual([900_002, 900_003]);
    expect(
      (await owner.query(`SELECT number FROM "EventCase" WHERE number >= 900000 ORDER BY 1`)).rows.map(({ number }) =>
        Number(number),
      ),
    ).toEqual([900_002, 900_003]);
    expect(await dropPartitions(database, 7)).toBe(0);
    // An event that is older than every month has its place.
    await insertEvent(900_009, "now() - interval '400 days'");
    expect(await list(`SELECT tableoid::regclass::text AS name FROM "Event" WHERE number = 900009`)).toEqual(
      inPartitions("Event_before"),
    );
  });

  test("requests go after 30 days, while others are logged; audit entries stay", async () => {
    await owner.query(`DELETE FROM "RequestLog"`);
    await owner.query("SET session_replication_role = replica");
    await owner.query(`DELETE FROM "AuditEntry"`);
    await owner.query("SET session_replication_role = origin");
    await remakePartitions(owner, ["RequestLog", "AuditEntry"], 4);
    for (const age of [65, 1]) {
      await owner.query(
        `INSERT INTO "RequestLog" ("organizationId", id, "occurredAt", "keyId", "keyPrefix", "requestId", method, status, "durationMicros", address)
         VALUES ($1, $2, now(), 'key', 'p', 'r', 'GET', 200, 1, '192.0.2.1')`,
        [tenant.organizationId, createId("loggedRequest", new Date(Date.now() - age * 86_400_000))],
      );
    }
    const log = createRequestLog(openPool(applicationUrl, 1), createLogger("silent"));
    log.note(noteOf(tenant));
    const [dropped] = await Promise.all([dropPartitions(database, 7), log.flush()]);
    await log.close();
    expect(dropped).toBeGreaterThanOrEqual(2);
    expect(await placesOf("RequestLog")).toHaveLength(2);
    expect(await partitionsOf("AuditEntry")).toHaveLength(8);
  });

  test("audit entries go with their months after the years that are set, and never before six", async () => {
    await owner.query("SET session_replication_role = replica");
    await owner.query(`DELETE FROM "AuditEntry"`);
    await owner.query("SET session_replication_role = origin");
    await remakePartitions(owner, ["AuditEntry"], 86);
    // 86 months ago, 87 with this one, and the next; one before and one after.
    const before = (await partitionsOf("AuditEntry")).length;
    expect(before).toBe(90);
    expect(await dropPartitions(database, 8)).toBe(0);
    await dropPartitions(database, 7);
    // Seven years are some days more or less than 84 months.
    expect([87, 88, 89]).toContain((await partitionsOf("AuditEntry")).length);
    await expect(dropPartitions(database, 5)).rejects.toThrow(
      "1827 days are less than rows of AuditEntry must be kept",
    );
    await expect(database.pool.query("SELECT drop_partitions('Event', 89)")).rejects.toThrow(
      "less than rows of Event must be kept",
    );
    await expect(database.pool.query(`SELECT drop_partitions('AuditEntry')`)).resolves.toMatchObject({
      rows: [{ drop_partitions: 0 }],
    });
    await remakePartitions(owner, ["AuditEntry"], 1);
  });

  test("a delivery that is pending or ended less than 31 days ago keeps its month and those after it", async () => {
    await owner.query(`DELETE FROM "WebhookDelivery"`);
    await remakePartitions(owner, ["WebhookDelivery"], 4);
    const subscriptionId = await createSubscription(tenant);
    const begun = new Date(Date.now() - 121 * 86_400_000);
    const id = createId("webhookDelivery", begun);
    await createDelivery(tenant, subscriptionId, {
      id,
      status: "succeeded",
      nextAttemptAt: null,
      finishedAt: begun.toISOString(),
    });
    const setEnd = (set: string) => owner.query(`UPDATE "WebhookDelivery" SET ${set} WHERE id = $1`, [id]);
    await setEnd(`status = 'pending', "finishedAt" = NULL, "nextAttemptAt" = now()`);
    // A month without deliveries can be before it.
    await dropPartitions(database, 7);
    expect(await placesOf("WebhookDelivery")).toHaveLength(1);
    expect(await dropPartitions(database, 7)).toBe(0);
    await setEnd(`status = 'succeeded', "finishedAt" = now() - interval '30 days', "nextAttemptAt" = NULL`);
    expect(await dropPartitions(database, 7)).toBe(0);
    await setEnd(`"finishedAt" = now() - interval '32 days'`);
    expect(await dropPartitions(database, 7)).toBeGreaterThanOrEqual(2);
    expect(await placesOf("WebhookDelivery")).toEqual([]);
  });
});
