import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createClientRow } from "../clients/fixtures.ts";
import { createContact, createParty } from "../contacts/fixtures.ts";
import { createLead } from "../leads/fixtures.ts";
import { createMember } from "../team/fixtures.ts";
import type { ConflictCheck, ConflictMatch, ConflictResult } from "./schema.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

interface Found {
  matches: ConflictMatch[];
  isCut: boolean;
  commonWords: string[];
}

async function search(tenant: TestTenant, terms: object[], secret = tenant.secret): Promise<Found> {
  const reply = await openApi(server, secret).change("POST", "/conflict-checks/search", { terms });
  expect(reply.status, reply.text).toBe(200);
  return readBody<Found>(reply);
}
const inShort = ({ matches }: Found) =>
  matches.map(({ entity, matchedName, matchScore, matchBand, matchReasons }) => [
    entity,
    matchedName,
    matchScore,
    matchBand,
    matchReasons,
  ]);

describe("names that differ", () => {
  let tenant: TestTenant;
  const people = [
    ["Robert", "McDonald"],
    ["Sean", "O'Brien"],
    ["María", "de la Cruz"],
    ["Hans", "Müller"],
    ["Łukasz", "Wiśniewski"],
    ["Jane", "Smith-Jones"],
    ["Catherine", "Schmidt"],
    ["Пётр", "Чайковский"],
    ["Van", "Le"],
    ["Van Thanh", "Le"],
    ["Ben", "Abernathy"],
    ["Leilani", "Kaʻahumanu"],
  ] as const;
  beforeAll(async () => {
    tenant = await createTenant(server.services.database);
    for (const [firstName, lastName] of people) await createClientRow(tenant, { firstName, lastName });
    await createContact(tenant, {
      type: "company",
      name: "Abel & Sons Trucking, Inc.",
      companyName: "Abel & Sons Trucking, Inc.",
    });
    await createContact(tenant, {
      type: "company",
      name: "Lone Star Freight, LLC",
      companyName: "Lone Star Freight, LLC",
      doingBusinessAs: "Lonestar Haulers",
    });
  });

  test.each<[string, string, string, number, string[]]>([
    ["Robert J. McDonald", "client", "Robert McDonald", 86, ["initial"]],
    ["Robert McDonald Jr.", "client", "Robert McDonald", 88, ["suffix"]],
    ["Robert McDonald, Esq.", "client", "Robert McDonald", 90, ["same_name"]],
    ["Dr. Robert McDonald, M.D.", "client", "Robert McDonald", 90, ["same_name"]],
    ["Robert James McDonald", "client", "Robert McDonald", 82, ["extra_words"]],
    ["McDonald, Robert J.", "client", "Robert McDonald", 86, ["word_order", "initial"]],
    ["R. McDonald", "client", "Robert McDonald", 85, ["initial"]],
    ["Bob McDonald", "client", "Robert McDonald", 84, ["nickname"]],
    ["Robert MacDonald", "client", "Robert McDonald", 84, ["sound"]],
    ["Robert Mc Donald", "client", "Robert McDonald", 88, ["joined_words"]],
    ["Robert Mcdonlad", "client", "Robert McDonald", 84, ["sound"]],
    ["Robert McDonals", "client", "Robert McDonald", 81, ["spelling"]],
    ["Nobert McDonald", "client", "Robert McDonald", 73, ["spelling"]],
    ["Sean OBrien", "client", "Sean O'Brien", 90, ["same_name"]],
    ["Sean O’Brien", "client", "Sean O'Brien", 90, ["same_name"]],
    ["Shawn O Brien", "client", "Sean O'Brien", 82, ["nickname", "joined_words"]],
    ["Maria Delacruz", "client", "María de la Cruz", 88, ["accents", "joined_words"]],
    ["Maria Cruz", "client", "María de la Cruz", 90, ["accents"]],
    ["Hans Mueller", "client", "Hans Müller", 89, ["accents"]],
    ["Hans Muller", "client", "Hans Müller", 90, ["accents"]],
    ["Lukasz Wisniewski", "client", "Łukasz Wiśniewski", 90, ["accents"]],
    ["Le, Van", "client", "Van Le", 90, ["word_order"]],
    ["Le Van Thanh", "client", "Van Thanh Le", 90, ["word_order"]],
    ["Lê Thành", "client", "Van Thanh Le", 70, ["extra_words", "word_order", "accents"]],
    ["Benjamin Abernathy", "client", "Ben Abernathy", 84, ["nickname"]],
    ["Leilani Kaahumanu", "client", "Leilani Kaʻahumanu", 90, ["same_name"]],
    ["Jane Smith", "client", "Jane Smith-Jones", 70, ["extra_words"]],
    ["Jane Jones", "client", "Jane Smith-Jones", 70, ["extra_words"]],
    ["Kathryn Schmitt", "client", "Catherine Schmidt", 78, ["nickname", "sound"]],
    ["Petr Chaikovskii", "client", "Пётр Чайковский", 84, ["accents", "sound"]],
    ["Abel and Sons Trucking", "contact", "Abel & Sons Trucking, Inc.", 88, ["company_form"]],
    ["Abel & Sons Trucking LLC", "contact", "Abel & Sons Trucking, Inc.", 88, ["company_form"]],
    ["The Abel & Sons Trucking Company", "contact", "Abel & Sons Trucking, Inc.", 88, ["company_form"]],
    ["Lonestar Freight L.L.C.", "contact", "Lone Star Freight, LLC", 88, ["joined_words"]],
    ["Lonestar Haulers", "contact", "Lonestar Haulers", 90, ["same_name"]],
  ])("%s", async (...[name, entity, matchedName, score, reasons]) => {
    const found = await search(tenant, [{ name }]);
    expect(inShort(found)[0]).toEqual([
      entity,
      matchedName,
      score,
      score >= 80 ? "high" : "medium",
      expect.arrayContaining(reasons),
    ]);
    expect(found.matches[0]?.matchReasons).toHaveLength(reasons.length);
    expect([found.isCut, found.commonWords]).toEqual([false, []]);
    const contacts = readBody<{
      matches: { matchReasons: string[]; matchedName: string | null; contact: { name: string } }[];
    }>(await openApi(server, tenant.secret).change("POST", "/contacts/match", { name }));
    if (entity === "contact")
      expect(contacts.matches[0]).toMatchObject({
        matchedName,
        matchReasons: expect.arrayContaining(reasons) as unknown,
      });
  });

  test("a person with the same surname is unlikely, and somebody else's first name no match", async () => {
    expect(inShort(await search(tenant, [{ name: "Sarah McDonald" }]))).toEqual([
      ["client", "Robert McDonald", 35, "low", ["shared_word"]],
    ]);
    expect(inShort(await search(tenant, [{ name: "Robert Zabriskie" }]))).toEqual([]);
    expect(inShort(await search(tenant, [{ name: "Robert Lee McDonald" }, { name: "Nobody Else" }]))).toEqual([
      ["client", "Robert McDonald", 82, "high", ["extra_words"]],
    ]);
  });

  test("an alias is compared as a name is, for 5 points less", async () => {
    expect(inShort(await search(tenant, [{ name: "Nobody Else", aliases: ["Bobby McDonald"] }]))).toEqual([
      ["client", "Robert McDonald", 79, "medium", ["nickname"]],
    ]);
  });
});

test("leads are found by the injured and the at-fault party, contacts as parties, members by name", async () => {
  const tenant = await createTenant(server.services.database);
  await createLead(tenant, {
    firstName: "Ana",
    lastName: "Ruiz",
    injuredPartyName: "Wilhelm Groß",
    atFaultParty: "Kowalski Logistics GmbH",
  });
  const { caseId } = await createCase(tenant);
  await createParty(
    tenant,
    caseId,
    await createContact(tenant, {
      type: "person",
      name: "Jon Fitzgerald",
      firstName: "Jon",
      lastName: "Fitzgerald",
      companyName: null,
    }),
  );
  await createMember(tenant, { firstName: "Gillian", lastName: "Forrester", status: "deactivated" });
  const found = await search(tenant, [
    { name: "Wilhelm Gross" },
    { organizationName: "Kowalsky Logistics" },
    { name: "John Fitz Gerald" },
    { name: "Gilian Forester" },
  ]);
  expect(found.matches.map(({ entity, termIndex, matchedName }) => [entity, termIndex, matchedName])).toEqual(
    expect.arrayContaining([
      ["lead", 0, "Wilhelm Groß"],
      ["lead", 1, "Kowalski Logistics GmbH"],
      ["contact", 2, "Jon Fitzgerald"],
      ["party", 2, "Jon Fitzgerald"],
      ["member", 3, "Gillian Forrester"],
    ]),
  );
  expect(found.matches).toHaveLength(5);
});

test("the keys follow the names: changed, cleared and deleted ones", async () => {
  const tenant = await createTenant(server.services.database);
  const clientId = await createClientRow(tenant, { firstName: "Elena", lastName: "Marsh", preferredName: "Lena" });
  const names = async (name: string) => inShort(await search(tenant, [{ name }])).map(([, matchedName]) => matchedName);
  expect(await names("Elena Q. Marsh")).toEqual(["Elena Marsh"]);
  await changeRow(tenant, "Client", clientId, { lastName: "Reyes" });
  expect(await names("Elena Q. Marsh")).toEqual([]);
  expect(await names("Elena Q. Reyes")).toEqual(["Elena Reyes"]);
  await changeRow(tenant, "Client", clientId, { deletedAt: "2026-03-14T15:09:26.535Z" });
  expect(await names("Elena Q. Reyes")).toEqual([]);
});

describe("supporting facts", () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await createTenant(server.services.database);
    await createClientRow(tenant, {
      firstName: "Elena",
      lastName: "Reyes",
      dateOfBirth: "1984-06-30",
      ssnFourDigits: "4821",
    });
  });
  const shown = ({ matches }: Found) =>
    matches.map(({ matchedOn, matchScore, matchReasons }) => [matchedOn, matchScore, matchReasons]);

  test("a date of birth finds who married, and nobody else", async () => {
    expect(shown(await search(tenant, [{ name: "Elena Marsh", dateOfBirth: "1984-06-30" }]))).toEqual([
      [["name", "dob"], 60, ["shared_word"]],
    ]);
    expect(shown(await search(tenant, [{ name: "Elena Marsh", dateOfBirth: "1984-06-29" }]))).toEqual([]);
    expect(shown(await search(tenant, [{ name: "Rosa Marsh", dateOfBirth: "1984-06-30" }]))).toEqual([]);
  });

  test("last four digits confirm, and are not stored", async () => {
    expect(shown(await search(tenant, [{ name: "Elena Reyes", lastFour: "4821" }]))).toEqual([
      [["name", "last_four"], 95, ["same_name"]],
    ]);
    const reply = await openApi(server, tenant.secret).change("POST", "/conflict-checks", {
      terms: [{ name: "Ellena Reyes", dateOfBirth: "1984-06-30", lastFour: "4821" }],
    });
    expect(reply.body["results"]).toMatchObject([
      {
        matchedOn: ["name", "dob", "last_four"],
        matchScore: 94,
        matchBand: "high",
        matchReasons: ["sound"],
        matchedName: "Elena Reyes",
      },
    ]);
    expect(reply.text).not.toContain("4821");
    const { conflictCheck } = readBody<{ conflictCheck: ConflictCheck; results: ConflictResult[] }>(reply);
    const again = await openApi(server, tenant.secret).get(`/conflict-checks/${conflictCheck.id}`);
    expect(again.body["results"]).toEqual(reply.body["results"]);
  });

  test("a key that cannot read clients learns no date of birth", async () => {
    const { secret } = await createKey(tenant, { scopes: ["contacts:read"] });
    expect(
      (await search(tenant, [{ name: "Elena Marsh", dateOfBirth: "1984-06-30", lastFour: "4821" }], secret)).matches,
    ).toEqual([]);
    expect((await search(tenant, [{ name: "Ellen Reyes", dateOfBirth: "1984-06-30" }], secret)).matches).toMatchObject([
      { displayName: "[redacted]", matchScore: null, matchBand: null, matchReasons: [], matchedName: null },
    ]);
  });
});

test("a common surname: the same and similar names, and a statement that others share the word", async () => {
  const tenant = await createTenant(server.services.database);
  const { organizationId } = tenant;
  const rows = Array.from({ length: 400 }, (_, index) => ({
    organizationId,
    id: createId("contact"),
    type: "person",
    name: `Person${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))} Smith`,
  }));
  await tenant.inside((transaction) =>
    transaction
      .insertInto("Contact")
      .values([...rows, { organizationId, id: createId("contact"), type: "person", name: "Zoltan Smith" }])
      .execute(),
  );
  const found = await search(tenant, [{ name: "Zoltan B. Smith" }]);
  expect(inShort(found)).toEqual([["contact", "Zoltan Smith", 86, "high", ["initial"]]]);
  expect([found.isCut, found.commonWords]).toEqual([false, ["smith"]]);
  const bare = await search(tenant, [{ name: "Smith" }]);
  expect([bare.matches.length, bare.isCut]).toEqual([200, true]);
  const match = readBody<Found>(
    await openApi(server, tenant.secret).change("POST", "/contacts/match", { name: "Smith" }),
  );
  expect([match.matches.length, match.isCut]).toEqual([20, true]);
});
