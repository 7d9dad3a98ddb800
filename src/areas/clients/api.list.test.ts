import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";

let server: TestServer;
let tenant: TestTenant;
/** By last name. */
const idOf = new Map<string, string>();

const people = [
  { firstName: "Zoë", lastName: "Ångström", email: "Zoe@Example.com", phone: "(512) 555-0182", tags: ["VIP"] },
  { firstName: "Ann", lastName: "abbott", email: "ann@example.com", secondaryPhone: "+1 512 555 0182" },
  { firstName: "Bea", lastName: "Abbott", preferredName: "Queenie", phone: "512-555-0199", externalId: "crm-7" },
  { firstName: "Max", lastName: "Miller", middleName: "Theodor", tags: ["VIP", "newsletter"] },
];

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  for (const person of people) {
    const reply = await openApi(server, tenant.secret).change("POST", "/clients", person);
    expect(reply.status, reply.text).toBe(201);
    idOf.set(person.firstName, (reply.body["client"] as { id: string }).id);
  }
  const stranger = await createTenant(server.services.database);
  await openApi(server, stranger.secret).change("POST", "/clients", { ...people[0], firstName: "Stranger" });
});
afterAll(() => server.close(1000));

const get = (query: string) => openApi(server, tenant.secret).get(`/clients?${query}`);

async function list(query: Record<string, string>): Promise<string[]> {
  const reply = await get(new URLSearchParams(query).toString());
  expect(reply.status, reply.text).toBe(200);
  return (reply.body["clients"] as { firstName: string }[]).map(({ firstName }) => firstName);
}

describe("clients are found by", () => {
  test.each<[string, Record<string, string>, string[]]>([
    ["e-mail, whatever the case", { email: "zoe@EXAMPLE.com" }, ["Zoë"]],
    ["phone in any form, the second one too", { phone: "+15125550182" }, ["Ann", "Zoë"]],
    ["phone without country", { phone: "512 555 0199" }, ["Bea"]],
    ["externalId", { externalId: "crm-7" }, ["Bea"]],
    ["externalId as a word", { q: "crm 7" }, ["Bea"]],
    ["tag", { tag: "VIP" }, ["Max", "Zoë"]],
    ["a word without its accents", { q: "angstrom" }, ["Zoë"]],
    ["two words, each in another field", { q: "zoe ångström" }, ["Zoë"]],
    ["the preferred name", { q: "queenie" }, ["Bea"]],
    ["the middle name", { q: "THEODOR" }, ["Max"]],
    ["two filters", { tag: "VIP", q: "miller" }, ["Max"]],
    ["two words, by name", { q: "queenie abbott", sort: "name" }, ["Bea"]],
    ["part of a word: nothing", { q: "ang" }, []],
  ])("%s", async (_, query, found) => {
    expect((await list(query)).toSorted()).toEqual(found.toSorted());
  });
});

test.each(["newest", "oldest", "updated", "name"])("a search by %s continues where its page ended", async (sort) => {
  const whole = await list({ q: "abbott", sort });
  const { body } = await get(`q=abbott&sort=${sort}&limit=1`);
  expect([
    ...(body["clients"] as { firstName: string }[]).map(({ firstName }) => firstName),
    ...(await list({ q: "abbott", sort, after: String(body["nextCursor"]) })),
  ]).toEqual(whole);
  expect(whole.toSorted()).toEqual(["Ann", "Bea"]);
});

describe("a name with an apostrophe", () => {
  let firm: TestTenant;
  beforeAll(async () => {
    firm = await createTenant(server.services.database);
    for (const [firstName, lastName] of [
      ["Written", "O'Brien"],
      ["Apart", "O Brien"],
      ["Joined", "OBrien"],
      ["Other", "Brien"],
      ["One", "O"],
    ])
      await openApi(server, firm.secret).change("POST", "/clients", { firstName, lastName });
  });

  test.each<[string, string[]]>([
    ["O'Brien", ["Apart", "Joined", "Written"]],
    ["o’brien", ["Apart", "Joined", "Written"]],
    ["O'Brien joined", ["Joined"]],
    ["OBrien", ["Joined", "Written"]],
    ["O Brien", ["Apart", "Written"]],
    ["Brien", ["Apart", "Other", "Written"]],
  ])("%s finds %j, in each order", async (q, names) => {
    for (const sort of ["newest", "oldest", "updated", "name"]) {
      const reply = await openApi(server, firm.secret).get(`/clients?${new URLSearchParams({ q, sort }).toString()}`);
      const found = (reply.body["clients"] as { firstName: string }[]).map(({ firstName }) => firstName);
      expect(found.toSorted(), sort).toEqual(names);
    }
  });
});

describe("clients are sorted", () => {
  test.each<[string, string[]]>([
    ["newest", ["Max", "Bea", "Ann", "Zoë"]],
    ["oldest", ["Zoë", "Ann", "Bea", "Max"]],
    ["updated", ["Zoë", "Ann", "Bea", "Max"]],
    // Neither case nor accents count: Abbott, abbott and Ångström.
    ["name", ["Ann", "Bea", "Zoë", "Max"]],
  ])("by %s, also across pages", async (sort, names) => {
    expect(await list({ sort })).toEqual(names);
    const paged: string[] = [];
    let after = "";
    for (let page = 0; page < names.length; page += 1) {
      const { body } = await get(`sort=${sort}&limit=1${after === "" ? "" : `&after=${after}`}`);
      paged.push(...(body["clients"] as { firstName: string }[]).map(({ firstName }) => firstName));
      after = String(body["nextCursor"]);
    }
    expect([paged, after]).toEqual([names, "null"]);
  });

  test("a changed client becomes the last of `updated` and matches updatedSince", async () => {
    const since = new Date().toISOString();
    await openApi(server, tenant.secret).change("PATCH", `/clients/${String(idOf.get("Bea"))}`, {
      occupation: "Nurse",
    });
    expect(await list({ sort: "updated" })).toEqual(["Zoë", "Ann", "Max", "Bea"]);
    expect(await list({ updatedSince: since })).toEqual(["Bea"]);
  });
});

test("a cursor of a name sort does not contain the name", async () => {
  const { body } = await get("sort=name&limit=1");
  expect(Buffer.from(String(body["nextCursor"]), "base64url").toString("latin1")).not.toMatch(/abbott/i);
});

test.each([
  ["a phone that is none", "phone=12", "phone: must be a complete phone number"],
  ["a date of birth", "dateOfBirth=1984-06-30", "dateOfBirth: unknown query parameter"],
  ["a search without words", "q=%21", "q: must contain a letter or a digit"],
  ["a cursor of another sort", "sort=updated&after=PLACE", "after: not a cursor of this list"],
])("400: %s", async (_, query, message) => {
  const { body } = await get("sort=name&limit=1");
  const reply = await get(query.replace("PLACE", String(body["nextCursor"])));
  expect([reply.status, reply.body["error"]]).toEqual([400, expect.stringContaining(message)]);
});
