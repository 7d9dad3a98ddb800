import type { CompiledQuery } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findSimilarNames, prepareNames } from "../../platform/database/lists/similar-names.ts";
import { readSortedPage, type Sort, type SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import type { Context } from "../../rpc/context.ts";
import { allScopes, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { listSentStatements } from "../../testing/database/sent-statements.ts";
import { contactSorts } from "./schema.ts";
import { listContactCaseRows } from "../cases/contacts/store.list.ts";
import { describeRecords } from "../conflict-checks/store.records.ts";
import { listCheckRows } from "../conflict-checks/store.ts";
import { findReferences, listReferringContacts, listShowing } from "./store.references.ts";
import { countRelationshipRows, listRelationshipRows } from "./relationships/store.ts";
import { findByProviderIdentifier, findByKeys, type SearchKey } from "../conflict-checks/store.search.ts";
import { listContactRows, type ContactQuery } from "./store.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

/** So many records of each kind in each of two organizations. */
const many = 1_600;
const installationKeys = createInstallationKeys("a secret of the tests, longer than it has to be");

const fillings = [
  `INSERT INTO "Client" ("organizationId", id, "firstName", "lastName", "emailKey", "phoneE164", "updatedAt")
   SELECT $1, 'cli_' || lpad(n::text, 6, '0'), 'Rosa', 'Surname' || n, 'rosa' || n || '@example.com', '+1512' || (5550000 + n), now() - n * interval '1 minute' FROM generate_series(1, $2) n`,
  `INSERT INTO "Case" ("organizationId", id, "sequenceId", "plaintiffId", "caseType", "matterStage", "matterStatus", "updatedAt")
   SELECT $1, 'case_' || lpad(n::text, 6, '0'), n, 'cli_' || lpad(n::text, 6, '0'), 'x', 'intake', 'open', now() - n * interval '1 minute' FROM generate_series(1, $2) n`,
  `INSERT INTO "Contact" ("organizationId", id, type, name, npi, "externalId", "updatedAt", "deletedAt")
   SELECT $1, 'con_' || lpad(n::text, 6, '0'), CASE WHEN n % 40 = 0 THEN 'court' ELSE 'company' END, 'Acme ' || n, lpad(n::text, 10, '0'), 'x' || n,
     now() - n * interval '1 minute', CASE WHEN n % 10 = 0 THEN now() END FROM generate_series(1, $2) n`,
  `INSERT INTO "ContactPhone" ("organizationId", "contactId", position, label, number, e164, "isPrimary")
   SELECT $1, 'con_' || lpad(n::text, 6, '0'), 1, 'main', 'x', '+1512' || (5550000 + n), true FROM generate_series(1, $2) n`,
  `INSERT INTO "ContactEmail" ("organizationId", "contactId", position, label, address, "addressKey", "isPrimary")
   SELECT $1, 'con_' || lpad(n::text, 6, '0'), 1, 'main', 'x', 'acme' || n || '@example.com', true FROM generate_series(1, $2) n`,
  `INSERT INTO "ContactAddress" ("organizationId", "contactId", position, label, country, "isPrimary")
   SELECT $1, 'con_' || lpad(n::text, 6, '0'), 1, 'main', 'US', true FROM generate_series(1, $2) n`,
  `INSERT INTO "ContactRole" ("organizationId", "contactId", role)
   SELECT $1, 'con_' || lpad(n::text, 6, '0'), CASE WHEN n % 100 = 1 THEN 'expert' ELSE 'insurer' END FROM generate_series(1, $2) n`,
  `INSERT INTO "Member" ("organizationId", id, "firstName", "lastName", email, role)
   SELECT $1, 'mem_' || lpad(n::text, 6, '0'), 'Ada', 'Surname' || n, 'ada' || n || '@example.com', 'paralegal' FROM generate_series(1, $2) n`,
  `INSERT INTO "SearchTerm" ("organizationId", entity, term, "recordId")
   SELECT $1, 'member', term, 'mem_' || lpad(n::text, 6, '0') FROM generate_series(1, $2) n, unnest(ARRAY['ada', 'surname' || n]) AS term
   UNION ALL SELECT $1, 'contact', term, 'con_' || lpad(n::text, 6, '0') FROM generate_series(1, $2) n, unnest(ARRAY['acme', 'number' || n]) AS term
   UNION ALL SELECT $1, 'client', term, 'cli_' || lpad(n::text, 6, '0') FROM generate_series(1, $2) n, unnest(ARRAY['rosa', 'surname' || n]) AS term`,
  `INSERT INTO "NameKey" ("organizationId", entity, key, "recordId")
   SELECT DISTINCT $1, 'client', key, 'cli_' || lpad(n::text, 6, '0')
   FROM generate_series(1, $2) n, unnest(name_keys(ARRAY['Rosa Surname' || chr(97 + n % 20) || chr(97 + n / 20 % 20) || chr(97 + n / 400)], NULL)) AS key`,
  `INSERT INTO "ContactRelationship" ("organizationId", id, "contactId", type, "relatedContactId", "updatedAt")
   SELECT $1, 'rel_' || lpad(n::text, 6, '0'), 'con_' || lpad((n % 40 + 1)::text, 6, '0'), 'represents', 'con_' || lpad((n % 40 + 2 + n)::text, 6, '0'), now() - n * interval '1 minute'
   FROM generate_series(1, $2) n`,
  `INSERT INTO "CaseParty" ("organizationId", id, "caseId", "contactId", role, side)
   SELECT $1, 'pty_' || lpad(n::text, 6, '0'), 'case_' || lpad(n::text, 6, '0'), 'con_' || lpad((n % 400 + 1)::text, 6, '0'), 'witness', 'neutral' FROM generate_series(1, $2) n`,
  `INSERT INTO "CaseParty" ("organizationId", id, "caseId", "contactId", role, side)
   SELECT $1, 'ptx_' || lpad(n::text, 6, '0'), 'case_' || lpad(n::text, 6, '0'), 'con_000777', 'witness', 'neutral' FROM generate_series(1, $2) n WHERE n % 4 = 0`,
  `INSERT INTO "InsurancePolicy" ("organizationId", id, "caseId", side, type, "carrierContactId")
   SELECT $1, 'pol_' || lpad(n::text, 6, '0'), 'case_' || lpad(n::text, 6, '0'), 'defendant', 'umbrella', 'con_' || lpad((n % 400 + 2)::text, 6, '0') FROM generate_series(1, $2) n`,
  `INSERT INTO "ConflictCheck" ("organizationId", id, status, decision, terms, "requestedBy", "caseId", "leadId", "updatedAt")
   SELECT $1, 'cck_' || lpad(n::text, 6, '0'), 'completed', CASE WHEN n % 50 = 0 THEN 'pending' ELSE 'clear' END, '[]', '{}', 'case_' || lpad((n % 100)::text, 6, '0'),
     'lea_' || n % 100, now() - n * interval '1 minute' FROM generate_series(1, $2) n`,
  `INSERT INTO "ConflictResult" ("organizationId", id, "checkId", position, "termIndex", entity, "entityId", "displayName", "matchedOn", "matchScore")
   SELECT $1, 'ccr_' || lpad(n::text, 6, '0'), 'cck_' || lpad(n::text, 6, '0'), 1, 0, 'client', 'x', 'x', '{}', 90 FROM generate_series(1, $2) n`,
];
const tables = [
  "Client",
  "Member",
  "Case",
  "Contact",
  "ContactPhone",
  "ContactEmail",
  "ContactAddress",
  "ContactRole",
  "SearchTerm",
  "NameKey",
  "ContactRelationship",
  "CaseParty",
  "InsurancePolicy",
  "ConflictCheck",
  "ConflictResult",
];

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  const tenants = [await createTenant(server.services.database), await createTenant(server.services.database)];
  // Without triggers and foreign keys: what they would write is written above.
  await owner.query("SET session_replication_role = replica");
  for (const { organizationId } of tenants)
    for (const statement of fillings) await owner.query(statement, [organizationId, many]);
  await owner.query(`ANALYZE ${tables.map((table) => `"${table}"`).join(", ")}`);
  [tenant] = tenants as [TestTenant];
});
afterAll(() => server.close(1000));

/** The statement that a store function sends. */
async function record(work: (context: Context) => Promise<unknown>): Promise<CompiledQuery> {
  const given = { organizationId: tenant.organizationId, installationKeys, expectedRevisions: null };
  const [statement] = await listSentStatements(given, work);
  if (statement === undefined) throw new Error("nothing was sent");
  return statement;
}

/**
 * Runs what the store function sends as the application does.
 *
 * @returns how many rows were read of the tables
 */
async function countReads(work: (context: Context) => Promise<unknown>): Promise<number> {
  const scans = (await explainRead(server, tenant, await record(work))).scans.filter(({ table }) =>
    tables.includes(table),
  );
  expect(scans).not.toEqual([]);
  expect(scans.filter(({ node }) => node === "Seq Scan")).toEqual([]);
  return scans.reduce((sum, { read }) => sum + read, 0);
}

type List = (context: Context, page: SortedPage) => Promise<{ id: string }[]>;

/** A page behind some other, of 50 records. */
async function countPageReads(alias: string, sort: Sort, list: List): Promise<number> {
  const { organizationId } = tenant;
  const described = { organizationId, installationKeys, name: "test", alias, sorts: { sort } };
  const place = {
    id: `${{ c: "con", r: "rel", k: "case" }[alias] ?? "con"}_${String(many / 2).padStart(6, "0")}`,
    updatedAt: new Date(Date.now() - (many / 2) * 60_000).toISOString(),
    name: `Acme ${many / 2}`,
  };
  const { nextCursor } = await readSortedPage(described, { limit: 1, sort: "sort" }, () =>
    Promise.resolve([place, place]),
  );
  const query = { limit: 50, sort: "sort", after: nextCursor ?? "" } as const;
  return countReads((context) => readSortedPage(described, query, (page) => list(context, page)));
}

const { newest, updated } = contactSorts;
const sorts = Object.entries(contactSorts) as [string, Sort][];

describe("lists are read by indexes for every sort and filter", () => {
  test.each(sorts)("contacts by %s", async (_, sort) => {
    // A contact and its six parts, and the deleted ones between.
    expect(await countPageReads("c", sort, (context, page) => listContactRows(context, page, {}))).toBeLessThanOrEqual(
      51 * 8,
    );
  });

  test.each<[string, ContactQuery, number]>([
    ["words, one of them rare", { words: [["acme"], ["number77"]] }, 100],
    ["an e-mail address", { emailKey: "acme77@example.com" }, 50],
    ["a phone", { e164: "+15125550077" }, 50],
    ["an NPI", { npi: "0000000077" }, 50],
    ["a rare role", { role: "expert" }, 400],
    ["a type", { type: "court" }, 400],
    ["an external id", { externalId: "x77" }, 50],
    ["an instant", { updatedSince: new Date(Date.now() - 60 * 60_000).toISOString() }, 400],
  ])("contacts by %s", async (_, query, limit) => {
    for (const sort of [newest, updated]) {
      const read = await countPageReads("c", sort, (context, page) => listContactRows(context, page, query));
      expect(read).toBeLessThanOrEqual(query.updatedSince !== undefined && sort === newest ? 2 * many : limit);
    }
  });

  test.each([newest, updated])("relationships, cases and conflict checks by %o", async (sort) => {
    const contactId = "con_000020";
    const since = new Date(Date.now() - many * 0.75 * 60_000).toISOString();
    expect(
      await countPageReads("r", sort, (context, page) => listRelationshipRows(context, contactId, page, since)),
    ).toBeLessThanOrEqual(300);
    expect(
      await countPageReads("k", sort, (context, page) =>
        listContactCaseRows(context, contactId, page, { scopes: new Set(allScopes), updatedSince: since }),
      ),
    ).toBeLessThanOrEqual(300);
    // A contact with hundreds of cases: by id, its page alone is read; by the time of change, each case once.
    const read = await countPageReads("k", sort, (context, page) =>
      listContactCaseRows(context, "con_000777", page, { scopes: new Set(allScopes) }),
    );
    expect(read).toBeLessThanOrEqual(sort.column === null ? 400 : many);
    for (const query of [{}, { decision: "pending" }, { caseId: "case_000007" }, { leadId: "lea_7" }] as const) {
      expect(
        await countPageReads("c", sort, (context, page) => listCheckRows(context, page, query)),
      ).toBeLessThanOrEqual(51 * 4);
    }
  });
});

describe("searches are read by indexes and read only matching rows", () => {
  const probe = (on: SearchKey["on"], given: Partial<SearchKey>): SearchKey => ({
    term: 0,
    on,
    name: null,
    key: null,
    ...given,
  });

  test.each<[string, SearchKey[], number]>([
    ["a rare name", [probe("name", { name: "Rosa Surname77" }), probe("alias", { name: "Rosa Surname78" })], 100],
    ["an e-mail address", [probe("email", { key: "rosa77@example.com" })], 50],
    ["a phone", [probe("phone", { key: "+15125550077" })], 50],
  ])("%s among clients", async (_, probes, limit) => {
    expect(await countReads((context) => findByKeys(context, "client", probes, 1_000))).toBeLessThanOrEqual(limit);
  });

  test("for a word that every contact has, each probe stops at its limit", async () => {
    const probes = [probe("name", { name: "Acme" }), probe("alias", { name: "Acme number77" })];
    // 500 and one more of the first: the word, the record, what is deleted between; all others would be many more.
    expect(await countReads((context) => findByKeys(context, "contact", probes, 1_000))).toBeLessThanOrEqual(1_400);
  });

  test("name, email and phone together among contacts", async () => {
    const probes = [
      probe("name", { name: "Acme number77" }),
      probe("email", { key: "acme77@example.com" }),
      probe("phone", { key: "+15125550077" }),
    ];
    expect(await countReads((context) => findByKeys(context, "contact", probes, 1_000))).toBeLessThanOrEqual(100);
  });

  test("name and email together among members", async () => {
    const probes = [probe("name", { name: "Ada Surname77" }), probe("email", { key: "ada77@example.com" })];
    expect(await countReads((context) => findByKeys(context, "member", probes, 1_000))).toBeLessThanOrEqual(100);
  });

  test("similar names among clients: a few of their keys, and of a common word as many as show that it is common", async () => {
    const prepared = await tenant.inside((inside) =>
      prepareNames(inside, [{ name: "Rosa Q. Surnamepcd", dateOfBirth: null, lastFour: null }], "ignored"),
    );
    expect(prepared.lookups[0]?.length).toBeGreaterThan(50);
    const readNames = () => Promise.resolve([]);
    const reads = await countReads((context) =>
      findSimilarNames(context, "client", prepared, { readNames, admitsConfirmed: false }),
    );
    expect(reads).toBeLessThanOrEqual(1_400);
  });

  test("displaying matches, finding references to a contact, and finding an NPI", async () => {
    for (const [entity, id] of [
      ["client", "cli_000077"],
      ["contact", "con_000020"],
      ["party", "con_000020"],
      ["member", "mem_000077"],
    ] as const) {
      const ids = [id];
      expect(await countReads((context) => describeRecords(context, entity, ids, 1_000))).toBeLessThanOrEqual(300);
    }
    expect(await countReads((context) => findReferences(context, "con_000077"))).toBeLessThanOrEqual(50);
    expect(await countReads((context) => listShowing(context, "con_000077"))).toBeLessThanOrEqual(100);
    expect(await countReads((context) => listReferringContacts(context, "con_000077", 500))).toBeLessThanOrEqual(5);
    expect(await countReads((context) => countRelationshipRows(context, "con_000020", 500))).toBeLessThanOrEqual(100);
    expect(await countReads((context) => findByProviderIdentifier(context, "0000000077"))).toBeLessThanOrEqual(5);
  });
});
