import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { expectRejection, expectSuccess } from "../../../testing/conformance/subject.ts";
import { createFacility, createRetrievalRequest, type CreatedFacility } from "../fixtures.ts";
import { createBill, createCaseDocument, createProvider, createTreatment } from "../fixtures.records.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

describe("treatments", () => {
  const listGaps = async (caseId: string) =>
    (
      (await api.get(`/cases/${caseId}/treatments?sort=oldest`)).body["medicalTreatments"] as {
        id: string;
        gapDays: number | null;
      }[]
    ).map(({ id, gapDays }) => [id, gapDays]);

  test("gapDays counts the days without care since the last earlier treatment of the case", async () => {
    const facility = await createFacility(tenant);
    const add = async (startOn: string, endOn: string | null) =>
      (await createTreatment(tenant, { startOn, endOn }, facility)).treatmentId;
    const later = await add("2026-03-01", null);
    const first = await add("2026-01-05", "2026-01-31");
    const during = await add("2026-01-10", "2026-01-12");
    const soon = await add("2026-02-10", null);
    expect(await listGaps(facility.caseId)).toEqual([
      [later, 19],
      [first, null],
      [during, 0],
      [soon, 10],
    ]);
    const { facilityId } = facility;
    await api.change("DELETE", `/medical-facilities/${facilityId}/treatments/${soon}`);
    const again = await add("2026-03-01", "2026-03-04");
    expect(await listGaps(facility.caseId)).toEqual([
      [later, 29],
      [first, null],
      [during, 0],
      [again, 0],
    ]);
    await api.change("DELETE", `/medical-facilities/${facilityId}/treatments/${again}`);
    expect(await listGaps(facility.caseId)).toEqual([
      [later, 29],
      [first, null],
      [during, 0],
    ]);
    const shown = await api.get(`/medical-facilities/${facilityId}/treatments/${later}`);
    expect(shown.body["medicalTreatment"]).toMatchObject({ gapDays: 29 });
  });

  test("a treatment must not end before it begins, and its provider must be a contact of the firm", async () => {
    const { facilityId } = await createFacility(tenant);
    const path = `/medical-facilities/${facilityId}/treatments`;
    const body = { treatmentType: "surgery", startOn: "2026-02-02" };
    expectRejection(await api.change("POST", path, { ...body, endOn: "2026-02-01" }), "VALIDATION_FAILED", "endOn");
    expectRejection(
      await api.change("POST", path, { ...body, providerContactId: "con_unknown" }),
      "NOT_FOUND",
      "Contact not found",
    );
    const provider = await createProvider(tenant, "Dr. Quist");
    const { body: made } = await api.change("POST", path, { ...body, providerContactId: provider });
    const { id } = made["medicalTreatment"] as { id: string };
    expect(made["medicalTreatment"]).toMatchObject({ provider: { id: provider, name: "Dr. Quist" }, gapDays: null });
    expectRejection(await api.change("PATCH", `${path}/${id}`, { endOn: "2026-02-01" }), "VALIDATION_FAILED", "endOn");
    expectRejection(await api.change("PATCH", `${path}/${id}`, {}), "VALIDATION_FAILED", "at least one field");
    const changed = await api.change("PATCH", `${path}/${id}`, {
      startOn: "2026-01-30",
      endOn: "2026-02-01",
      providerContactId: null,
    });
    expect(changed.body["medicalTreatment"]).toMatchObject({ provider: null, revision: 2 });
  });

  test("a part of another facility is not found", async () => {
    const { treatmentId } = await createTreatment(tenant);
    const { facilityId } = await createFacility(tenant);
    expectRejection(
      await api.get(`/medical-facilities/${facilityId}/treatments/${treatmentId}`),
      "NOT_FOUND",
      "Treatment not found",
    );
    expectRejection(
      await api.change("DELETE", `/medical-facilities/${facilityId}/treatments/${treatmentId}`),
      "NOT_FOUND",
      "Treatment not found",
    );
  });
});

describe("bills", () => {
  const patch = ({ facilityId, billId }: { facilityId: string; billId: string }, body: object) =>
    api.change("PATCH", `/medical-facilities/${facilityId}/bills/${billId}`, body);

  test("adjustments must not exceed the billed amount, nor negotiated amounts the adjusted one", async () => {
    const bill = await createBill(tenant, { adjustmentCents: 40_000 });
    expectRejection(await patch(bill, { insurancePaidCents: 50_001 }), "VALIDATION_FAILED", "billedCents");
    expectRejection(
      await patch(bill, { reductionNegotiatedCents: 40_001 }),
      "VALIDATION_FAILED",
      "reductionNegotiatedCents",
    );
    expectRejection(
      await patch(bill, { serviceStartOn: "2026-02-02", serviceEndOn: "2026-02-01" }),
      "VALIDATION_FAILED",
      "serviceEndOn",
    );
    expect(
      (await patch(bill, { insurancePaidCents: 50_000, reductionNegotiatedCents: 40_000 })).body["medicalBill"],
    ).toMatchObject({ balanceCents: 0, revision: 2 });
  });

  test("the status follows the transition table, and a paid bill has no balance", async () => {
    const bill = await createBill(tenant);
    expectRejection(await patch(bill, { status: "paid" }), "INVALID_STATE_TRANSITION", "with a balance");
    expect((await patch(bill, { status: "disputed" })).body["medicalBill"]).toMatchObject({
      status: "disputed",
      availableTransitions: ["itemized", "reduced", "paid", "waived"],
    });
    expectRejection(
      await patch(bill, { status: "received" }),
      "INVALID_STATE_TRANSITION",
      "it allows itemized, reduced, paid, waived",
    );
    expect((await patch(bill, { status: "paid", medPayPaidCents: 90_000 })).body["medicalBill"]).toMatchObject({
      status: "paid",
      balanceCents: 0,
    });
    expectRejection(await patch(bill, { status: "disputed" }), "INVALID_STATE_TRANSITION", "no further transition");
    expectRejection(await patch(bill, { medPayPaidCents: 80_000 }), "INVALID_STATE_TRANSITION", "with a balance");
  });

  type Step = { kind: "add" | "change" | "delete"; billed: number; shares: number[]; which: number };
  const arbitraryStep: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom("add", "add", "change", "delete"),
    billed: fc.oneof(fc.integer({ min: 0, max: 100_000_000_000 }), fc.constantFrom(0, 1, 100_000_000_000)),
    shares: fc.array(fc.nat(250), { minLength: 4, maxLength: 4 }),
    which: fc.nat(20),
  });

  function amountsOf({ billed, shares }: Step): Record<string, number> {
    const [adjustmentCents = 0, insurancePaidCents = 0, clientPaidCents = 0, writeOffCents = 0] = shares.map((share) =>
      Math.floor((billed / 1_000) * share),
    );
    return { billedCents: billed, adjustmentCents, insurancePaidCents, clientPaidCents, writeOffCents };
  }

  async function walk(facility: CreatedFacility, steps: readonly Step[]): Promise<void> {
    const path = `/medical-facilities/${facility.facilityId}/bills`;
    const live = new Map<string, Record<string, number>>();
    for (const step of steps) {
      const id = [...live.keys()][step.which % Math.max(1, live.size)];
      if (step.kind === "delete" && id !== undefined) {
        expectSuccess(await api.change("DELETE", `${path}/${id}`));
        live.delete(id);
      } else if (step.kind === "change" && id !== undefined) {
        expectSuccess(await api.change("PATCH", `${path}/${id}`, amountsOf(step)));
        live.set(id, amountsOf(step));
      } else
        live.set(
          String(readRecord(expectSuccess(await api.change("POST", path, amountsOf(step))).body, "medicalBill")["id"]),
          amountsOf(step),
        );
      const sum = (...names: string[]) =>
        [...live.values()].reduce((total, bill) => names.reduce((inner, name) => inner + (bill[name] ?? 0), total), 0);
      const totals = {
        billed: sum("billedCents"),
        adjusted: sum("adjustmentCents", "writeOffCents"),
        paid: sum("insurancePaidCents", "clientPaidCents"),
      };
      const facilityShown = readRecord((await api.get(`/medical-facilities/${facility.facilityId}`)).body, "facility");
      const { totalBilledCents, totalAdjustedCents, totalPaidCents, balanceCents, version } = facilityShown;
      expect([totalBilledCents, totalAdjustedCents, totalPaidCents, balanceCents, version]).toEqual([
        totals.billed,
        totals.adjusted,
        totals.paid,
        totals.billed - totals.adjusted - totals.paid,
        1,
      ]);
      const summary = readRecord((await api.get(`/cases/${facility.caseId}/medical-summary`)).body, "medicalSummary");
      expect(summary["totals"]).toMatchObject({
        billedCents: totals.billed,
        balanceCents: balanceCents as number,
        billCount: live.size,
      });
    }
  }

  test("a facility's totals equal the sum of its bills after every step", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStep, { minLength: 1, maxLength: 12 }), async (steps) =>
        walk(await createFacility(tenant, { totalBilledCents: 0, totalPaidCents: 0 }), steps),
      ),
      { numRuns: 12, seed: 18 },
    );
  });

  test("concurrent bills are all included in the totals", async () => {
    const { facilityId } = await createFacility(tenant, { totalBilledCents: 0, totalPaidCents: 0 });
    const amounts = Array.from({ length: 20 }, (_, index) => 1_000 + index);
    await Promise.all(
      amounts.map(async (billedCents) =>
        expectSuccess(await api.change("POST", `/medical-facilities/${facilityId}/bills`, { billedCents })),
      ),
    );
    const { body } = await api.get(`/medical-facilities/${facilityId}`);
    expect(body["facility"]).toMatchObject({ totalBilledCents: amounts.reduce((sum, amount) => sum + amount, 0) });
  });
});

describe("records", () => {
  test("must have a document and request of the same case and facility; the reviewer is the acting attorney", async () => {
    const request = await createRetrievalRequest(tenant);
    const other = await createRetrievalRequest(tenant);
    const path = `/medical-facilities/${request.facilityId}/records`;
    const documentId = await createCaseDocument(tenant, request.caseId);
    const foreign = await createCaseDocument(tenant, other.caseId);
    const body = { recordType: "operative_report", pageCount: 12 };
    expectRejection(
      await api.change("POST", path, { ...body, requestId: other.requestId }),
      "NOT_FOUND",
      "Retrieval request not found",
    );
    expectRejection(
      await api.change("POST", path, { ...body, documentId: foreign }),
      "NOT_FOUND",
      "Document not found",
    );
    const made = readRecord(
      expectSuccess(await api.change("POST", path, { ...body, requestId: request.requestId, documentId })).body,
      "medicalRecord",
    );
    expect(made).toMatchObject({
      document: { id: documentId, name: "Chart.pdf" },
      request: { id: request.requestId },
      reviewedBy: null,
      reviewedAt: null,
    });
    const reviewed = await api.change("PATCH", `${path}/${String(made["id"])}`, {
      reviewed: true,
      chronologyStatus: "in_progress",
    });
    expect(reviewed.body["medicalRecord"]).toMatchObject({
      reviewedBy: { id: tenant.attorneyId, firstName: "Ada", lastName: "Counsel" },
      reviewedAt: expect.any(String),
    });
    const undone = await api.change("PATCH", `${path}/${String(made["id"])}`, { reviewed: false });
    expect(undone.body["medicalRecord"]).toMatchObject({
      reviewedBy: null,
      reviewedAt: null,
      chronologyStatus: "in_progress",
    });
  });
});
