import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { createLead, newLeadBody } from "./fixtures.ts";
import { leadExamples } from "./examples.ts";
import type { Lead } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const readLead = ({ body }: Reply) => readRecord(body, "lead") as Lead;
const create = (changes: Record<string, unknown> = {}) => api.change("POST", "/leads", newLeadBody(changes));
const patch = (id: string, body: object, headers = {}) => api.change("PATCH", `/leads/${id}`, body, headers);

async function make(changes: Record<string, unknown> = {}): Promise<Lead> {
  const reply = await create(changes);
  expect(reply.status, reply.text).toBe(201);
  return readLead(reply);
}

function expectRejected({ status, body }: Reply, code: string, message: RegExp | string = ""): void {
  expect({ status, code: body["code"] }).toEqual({
    status: { VALIDATION_FAILED: 400, NOT_FOUND: 404 }[code] ?? 409,
    code,
  });
  expect(body["error"]).toMatch(message);
}

describe("POST /leads", () => {
  test("creates a new lead with a number and the given values", async () => {
    const reply = await create({ externalId: "form-1" });
    const lead = readLead(reply);
    expect(reply.headers.location).toBe(`/api/v1/leads/${lead.id}`);
    expect(lead).toMatchObject({
      ...newLeadBody(),
      externalId: "form-1",
      sequenceId: expect.stringMatching(/^L-\d{4}-\d{6}$/),
      status: "new",
      availableTransitions: ["attempting_contact", "contacted", "duplicate", "declined", "spam"],
      qualification: "unreviewed",
      contactAttemptCount: 0,
      // Instants are shown in one form, also those within the consent.
      consent: { tcpaConsented: true, consentedAt: "2026-03-14T15:09:26.000Z" },
      nextFollowUpAt: "2026-03-15T15:00:00.000Z",
      customFields: {},
    });
    expect(readLead(await api.get(`/leads/${lead.id}`))).toEqual(lead);
  });

  test("accepts the documented request once: the same person or externalId is a duplicate", async () => {
    const { body } = leadExamples["leads.create"];
    const firm = openApi(server, (await createTenant(server.services.database)).secret);
    expect((await firm.change("POST", "/leads", body)).status).toBe(201);
    expectRejected(await firm.change("POST", "/leads", body), "DUPLICATE_ENTRY");
    expectRejected(
      await firm.change("POST", "/leads", { lastName: "Reyes", externalId: body.externalId }),
      "DUPLICATE_ENTRY",
    );
  });

  test("requires a name or a way to reach the person", async () => {
    for (const body of [
      { firstName: "Rosa" },
      { lastName: "Diaz" },
      { email: "r@example.com" },
      { phone: "555-0143" },
    ]) {
      expect((await api.change("POST", "/leads", body)).status).toBe(201);
    }
    for (const body of [{ description: "hit" }, { phone: null, caseType: "dog_bite" }]) {
      expectRejected(
        await api.change("POST", "/leads", body),
        "VALIDATION_FAILED",
        "body: must contain at least one of firstName, lastName, email, phone",
      );
    }
  });

  test("is not lost over an e-mail address that is none: it is kept as it was written, and marked", async () => {
    const written = { firstName: "Rosa", lastName: "Diaz", email: "rosa at example" };
    const created = await api.change("POST", "/leads", written);
    expect([created.status, readLead(created).email, readLead(created).emailIsValid]).toEqual([
      201,
      "rosa at example",
      false,
    ]);
    const corrected = readLead(await patch(readLead(created).id, { email: "rosa@example.com" }));
    expect([corrected.email, corrected.emailIsValid]).toEqual(["rosa@example.com", true]);
    expect(readLead(await patch(corrected.id, { email: null })).emailIsValid).toBeNull();
  });

  test.each([
    ["address.state", { address: { state: "T".repeat(101) } }],
    ["address.zip", { address: { zip: "78704" } }],
    ["consent.tcpaConsented", { consent: {} }],
    ["utm.source", { utm: { source: 5 } }],
    ["score", { score: 101 }],
    ["vendorCostCents", { vendorCostCents: -1 }],
    ["dateOfBirth", { dateOfBirth: "2099-01-01" }],
    ["nextFollowUpAt", { nextFollowUpAt: "0000-01-01T00:00:00Z" }],
    ["caseType", { caseType: "divorce" }],
    ["status", { status: "converted" }],
    ["qualification", { qualification: null }],
  ])("validates %s", async (path, changes) => {
    expectRejected(await create(changes), "VALIDATION_FAILED", path);
  });

  test("requires a unique externalId and vendor ID, also for concurrent requests", async () => {
    const replies = await Promise.all([1, 2, 3].map(() => create({ externalId: "form-2", phone: null, email: null })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    for (const reply of replies.filter(({ status }) => status === 409))
      expectRejected(reply, "DUPLICATE_ENTRY", "externalId: used by another lead");
    await make({ vendorId: "v1", vendorLeadId: "77" });
    expectRejected(await create({ vendorId: "v1", vendorLeadId: "77" }), "DUPLICATE_ENTRY", "vendorLeadId");
    await make({ vendorId: "v2", vendorLeadId: "77" });
    const others = await createTenant(server.services.database);
    expect(
      (await openApi(server, others.secret).change("POST", "/leads", newLeadBody({ externalId: "form-2" }))).status,
    ).toBe(201);
  });

  test("validates custom fields by their definitions", async () => {
    expectRejected(
      await create({ customFields: { nobodyKnows: true } }),
      "VALIDATION_FAILED",
      "customFields.nobodyKnows",
    );
  });
});

describe("PATCH /leads/{leadId}", () => {
  test("clears null fields, replaces nested objects whole, and keeps omitted fields", async () => {
    const lead = await make({ address: { line1: "1 Main St", city: "Austin" } });
    const changed = readLead(
      await patch(lead.id, {
        email: null,
        phone: "212-555-0100",
        address: { city: "Dallas" },
        utm: null,
        qualification: "qualified",
      }),
    );
    expect(changed).toEqual({
      ...lead,
      email: null,
      emailIsValid: null,
      phone: "212-555-0100",
      address: { city: "Dallas" },
      utm: null,
      qualification: "qualified",
      revision: 2,
      updatedAt: changed.updatedAt,
    });
    const found = await api.get("/leads?phone=%2B12125550100");
    expect((found.body["leads"] as Lead[]).map(({ id }) => id)).toEqual([lead.id]);
  });

  test("rejects a used ID, an empty update and a stale revision", async () => {
    const [lead] = [await make(), await make({ externalId: "form-3" })];
    expectRejected(await patch(lead.id, { externalId: "form-3" }), "DUPLICATE_ENTRY", "externalId");
    expectRejected(await patch(lead.id, {}), "VALIDATION_FAILED", "at least one field");
    expect((await patch(lead.id, { score: 3 }, { "If-Match": '"1"' })).status).toBe(200);
    expectRejected(await patch(lead.id, { score: 4 }, { "If-Match": '"1"' }), "STALE_REVISION");
  });
});

describe("GET /leads", () => {
  const list = async (query: string) => {
    return readBody<{ leads: Lead[]; nextCursor: string | null }>(await api.get(`/leads${query}`));
  };
  const idsOf = async (query: string) => (await list(query)).leads.map(({ id }) => id);

  test("each filter returns the matching leads", async () => {
    const lead = await make({
      firstName: "Zoë",
      lastName: "O’Quinn",
      email: "Zoe@Example.com",
      phone: "+1 737 555 0111",
      caseType: "dog_bite",
      source: "billboard",
      externalId: "x-9",
    });
    await patch(lead.id, { qualification: "borderline", nextFollowUpAt: "2020-01-01T00:00:00Z" });
    await api.change("POST", `/leads/${lead.id}/assign`, { assignedToMemberId: tenant.attorneyId });
    await api.change("POST", `/leads/${lead.id}/transitions`, { toStatus: "spam" });
    for (const query of [
      "status=spam",
      "qualification=borderline",
      "caseType=dog_bite",
      "source=billboard",
      `assignedToMemberId=${tenant.attorneyId}`,
      "externalId=x-9",
      "phone=(737)%20555-0111",
      "email=zoe%40example.com",
      "q=ZOE%20quinn",
      `q=${lead.sequenceId}`,
      "nextFollowUpBefore=2021-01-01T00:00:00Z",
      "status=spam&q=zoe&caseType=dog_bite&updatedSince=2020-01-01T00:00:00Z&sort=updated",
    ]) {
      expect([query, await idsOf(`?${query}`)]).toEqual([query, [lead.id]]);
    }
    expect(await idsOf("?status=spam&q=nobody")).toEqual([]);
    expect(await idsOf("?updatedSince=0001-01-02T00:00:00Z&status=spam")).toEqual([lead.id]);
    expect(await idsOf("?updatedSince=2099-01-01T00:00:00Z")).toEqual([]);
    expectRejected(await api.get("/leads?phone=nobody"), "VALIDATION_FAILED", "phone");
  });

  test("pages in each sort order return every lead once, without deleted ones", async () => {
    const own = await createTenant(server.services.database);
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await createLead(own));
    const deleted = await createLead(own, { deletedAt: "2026-03-14T15:09:26.535Z" });
    const ownApi = openApi(server, own.secret);
    await ownApi.change("PATCH", `/leads/${ids[0]}`, { score: 1 });
    const walk = async (sort: string) => {
      const seen: string[] = [];
      for (let after = ""; ;) {
        const { leads, nextCursor } = readBody<{ leads: Lead[]; nextCursor: string | null }>(
          await ownApi.get(`/leads?limit=2&sort=${sort}${after}`),
        );
        seen.push(...leads.map(({ id }) => id));
        if (nextCursor === null) return seen;
        after = `&after=${nextCursor}`;
      }
    };
    expect(await walk("oldest")).toEqual(ids);
    expect(await walk("newest")).toEqual(ids.toReversed());
    expect(await walk("updated")).toEqual([...ids.slice(1), ids[0]]);
    expect((await ownApi.get(`/leads/${deleted}`)).status).toBe(404);
  });
});

describe("POST /leads/{leadId}/assign", () => {
  test("assigns an active member, or nobody for null", async () => {
    const lead = await make();
    const assign = (assignedToMemberId: string | null) =>
      api.change("POST", `/leads/${lead.id}/assign`, { assignedToMemberId });
    expect(readLead(await assign(tenant.attorneyId)).assignedTo).toEqual({
      id: tenant.attorneyId,
      firstName: "Ada",
      lastName: "Counsel",
    });
    expect(readLead(await assign(null)).assignedTo).toBeNull();
    const others = await createTenant(server.services.database);
    for (const id of [others.attorneyId, "nobody"]) expectRejected(await assign(id), "NOT_FOUND", /^Member not found$/);
    await changeRow(tenant, "Member", tenant.attorneyId, { status: "suspended" });
    expectRejected(await assign(tenant.attorneyId), "NOT_FOUND", /^Member not found$/);
    await changeRow(tenant, "Member", tenant.attorneyId, { status: "active" });
  });
});
