import { sql } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { commonSorts, readSortedPage, type SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { SearchWord } from "../../platform/names/record-words.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { idAt } from "../../testing/database/remake-partitions.ts";
import { selectCaseEvents } from "../events/activity/store.ts";
import { chooseSorted, selectCases, type ListFilters } from "./list/store.ts";
import { selectCaseNumbers } from "./summary/store.ts";

/** So many cases has each of two firms. */
const total = 3_000;
/** Every so many-th is one that matters. */
const rare = 40;
const limit = 20;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  await owner.query("SET session_replication_role = replica");
  tenant = await createTenant(server.services.database);
  const others = await createTenant(server.services.database);
  for (const { organizationId } of [tenant, others]) await fill(organizationId);
  await owner.query(`ANALYZE "Case", "Client", "CaseAttorney", "Tag", "CaseTag", "SearchTerm", "EventCase", "Event"`);
});
afterAll(() => server.close(1000));

/** Cases with long descriptions, some of which matter; the first has a long history and many events. */
async function fill(organizationId: string): Promise<void> {
  const run = (text: string, ...values: unknown[]) => owner.query(text, [organizationId, ...values]);
  await run(
    `INSERT INTO "Client" ("organizationId", id, "firstName", "lastName") SELECT $1, 'cli_' || n, 'Rosa', 'Diaz' FROM generate_series(1, ${rare}) n`,
  );
  await run(
    `INSERT INTO "Case" ("organizationId", id, "sequenceId", "plaintiffId", "caseType", "caseState", "matterStage", "matterStatus", "partnerId", "highValue",
        "externalId", "dateOfIncident", "closedOn", "updatedAt", description)
     SELECT $1, 'case_' || to_char(n, 'FM000000'), '2026-' || n, 'cli_' || n % ${rare} + 1, CASE rare WHEN true THEN 'dog_bite' ELSE 'other' END,
       CASE rare WHEN true THEN 'TX' ELSE 'NY' END, CASE rare WHEN true THEN 'trial' ELSE 'intake' END, CASE rare WHEN true THEN 'on_hold' ELSE 'open' END,
       CASE rare WHEN true THEN 'partner' END, rare, 'crm-' || n, date '2000-01-01' + n, CASE rare WHEN true THEN date '2000-01-01' + n END, now() - n * interval '1 minute', repeat('word ', 300)
     FROM (SELECT n, n % ${rare} = 0 AS rare FROM generate_series(1, $2::integer) n) c`,
    total,
  );
  await run(
    `INSERT INTO "CaseAttorney" ("organizationId", "caseId", "attorneyId", role)
     SELECT $1, 'case_' || to_char(n, 'FM000000'), CASE n % ${rare} WHEN 0 THEN 'mem_rare' ELSE 'mem_busy' END, 'lead' FROM generate_series(1, $2::integer) n`,
    total,
  );
  await run(
    `INSERT INTO "Tag" ("organizationId", id, name, "nameKey", color) SELECT $1, 'tag_' || n, 'tag ' || n, 'tag ' || n, '#000000' FROM generate_series(1, 50) n`,
  );
  await run(
    `INSERT INTO "CaseTag" ("organizationId", "caseId", "tagId") SELECT $1, 'case_' || to_char(n, 'FM000000'), CASE n % ${rare} WHEN 0 THEN 'tag_1' ELSE 'tag_2' END
     FROM generate_series(1, $2::integer) n`,
    total,
  );
  await run(
    `INSERT INTO "SearchTerm" ("organizationId", entity, term, "recordId")
     SELECT $1, 'case', term, 'case_' || to_char(n, 'FM000000') FROM generate_series(1, $2::integer) n, unnest(ARRAY['diaz', 'word' || n % ${rare}]) term`,
    total,
  );
  await run(
    `INSERT INTO "EventCase" ("organizationId", "caseId", number, entity, "eventId")
     SELECT $1, CASE n % 10 WHEN 0 THEN 'case_000001' ELSE 'case_other' END, n, CASE n % 20 WHEN 0 THEN 'case' ELSE 'folder' END, ${idAt("evt", "now()", "n")} FROM generate_series(1, $2::integer) n`,
    total,
  );
  await run(
    `INSERT INTO "Event" SELECT $1, n, ${idAt("evt", "now()", "n")}, 'case', 'case_000001', 'case.updated', now(), '{"id": "key"}', '{}', '{}', '[]', 'req', '{}' FROM generate_series(1, $2::integer) n`,
    total,
  );
}

type SortName = keyof typeof commonSorts;

/** The page as `readSortedPage` makes it, at the list's beginning or behind a row. */
async function pageOf(sort: SortName, isLater: boolean, alias: string): Promise<SortedPage> {
  const installationKeys = createInstallationKeys("a secret of the tests, longer than it has to be");
  const list = { organizationId: tenant.organizationId, installationKeys, name: "cases", alias, sorts: commonSorts };
  const pages: SortedPage[] = [];
  const keep = (rows: { id: string; updatedAt: string }[]) => (page: SortedPage) => {
    pages.push(page);
    return Promise.resolve(rows);
  };
  const number = total / 2;
  const middle = {
    id: `case_${String(number).padStart(6, "0")}`,
    updatedAt: new Date(Date.now() - number * 60_000).toISOString(),
  };
  const { nextCursor } = await readSortedPage(list, { limit: 1, sort }, keep([middle, middle]));
  await readSortedPage(list, { limit, sort, ...(isLater && nextCursor !== null && { after: nextCursor }) }, keep([]));
  const page = pages.at(-1);
  if (page === undefined) throw new Error("no page was read");
  return page;
}

/** A filter, and how many rows of any table a page of it may read: what fits, or a walk to a page of what is not rare. */
const filters: [string, Omit<ListFilters, "words">, SearchWord[], number][] = [
  ["none", {}, [], 4],
  ["a rare stage", { matterStage: "trial" }, [], 8],
  ["a common stage", { matterStage: "intake" }, [], 8],
  ["a rare status", { matterStatus: "on_hold" }, [], 8],
  ["a rare type", { caseType: "dog_bite" }, [], 8],
  ["a rare state", { caseState: "TX" }, [], 8],
  ["a rare mark", { highValue: true }, [], 8],
  ["a partner", { partnerId: "partner" }, [], 8],
  ["a client", { plaintiffId: "cli_7" }, [], 8],
  ["an external id", { externalId: "crm-77" }, [], 4],
  ["an attorney with few cases", { attorneyId: "mem_rare" }, [], 15],
  ["a tag that few have", { tagId: "tag_1" }, [], 15],
  ["a tag that all have", { tagId: "tag_2" }, [], 15],
  ["days of an incident", { dateOfIncidentFrom: "2000-02-01", dateOfIncidentTo: "2000-03-01" }, [], 8],
  ["days of closing", { closedOnFrom: "2001-01-01", closedOnTo: "2002-01-01" }, [], 8],
  ["a rare word", {}, [["word7"]], 18],
  ["a rare word and one that all have", {}, [["word7"], ["diaz"]], 24],
];

describe.each(filters)("filter: %s", (_, filter, words, pages) => {
  test.each<[SortName, boolean]>([
    ["newest", false],
    ["newest", true],
    ["oldest", true],
    ["updated", false],
    ["updated", true],
  ])("by %s, later: %s", async (sort, isLater) => {
    const view = isLater ? "full" : "summary";
    const sorted = chooseSorted(sort, filter);
    const { scans: all } = await explainRead(
      server,
      tenant,
      selectCases(tenant, view, { ...filter, words }, { ...(await pageOf(sort, isLater, sorted)), sorted }),
    );
    // The firms of this test have few tags, clients and attorneys: their tables are read whole.
    const scans = all.filter(({ table }) => !["Tag", "Client", "Member"].includes(table));
    expect(scans.filter(({ node }) => node === "Seq Scan")).toEqual([]);
    expect(scans.reduce((sum, { read }) => sum + read, 0)).toBeLessThanOrEqual(pages * limit);
  });
});

test.each([
  ["at the end", null],
  ["in the midst", total / 2],
])("a case's events %s are read by an index, no more than the page needs", async (_, before) => {
  const { scans, read } = await explainRead(
    server,
    tenant,
    selectCaseEvents(tenant, "case_000001", ["case", "folder"], { before, limit }),
  );
  // A month without rows may be read from end to end.
  expect(scans.filter(({ node, read: rows }) => node === "Seq Scan" && rows > 0)).toEqual([]);
  expect(read).toBeLessThanOrEqual(3 * limit);
});

test("a case summary reads every count from an index", async () => {
  const everything = {
    documents: true,
    notes: true,
    tasks: true,
    deadlines: true,
    calendar: true,
    intake: true,
    billing: true,
    settlements: true,
    trust: true,
    referrals: true,
    communications: true,
    medical: true,
    esign: true,
  };
  // Empty tables would be read whole whatever there is.
  const { scans } = await explainRead(server, tenant, sql`${selectCaseNumbers(tenant, "case_000001", everything)}`);
  expect(scans.filter(({ node, table }) => node === "Seq Scan" && ["Case", "CaseAttorney"].includes(table))).toEqual(
    [],
  );
});
