import type { RawBuilder } from "kysely";
import { expect, test } from "vitest";
import { fillEntities } from "../../areas/reports/run/fixtures.engine.ts";
import { commonSorts, readSortedPage, type SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { isFullExtent } from "../harness/extent.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { explainRead, type ExplainedRead } from "./explain.ts";

/** So many rows of each table one firm has, and a tenth of them another one. */
const listedRows = isFullExtent ? 100_000 : 10_000;
export const pageLimit = 100;
/** What a page may read of its own table: of seven cases one is deleted, and its rows are skipped. */
export const mostRead = 2 * (pageLimit + 1);
/** The place of a page near the end. */
const latePlace = listedRows - 5 * pageLimit;

/** A list of a table, with the statement of its page. */
interface ExplainedList<Filter> {
  table: string;
  select: (tenant: TestTenant, filter: Filter, page: SortedPage) => RawBuilder<unknown>;
}

type SortName = keyof typeof commonSorts;

export interface ListHarness {
  tenant: TestTenant;
  /** What a page reads of the list's own table, by which nodes; of the page after `place` rows, if it is given. */
  explainPage<Filter>(
    list: ExplainedList<Filter>,
    filter: Filter,
    where: { sort: SortName; place?: number },
  ): Promise<{ nodes: string[]; read: number }>;
  /** What another statement of the area reads. */
  explain(statement: RawBuilder<unknown>): Promise<ExplainedRead>;
  close(): Promise<void>;
}

/**
 * Two firms with many rows of the given tables.
 *
 * @param tables in addition to members, clients, contacts, leads and cases
 */
export async function openListHarness(tables: readonly string[]): Promise<ListHarness> {
  const server: TestServer = await startOwnServer();
  const owner = await server.connectOwner();
  const filled = new Set(["Member", "Client", "Contact", "Lead", "Case", ...tables]);
  const tenant = await createTenant(server.services.database);
  await fillEntities(owner, tenant.organizationId, listedRows, filled);
  await fillEntities(owner, (await createTenant(server.services.database)).organizationId, listedRows / 10, filled);
  for (const table of filled) await owner.query(`VACUUM ANALYZE "${table}"`);

  /** The cursor after so many rows of the list without a filter, which reading them would take seconds to find. */
  async function findCursor(table: string, sort: SortName, place: number): Promise<string> {
    const order = { newest: "id DESC", oldest: "id", updated: `"updatedAt", id` }[sort];
    const { rows } = await owner.query<{ id: string; updatedAt: Date }>(
      `SELECT id, "updatedAt" FROM "${table}" WHERE "organizationId" = $1 ORDER BY ${order} OFFSET $2 LIMIT 2`,
      [tenant.organizationId, place - 1],
    );
    const { nextCursor } = await readSortedPage(describe(table), { limit: 1, sort }, () =>
      Promise.resolve(rows.map((row) => ({ id: row.id, updatedAt: row.updatedAt.toISOString() }))),
    );
    return nextCursor ?? "";
  }

  const describe = (name: string) => ({
    organizationId: tenant.organizationId,
    installationKeys: server.services.installationKeys,
    name,
    alias: "t",
    sorts: commonSorts,
  });

  return {
    tenant,
    explainPage: async ({ table, select }, filter, { sort, place }) => {
      const after = place === undefined ? {} : { after: await findCursor(table, sort, place) };
      let found = { nodes: [""], read: 0 };
      await readSortedPage(describe(table), { limit: pageLimit, sort, ...after }, async (page) => {
        const { scans } = await explainRead(server, tenant, select(tenant, filter, page));
        const own = scans.filter((scan) => scan.table === table && scan.isExecuted);
        found = { nodes: own.map(({ node }) => node), read: own.reduce((sum, { read }) => sum + read, 0) };
        return [];
      });
      return found;
    },
    explain: (statement) => explainRead(server, tenant, statement),
    close: () => server.close(1000),
  };
}

/**
 * Tests that a list reads an index and at most {@link mostRead} rows: its first page and a late one by each sort, and a
 * page with each filter alone.
 *
 * @param getHarness called once it is open
 * @param filters each with a value that few rows or none have, for which a table without its index is read whole
 */
export function testListPlans<Filter extends object>(
  getHarness: () => ListHarness,
  list: ExplainedList<Partial<Filter>>,
  filters: readonly Partial<Filter>[],
): void {
  test.each<SortName>(["newest", "oldest", "updated"])(
    "by %s, the last pages read what the first one does",
    async (sort) => {
      for (const place of [undefined, latePlace]) {
        const where = { sort, ...(place !== undefined && { place }) };
        const { nodes, read } = await getHarness().explainPage(list, {}, where);
        expect([place, nodes.includes("Seq Scan")]).toEqual([place, false]);
        expect(read).toBeLessThanOrEqual(mostRead);
      }
    },
  );

  test.each(filters.map((filter) => [filter] as const))("filter %o reads an index", async (filter) => {
    const sort = "updatedSince" in filter ? "updated" : "newest";
    const { nodes, read } = await getHarness().explainPage(list, filter, { sort });
    expect(nodes).not.toContain("Seq Scan");
    expect(read).toBeLessThanOrEqual(mostRead);
  });
}
