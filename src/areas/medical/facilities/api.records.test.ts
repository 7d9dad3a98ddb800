import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../../platform/database/ids.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { expectRejection } from "../../../testing/conformance/subject.ts";
import { countTraces, readAuditEntries } from "../../../testing/harness/traces.ts";
import { createFacility, createRetrievalRequest } from "../fixtures.ts";
import { createBill, createProvider, createRecord, createTreatment } from "../fixtures.records.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

async function enter(): Promise<void> {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
}
const readFacility = async (facilityId: string) =>
  readRecord((await api.get(`/medical-facilities/${facilityId}`)).body, "facility");
const listIds = async (query: string) =>
  ((await api.get(`/medical-facilities?${query}`)).body["facilities"] as { facilityId: string }[]).map(
    ({ facilityId }) => facilityId,
  );

describe("binding", () => {
  test("shows the contact's identity, rejects a duplicate, and allows binding again after unbinding", async () => {
    await enter();
    const { caseId } = await createCase(tenant);
    const contactId = await createProvider(tenant, "Lakeside Imaging");
    const bind = () =>
      api.change("POST", `/cases/${caseId}/medical-facilities`, {
        contactId,
        facilityType: "imaging_center",
        recordsNeeded: true,
      });
    const first = await bind();
    expect(first.body["facility"]).toMatchObject({
      name: "Lakeside Imaging",
      contactId,
      version: 1,
      recordsStatus: "needed",
      billsStatus: "not_needed",
      totalBilledCents: 0,
    });
    expectRejection(await bind(), "DUPLICATE_ENTRY", "contactId");
    const { facilityId } = first.body["facility"] as { facilityId: string };
    expect((await api.change("DELETE", `/medical-facilities/${facilityId}`)).text).toBe('{"success":true}');
    expectRejection(await api.get(`/medical-facilities/${facilityId}`), "NOT_FOUND");
    expect((await bind()).status).toBe(201);
  });

  test("rejects an unknown contact, a used externalId and an archived case, and stores nothing", async () => {
    await enter();
    const { caseId } = await createCase(tenant);
    const before = await countTraces(tenant);
    expectRejection(
      await api.change("POST", `/cases/${caseId}/medical-facilities`, { contactId: "con_unknown" }),
      "NOT_FOUND",
      "Contact not found",
    );
    expect(await countTraces(tenant)).toEqual(before);
    const contactId = await createProvider(tenant);
    const personId = createId("contact");
    const { organizationId } = tenant;
    await tenant.inside((transaction) =>
      transaction
        .insertInto("Contact")
        .values({ organizationId, id: personId, type: "person", name: "Ana Ruiz" })
        .execute(),
    );
    expectRejection(
      await api.change("POST", `/cases/${caseId}/medical-facilities`, { contactId: personId }),
      "VALIDATION_FAILED",
      "not a person",
    );
    const archived = await createCase(tenant, { matterStatus: "archived" });
    expectRejection(
      await api.change("POST", `/cases/${archived.caseId}/medical-facilities`, { contactId }),
      "INVALID_STATE_TRANSITION",
      "archived",
    );
    await api.change("POST", `/cases/${caseId}/medical-facilities`, { contactId, externalId: "F-1" });
    const other = await createCase(tenant);
    expectRejection(
      await api.change("POST", `/cases/${other.caseId}/medical-facilities`, { contactId, externalId: "F-1" }),
      "DUPLICATE_ENTRY",
      "externalId",
    );
  });

  test("two facilities of one case keep both bindings when their contacts are merged", async () => {
    await enter();
    const { caseId } = await createCase(tenant);
    const contacts = [await createProvider(tenant, "Mercy"), await createProvider(tenant, "Mercy Hospital")];
    for (const contactId of contacts) await api.change("POST", `/cases/${caseId}/medical-facilities`, { contactId });
    expect((await api.change("POST", `/contacts/${contacts[0]}/merge`, { mergedContactId: contacts[1] })).status).toBe(
      200,
    );
    const { body } = await api.get(`/cases/${caseId}/medical-facilities`);
    expect((body["facilities"] as { contactId: string }[]).map(({ contactId }) => contactId)).toEqual([
      contacts[0],
      contacts[0],
    ]);
  });

  test("an open request keeps a facility from being unbound", async () => {
    await enter();
    const { facilityId, requestId } = await createRetrievalRequest(tenant);
    expectRejection(
      await api.change("DELETE", `/medical-facilities/${facilityId}`),
      "INVALID_STATE_TRANSITION",
      "open retrieval request",
    );
    await changeRow(tenant, "RetrievalRequest", requestId, { status: "cancelled" });
    expect((await api.change("DELETE", `/medical-facilities/${facilityId}`)).status).toBe(200);
  });
});

describe("lists", () => {
  test("apply every filter and sort, without unbound facilities", async () => {
    await enter();
    const hospital = await createFacility(tenant, { recordsNeeded: true });
    const clinic = await createFacility(tenant, { facilityType: "clinic", billsNeeded: true });
    const gone = await createFacility(tenant, { deletedAt: "2026-03-14T15:09:26.535Z" });
    expect(await listIds("sort=oldest")).toEqual([hospital.facilityId, clinic.facilityId]);
    expect(await listIds("")).toEqual([clinic.facilityId, hospital.facilityId]);
    const choices: [string, string][] = [
      [`caseId=${hospital.caseId}`, hospital.facilityId],
      [`clientId=${clinic.clientId}`, clinic.facilityId],
      [`contactId=${clinic.contactId}`, clinic.facilityId],
      ["facilityType=clinic", clinic.facilityId],
      ["recordsNeeded=true", hospital.facilityId],
      ["recordsNeeded=false", clinic.facilityId],
      ["billsNeeded=true", clinic.facilityId],
    ];
    for (const [query, facilityId] of choices) expect([query, await listIds(query)]).toEqual([query, [facilityId]]);
    const { updatedAt } = await readFacility(clinic.facilityId);
    await api.change("PATCH", `/medical-facilities/${hospital.facilityId}`, { expectedVersion: 1, billsNeeded: true });
    expect(await listIds("sort=updated")).toEqual([clinic.facilityId, hospital.facilityId]);
    expect(await listIds(`updatedSince=${(await readFacility(hospital.facilityId))["updatedAt"] as string}`)).toEqual([
      hospital.facilityId,
    ]);
    expect(await listIds(`updatedSince=${updatedAt as string}&sort=updated`)).toEqual([
      clinic.facilityId,
      hospital.facilityId,
    ]);
    expect(await listIds(`caseId=${gone.caseId}`)).toEqual([]);
  });

  test("continue across pages, and every read is audited, also one that returns nothing", async () => {
    await enter();
    const made = [await createFacility(tenant), await createFacility(tenant), await createFacility(tenant)].map(
      ({ facilityId }) => facilityId,
    );
    const first = await api.get("/medical-facilities?limit=2&sort=oldest");
    const second = await api.get(`/medical-facilities?limit=2&sort=oldest&after=${String(first.body["nextCursor"])}`);
    const ids = [first, second].flatMap(({ body }) =>
      (body["facilities"] as { facilityId: string }[]).map(({ facilityId }) => facilityId),
    );
    expect([ids, second.body["nextCursor"]]).toEqual([made, null]);
    await api.get("/medical-facilities?facilityType=pharmacy");
    const entries = (await readAuditEntries(tenant)).map(({ entity, entityId }) => [entity, entityId]);
    // The entries of one request have no order of their own.
    expect(entries.toSorted()).toEqual(
      [...made.map((id) => ["medical_facility", id]), ["organization", tenant.organizationId]].toSorted(),
    );
  });
});

describe("derived fields", () => {
  test("recordsStatus and billsStatus follow from what is needed, requested and received", async () => {
    await enter();
    const { facilityId, requestId, caseId } = await createRetrievalRequest(tenant, {
      requestType: "records_and_bills",
    });
    const statuses = async () => {
      const { recordsStatus, billsStatus } = await readFacility(facilityId);
      return [recordsStatus, billsStatus];
    };
    expect(await statuses()).toEqual(["requested", "requested"]);
    await api.change("POST", `/medical-facilities/${facilityId}/records`, { recordType: "er_report" });
    expect(await statuses()).toEqual(["partially_received", "requested"]);
    await changeRow(tenant, "RetrievalRequest", requestId, { status: "completed" });
    expect(await statuses()).toEqual(["received", "not_needed"]);
    await api.change("PATCH", `/medical-facilities/${facilityId}`, { expectedVersion: 1, billsNeeded: true });
    expect(await statuses()).toEqual(["received", "needed"]);
    expect(caseId).toMatch(/^case_/);
  });

  test("the case summary adds up its facilities", async () => {
    await enter();
    const bill = await createBill(tenant, { adjustmentCents: 10_000, insurancePaidCents: 5_000 });
    await createTreatment(tenant, {}, bill);
    await createRecord(tenant);
    const { body } = await api.get(`/cases/${bill.caseId}/medical-summary`);
    const totals = {
      billedCents: 90_000,
      adjustedCents: 10_000,
      insurancePaidCents: 5_000,
      clientPaidCents: 0,
      medPayPaidCents: 0,
      balanceCents: 75_000,
      billCount: 1,
    };
    expect(body["medicalSummary"]).toEqual({
      caseId: bill.caseId,
      clientId: bill.clientId,
      totals,
      facilities: [
        {
          facilityId: bill.facilityId,
          name: "Mercy General",
          facilityType: "hospital",
          ...totals,
          treatmentCount: 1,
          recordCount: 0,
          pageCount: 0,
          openRequestCount: 0,
        },
      ],
      facilityTypes: [{ facilityType: "hospital", ...totals }],
      treatmentTypes: [{ treatmentType: "emergency", treatmentCount: 1, firstOn: "2026-01-05", lastOn: "2026-01-07" }],
    });
  });
});
