import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { describePage } from "../../testing/database/describe-page.ts";
import { explainRead, type ExplainedRead } from "../../testing/database/explain.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { selectTaskPage, type TaskFilters } from "./store.ts";

// Every filter and sort alone is held to its index by src/testing/conformance/lists.test.ts; this is what a member queries every day: two filters and a sort.

/** Tasks of the organization, of which every so many-th is open. Members have as many each. */
const total = isFullExtent ? 100_000 : 4_000;
const rare = isFullExtent ? 10 : 2;
const members = isFullExtent ? 50 : 40;
const limit = 20;

let server: TestServer;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  await owner.query("SET session_replication_role = replica");
  for (const { organizationId } of [tenant, await createTenant(server.services.database)]) {
    await owner.query(
      `INSERT INTO "Task" ("organizationId", id, title, status, "completedAt", "dueOn", "dueDay", "isUnassigned", "createdBy")
       SELECT $1, 'task_' || lpad(n::text, 8, '0'), 'Call', CASE WHEN n % $3 = 0 THEN 'pending' ELSE 'completed' END, CASE WHEN n % $3 <> 0 THEN now() END, d, d, false, '{}'
       FROM (SELECT n, current_date - 500 + (n / $3 % 997) AS d FROM generate_series(1, $2::integer) n) t`,
      [organizationId, total, rare],
    );
    await owner.query(
      `INSERT INTO "TaskAssignee" ("organizationId", "taskId", "memberId", "openDueDay")
       SELECT $1, 'task_' || lpad(n::text, 8, '0'), 'mem_' || n / $4 % $3, CASE WHEN n % $4 = 0 THEN current_date - 500 + (n / $4 % 997) END FROM generate_series(1, $2::integer) n`,
      [organizationId, total, members, rare],
    );
  }
  await owner.query(`ANALYZE "Task", "TaskAssignee"`);
});
afterAll(() => server.close(1000));

const sorts = { due: { column: "dueDay", type: "date", descending: false } } as const;
const filters: TaskFilters = {
  assigneeMemberId: "mem_7",
  isOpen: true,
  days: { today: "2026-11-26", completedFrom: null, completedBefore: null },
};

/** The page after so many of the member's open tasks by due day, as the API reads it. */
async function explainPage(offset: number): Promise<ExplainedRead & { own: number }> {
  const { rows } = await owner.query<{ id: string; dueDay: string }>(
    `SELECT "taskId" AS id, "openDueDay"::text AS "dueDay" FROM "TaskAssignee" WHERE "organizationId" = $1 AND "memberId" = 'mem_7' AND "openDueDay" IS NOT NULL ORDER BY 2, 1 OFFSET $2 LIMIT 1`,
    [tenant.organizationId, Math.max(0, offset - 1)],
  );
  const list = {
    organizationId: tenant.organizationId,
    installationKeys: server.services.installationKeys,
    name: "tasks",
    alias: "w",
    sorts,
  };
  const [row] = rows;
  if (row === undefined) throw new Error("the member has fewer tasks");
  const page = await describePage(list, "due", limit, offset > 0 ? row : null);
  const explained = await explainRead(server, tenant, selectTaskPage(tenant, filters, page));
  return {
    ...explained,
    own: explained.scans.reduce(
      (sum, { read, table }) => sum + (table === "Task" || table === "TaskAssignee" ? read : 0),
      0,
    ),
  };
}

test("acceptance 24: a member's open tasks by due day are read by the index of their assignments; a far page reads what the first does", async () => {
  const perMember = total / rare / members;
  const [first, far] = [await explainPage(0), await explainPage(Math.floor(perMember) - limit - 2)];
  for (const { scans, own } of [first, far]) {
    expect(scans.map(({ index }) => index)).toContain("TaskAssignee_open");
    expect(scans.filter(({ node, table }) => node === "Seq Scan" && table.startsWith("Task"))).toEqual([]);
    // A page and one more: the task, its assignment, and what it shows of both.
    expect(own).toBeLessThanOrEqual((limit + 1) * 6);
  }
});
