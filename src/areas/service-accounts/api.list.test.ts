import { CompiledQuery } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { expectRejection } from "../../testing/conformance/subject.ts";
import { createPlainKey, inDays, newKeyBody, shownKey } from "./fixtures.ts";
import type { ServiceAccount } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;
const names = ["zeta", "Alpha", "beta", "alpha", "Ämter", "beta", "gamma_50%", "Delta"];
const made: { keyId: string; secret: string; name: string }[] = [];

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  owner = await server.connectOwner();
  for (const [index, name] of names.entries()) {
    // Two end at the same instant: the id decides between them.
    const key = await createPlainKey(tenant, {
      name,
      expiresAt: inDays(40 + (index % 7)),
      ...(index === 2 && { pausedAt: inDays(-1), scopes: ["contacts:read"] }),
    });
    made.push({ ...key, name });
  }
});
afterAll(() => server.close(1000));

interface Page {
  serviceAccounts: ServiceAccount[];
  nextCursor: string | null;
}

const get = (query: string) => openApi(server, tenant.secret).get(`/service-accounts?${query}`);
const page = async (query: string) => readBody<Page>(await get(query));

/** Every page of a list, with so many keys each. */
async function walk(query: string, limit: number): Promise<ServiceAccount[]> {
  const found: ServiceAccount[] = [];
  let after = "";
  do {
    const { serviceAccounts, nextCursor } = await page(`limit=${limit}&${query}${after}`);
    expect(serviceAccounts.length).toBeLessThanOrEqual(limit);
    found.push(...serviceAccounts);
    after = nextCursor === null ? "" : `&after=${encodeURIComponent(nextCursor)}`;
  } while (after !== "");
  return found;
}

test.each(["newest", "name", "expires"])(
  "%s: pages of any size return the whole list, each key once and in order",
  async (sort) => {
    const { rows } = await owner.query<{ id: string }>(
      `SELECT id FROM "IntegrationKey" WHERE "organizationId" = $1 ORDER BY ${{ newest: "id DESC", name: "lower(name), id", expires: `"expiresAt", id` }[sort] ?? ""}`,
      [tenant.organizationId],
    );
    const expected = rows.map(({ id }) => id);
    expect(expected).toHaveLength(names.length + 1);
    for (const limit of [1, 2, 3, names.length + 1, 200]) {
      expect((await walk(`sort=${sort}`, limit)).map(({ id }) => id)).toEqual(expected);
    }
  },
);

test("a key created meanwhile shifts no page", async () => {
  const own = await createTenant(server.services.database);
  for (const name of ["a", "b", "c"]) await createPlainKey(own, { name });
  const api = openApi(server, own.secret);
  const first = readBody<Page>(await api.get("/service-accounts?limit=2"));
  await createPlainKey(own, { name: "new" });
  const second = readBody<Page>(await api.get(`/service-accounts?limit=2&after=${first.nextCursor ?? ""}`));
  expect([...first.serviceAccounts, ...second.serviceAccounts].map(({ name }) => name)).toEqual([
    "c",
    "b",
    "a",
    "Test key",
  ]);
  expect(second.nextCursor).toBeNull();
});

test("filters and search return matching keys", async () => {
  const idsOf = async (query: string) => (await walk(query, 2)).map(({ id }) => id).toSorted();
  const idsNamed = (...wanted: string[]) =>
    made
      .filter(({ name }) => wanted.includes(name))
      .map(({ keyId }) => keyId)
      .toSorted();
  expect(await idsOf("status=paused")).toEqual([made[2]?.keyId]);
  expect(await idsOf("scope=contacts:read")).toEqual([made[2]?.keyId, tenant.keyId].toSorted());
  expect(await idsOf("scope=contacts:read&status=active")).toEqual([tenant.keyId]);
  expect(await idsOf("search=ALPHA")).toEqual(idsNamed("Alpha", "alpha"));
  expect(await idsOf("search=%C3%A4mt")).toEqual(idsNamed("Ämter"));
  // What is a pattern to LIKE is text to people.
  expect(await idsOf("search=%25")).toEqual(idsNamed("gamma_50%"));
  expect(await idsOf("search=_")).toEqual(idsNamed("gamma_50%"));
  expect(await idsOf("search=%5C")).toEqual([]);
  const prefix = made[0]?.secret.slice(0, 12) ?? "";
  for (const search of [prefix, prefix.slice(4), prefix.slice(0, 10), prefix.slice(4, 10)])
    expect(await idsOf(`search=${search}`)).toEqual([made[0]?.keyId]);
});

test("unknown filters are rejected by name", async () => {
  expectRejection(await get("status=gone&scope=cases:admin&sort=oldest&limit=201&search="), "VALIDATION_FAILED");
  for (const query of [
    "status=gone",
    "scope=cases:admin",
    "scope=*",
    "sort=oldest",
    "limit=0",
    "limit=201",
    "search=",
  ]) {
    expectRejection(await get(query), "VALIDATION_FAILED", new RegExp(`^${query.split("=")[0] ?? ""}: `));
  }
});

test("a cursor belongs to its organization, order and filters", async () => {
  const cursor = (await page("limit=1&sort=name")).nextCursor ?? "";
  const other = await createTenant(server.services.database);
  const rejected = [
    get(`sort=newest&after=${cursor}`),
    get(`sort=name&status=active&after=${cursor}`),
    get(`sort=name&after=${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`),
    openApi(server, other.secret).get(`/service-accounts?sort=name&after=${cursor}`),
  ];
  for (const reply of await Promise.all(rejected))
    expectRejection(reply, "VALIDATION_FAILED", /^after: not a cursor of this list/);
  // A place, and nothing of what stands there.
  expect(Buffer.from(cursor.split(".")[0] ?? "", "base64url").toString()).toMatch(/^"key_[0-9a-z]{26}"$/);
});

test("other organizations' keys are never listed", async () => {
  const other = await createTenant(server.services.database);
  const { serviceAccounts } = readBody<Page>(await openApi(server, other.secret).get("/service-accounts"));
  expect(serviceAccounts.map(({ id }) => id)).toEqual([other.keyId]);
});

test("If-Match guards a change, and each change raises the revision", async () => {
  const { key } = shownKey(await openApi(server, tenant.secret).change("POST", "/service-accounts", newKeyBody()));
  const patch = (revision: number) =>
    openApi(server, tenant.secret).change(
      "PATCH",
      `/service-accounts/${key.id}`,
      { name: `At ${revision}` },
      { "If-Match": `"${revision}"` },
    );
  expect((await patch(1)).headers.etag).toBe('"2"');
  expectRejection(await patch(1), "STALE_REVISION");
  expect((await patch(2)).headers.etag).toBe('"3"');
});

test("a page runs the same statements for any number of keys, and an index carries each sort order", async () => {
  const many = await createTenant(server.services.database);
  // Others have as many: what the table holds besides must not be walked through.
  const others = await Promise.all([1, 2, 3].map(() => createTenant(server.services.database)));
  await owner.query(
    `INSERT INTO "IntegrationKey" ("organizationId", id, name, "actorName", scopes, "expiresAt")
     SELECT o, 'key_many_' || lpad(i::text, 6, '0'), 'Key ' || md5(i::text), 'x', ARRAY['cases:read'], now() + make_interval(hours => i % 5000 + 1)
     FROM generate_series(1, 5000) i, unnest($1::text[]) o`,
    [[many, ...others].map(({ organizationId }) => organizationId)],
  );
  await owner.query('ANALYZE "IntegrationKey"');
  const statements: CompiledQuery[] = [];
  const { pool } = server.services.database;
  const watched = new WeakSet<Client>();
  const watch = (client: Client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, { query: (...given: unknown[]) => (statements.push(readStatement(given)), query(...given)) });
  };
  const api = openApi(server, many.secret);
  const recordList = async (search: string) => {
    statements.length = 0;
    return readBody<Page>(await api.get(`/service-accounts?${search}`));
  };
  const listing = () =>
    statements.filter(({ sql }) => sql.includes('"IntegrationKey"') || sql.includes('"ScopeRequest"'));
  pool.on("acquire", watch);
  const counts: number[] = [];
  for (const limit of [2, 200]) {
    await recordList(`limit=${limit}&sort=name`);
    counts.push(new Set(listing().map(({ sql }) => sql)).size);
  }
  expect(counts[0]).toBe(counts[1]);
  for (const sort of ["newest", "name", "expires"]) {
    const { nextCursor } = await recordList(`limit=200&sort=${sort}`);
    await recordList(`limit=50&sort=${sort}&after=${nextCursor}`);
    const pages = listing().filter(({ sql }) => / order by .* limit /i.test(sql));
    expect(pages).toHaveLength(1);
    for (const statement of pages) await expectIndexed(many, statement);
  }
  pool.off("acquire", watch);
});

test.each([
  ["what a key created", "IntegrationKey", "createdByKeyId", "IntegrationKey_organizationId_createdByKeyId_id_idx"],
  [
    "the secrets that a key received",
    "IntegrationKeySecret",
    "issuedToKeyId",
    "IntegrationKeySecret_organizationId_issuedToKeyId_keyId_idx",
  ],
])("an index leads to %s", async (_, table, column, index) => {
  await owner.query(`ANALYZE "${table}"`);
  // A sequential scan is cheaper in a table that has few rows yet.
  await owner.query("SET enable_seqscan = off");
  const { rows } = await owner.query<Record<"QUERY PLAN", string>>(
    `EXPLAIN SELECT id FROM "${table}" WHERE "organizationId" = $1 AND "${column}" = ANY ($2)`,
    [tenant.organizationId, [tenant.keyId]],
  );
  await owner.query("RESET enable_seqscan");
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(index);
});

/** A page of 50, one key more to know whether there are more, and the cursor's key: no others are read. */
async function expectIndexed(of: TestTenant, statement: CompiledQuery): Promise<void> {
  const { scans } = await explainRead(server, of, statement);
  const keys = scans.filter(({ table }) => table === "IntegrationKey");
  expect(keys.map(({ node }) => node)).toContain("Index Scan");
  expect(keys.reduce((sum, { read }) => sum + read, 0)).toBeLessThanOrEqual(52);
}

/** Of a call of pg's `query`: a text, or an object that names it. */
function readStatement([query, values]: unknown[]): CompiledQuery {
  const { text = "", values: own } = (typeof query === "string" ? { text: query } : query) as {
    text?: string;
    values?: unknown[];
  };
  return CompiledQuery.raw(text, own ?? (Array.isArray(values) ? values : []));
}
