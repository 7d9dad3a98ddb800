import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { readId, readRecord } from "../../testing/harness/requests/example-request.ts";
import { createCase, createTenant, createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createDocument } from "../../areas/documents/fixtures.records.ts";
import { giveAnswer } from "../../areas/intake/answers/fixtures.ts";
import { createLead, type LeadOptions } from "../../areas/leads/fixtures.ts";
import type { Lead, LeadStatus } from "../../areas/leads/schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const signed = (options: LeadOptions = {}) => createLead(tenant, { status: "retainer_signed", ...options });
const convert = (id: string, body: object = {}, by = api) =>
  by.change("POST", `/leads/${id}/convert`, { clientMatch: { mode: "create" }, ...body });
const readLead = async (id: string) => readRecord((await api.get(`/leads/${id}`)).body, "lead") as Lead;

function expectRejected({ status, body }: Reply, code: string, message: string | RegExp): void {
  expect([status, body["code"]]).toEqual([
    { VALIDATION_FAILED: 400, FORBIDDEN: 403, NOT_FOUND: 404 }[code] ?? 409,
    code,
  ]);
  expect(body["error"]).toMatch(message);
}

/** How many cases come of the lead, and how many clients the firm has. */
function countMade(leadId: string): Promise<{ cases: number; clients: number }> {
  return tenant.inside(async (transaction) => ({
    cases: (await transaction.selectFrom("Case").select("id").where("leadId", "=", leadId).execute()).length,
    clients: (await transaction.selectFrom("Client").select("id").execute()).length,
  }));
}

describe("POST /leads/{leadId}/convert", () => {
  test("what a form had for an e-mail address and is none is in the notes of the case", async () => {
    const { body } = await convert(await signed({ email: "rosa at example" }));
    const { case: made, client } = body as { case: { id: string }; client: { id: string } };
    expect((await api.get(`/cases/${made.id}`)).body["case"]).toMatchObject({
      intakeNotes: "E-mail as given: rosa at example",
    });
    expect((await api.get(`/clients/${client.id}`)).body["client"]).toMatchObject({ email: null });
  });

  test("case and client have the lead's values", async () => {
    const lead = {
      middleName: "Maria",
      email: "rosa@example.com",
      phone: "512-555-0143",
      dateOfBirth: "1984-06-30",
      address: { line1: "1 Main St", city: "Austin", state: "TX", zipCode: "78704" },
      subCaseType: "rear_end",
      caseState: "TX",
      description: "Rear-ended at a light.",
      injuryDescription: "Neck pain",
      incidentLocation: "Congress Ave",
      dateOfIncident: "2026-01-19",
      source: "web_form",
    };
    const id = await signed(lead);
    const reply = await convert(id, { attorneyId: tenant.attorneyId, matterStage: "investigation" });
    expect(reply.status, reply.text).toBe(200);
    const [caseId, clientId] = [readId(reply.body, "case"), readId(reply.body, "client")];
    expect(await readLead(id)).toMatchObject({
      status: "converted",
      availableTransitions: [],
      convertedCaseId: caseId,
      convertedClientId: clientId,
      convertedAt: expect.any(String),
    });
    expect(readRecord((await api.get(`/cases/${caseId}`)).body, "case")).toMatchObject({
      leadId: id,
      plaintiffId: clientId,
      attorneyId: tenant.attorneyId,
      caseType: "motor_vehicle_accident",
      matterStage: "investigation",
      matterStatus: "pending",
      subCaseType: "rear_end",
      caseState: "TX",
      description: "Rear-ended at a light.",
      injuryDescription: "Neck pain",
      intakeNotes: "Place of the incident: Congress Ave",
      dateOfIncident: "2026-01-19",
      caseSource: "web_form",
    });
    expect(readRecord((await api.get(`/clients/${clientId}`)).body, "client")).toMatchObject({
      firstName: "Rosa",
      middleName: "Maria",
      lastName: "Diaz",
      email: "rosa@example.com",
      phone: "512-555-0143",
      dateOfBirth: "1984-06-30",
      zipCode: "78704",
      city: "Austin",
    });
  });

  test("for a client that there is, of which the response shows the id alone without `clients:read`; else for the names that were sent", async () => {
    const { clientId } = await createCase(tenant);
    const { secret } = await createKey(tenant, { scopes: ["leads:write"] });
    const id = await signed();
    const before = await countMade(id);
    const reply = await convert(id, { clientMatch: { mode: "existing", clientId } }, openApi(server, secret));
    expect(readRecord(reply.body, "client")).toEqual({ id: clientId });
    expect(await countMade(id)).toEqual({ cases: 1, clients: before.clients });
    const named = await convert(await signed(), { clientMatch: { mode: "create", firstName: "Tomas" } });
    expect(readRecord(named.body, "client")).toMatchObject({ firstName: "Tomas", lastName: "Diaz" });
  });

  test("a second conversion and every other transition are rejected and name the case", async () => {
    const id = await signed();
    const caseId = readId((await convert(id)).body, "case");
    expectRejected(await convert(id), "INVALID_STATE_TRANSITION", new RegExp(`convertedCaseId is ${caseId}$`));
    for (const toStatus of ["new", "contacted", "retainer_signed", "spam", "converted"]) {
      expectRejected(
        await api.change("POST", `/leads/${id}/transitions`, { toStatus }),
        "INVALID_STATE_TRANSITION",
        "it allows no further transition",
      );
    }
    expect((await countMade(id)).cases).toBe(1);
  });

  test("one of many concurrent conversions creates the case", async () => {
    const id = await signed();
    const replies = await Promise.all(Array.from({ length: 5 }, () => convert(id)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect((await countMade(id)).cases).toBe(1);
  });

  test.each<LeadStatus>(["new", "qualified", "retainer_sent", "spam"])("from %s it is rejected", async (status) => {
    expectRejected(
      await convert(await createLead(tenant, { status })),
      "INVALID_STATE_TRANSITION",
      `in status ${status} cannot go to converted`,
    );
  });

  test("a lead that came back from another firm", async () => {
    expect((await convert(await createLead(tenant, { status: "referred_out" }))).status).toBe(200);
  });

  test.each<[string, LeadOptions, object, string, string]>([
    ["without a case type", { caseType: null }, {}, "VALIDATION_FAILED", "caseType: required"],
    ["without a name", { lastName: null }, {}, "VALIDATION_FAILED", "clientMatch.lastName: required"],
    [
      "an unknown client",
      {},
      { clientMatch: { mode: "existing", clientId: "nobody" } },
      "NOT_FOUND",
      "^Client not found$",
    ],
    ["an unknown attorney", {}, { attorneyId: "nobody" }, "NOT_FOUND", "^Attorney not found$"],
    ["no word of the client", {}, { clientMatch: null }, "VALIDATION_FAILED", "clientMatch"],
  ])("%s: rejected, and nothing is left of it", async (...[, options, body, code, message]) => {
    const id = await signed(options);
    const before = [await countMade(id), (await readEvents(tenant)).length];
    expectRejected(await convert(id, body), code, new RegExp(message));
    expect([await countMade(id), (await readEvents(tenant)).length]).toEqual(before);
    expect((await readLead(id)).status).toBe("retainer_signed");
  });

  test("answers are copied and documents moved unless the request says otherwise", async () => {
    const arrange = async () => {
      const id = await signed();
      await giveAnswer(tenant, { kind: "lead", id }, { accessor: "incident.place", value: "Main Street" });
      const { documentId } = await createDocument(tenant, { leadId: id });
      return { id, documentId };
    };
    const look = async (caseId: unknown, documentId: string) => {
      const answers = (await api.get(`/cases/${String(caseId)}/survey-details`)).body["answers"] as {
        accessor: string;
      }[];
      const document = readRecord((await api.get(`/documents/${documentId}`)).body, "document");
      return {
        answers: answers.map(({ accessor }) => accessor),
        caseId: document["caseId"],
        leadId: document["leadId"],
      };
    };
    const before = (await readEvents(tenant)).length;
    const taken = await arrange();
    const caseId = readRecord((await convert(taken.id)).body, "case")["id"];
    expect(await look(caseId, taken.documentId)).toEqual({ answers: ["incident.place"], caseId, leadId: taken.id });
    expect((await readEvents(tenant)).slice(before).map(({ eventType }) => eventType)).toEqual([
      "lead.converted",
      "case.created",
      "client.created",
      "intake_answer.upserted",
      "document.updated",
    ]);
    const left = await arrange();
    const other = readRecord((await convert(left.id, { copyIntakeAnswers: false, copyDocuments: false })).body, "case")[
      "id"
    ];
    expect(await look(other, left.documentId)).toEqual({ answers: [], caseId: null, leadId: left.id });
  });

  test("If-Match with the lead's revision applies to the whole conversion", async () => {
    const id = await signed();
    await createDocument(tenant, { leadId: id, revision: 7 });
    const send = (revision: string) =>
      api.change("POST", `/leads/${id}/convert`, { clientMatch: { mode: "create" } }, { "If-Match": revision });
    expectRejected(await send('"2"'), "STALE_REVISION", "");
    expect((await countMade(id)).cases).toBe(0);
    expect((await send('"1"')).status).toBe(200);
  });

  test("events: the conversion, then the case, then copied records", async () => {
    const before = (await readEvents(tenant)).length;
    const id = await signed();
    await convert(id);
    const events = (await readEvents(tenant)).slice(before);
    expect(events.map(({ eventType }) => eventType)).toEqual(["lead.converted", "case.created", "client.created"]);
    expect(events[0]?.relatedIds).toEqual(
      ["lead", "case", "client"].map((entity) => ({ entity, id: expect.any(String) })),
    );
  });
});

/** Requests that move leads, by what they send below the lead. */
const requests: Record<string, [string, object]> = {
  ...Object.fromEntries(
    ["new", "contacted", "qualified", "retainer_sent", "retainer_signed", "referred_out", "converted", "spam"].map(
      (toStatus) => [`to ${toStatus}`, ["transitions", { toStatus }]],
    ),
  ),
  decline: ["transitions", { toStatus: "declined", reason: "other" }],
  lose: ["transitions", { toStatus: "lost", reason: "went elsewhere" }],
  attempt: ["contact-attempts", { channel: "call", outcome: "connected" }],
  assign: ["assign", { assignedToMemberId: null }],
  convert: ["convert", { clientMatch: { mode: "create" } }],
  "convert without answers": [
    "convert",
    { clientMatch: { mode: "create" }, copyIntakeAnswers: false, copyDocuments: false },
  ],
};

test("no order of requests and no two concurrent ones leave a converted lead without exactly one case", async () => {
  const name = fc.constantFrom(...Object.keys(requests));
  const begin = fc.constantFrom<LeadStatus[]>("contacted", "retainer_sent", "retainer_signed", "referred_out");
  const seen = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(
      begin,
      fc.array(fc.array(name, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 8 }),
      async (from, steps) => {
        const id = await createLead(tenant, { status: from });
        for (const together of steps) {
          const replies = await Promise.all(
            together.map((each) => {
              const [below, body] = requests[each] ?? ["", {}];
              return api.change("POST", `/leads/${id}/${below}`, body);
            }),
          );
          for (const { status, text } of replies) expect([200, 201, 409], text).toContain(status);
        }
        const lead = await readLead(id);
        const { cases } = await countMade(id);
        expect(cases).toBe(lead.status === "converted" ? 1 : 0);
        expect(lead.convertedCaseId !== null).toBe(lead.status === "converted");
        seen.add(lead.status === "converted");
      },
    ),
    { numRuns: 25, seed: 20261121, endOnFailure: true },
  );
  expect([...seen].toSorted()).toEqual([false, true]);
});
