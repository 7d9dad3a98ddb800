import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { countTraces, readAuditEntries } from "../../../testing/harness/traces.ts";
import { billingDepartment, createFacility, recordsDepartment } from "../fixtures.ts";
import { DeliveryMethod, FacilityType } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const patch = (facilityId: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  openApi(server, tenant.secret).change("PATCH", `/medical-facilities/${facilityId}`, body, headers);

/** A new facility, patched once at version 1. */
async function patchNew(changes: Record<string, unknown>): Promise<Reply> {
  const { facilityId } = await createFacility(tenant);
  return patch(facilityId, { expectedVersion: 1, ...changes });
}

function emailOf(length: number): string {
  const domain = `${"d".repeat(60)}.${"d".repeat(60)}.${"d".repeat(60)}.example`;
  return `${"l".repeat(length - domain.length - 1)}@${domain}`;
}

const departments = ["recordsDepartmentInfo", "billingDepartmentInfo"] as const;
const astral = "𝒜";

describe("200", () => {
  test("the whole record", async () => {
    const facility = await createFacility(tenant, { isTreating: true, firstVisitOn: "2026-01-05", hasLien: true });
    const { body, headers } = await patch(facility.facilityId, { expectedVersion: 1, billsNeeded: true });
    expect(headers.etag).toBe('"2"');
    expect(body["facility"]).toEqual({
      facilityId: facility.facilityId,
      organizationId: tenant.organizationId,
      caseId: facility.caseId,
      clientId: facility.clientId,
      contactId: facility.contactId,
      name: "Mercy General",
      npi: "1234567893",
      address: { line1: null, city: "Albany", state: "NY", zipCode: null },
      phone: null,
      fax: null,
      version: 2,
      facilityType: "hospital",
      recordsNeeded: false,
      billsNeeded: true,
      recordsDepartmentInfo: recordsDepartment,
      billingDepartmentInfo: billingDepartment,
      isTreating: true,
      treatmentStatus: "unknown",
      firstVisitOn: "2026-01-05",
      lastVisitOn: null,
      accountNumber: null,
      chartNumber: null,
      recordsStatus: "not_needed",
      billsStatus: "needed",
      totalBilledCents: 90_000,
      totalAdjustedCents: 0,
      totalPaidCents: 20_000,
      balanceCents: 70_000,
      hasLien: true,
      externalId: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  test.each([...FacilityType.options, null])("facilityType %s", async (facilityType) => {
    expect(readRecord((await patchNew({ facilityType })).body, "facility")["facilityType"]).toBe(facilityType);
  });

  test.each([...DeliveryMethod.options, null])("preferredDeliveryMethod %s", async (preferredDeliveryMethod) => {
    for (const name of departments) {
      expect(readRecord((await patchNew({ [name]: { preferredDeliveryMethod } })).body, "facility")[name]).toEqual({
        preferredDeliveryMethod,
      });
    }
  });

  test.each<[string, Record<string, unknown>]>([
    ["contactPerson of 1", { contactPerson: "x" }],
    ["contactPerson of 200", { contactPerson: "x".repeat(200) }],
    ["contactPerson of 200 emoji", { contactPerson: astral.repeat(200) }],
    ["email of 254", { email: emailOf(254) }],
    ["phone of 1", { phone: "1" }],
    ["phone of 50", { phone: "1".repeat(50) }],
    ["fax of 1", { fax: "1" }],
    ["fax of 50", { fax: "1".repeat(50) }],
    ["notes of 1", { notes: "x" }],
    ["notes of 2000", { notes: "x".repeat(2000) }],
    ["notes of 2000 emoji", { notes: astral.repeat(2000) }],
    [
      "everything null",
      { contactPerson: null, email: null, phone: null, fax: null, preferredDeliveryMethod: null, notes: null },
    ],
    ["nothing", {}],
  ])("a department with %s", async (_, info) => {
    for (const name of departments)
      expect(readRecord((await patchNew({ [name]: info })).body, "facility")[name]).toEqual(info);
  });

  test("a department object replaces the previous one whole; the other stays; null clears it", async () => {
    const { facilityId } = await createFacility(tenant);
    const first = await patch(facilityId, { expectedVersion: 1, recordsDepartmentInfo: { fax: "555" } });
    expect(first.body["facility"]).toMatchObject({
      recordsDepartmentInfo: { fax: "555" },
      billingDepartmentInfo: billingDepartment,
    });
    expect(Object.keys(readRecord(readRecord(first.body, "facility"), "recordsDepartmentInfo"))).toEqual(["fax"]);
    const second = await patch(facilityId, { expectedVersion: 2, recordsDepartmentInfo: null });
    expect(second.body["facility"]).toMatchObject({ recordsDepartmentInfo: null, version: 3 });
    const { rows } = await server.services.database.withTenantTransaction(
      tenant.organizationId,
      async (transaction) => ({
        rows: await transaction
          .selectFrom("MedicalFacility")
          .select("recordsDepartmentInfo")
          .where("id", "=", facilityId)
          .execute(),
      }),
    );
    expect(rows).toEqual([{ recordsDepartmentInfo: null }]);
  });

  test("expectedVersion alone returns the record without a new version or event, and the read is audited", async () => {
    const { facilityId } = await createFacility(tenant);
    const before = await countTraces(tenant);
    const first = await patch(facilityId, { expectedVersion: 1 });
    expect([first.status, first.headers.etag]).toEqual([200, '"1"']);
    expect(first.body["facility"]).toMatchObject({ version: 1 });
    expect(await countTraces(tenant)).toEqual({ events: before.events, entries: before.entries + 1 });
    expect((await readAuditEntries(tenant)).at(-1)).toMatchObject({
      entity: "medical_facility",
      entityId: facilityId,
      action: "medicalFacilities.update",
    });
    expect((await patch(facilityId, { expectedVersion: 1 })).body).toEqual(first.body);
  });

  test("the largest version of an integer column", async () => {
    const { facilityId } = await createFacility(tenant, { version: 2_147_483_646 });
    const reply = await patch(facilityId, { expectedVersion: 2_147_483_646, recordsNeeded: true });
    expect(readRecord(reply.body, "facility")["version"]).toBe(2_147_483_647);
  });
});

describe("400", () => {
  test.each([
    [1e20, "must be at most 2147483647"],
    [-1e20, "must be at least 1"],
  ])("expectedVersion %d is a single fault", async (expectedVersion, message) => {
    const { facilityId } = await createFacility(tenant);
    expect((await patch(facilityId, { expectedVersion })).body["error"]).toBe(`expectedVersion: ${message}`);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["no expectedVersion", { expectedVersion: undefined, recordsNeeded: true }, "expectedVersion: required"],
    ["expectedVersion 0", { expectedVersion: 0 }, "expectedVersion: must be at least 1"],
    ["expectedVersion -1", { expectedVersion: -1 }, "expectedVersion: must be at least 1"],
    ["expectedVersion 1.5", { expectedVersion: 1.5 }, "expectedVersion: must be an integer"],
    ["expectedVersion as text", { expectedVersion: "1" }, "expectedVersion: must be an integer"],
    ["expectedVersion null", { expectedVersion: null }, "expectedVersion: must be an integer"],
    [
      "expectedVersion beyond the column",
      { expectedVersion: 2_147_483_648 },
      "expectedVersion: must be at most 2147483647",
    ],
    ["expectedVersion 1e300", { expectedVersion: 1e300 }, "expectedVersion: "],
    ["an unknown type", { facilityType: "spa" }, "facilityType: must be one of hospital, clinic"],
    ["recordsNeeded null", { recordsNeeded: null }, "recordsNeeded: must be true or false"],
    ["billsNeeded as text", { billsNeeded: "true" }, "billsNeeded: must be true or false"],
    ["identity fields", { name: "Other" }, "name: unknown property"],
    ["the version", { version: 5 }, "version: unknown property"],
  ])("%s", async (_, changes, message) => {
    const reply = await patchNew(changes);
    expect(reply.body, reply.text).toMatchObject({ code: "VALIDATION_FAILED" });
    expect(reply.body["error"]).toContain(message);
  });

  test.each<[string, unknown, string]>([
    ["an empty contactPerson", { contactPerson: "" }, ".contactPerson: must be at least 1 character long"],
    ["contactPerson of 201", { contactPerson: "x".repeat(201) }, ".contactPerson: must be at most 200 characters long"],
    [
      "contactPerson of 201 emoji",
      { contactPerson: astral.repeat(201) },
      ".contactPerson: must be at most 200 characters long",
    ],
    ["email of 255", { email: emailOf(255) }, ".email: "],
    ["an invalid email", { email: "records" }, ".email: invalid e-mail address"],
    ["an empty phone", { phone: "" }, ".phone: must be at least 1 character long"],
    ["phone of 51", { phone: "1".repeat(51) }, ".phone: must be at most 50 characters long"],
    ["an empty fax", { fax: "" }, ".fax: must be at least 1 character long"],
    ["fax of 51", { fax: "1".repeat(51) }, ".fax: must be at most 50 characters long"],
    ["empty notes", { notes: "" }, ".notes: must be at least 1 character long"],
    ["notes of 2001", { notes: "x".repeat(2001) }, ".notes: must be at most 2000 characters long"],
    [
      "an unknown delivery method",
      { preferredDeliveryMethod: "pigeon" },
      ".preferredDeliveryMethod: must be one of email, fax, mail, portal",
    ],
    ["a list", [], ": must be an object"],
    ["text", "fax", ": must be an object"],
  ])("a department with %s", async (_, info, message) => {
    for (const name of departments) {
      const reply = await patchNew({ [name]: info });
      expect(reply.body, reply.text).toMatchObject({ code: "VALIDATION_FAILED" });
      expect(reply.body["error"]).toContain(`${name}${message}`);
    }
  });

  test("the error message of the contract", async () => {
    const reply = await patchNew({ expectedVersion: 0, recordsDepartmentInfo: { email: "x" } });
    expect(String(reply.body["error"]).split("; ").toSorted()).toEqual([
      "expectedVersion: must be at least 1",
      "recordsDepartmentInfo.email: invalid e-mail address",
    ]);
  });
});

describe("409", () => {
  test.each([
    ["a version that is past", 1],
    ["a version that is yet to come", 3],
  ])("%s, with changes and without", async (_, expectedVersion) => {
    const { facilityId } = await createFacility(tenant, { version: 2 });
    const before = await countTraces(tenant);
    for (const changes of [{}, { recordsNeeded: true }]) {
      expect((await patch(facilityId, { expectedVersion, ...changes })).body["code"]).toBe("STALE_REVISION");
    }
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("one of expectedVersion and If-Match is current and the other stale", async () => {
    const { facilityId } = await createFacility(tenant);
    for (const changes of [{}, { recordsNeeded: true }]) {
      expect((await patch(facilityId, { expectedVersion: 1, ...changes }, { "If-Match": '"2"' })).body["code"]).toBe(
        "STALE_REVISION",
      );
      expect((await patch(facilityId, { expectedVersion: 2, ...changes }, { "If-Match": '"1"' })).body["code"]).toBe(
        "STALE_REVISION",
      );
    }
  });

  test("for all but one of ten concurrent requests with the same version", async () => {
    const { facilityId } = await createFacility(tenant);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        patch(facilityId, { expectedVersion: 1, recordsDepartmentInfo: { notes: `n${index}` } }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });
});
