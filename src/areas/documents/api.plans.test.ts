import { sql, type RawBuilder } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSortedPage, type SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { SearchWord } from "../../platform/names/record-words.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { createLead } from "../leads/fixtures.ts";
import { createPartialContext } from "../../testing/harness/partial-context.ts";
import { documentSorts } from "./domain.records.ts";
import { selectDocumentPage, type DocumentFilters } from "./store.records.ts";

/** So many documents in each of two firms; a filter finds every so many-th. */
const total = 1_500;
const rare = 30;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let caseId = "";
let leadId = "";

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  for (const each of [await createTenant(server.services.database), tenant]) await fill(each);
  await owner.query(`ANALYZE "Document", "DocumentTag", "DocumentVersion", "SearchTerm", "Folder", "Case"`);
});
afterAll(() => server.close(1000));

async function fill(of: TestTenant): Promise<void> {
  ({ caseId } = await createCase(of));
  const { caseId: other } = await createCase(of);
  leadId = await createLead(of);
  await owner.query(
    `INSERT INTO "Document" ("organizationId", id, "caseId", "leadId", name, "fileName", "contentType", "sizeBytes", sha256, category, status, version, "externalId", "uploadedBy", "createdAt", "updatedAt")
     SELECT $1, 'doc_' || lpad(n::text, 6, '0'), CASE WHEN n % $4 = 0 THEN $2 ELSE $3 END, CASE WHEN n % $4 = 0 THEN $5 END, 'name' || n % $4 || ' of ' || n, 'a.pdf', 'application/pdf', 1, repeat('a', 64),
       CASE WHEN n % $4 = 0 THEN 'photo' ELSE 'other' END, CASE WHEN n % $4 = 1 THEN 'scanning' ELSE 'available' END, CASE WHEN n % $4 = 1 THEN 0 ELSE 1 END, 'x' || n, '{}',
       timestamptz '2026-11-01' + n * interval '1 minute', timestamptz '2026-11-01' + n * interval '1 minute'
     FROM generate_series(1, $6::integer) n`,
    [of.organizationId, caseId, other, rare, leadId, total],
  );
  await owner.query(
    `INSERT INTO "DocumentTag" ("organizationId", "documentId", tag) SELECT "organizationId", id, unnest(CASE WHEN category = 'photo' THEN '{urgent,all}' ELSE '{all}' END::text[]) FROM "Document" WHERE "organizationId" = $1`,
    [of.organizationId],
  );
  await owner.query(
    `INSERT INTO "Folder" ("organizationId", id, "caseId", name, "nameKey", depth) SELECT $1, 'fld_' || n, $2, n, n, 1 FROM generate_series(1, 500) n`,
    [of.organizationId, other],
  );
  await owner.query(
    `INSERT INTO "StoredObject" ("organizationId", id) SELECT "organizationId", replace(id, 'doc', 'obj') FROM "Document" WHERE "organizationId" = $1`,
    [of.organizationId],
  );
  await owner.query(
    `INSERT INTO "DocumentVersion" ("organizationId", id, "documentId", number, "objectId", "fileName", "contentType", "sizeBytes", sha256, "uploadedBy")
     SELECT "organizationId", replace(id, 'doc', 'dvr'), id, 1, replace(id, 'doc', 'obj'), 'a.pdf', 'application/pdf', 1, sha256, '{}' FROM "Document" WHERE "organizationId" = $1`,
    [of.organizationId],
  );
}

/** When the document of this number was created. */
const instantOf = (number: number) => new Date(Date.UTC(2026, 10, 1) + number * 60_000).toISOString();

type SortName = keyof typeof documentSorts;

async function explain(filters: DocumentFilters, words: readonly SearchWord[], sort: SortName) {
  const { organizationId } = tenant;
  const context = createPartialContext({ organizationId, transaction: server.services.database.withoutTenant });
  const statements: RawBuilder<unknown>[] = [];
  const list = {
    organizationId,
    installationKeys: server.services.installationKeys,
    name: "documents",
    alias: "d",
    sorts: documentSorts,
  };
  const read = (page: SortedPage) => {
    statements.push(sql`${selectDocumentPage(context, filters, words, page)}`);
    return Promise.resolve(
      statements.length > 1
        ? []
        : Array.from({ length: 50 }, (_, n) => ({
            id: `doc_${String(total / 2 + n).padStart(6, "0")}`,
            updatedAt: instantOf(total / 2),
            name: "name5 of 5",
          })),
    );
  };
  // The first page, and one behind its middle.
  const first = await readSortedPage(list, { limit: 20, sort }, read);
  await readSortedPage(list, { limit: 20, sort, after: first.nextCursor ?? "" }, read);
  return Promise.all(statements.map((statement) => explainRead(server, tenant, statement)));
}

describe("every page is read through an index and reads little more than it returns", () => {
  const filters: Record<string, [DocumentFilters, SearchWord[]]> = {
    none: [{}, []],
    case: [{}, []],
    lead: [{}, []],
    category: [{ category: "photo" }, []],
    status: [{ status: "scanning" }, []],
    tag: [{ tag: "urgent" }, []],
    externalId: [{ externalId: "x700" }, []],
    createdFrom: [{ createdFrom: instantOf(total * 0.93) }, []],
    updatedSince: [{ updatedSince: instantOf(total * 0.93) }, []],
    words: [{}, [["name0"]]],
  };
  const rows = Object.keys(filters).flatMap((name) =>
    (Object.keys(documentSorts) as SortName[]).map((sort) => [name, sort] as const),
  );

  test.each(rows)("%s by %s", async (name, sort) => {
    const [given, words] = filters[name] ?? [{}, []];
    const pages = await explain(
      { ...given, ...(name === "case" && { caseId }), ...(name === "lead" && { leadId }) },
      words,
      sort,
    );
    for (const { scans } of pages) {
      // There are four cases: reading them all is cheaper than any index.
      expect(scans.filter(({ node, table }) => node === "Seq Scan" && table !== "Case")).toEqual([]);
      const documents = scans.filter(({ table }) => table === "Document").reduce((sum, { read }) => sum + read, 0);
      // A span of time is walked in the order that was requested: only its own order (updated) ends where the span does.
      const isSpan = name === "createdFrom" || name === "updatedSince";
      expect(documents).toBeLessThanOrEqual(isSpan && !(name === "updatedSince" && sort === "updated") ? total : 400);
    }
  });
});
