import type { RawBuilder } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  commonSorts,
  nameSorts,
  readSortedPage,
  type Sort,
  type SortedPage,
} from "../../platform/database/lists/sorted-list.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { definitionSorts } from "./custom-fields/domain.definitions.ts";
import { selectPage } from "../../rpc/resource/store.ts";
import { tags } from "./tags/domain.ts";
import { createNamedContact } from "./parties/fixtures.ts";
import { selectDefinitionPage } from "./custom-fields/store.ts";
import { courtActions } from "./court-actions/domain.ts";
import { selectCourtActionPage } from "./court-actions/store.ts";
import { parties } from "./parties/domain.ts";
import { policies } from "./policies/domain.ts";

/**
 * So many rows of each kind in each of two organizations; of parties, policies and court actions all in one case, and
 * as many in other cases.
 */
const many = 1_000;
const limit = 20;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let caseId: string;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  await fill();
  ({ tenant, caseId } = await fill());
  await owner.query(`ANALYZE "CaseParty", "InsurancePolicy", "CourtAction", "Tag", "CustomFieldDefinition", "Contact"`);
});
afterAll(() => server.close(1000));

async function fill(): Promise<{ tenant: TestTenant; caseId: string }> {
  const filled = await createTenant(server.services.database);
  const created = [await createCase(filled), await createCase(filled)].map((each) => each.caseId);
  const contactId = await createNamedContact(filled, "Lone Star Freight");
  const { organizationId } = filled;
  const each = "FROM generate_series(1, $1::integer) n";
  for (const [index, of] of created.entries()) {
    const at = `'2026-01-01'::timestamptz + n * interval '1 minute'`;
    const values = [many, organizationId, of, contactId];
    await owner.query(
      `INSERT INTO "CaseParty" ("organizationId", id, "caseId", "contactId", role, side, "updatedAt") SELECT $2, 'pty_${index}_' || n, $3, $4, 'witness', 'neutral', ${at} ${each}`,
      values,
    );
    await owner.query(
      `INSERT INTO "InsurancePolicy" ("organizationId", id, "caseId", "carrierContactId", side, type, "updatedAt") SELECT $2, 'pol_${index}_' || n, $3, $4, 'plaintiff', 'pip', ${at} ${each}`,
      values,
    );
  }
  await owner.query(
    `INSERT INTO "CourtAction" ("organizationId", id, "caseId", "courtContactId", "judgeContactId", type, jurisdiction, status, "filedOn", "trialOn", "docketNumber", "createdBy", "updatedAt")
     SELECT $2, 'cta_' || n, $3, $4, $4, 'state_civil', 'TX', 'filed', '2026-01-01', '2026-01-01'::date + n, 'D-' || n, '{}', '2026-01-01'::timestamptz + n * interval '1 minute' ${each}`,
    [many, organizationId, created[0], contactId],
  );
  await owner.query(
    `INSERT INTO "Tag" ("organizationId", id, name, color) SELECT $2, 'tag_' || n, 'tag ' || n, '#000000' ${each}`,
    [many, organizationId],
  );
  await owner.query(
    `INSERT INTO "CustomFieldDefinition" ("organizationId", id, entity, key, label, type, "order") SELECT $2, 'cfd_' || n, 'case', 'key' || n, 'x', 'text', n ${each}`,
    [many, organizationId],
  );
  return { tenant: filled, caseId: created[0] ?? "" };
}

interface List {
  alias: string;
  table: string;
  sorts: Readonly<Record<string, Sort>>;
  select(page: SortedPage): RawBuilder<{ id: string }>;
}

const lists: Record<string, List> = {
  parties: {
    alias: "t",
    table: "CaseParty",
    sorts: commonSorts,
    select: (page) => selectPage(tenant, parties.definition, { caseId }, page),
  },
  "parties of a role": {
    alias: "t",
    table: "CaseParty",
    sorts: commonSorts,
    select: (page) => selectPage(tenant, parties.definition, { caseId, role: "witness", side: "neutral" }, page),
  },
  policies: {
    alias: "t",
    table: "InsurancePolicy",
    sorts: commonSorts,
    select: (page) => selectPage(tenant, policies.definition, { caseId }, page),
  },
  "policies of a type": {
    alias: "t",
    table: "InsurancePolicy",
    sorts: commonSorts,
    select: (page) => selectPage(tenant, policies.definition, { caseId, type: "pip", side: "plaintiff" }, page),
  },
  "court actions": {
    alias: "t",
    table: "CourtAction",
    sorts: commonSorts,
    select: (page) => selectPage(tenant, courtActions.definition, { caseId }, page),
  },
  "court actions of all cases": {
    alias: "t",
    table: "CourtAction",
    sorts: commonSorts,
    select: (page) => selectCourtActionPage(tenant, {}, page),
  },
  "court actions of a status": {
    alias: "t",
    table: "CourtAction",
    sorts: commonSorts,
    select: (page) => selectCourtActionPage(tenant, { status: "filed" }, page),
  },
  tags: { alias: "t", table: "Tag", sorts: nameSorts, select: (page) => selectPage(tenant, tags.definition, {}, page) },
  "tags since": {
    alias: "t",
    table: "Tag",
    sorts: { updated: nameSorts.updated },
    select: (page) => selectPage(tenant, tags.definition, { updatedSince: "2026-01-01T00:00:00Z" }, page),
  },
  definitions: {
    alias: "d",
    table: "CustomFieldDefinition",
    sorts: definitionSorts,
    select: (page) => selectDefinitionPage(tenant, {}, page),
  },
};

describe.each(Object.entries(lists))("%s", (name, { alias, table, sorts, select }) => {
  test.each(Object.keys(sorts))(
    "by %s: the first page and a middle page read no more rows than they return",
    async (sort) => {
      const list = {
        organizationId: tenant.organizationId,
        installationKeys: server.services.installationKeys,
        name,
        alias,
        sorts,
      };
      const read = (
        query: { after?: string; limit: number },
        use: (statement: RawBuilder<{ id: string }>) => Promise<{ id: string }[]>,
      ) => readSortedPage(list, { ...query, sort }, (page) => use(select(page)));
      const { nextCursor } = await read({ limit: many / 2 }, (statement) =>
        tenant.inside(async (transaction) => (await statement.execute(transaction)).rows),
      );
      for (const after of [undefined, nextCursor ?? ""]) {
        await read({ limit, ...(after !== undefined && { after }) }, async (statement) => {
          const explained = await explainRead(server, tenant, statement);
          const own = explained.scans.filter((scan) => scan.table === table);
          expect(own.map(({ node }) => node)).toEqual(["Index Scan"]);
          // The page and one more, and for each row at most three contacts.
          expect(explained.read).toBeLessThanOrEqual((limit + 1) * 4);
          return [];
        });
      }
    },
  );
});
