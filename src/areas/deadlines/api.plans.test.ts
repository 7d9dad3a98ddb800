import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describePage } from "../../testing/database/describe-page.ts";
import { explainRead, type ExplainedRead } from "../../testing/database/explain.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { selectDocketPage } from "./docket/store.ts";
import { selectDeadlinePage, type DeadlineFilters } from "./store.ts";
import { selectWaiting } from "./warnings/store.ts";

// Every filter and sort alone is held to its index by src/testing/conformance/lists.test.ts; this is what a member reads every day: two filters and a sort.

/** Deadlines of the organization, of which every tenth is open. Members have as many each. */
const total = isFullExtent ? 100_000 : 5_000;
const members = isFullExtent ? 50 : 10;
const limit = 20;

let server: TestServer;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  for (const each of [tenant, await createTenant(server.services.database)]) {
    const { organizationId } = each;
    const { caseId } = await createCase(each);
    await owner.query("SET session_replication_role = replica");
    await owner.query(
      `INSERT INTO "Deadline" ("organizationId", id, "caseId", type, "deadlineClass", title, "dueOn", "effectiveOn", "actByOn", "originalDueOn", "dueAt", "timeZone", "timeZoneBasis", status, "setBy", source, "warningDays")
       SELECT $1, 'ddl_' || lpad(n::text, 8, '0'), $3, 'answer_due', 'court', 'Answer', d, d, d, d, d + 1, 'UTC', 'given', CASE WHEN n % 10 = 0 THEN 'open' ELSE 'waived' END, '{}', 'manual', '{}'
       FROM (SELECT n, current_date - 500 + (n / 10 % 997) AS d FROM generate_series(1, $2::integer) n) t`,
      [organizationId, total, caseId],
    );
    await owner.query(
      `INSERT INTO "DeadlineAssignee" ("organizationId", "deadlineId", "memberId", "effectiveOn", "openOn")
       SELECT $1, id, 'mem_' || right(id, 8)::integer / 10 % $2, "effectiveOn", CASE WHEN "isOpen" THEN "effectiveOn" END FROM "Deadline" WHERE "organizationId" = $1`,
      [organizationId, members],
    );
  }
  await owner.query(`ANALYZE "Deadline", "DeadlineAssignee", "Case"`);
});
afterAll(() => server.close(1000));

const sorts = { due: { column: "effectiveOn", type: "date", descending: false } } as const;

/** The page after so many of the member's deadlines by date, as the API reads it. */
async function explainPage(
  filters: DeadlineFilters,
  column: string,
  offset: number,
): Promise<ExplainedRead & { own: number }> {
  const { rows } = await owner.query<{ id: string; effectiveOn: string }>(
    `SELECT "deadlineId" AS id, "${column}"::text AS "effectiveOn" FROM "DeadlineAssignee" WHERE "organizationId" = $1 AND "memberId" = 'mem_7' AND "${column}" IS NOT NULL ORDER BY 2, 1 OFFSET $2 LIMIT 1`,
    [tenant.organizationId, Math.max(0, offset - 1)],
  );
  const list = {
    organizationId: tenant.organizationId,
    installationKeys: server.services.installationKeys,
    name: "deadlines",
    alias: "d",
    sorts,
  };
  const [row] = rows;
  if (row === undefined) throw new Error("the member has fewer deadlines");
  const page = await describePage(list, "due", limit, offset > 0 ? row : null);
  const explained = await explainRead(
    server,
    tenant,
    selectDeadlinePage(tenant, { assignedMemberId: "mem_7", ...filters }, page),
  );
  return {
    ...explained,
    own: explained.scans.reduce((sum, { read, table }) => sum + (table.startsWith("Deadline") ? read : 0), 0),
  };
}

const perMember = total / members;
test.each([
  ["open", { status: "open" }, "openOn", "DeadlineAssignee_open", perMember / 10],
  ["all", {}, "effectiveOn", "DeadlineAssignee_organizationId_memberId_effectiveOn_deadli_idx", perMember],
] as const)(
  "25. a member's deadlines by date, %s, are read by the index of their assignments; a far page reads what the first does",
  async (...[, filters, column, index, count]) => {
    const [first, far] = [
      await explainPage(filters, column, 0),
      await explainPage(filters, column, Math.floor(count) - limit - 2),
    ];
    for (const { scans, own } of [first, far]) {
      expect(scans.map((scan) => scan.index)).toContain(index);
      expect(scans.filter(({ node, table }) => node === "Seq Scan" && table.startsWith("Deadline"))).toEqual([]);
      // A page and one more: the deadline, its assignment, and what it shows of both.
      expect(own).toBeLessThanOrEqual((limit + 1) * 6);
    }
  },
);

test.each([
  ["of all", null],
  ["of a member", ["mem_7"]],
])("a docket %s is read by its index, a far page as the first one", async (_name, memberIds) => {
  const filter = { from: "2000-01-01", to: "2100-01-01", memberIds };
  const {
    rows: [far],
  } = await owner.query<{ effectiveOn: string; id: string }>(
    `SELECT "effectiveOn"::text, id FROM "Deadline" WHERE "organizationId" = $1 AND "isOpen" ORDER BY 1, 2 OFFSET $2 LIMIT 1`,
    [tenant.organizationId, Math.floor(total / 10 / 2)],
  );
  if (far === undefined) throw new Error("too few deadlines are open");
  for (const after of [null, { ...far, time: "" }]) {
    const { scans } = await explainRead(server, tenant, selectDocketPage(tenant, filter, after, limit + 1));
    expect(scans.filter(({ node, table }) => node === "Seq Scan" && table.startsWith("Deadline"))).toEqual([]);
    const read = scans.reduce((sum, each) => sum + (each.table === "Deadline" ? each.read : 0), 0);
    // A page; of a member, past the deadlines of others, or all that are open and theirs.
    expect(read).toBeLessThanOrEqual((limit + 1) * (memberIds === null ? 2 : members + 2));
  }
});

test("what waits for a second person is counted by its indexes: dates of other classes are not read", async () => {
  const { scans } = await explainRead(
    server,
    tenant,
    selectWaiting(
      tenant,
      "mem_7",
      { requireVerificationOf: ["limitation", "notice"], unverifiedReminderDays: 14 },
      new Date().toISOString(),
    ),
  );
  const own = scans.filter(({ table }) => table === "Deadline");
  expect([own.map(({ index }) => index).toSorted(), own.reduce((sum, { read }) => sum + read, 0)]).toEqual([
    ["Deadline_pending", "Deadline_unverified"],
    0,
  ]);
});
