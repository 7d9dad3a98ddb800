import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { countTraces, readEvents } from "../../testing/harness/traces.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { createCheck } from "./fixtures.ts";
import { createContact, createParty } from "../contacts/fixtures.ts";
import { createMember } from "../team/fixtures.ts";
import type { ConflictCheck, ConflictMatch, ConflictResult } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let caseId = "";
let clientId = "";
let contactId = "";
let partyId = "";
let leadId = "";

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

/** Rosa Diaz is a client of a closed case, a contact that is the defendant of it, and a lead that was declined. */
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  ({ caseId, clientId } = await createCase(tenant, {
    matterStatus: "closed",
    title: "Diaz v. Diaz",
    attorneyId: tenant.attorneyId,
  }));
  contactId = await createContact(tenant, {
    type: "person",
    name: "Rosa Inés Diaz",
    firstName: "Rosa",
    middleName: "Inés",
    lastName: "Diaz",
    preferredName: "Rosie",
    companyName: null,
  });
  partyId = await createParty(tenant, caseId, contactId);
  leadId = createId("lead");
  const { organizationId } = tenant;
  const lead = {
    organizationId,
    id: leadId,
    sequenceId: "L-1",
    firstName: "Rosa",
    lastName: "Díaz",
    status: "declined",
    declineReason: "conflict_of_interest",
    emailKey: "rosa@lead.example",
    phoneE164: "+15125550177",
  };
  await tenant.inside((transaction) =>
    transaction
      .insertInto("Lead")
      .values({ ...lead, dateOfBirth: "1984-06-30" })
      .execute(),
  );
});

interface Found {
  matches: ConflictMatch[];
  isCut: boolean;
}
async function search(terms: object[], secret = tenant.secret): Promise<Found> {
  const reply = await openApi(server, secret).change("POST", "/conflict-checks/search", { terms });
  return readBody<Found>(reply);
}
const inShort = ({ matches }: Found) =>
  matches.map(({ entity, entityId, matchedOn, matchScore }) => [entity, entityId, matchedOn, matchScore]);

describe("a search", () => {
  test("finds clients, contacts, parties and leads with scores, also closed and declined ones", async () => {
    const { matches, isCut } = await search([{ name: "DIAZ, Rosa", dateOfBirth: "1984-06-30" }]);
    expect(isCut).toBe(false);
    expect(inShort({ matches, isCut })).toEqual([
      ["client", clientId, ["name", "dob"], 95],
      ["lead", leadId, ["name", "dob"], 95],
      ["contact", contactId, ["name"], 90],
      ["party", partyId, ["name"], 90],
    ]);
    expect(matches[0]).toMatchObject({
      displayName: "Rosa Diaz",
      caseId,
      caseTitle: "Diaz v. Diaz",
      matterStatus: "closed",
      attorneyName: "Ada Counsel",
    });
    expect(matches[1]).toMatchObject({ displayName: "Rosa Díaz", matterStatus: "declined", caseId: null });
    expect(matches[2]).toMatchObject({ displayName: "Rosa Inés Diaz", role: "insurer", caseId: null });
    expect(matches[3]).toMatchObject({
      displayName: "Rosa Inés Diaz",
      role: "defendant",
      side: "defendant",
      caseId,
      matterStatus: "closed",
    });
  });

  test.each<[string, object, () => unknown[]]>([
    [
      "words among others",
      { name: "Ines Diaz" },
      () => [
        ["contact", contactId, ["name"], 70],
        ["party", partyId, ["name"], 70],
        ["client", clientId, ["name"], 35],
        ["lead", leadId, ["name"], 35],
      ],
    ],
    [
      "an alias",
      { name: "Nobody Else", aliases: ["Rosie Diaz"] },
      () => [
        ["contact", contactId, ["alias"], 85],
        ["party", partyId, ["alias"], 85],
        ["client", clientId, ["alias"], 79],
        ["lead", leadId, ["alias"], 79],
      ],
    ],
    ["an e-mail address", { email: "ROSA@lead.example" }, () => [["lead", leadId, ["email"], 95]]],
    [
      "a phone and an e-mail address",
      { phone: "(512) 555-0177", email: "rosa@lead.example" },
      () => [["lead", leadId, ["email", "phone"], 100]],
    ],
    [
      "a phone of a contact",
      { phone: "512 555 0111" },
      () => [
        ["contact", contactId, ["phone"], 85],
        ["party", partyId, ["phone"], 85],
      ],
    ],
    [
      "somebody else's birthday",
      { phone: "512 555 0177", dateOfBirth: "1984-06-29" },
      () => [["lead", leadId, ["phone"], 85]],
    ],
    ["a member's name", { name: "Counsel, Ada" }, () => [["member", tenant.attorneyId, ["name"], 90]]],
    [
      "a member's name and e-mail address",
      { name: "Counsel", email: "Ada@Firm.example" },
      () => [["member", tenant.attorneyId, ["name", "email"], 100]],
    ],
    ["a word of a member's e-mail address", { name: "Firm" }, () => []],
    ["words of an e-mail address alone", { name: "Acme Claims" }, () => []],
    [
      "parts of words",
      { name: "Ros Dia" },
      () => [
        ["client", clientId, ["name"], 62],
        ["contact", contactId, ["name"], 62],
        ["party", partyId, ["name"], 62],
        ["lead", leadId, ["name"], 62],
      ],
    ],
    ["other words", { name: "Pia Rosenberg" }, () => []],
  ])("by %s", async (_, term, expected) => {
    expect(inShort(await search([term]))).toEqual(expected());
  });

  test("finds deactivated members, and redacts them for keys without org:read", async () => {
    const memberId = await createMember(tenant, {
      firstName: "Gil",
      lastName: "Former",
      email: "gil@firm.example",
      status: "deactivated",
    });
    const term = { email: "gil@firm.example" };
    expect((await search([term])).matches).toMatchObject([
      {
        entity: "member",
        entityId: memberId,
        displayName: "Gil Former",
        role: "paralegal",
        matterStatus: "deactivated",
        caseId: null,
        attorneyName: null,
      },
    ]);
    const { secret } = await createKey(tenant, {
      scopes: ["contacts:read", "clients:read", "cases:read", "leads:read"],
    });
    expect((await search([term], secret)).matches).toMatchObject([
      { entity: "member", entityId: null, displayName: "[redacted]", matchScore: null, role: null, matterStatus: null },
    ]);
  });

  test("reports the matching term and stores nothing", async () => {
    const before = await countTraces(tenant);
    const { matches } = await search([{ organizationName: "Nobody Inc" }, { email: "rosa@lead.example" }]);
    expect(matches.map(({ termIndex }) => termIndex)).toEqual([1]);
    expect(await countTraces(tenant)).toEqual(before);
    expect((await api.get("/conflict-checks")).body).toMatchObject({ conflictChecks: [] });
  });

  test("omits deleted records and those of other firms", async () => {
    const deletedAt = new Date().toISOString();
    await changeRow(tenant, "Lead", leadId, { deletedAt });
    expect((await search([{ email: "rosa@lead.example" }])).matches).toEqual([]);
    const other = await createTenant(server.services.database);
    expect((await search([{ name: "Rosa Diaz" }], other.secret)).matches).toEqual([]);
  });

  test("returns at most 200 matches and sets isCut", async () => {
    const { organizationId } = tenant;
    const rows = Array.from({ length: 201 }, (_, index) => ({
      organizationId,
      id: createId("contact"),
      type: "company",
      name: `Common Name ${index}`,
    }));
    await tenant.inside((transaction) => transaction.insertInto("Contact").values(rows).execute());
    const { matches, isCut } = await search([{ name: "Common Name" }]);
    expect([matches.length, isCut]).toEqual([200, true]);
  });

  test("limits the records read per term, sets isCut, and still returns matches of other terms", async () => {
    const { organizationId } = tenant;
    const rows = Array.from({ length: 210 }, (_, index) => ({
      organizationId,
      id: createId("contact"),
      type: "company",
      name: `Common Name ${index}`,
    }));
    await tenant.inside((transaction) => transaction.insertInto("Contact").values(rows).execute());
    const terms = [
      { name: "Common" },
      ...Array.from({ length: 18 }, (_, index) => ({ name: `Nobody ${index}` })),
      { email: "rosa@lead.example" },
    ];
    const found = await search(terms);
    expect(found.isCut).toBe(true);
    expect(found.matches[0]).toMatchObject({ entity: "lead", entityId: leadId, termIndex: 19 });
    expect(await search(terms.slice(1))).toMatchObject({ isCut: false, matches: [{ entityId: leadId }] });
  });

  test("redacts matches that the key's scopes do not allow", async () => {
    const { secret } = await createKey(tenant, { scopes: ["contacts:read", "clients:read"] });
    const { matches } = await search([{ name: "Rosa Diaz", dateOfBirth: "1984-06-30" }], secret);
    const hidden = {
      entityId: null,
      displayName: "[redacted]",
      matchedOn: [],
      matchScore: null,
      matchBand: null,
      matchReasons: [],
      matchedName: null,
      caseId: null,
      caseTitle: null,
      role: null,
      side: null,
      matterStatus: null,
      attorneyName: null,
    };
    expect(matches.filter(({ entity }) => entity === "lead" || entity === "party")).toEqual([
      { ...hidden, entity: "lead", termIndex: 0 },
      { ...hidden, entity: "party", termIndex: 0 },
    ]);
    expect(matches.find(({ entity }) => entity === "client")).toMatchObject({
      displayName: "Rosa Diaz",
      matchScore: 95,
      caseId: null,
      caseTitle: null,
      attorneyName: null,
    });
  });

  test.each([
    ["nothing", {}, "terms.0: must contain a name"],
    ["a birthday alone", { dateOfBirth: "1984-06-30" }, "terms.0: must contain a name"],
    ["a name without letters", { name: "--" }, "terms.0.name: must contain a letter or a digit"],
    ["a phone that is none", { phone: "none" }, "terms.0.phone: must be a phone number"],
  ])("rejects %s", async (_, term, message) => {
    expect((await api.change("POST", "/conflict-checks/search", { terms: [term] })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      error: expect.stringContaining(message) as unknown,
    });
  });
});

describe("a check", () => {
  const make = async (body: object) => {
    const reply = await api.change("POST", "/conflict-checks", body);
    const { conflictCheck, results } = readBody<{ conflictCheck: ConflictCheck; results: ConflictResult[] }>(reply);
    return { check: conflictCheck, results };
  };
  const decide = (checkId: string, resultId: string, decision: string) =>
    api.change("PATCH", `/conflict-checks/${checkId}/results/${resultId}`, { decision });
  const close = (checkId: string, body: object) => api.change("POST", `/conflict-checks/${checkId}/close`, body);

  test("stores its matches, is decided match by match, and is closed once", async () => {
    const { check, results } = await make({ terms: [{ name: "Rosa Diaz" }], caseId });
    expect(check).toMatchObject({
      status: "completed",
      decision: "pending",
      resultCount: 4,
      undecidedCount: 4,
      caseId,
      requestedBy: { id: tenant.keyId },
    });
    expect(results.map(({ decision }) => decision)).toEqual(["undecided", "undecided", "undecided", "undecided"]);
    expect((await close(check.id, { decision: "clear" })).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: expect.stringContaining("4 of the check's results are undecided") as unknown,
    });
    for (const { id } of results) expect((await decide(check.id, id, "no_conflict")).status).toBe(200);
    await decide(check.id, results[0]?.id ?? "", "conflict");
    expect((await close(check.id, { decision: "clear" })).text).toContain("it allows conflict, waived");
    expect((await close(check.id, { decision: "waived" })).text).toContain("waiverDocumentId: required for waived");
    expect((await close(check.id, { decision: "conflict", waiverDocumentId: "x" })).text).toContain(
      "waiverDocumentId: allowed only for waived",
    );
    expect((await close(check.id, { decision: "waived", waiverDocumentId: "unknown" })).status).toBe(404);
    const closed = await close(check.id, { decision: "conflict", note: "The defendant" });
    expect(readRecord(closed.body, "conflictCheck")).toMatchObject({
      decision: "conflict",
      note: "The defendant",
      decidedBy: { id: tenant.keyId },
      revision: 7,
    });
    expect((await close(check.id, { decision: "conflict" })).body).toMatchObject({ code: "INVALID_STATE_TRANSITION" });
    expect((await decide(check.id, results[0]?.id ?? "", "potential")).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
    });
  });

  test.each([
    ["archived", { matterStatus: "archived" }],
    ["deleted", { deletedAt: "2026-03-14T15:09:26.535Z" }],
  ])("can be decided and closed when its case is %s meanwhile", async (_, values) => {
    const { check, results } = await make({ terms: [{ email: "rosa@lead.example" }], caseId });
    await changeRow(tenant, "Case", caseId, values);
    expect((await decide(check.id, results[0]?.id ?? "", "no_conflict")).status).toBe(200);
    expect((await close(check.id, { decision: "clear" })).status).toBe(200);
    const relatedIds = [
      { entity: "conflict_check", id: check.id },
      { entity: "case", id: caseId },
      { entity: "client", id: clientId },
    ];
    expect((await readEvents(tenant)).at(-1)).toMatchObject({ eventType: "conflict_check.closed", relatedIds });
    expect(
      (await api.change("POST", "/conflict-checks", { terms: [{ name: "Nobody Else" }], caseId })).body["success"],
    ).toBe(false);
  });

  test("is waived with the signed waiver", async () => {
    const { checkId } = await createCheck(tenant, "conflict");
    const { documentId: waiverDocumentId } = await createDocument(tenant);
    expect(
      readRecord((await close(checkId, { decision: "waived", waiverDocumentId })).body, "conflictCheck"),
    ).toMatchObject({ decision: "waived", waiverDocumentId });
  });

  test("stores all matches, including those its creator cannot read", async () => {
    const { secret } = await createKey(tenant, { scopes: ["contacts:read", "contacts:write"] });
    const reply = await openApi(server, secret).change("POST", "/conflict-checks", {
      terms: [{ email: "rosa@lead.example" }],
      leadId,
    });
    const [hidden] = reply.body["results"] as ConflictResult[];
    expect(hidden).toMatchObject({ entity: "lead", entityId: null, displayName: "[redacted]" });
    const { id } = readRecord(reply.body, "conflictCheck");
    const decided = await openApi(server, secret).change(
      "PATCH",
      `/conflict-checks/${String(id)}/results/${hidden?.id}`,
      { decision: "no_conflict", note: "Asked intake" },
    );
    expect(readRecord(decided.body, "result")).toMatchObject({
      entityId: null,
      displayName: "[redacted]",
      decision: "no_conflict",
      note: null,
    });
    expect((await api.get(`/conflict-checks/${String(id)}`)).body["results"]).toMatchObject([
      { entityId: leadId, displayName: "Rosa Díaz", note: "Asked intake" },
    ]);
    const event = (await readEvents(tenant)).at(-1);
    expect(event).toMatchObject({
      eventType: "conflict_check.updated",
      relatedIds: [
        { entity: "conflict_check", id },
        { entity: "lead", id: leadId },
      ],
    });
    expect(JSON.stringify(event?.payload)).not.toContain("Díaz");
  });

  test("belongs to a case, a lead or neither, and is listed by them", async () => {
    const terms = [{ name: "Nobody Else" }];
    expect((await api.change("POST", "/conflict-checks", { terms, caseId, leadId })).text).toContain(
      "leadId: must not be sent with caseId",
    );
    expect((await api.change("POST", "/conflict-checks", { terms, caseId: "unknown" })).status).toBe(404);
    const [ofCase, ofLead, ofNone] = [
      await make({ terms, caseId }),
      await make({ terms, leadId }),
      await make({ terms }),
    ];
    expect((await close(ofLead.check.id, { decision: "clear" })).status).toBe(200);
    const list = async (query: string) =>
      ((await api.get(`/conflict-checks${query}`)).body["conflictChecks"] as ConflictCheck[]).map(({ id }) => id);
    expect(await list("")).toEqual([ofNone.check.id, ofLead.check.id, ofCase.check.id]);
    expect(await list("?sort=updated")).toEqual([ofCase.check.id, ofNone.check.id, ofLead.check.id]);
    expect(await list(`?caseId=${caseId}`)).toEqual([ofCase.check.id]);
    expect(await list(`?leadId=${leadId}&decision=clear`)).toEqual([ofLead.check.id]);
    expect(await list("?decision=pending&sort=oldest")).toEqual([ofCase.check.id, ofNone.check.id]);
  });
});
