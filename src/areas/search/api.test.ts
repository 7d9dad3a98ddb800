import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { buildInvoice } from "../../../prisma/seed/builders/billing.ts";
import { encodeCursor } from "../../platform/database/lists/cursor.ts";
import { connectAssistant } from "../../testing/harness/assistant.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import {
  changeRow,
  createCase,
  createKey,
  createTenant,
  deleteRow,
  insertFor,
  type TestTenant,
} from "../../testing/harness/tenant.ts";
import { createEvent } from "../calendar/fixtures.ts";
import { createClientRow } from "../clients/fixtures.ts";
import { createContact } from "../contacts/fixtures.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { createLead } from "../leads/fixtures.ts";
import { createNote } from "../notes/fixtures.ts";
import { createTask } from "../tasks/fixtures.ts";
import type { SearchResult } from "./schema.ts";

interface Page {
  results: SearchResult[];
  omitted: { type: string; scope: string }[];
  nextCursor: string | null;
}

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1_000));

const search = (query: Record<string, string>, by: Api = api) => by.get(`/search?${new URLSearchParams(query)}`);
const read = async (query: Record<string, string>, by: Api = api) => readBody<Page>(await search(query, by));
const find = async (q: string, more: Record<string, string> = {}, by: Api = api) =>
  (await read({ q, ...more }, by)).results.map(({ id }) => id);

/** A tenant of the test's own, for what counts results. */
async function openFirm(): Promise<{ firm: TestTenant; firmApi: Api }> {
  const firm = await createTenant(server.services.database);
  return { firm, firmApi: openApi(server, firm.secret) };
}

/** Sets when records changed past the triggers that do. */
async function changedAt(firm: TestTenant, table: string, id: string, at: string): Promise<void> {
  await firm.inside((transaction) =>
    sql`UPDATE ${sql.table(table)} SET "updatedAt" = ${at}::timestamptz WHERE id = ${id}`.execute(transaction),
  );
}

describe("a record is found", () => {
  test.each<[string, Parameters<typeof createClientRow>[1], string[]]>([
    [
      "by a name with an apostrophe",
      { firstName: "Sean", lastName: "O'Brien" },
      ["O'Brien", "o’brien", "brien o sean", "O'Br", "OBrien", "obri", "sean obrien", "O Brien"],
    ],
    [
      "by a name that is written without its apostrophe",
      { firstName: "Siobhan", lastName: "OBrien" },
      ["O'Brien", "o’brien", "siobhan O'Brien", "O'Brien siobh", "O'Br", "OBrien"],
    ],
    [
      "by a name with letters that Unicode does not decompose",
      { firstName: "Łukasz", lastName: "Straße" },
      ["lukasz", "ŁUKASZ", "straße", "STRASSE lukasz", "Straß", "łuk"],
    ],
    [
      "by a name of which the last word is begun",
      { firstName: "Anabel", lastName: "Núñez" },
      ["Núñez An", "nuñez anab"],
    ],
    ["by a name with diacritics", { firstName: "Inés", lastName: "Núñez" }, ["Núñez", "nunez", "NUÑ", "ines nuñez"]],
    [
      "by a name of two words",
      { firstName: "Wren", lastName: "Abara-Quill" },
      ["Abara-Quill", "quill abara", "wren ab"],
    ],
    [
      "by digits of a phone number",
      { firstName: "P", lastName: "Zaretsky", phone: "(512) 555-7733", phoneE164: "+15125557733" },
      ["5125557733", "+1 512 555 7733", "512-555-7733"],
    ],
    [
      "by an e-mail address, whatever its case",
      { lastName: "Mailer", email: "Vesna.K@example.org" },
      ["vesna.k@EXAMPLE.org"],
    ],
    ["by an external ID", { lastName: "Outer", externalId: "crm/4711%_x" }, ["crm/4711%_x"]],
  ])("%s", async (_, values, queries) => {
    const id = await createClientRow(tenant, values);
    for (const q of queries) expect(await find(q), q).toContain(id);
  });

  test("by a number with dashes, and by its ID", async () => {
    const { caseId } = await createCase(tenant, { sequenceId: "2026-004711", title: "Thistle v. Barrow" });
    const [first] = (await read({ q: "2026-004711" })).results;
    expect(first).toEqual({
      type: "case",
      id: caseId,
      title: "Thistle v. Barrow",
      subtitle: expect.any(String) as string,
      number: "2026-004711",
      matchedField: "sequenceId",
      url: `/api/v1/cases/${caseId}`,
      updatedAt: expect.any(String) as string,
    });
    expect((await read({ q: caseId })).results[0]).toMatchObject({ id: caseId, matchedField: "id" });
    const { caseId: untitled } = await createCase(tenant, { sequenceId: "2026-004712", title: null });
    expect((await read({ q: "2026-004712" })).results[0]).toMatchObject({ id: untitled, title: "2026-004712" });
  });

  test("of every type, by the path of its GET", async () => {
    const { firm, firmApi } = await openFirm();
    const { caseId, clientId } = await createCase(firm, { title: "Quokkaville" });
    const owner = { caseId };
    const invoice = buildInvoice(
      { organizationId: firm.organizationId, caseId, clientId, invoiceNumber: "QUOKKAVILLE" },
      [],
    );
    await insertFor(firm, invoice);
    const ids = {
      case: caseId,
      client: await createClientRow(firm, { lastName: "Quokkaville" }),
      lead: await createLead(firm, { lastName: "Quokkaville" }),
      contact: await createContact(firm, { name: "Quokkaville Ltd" }),
      document: (await createDocument(firm, { ...owner, name: "Quokkaville report" })).documentId,
      note: (await createNote(firm, { ...owner, subject: "About Quokkaville" })).noteId,
      task: (await createTask(firm, { ...owner, title: "Call Quokkaville" })).taskId,
      calendar_event: (await createEvent(firm, { ...owner, title: "Quokkaville hearing", type: "hearing" })).eventId,
      invoice: invoice.Invoice.id,
    };
    const { results } = await read({ q: "quokkaville" }, firmApi);
    expect(Object.fromEntries(results.map(({ type, id }) => [type, id]))).toEqual(ids);
    for (const { url, title } of results) {
      expect((await firmApi.get(url.replace("/api/v1", ""))).status, url).toBe(200);
      expect(title).toMatch(/quokkaville/i);
    }
  });
});

test("signs of other languages are only text, and a search without a word is rejected", async () => {
  await createClientRow(tenant, { lastName: "Percival" });
  for (const q of ["%%", "__", "'\"--;'", "&|!():*", "\\\\"]) expect((await search({ q })).status, q).toBe(400);
  expect(await find("%ercival")).toEqual([]);
  expect(await find("per_ival")).toEqual([]);
  expect(await find('percival\'; DROP TABLE "Client"; --')).toEqual([]);
  expect(await find("percival:* & !x")).toEqual([]);
  expect(await find("(percival | nobody)")).toEqual([]);
  expect(await find("percival")).toHaveLength(1);
  expect((await search({ q: "a" })).status).toBe(400);
  expect((await search({ q: "x".repeat(101) })).status).toBe(400);
  expect((await search({ q: "a b c d e f g h i" })).text).toContain("must be at most 8 words");
});

test("numbers and external IDs come first, then names, then other words, each most recently changed first", async () => {
  const { firm, firmApi } = await openFirm();
  const mentioned = await createClientRow(firm, {
    lastName: "Other",
    email: "marsh7@example.com",
    preferredName: "Marsh7",
  });
  const olderNamed = await createClientRow(firm, { lastName: "Marsh7", firstName: "Anna" });
  const newerNamed = await createClientRow(firm, { lastName: "Marsh7son", firstName: "Bo" });
  const identified = await createClientRow(firm, { lastName: "Wholly", externalId: "Marsh7" });
  await changedAt(firm, "Client", identified, "2026-01-01T00:00:00Z");
  await changedAt(firm, "Client", olderNamed, "2026-01-02T00:00:00Z");
  await changedAt(firm, "Client", newerNamed, "2026-01-03T00:00:00Z");
  await changedAt(firm, "Client", mentioned, "2026-01-04T00:00:00Z");
  const { results } = await read({ q: "Marsh7" }, firmApi);
  expect(results.map(({ id, matchedField }) => [id, matchedField])).toEqual([
    [identified, "externalId"],
    [newerNamed, "name"],
    [olderNamed, "name"],
    [mentioned, "preferredName"],
  ]);
});

describe("what a key does not read", () => {
  test("is left out and named, and fails where it was asked for", async () => {
    const { firm } = await openFirm();
    const clientId = await createClientRow(firm, { lastName: "Vandermeer" });
    await createLead(firm, { lastName: "Vandermeer" });
    const { secret } = await createKey(firm, { scopes: ["clients:read", "leads:write"] });
    const narrow = openApi(server, secret);
    const page = await read({ q: "vandermeer" }, narrow);
    expect(page.results.map(({ id }) => id)).toEqual([clientId]);
    expect(page.omitted).toContainEqual({ type: "lead", scope: "leads:read" });
    expect(page.omitted.map(({ type }) => type)).not.toContain("client");
    const rejected = await search({ q: "vandermeer", types: "client,lead" }, narrow);
    expect([rejected.status, rejected.headers["x-error-detail"]]).toEqual([403, "leads:read"]);
    expect((await read({ q: "vandermeer", types: "client" }, narrow)).omitted).toEqual([]);
    const blind = openApi(server, (await createKey(firm, { scopes: ["org:read", "events:read"] })).secret);
    expect((await search({ q: "vandermeer" }, blind)).status).toBe(403);
    expect((await search({ q: "vandermeer", types: "client,client" }, narrow)).status).toBe(400);
    expect((await search({ q: "vandermeer", types: "clients" }, narrow)).status).toBe(400);
  });

  test("is not found: other firms', deleted, of a deleted case, privileged, private and medical records", async () => {
    const { firm, firmApi } = await openFirm();
    const { firm: stranger, firmApi: strangerApi } = await openFirm();
    await createClientRow(stranger, { lastName: "Hollowell", externalId: "hollow-1" });
    const { caseId } = await createCase(firm, { title: "Gone" });
    const gone = await createClientRow(firm, { lastName: "Hollowell" });
    await createTask(firm, { caseId, title: "Hollowell" });
    await createNote(firm, { subject: "Hollowell", visibility: "privileged", externalId: "privileged-1" });
    await createEvent(firm, { title: "Hollowell", visibility: "private", externalId: "private-1" });
    await createEvent(firm, { title: "Hollowell", type: "ime", externalId: "ime-1" });
    await deleteRow(firm, "Client", gone);
    await deleteRow(firm, "Case", caseId);
    for (const q of ["Hollowell", "hollow-1", "privileged-1", "private-1", "ime-1", gone])
      expect(await find(q, {}, firmApi), q).toEqual([]);
    expect(await find("hollow-1", {}, strangerApi)).toHaveLength(1);
  });

  test("is not found by an assistant whose key opens no sensitive records to it", async () => {
    const { firm } = await openFirm();
    const clientId = await createClientRow(firm, { lastName: "Vandermeer" });
    const { caseId } = await createCase(firm);
    const { documentId } = await createDocument(firm, { caseId, name: "Vandermeer" });
    for (const [mcpSensitiveRecords, ids] of [
      [false, [clientId]],
      [true, [documentId, clientId]],
    ] as const) {
      const { secret } = await createKey(firm, { mcpSensitiveRecords });
      const assistant = await connectAssistant(server, secret);
      const { json } = await assistant.call("read", { operation: "search.list", input: { q: "vandermeer" } });
      const found = JSON.stringify(json);
      expect(ids.filter((id) => !found.includes(id))).toEqual([]);
      expect(found.includes(documentId)).toBe(mcpSensitiveRecords);
    }
    const assistant = await connectAssistant(server, firm.secret);
    expect((await assistant.call("search_operations", { query: "find a person by name" })).text).toContain(
      "search.list",
    );
  });

  test("is nothing for a key that is bound to a vendor: it is rejected", async () => {
    const { secret } = await createKey(tenant, {
      vendorContactId: await createContact(tenant),
      scopes: ["medical:read"],
    });
    const reply = await search({ q: "anything" }, openApi(server, secret));
    expect(reply.status).toBe(403);
  });
});

describe("pages", () => {
  /** All results, page by page. */
  async function readAll(q: string, firmApi: Api, limit: number, between?: (page: number) => Promise<void>) {
    const found: string[] = [];
    let after: string | null = null;
    for (let page = 1; page < 30; page += 1) {
      const body: Page = await read({ q, limit: String(limit), ...(after !== null && { after }) }, firmApi);
      found.push(...body.results.map(({ id }) => id));
      after = body.nextCursor;
      if (after === null) return found;
      await between?.(page);
    }
    throw new Error("the pages do not end");
  }

  test("follow each other without gap or repetition, whatever their size", async () => {
    const { firm, firmApi } = await openFirm();
    for (let index = 0; index < 4; index += 1) {
      await createClientRow(firm, { lastName: "Pagewright" });
      await createLead(firm, { lastName: "Pagewright" });
      await createContact(firm, { name: "Pagewright" });
    }
    const whole = await find("pagewright", {}, firmApi);
    expect(new Set(whole).size).toBe(12);
    for (const limit of [1, 5]) expect(await readAll("pagewright", firmApi, limit)).toEqual(whole);
  });

  test("lose no record that changes meanwhile: it comes at the end", async () => {
    const { firm, firmApi } = await openFirm();
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push(await createClientRow(firm, { lastName: "Drifter" }));
    const [unseen = "", , , , , seen = ""] = ids;
    const found = await readAll("drifter", firmApi, 2, async (page) => {
      if (page !== 1) return;
      for (const id of [unseen, seen]) await changeRow(firm, "Client", id, { occupation: "x" });
    });
    expect(new Set(found)).toEqual(new Set(ids));
    expect(found.slice(-2).toSorted()).toEqual([unseen, seen].toSorted());
    expect(found).toHaveLength(7);
  });

  test("are bound to their search and organization", async () => {
    const { firm, firmApi } = await openFirm();
    for (let index = 0; index < 2; index += 1) await createClientRow(firm, { lastName: "Bounded" });
    const { nextCursor } = await read({ q: "bounded", limit: "1" }, firmApi);
    const after = nextCursor ?? "";
    expect(Buffer.from(after.split(".")[0] ?? "", "base64url").toString()).not.toMatch(/bounded/i);
    expect((await search({ q: "bounded x", after }, firmApi)).status).toBe(400);
    expect((await search({ q: "bounded", types: "client", after }, firmApi)).status).toBe(400);
    expect((await search({ q: "bounded", after })).status).toBe(400);
    expect((await search({ q: "bounded", after }, firmApi)).status).toBe(200);
  });

  test("with a position that no page has are rejected, since anyone can compute a cursor's check", async () => {
    const { firm, firmApi } = await openFirm();
    const digest = createHash("sha256")
      .update(JSON.stringify(["bounded", undefined]))
      .digest("base64url");
    const list = { organizationId: firm.organizationId, name: `search ${digest}`, position: z.unknown() };
    const place = { asOf: 0, common: [0], place: 3, key: 0, type: 0, id: "cli_x" };
    const searchFrom = (changes: object) =>
      search({ q: "bounded", after: encodeCursor(list, { ...place, ...changes }) }, firmApi);
    expect((await searchFrom({})).status).toBe(200);
    for (const key of [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
      expect((await searchFrom({ key })).status).toBe(400);
    for (const changes of [{ place: 3_000_000_000 }, { place: 0 }, { type: 3_000_000_000 }])
      expect([changes, (await searchFrom(changes)).status]).toEqual([changes, 400]);
    expect((await searchFrom({ asOf: Number.MAX_SAFE_INTEGER })).status).toBe(400);
  });
});

test("what was searched for is in no row of the request log", async () => {
  const { firm, firmApi } = await openFirm();
  await search({ q: "kanarienvogel" }, firmApi);
  await search({ q: "kanarienvogel", types: "kanarienvogel" }, firmApi);
  await server.services.requestLog.flush();
  const { rows } = await firm.inside((transaction) =>
    sql<{ text: string }>`SELECT r::text AS text FROM "RequestLog" r`.execute(transaction),
  );
  expect(rows).toHaveLength(2);
  expect(rows.map(({ text }) => text).join("\n")).not.toMatch(/kanarienvogel/);
});
