import type { CompiledQuery } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selectAuditRows, type AuditConditions } from "../../areas/audit/store.ts";
import { listRequestRows } from "../../areas/request-logs/store.ts";
import { listDeliveryRows } from "../../areas/webhooks/store.ts";
import type { Context } from "../../rpc/context.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { createSubscription } from "../harness/webhooks.ts";
import { explainPrepared } from "./explain.ts";
import { idAt, remakePartitions, tableOfPartition } from "./remake-partitions.ts";
import { listSentStatements } from "./sent-statements.ts";

/**
 * Lists of partitioned tables cost the same, however many months there are: the feed's are in
 * areas/events/api.plans.test.ts.
 */

const months = 24;
const hoursBetween = 8;
/** Of each table and organization. */
const rows = (months * 30 * 24) / hoursBetween;
const limit = 20;
/** A page's rows lie in one month or two; the next month and what is after it are empty, and come first. */
const mostPartitions = 4;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let subscriptionId = "";

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  await remakePartitions(owner, ["AuditEntry", "RequestLog", "WebhookDelivery"], months);
  tenant = await createTenant(server.services.database);
  const others = await createTenant(server.services.database);
  for (const own of [others, tenant]) {
    subscriptionId = (await createSubscription(own)).subscriptionId;
    await fill(own);
  }
  await owner.query(`ANALYZE "AuditEntry"; ANALYZE "RequestLog"; ANALYZE "WebhookDelivery"`);
});
afterAll(() => server.close(1000));

/**
 * Row 1 is the newest, at the end of this month: of a month that has just begun the planner would read the few rows by
 * any index. IDs of one instant follow each other in the same order.
 */
const monthEnd = "date_trunc('month', now(), 'UTC') + interval '1 month' - interval '1 hour'";
const at = (number: string) => `${monthEnd} - ${number} * interval '${hoursBetween} hours'`;
const id = (prefix: string, number = "n") => idAt(prefix, at(number), number);

async function fill({ organizationId, keyId }: TestTenant): Promise<void> {
  const series = `FROM generate_series(1, ${rows}) n`;
  await owner.query(
    `INSERT INTO "AuditEntry" ("organizationId", id, "occurredAt", action, "actorType", "actorId", "actorName", entity, "entityId", "requestId")
     SELECT $1, ${id("aud")}, ${at("n")}, 'x', 'integration_key', $2, 'Key', CASE WHEN n % 2 = 0 THEN 'integration_key' ELSE 'case' END, 'case_' || n, 'req_' || n ${series}`,
    [organizationId, keyId],
  );
  await owner.query(
    `INSERT INTO "RequestLog" ("organizationId", id, "occurredAt", "keyId", "keyPrefix", "requestId", method, status, "durationMicros", address)
     SELECT $1, ${id("log")}, ${at("n")}, $2, 'p', 'req_' || n, 'GET', CASE WHEN n % 2 = 0 THEN 200 ELSE 404 END, 1, '192.0.2.1' ${series}`,
    [organizationId, keyId],
  );
  await owner.query(
    `INSERT INTO "WebhookDelivery" ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", status, "nextAttemptAt", "finishedAt")
     SELECT $1, ${id("dlv")}, $2, 'evt_' || n, n, 'case.updated', CASE WHEN n % 2 = 0 THEN 'failed' ELSE 'succeeded' END, NULL, ${at("n")} ${series}`,
    [organizationId, subscriptionId],
  );
}

/** The statement of a store's function, which is not run. */
async function compile(read: (context: Context) => Promise<unknown>): Promise<CompiledQuery> {
  const compiled = await listSentStatements({ organizationId: tenant.organizationId }, read);
  const [only] = compiled;
  if (only === undefined || compiled.length > 1) throw new Error(`the function ran ${compiled.length} statements`);
  return only;
}

const everyEntry: AuditConditions = {
  before: undefined,
  least: undefined,
  bound: undefined,
  entity: undefined,
  actorId: undefined,
  keyId: undefined,
  requestId: undefined,
  address: undefined,
  search: undefined,
  securityOnly: false,
  limit,
};
const auditOf = (wanted: Partial<AuditConditions>) => (context: Context, after: string | null) =>
  selectAuditRows(context, { ...everyEntry, ...wanted, before: after ?? undefined }).execute(context.transaction);
const below = (after: string | null) => ({ below: after === null ? [] : [after], least: null });

interface PartitionedList {
  table: "AuditEntry" | "RequestLog" | "WebhookDelivery";
  prefix: string;
  read: (context: Context, after: string | null) => Promise<unknown>;
  /** Places of later pages: requests are shown for 30 days. */
  places: readonly number[];
}

const deep = [rows / 3, (rows * 2) / 3];
const lists: [string, PartitionedList][] = [
  ["audit log", { table: "AuditEntry", prefix: "aud", read: auditOf({}), places: deep }],
  ["audit log, security", { table: "AuditEntry", prefix: "aud", read: auditOf({ securityOnly: true }), places: deep }],
  [
    "request log",
    {
      table: "RequestLog",
      prefix: "log",
      read: (context, after) => listRequestRows(context, below(after), {}, limit),
      places: [40],
    },
  ],
  [
    "requests of a key",
    {
      table: "RequestLog",
      prefix: "log",
      read: (context, after) => listRequestRows(context, below(after), { keyId: tenant.keyId }, limit),
      places: [40],
    },
  ],
  [
    "deliveries",
    {
      table: "WebhookDelivery",
      prefix: "dlv",
      read: (context, after) => listDeliveryRows(context, subscriptionId, { after, limit }),
      places: deep,
    },
  ],
  [
    "deliveries that failed",
    {
      table: "WebhookDelivery",
      prefix: "dlv",
      read: (context, after) => listDeliveryRows(context, subscriptionId, { after, limit, status: "failed" }),
      places: deep,
    },
  ],
];

const withoutSmallWays = ["enable_seqscan", "enable_bitmapscan", "enable_sort"];

/** The scans of the page that were executed. */
async function explainPage({ table, prefix, read }: PartitionedList, place: number | null, planning: string) {
  const after =
    place === null
      ? null
      : ((await owner.query<{ id: string }>(`SELECT ${id(prefix, "$1::integer")} AS id`, [place])).rows[0]?.id ?? "");
  const scans = await explainPrepared(server, tenant, await compile((context) => read(context, after)), {
    planning,
    ways: withoutSmallWays,
  });
  return scans.filter((scan) => tableOfPartition(scan.table) === table && scan.isExecuted);
}

describe.each(["force_custom_plan", "force_generic_plan"])("%s", (planning) => {
  describe.each(lists)("%s", (_, list) => {
    test("its first page and later ones read no more than their rows, by indexes, from few partitions", async () => {
      for (const place of [null, ...list.places]) {
        const scans = await explainPage(list, place, planning);
        expect(
          scans.filter(({ node, read }) => read > 0 && !/^Index( Only)? Scan$/.test(node)),
          String(place),
        ).toEqual([]);
        const read = scans.reduce((sum, scan) => sum + scan.read, 0);
        expect([place, read]).toEqual([place, limit]);
        expect(new Set(scans.map(({ table }) => table)).size, String(place)).toBeLessThanOrEqual(mostPartitions);
      }
    });
  });
});
