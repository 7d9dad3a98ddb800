import { sql } from "kysely";
import { ids } from "../../../contract/examples/example-story.ts";
import {
  readId,
  anything,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createFacility, createRetrievalRequest, type CreatedFacility } from "../fixtures.ts";
import { createBill, createCaseDocument, createRecord, createTreatment } from "../fixtures.records.ts";

// Plain assertions: fixtures are not tests.

/** What the arrangements of the parts of a facility differ in. */
interface Kind {
  table: "MedicalTreatment" | "MedicalBill" | "MedicalRecord";
  entity: string;
  /** Under which the response shows it. */
  key: string;
  idName: string;
  create(tenant: TestTenant): Promise<CreatedFacility & { id: string }>;
  diff: NonNullable<Arrangement["diff"]>;
  changed: { column: string; value: string };
}

const kinds = {
  treatment: {
    table: "MedicalTreatment",
    entity: "medical_treatment",
    key: "medicalTreatment",
    idName: "treatmentId",
    create: async (tenant) => {
      const made = await createTreatment(tenant);
      return { ...made, id: made.treatmentId };
    },
    diff: ({ endOn }) => ({ endOn: { from: "2026-01-07", to: endOn } }),
    changed: { column: "notes", value: "changed since" },
  },
  bill: {
    table: "MedicalBill",
    entity: "medical_bill",
    key: "medicalBill",
    idName: "billId",
    create: async (tenant) => {
      const made = await createBill(tenant, { billedCents: 1_845_000 });
      return { ...made, id: made.billId };
    },
    diff: ({ status, adjustmentCents, reductionNegotiatedCents }) => ({
      status: { from: "received", to: status },
      availableTransitions: { from: anything, to: anything },
      balanceCents: { from: 1_845_000, to: 1_700_000 },
      adjustmentCents: { from: 0, to: adjustmentCents },
      reductionNegotiatedCents: { from: 0, to: reductionNegotiatedCents },
    }),
    changed: { column: "notes", value: "changed since" },
  },
  record: {
    table: "MedicalRecord",
    entity: "medical_record",
    key: "medicalRecord",
    idName: "recordId",
    create: async (tenant) => {
      const made = await createRecord(tenant);
      return { ...made, id: made.recordId };
    },
    diff: ({ summary }) => ({
      reviewedAt: { from: null, to: anything },
      reviewedBy: { from: null, to: anything },
      summary: { from: null, to: summary },
    }),
    changed: { column: "summary", value: "changed since" },
  },
} satisfies Record<string, Kind>;

async function change(tenant: TestTenant, { table, changed }: Kind, id: string): Promise<void> {
  await tenant.inside((transaction) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.ref(changed.column)} = ${changed.value}, revision = 9 WHERE id = ${id}`.execute(
      transaction,
    ),
  );
}

/** What an event of a part points to. */
const relate = (facility: CreatedFacility) => [
  ...relateCase(facility),
  { entity: "medical_facility", id: facility.facilityId },
];

const created =
  (kind: Kind): Scenario =>
  async (tenant) =>
    createdOf(tenant, kind, await createFacility(tenant));

function createdOf(tenant: TestTenant, kind: Kind, facility: CreatedFacility): Arrangement {
  const idOf = (response: Record<string, unknown>) => readId(response, kind.key);
  return {
    pathValues: { facilityId: facility.facilityId },
    change: (response) => change(tenant, kind, idOf(response)),
    touched: (response) => ({ entity: kind.entity, id: idOf(response), relatedIds: relate(facility) }),
    diff: {},
  };
}

const named =
  (kind: Kind, request: Pick<Arrangement, "diff" | "revision">): Scenario =>
  async (tenant) => {
    const made = await kind.create(tenant);
    return {
      pathValues: { facilityId: made.facilityId, [kind.idName]: made.id },
      recordParameters: ["facilityId", kind.idName],
      change: () => change(tenant, kind, made.id),
      touched: () => ({ entity: kind.entity, id: made.id, relatedIds: relate(made) }),
      ...request,
    };
  };

const listed =
  (kind: Kind): Scenario =>
  async (tenant) => {
    const made = await kind.create(tenant);
    const touched = () => ({ entity: kind.entity, id: made.id, relatedIds: relate(made) });
    return { pathValues: { facilityId: made.facilityId }, touched };
  };

const listedOfCase =
  (kind: Kind): Scenario =>
  async (tenant) => {
    const made = await kind.create(tenant);
    const touched = () => ({ entity: kind.entity, id: made.id, relatedIds: relate(made) });
    return { pathValues: { caseId: made.caseId }, touched };
  };

const updated = (kind: Kind) => named(kind, { diff: kind.diff, revision: 1 });
const deleted = (kind: Kind) => named(kind, { diff: {}, revision: 1 });
const read = (kind: Kind) => named(kind, { revision: null });

export const partScenarios = {
  "medicalFacilities.treatments.list": listed(kinds.treatment),
  "cases.treatments.list": listedOfCase(kinds.treatment),
  "medicalFacilities.treatments.create": created(kinds.treatment),
  "medicalFacilities.treatments.get": read(kinds.treatment),
  "medicalFacilities.treatments.update": updated(kinds.treatment),
  "medicalFacilities.treatments.delete": deleted(kinds.treatment),
  "medicalFacilities.bills.list": listed(kinds.bill),
  "cases.medicalBills.list": listedOfCase(kinds.bill),
  "medicalFacilities.bills.create": created(kinds.bill),
  "medicalFacilities.bills.get": read(kinds.bill),
  "medicalFacilities.bills.update": updated(kinds.bill),
  "medicalFacilities.bills.delete": deleted(kinds.bill),
  "medicalFacilities.records.list": listed(kinds.record),
  "medicalFacilities.records.create": async (tenant) => {
    const { requestId, ...facility } = await createRetrievalRequest(tenant);
    const ownValues = { [ids.requestId]: requestId, [ids.chartId]: await createCaseDocument(tenant, facility.caseId) };
    return { ...createdOf(tenant, kinds.record, facility), ownValues };
  },
  "medicalFacilities.records.get": read(kinds.record),
  "medicalFacilities.records.update": updated(kinds.record),
  "medicalFacilities.records.delete": deleted(kinds.record),
} satisfies Record<string, Scenario>;
