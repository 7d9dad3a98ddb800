import { sql } from "kysely";
import { readRecord } from "../../../testing/harness/example-request.ts";
import type { Scenario } from "../../../testing/harness/example-request.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import { createFacility } from "../fixtures.ts";
import type { CreatedFacility } from "../fixtures.ts";
import { relateCreated } from "../facilities/fixtures.ts";
import { createBill, createCaseDocument, createRecord, createTreatment } from "../fixtures.records.ts";

/** What the arrangements of the parts of a facility differ in. */
interface Kind {
  table: "MedicalTreatment" | "MedicalBill" | "MedicalRecord";
  entity: string;
  /** Under which the response shows it. */
  key: string;
  idName: string;
  create(tenant: TestTenant): Promise<CreatedFacility & { id: string }>;
  body: Record<string, unknown>;
  changes: Record<string, unknown>;
  diff: object;
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
    body: { treatmentType: "surgery", startOn: "2026-02-01", diagnosisCodes: ["S13.4XXA"], notes: "Discectomy at two levels" },
    changes: { notes: "Discectomy at two levels" },
    diff: { notes: { from: null, to: "Discectomy at two levels" } },
    changed: { column: "notes", value: "changed since" },
  },
  bill: {
    table: "MedicalBill",
    entity: "medical_bill",
    key: "medicalBill",
    idName: "billId",
    create: async (tenant) => {
      const made = await createBill(tenant);
      return { ...made, id: made.billId };
    },
    body: { billedCents: 125_000, adjustmentCents: 25_000, cptCodes: ["99284"], accountNumber: "ACCT-7000007" },
    changes: { insurancePaidCents: 40_000, accountNumber: "ACCT-7000007" },
    diff: {
      insurancePaidCents: { from: 0, to: 40_000 },
      balanceCents: { from: 90_000, to: 50_000 },
      accountNumber: { from: null, to: "ACCT-7000007" },
    },
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
    body: { recordType: "operative report", pageCount: 40, summary: "Fusion without complication" },
    changes: { summary: "Fusion without complication", isCertified: true },
    diff: { summary: { from: null, to: "Fusion without complication" }, isCertified: { from: false, to: true } },
    changed: { column: "summary", value: "changed since" },
  },
} satisfies Record<string, Kind>;

async function change(tenant: TestTenant, { table, changed }: Kind, id: string): Promise<void> {
  await tenant.inside((transaction) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.ref(changed.column)} = ${changed.value}, revision = 9 WHERE id = ${id}`.execute(transaction),
  );
}

/** What an event of a part points to. */
const relate = (facility: CreatedFacility) => [...relateCreated(facility), { entity: "medical_facility", id: facility.facilityId }];

const created = (kind: Kind): Scenario => async (tenant) => {
  const facility = await createFacility(tenant);
  const idOf = (answer: Record<string, unknown>) => String(readRecord(answer, kind.key)["id"]);
  return {
    pathValues: { facilityId: facility.facilityId },
    body: kind.body,
    recordParameters: ["facilityId"],
    revision: null,
    change: (answer) => change(tenant, kind, idOf(answer)),
    touched: (answer) => ({ entity: kind.entity, id: idOf(answer), relatedIds: relate(facility) }),
    diff: {},
  };
};

/** A request that names a part and its facility. */
const named = (kind: Kind, request: { body?: Record<string, unknown>; diff?: object; revision: number | null }): Scenario => async (tenant) => {
  const made = await kind.create(tenant);
  return {
    pathValues: { facilityId: made.facilityId, [kind.idName]: made.id },
    recordParameters: ["facilityId", kind.idName],
    change: () => change(tenant, kind, made.id),
    touched: () => ({ entity: kind.entity, id: made.id, relatedIds: relate(made) }),
    ...request,
  };
};

const listed = (kind: Kind): Scenario => async (tenant) => {
  const made = await kind.create(tenant);
  const touched = () => ({ entity: kind.entity, id: made.id, relatedIds: relate(made) });
  return { pathValues: { facilityId: made.facilityId }, recordParameters: ["facilityId"], revision: null, touched };
};

const listedOfCase = (kind: Kind): Scenario => async (tenant) => {
  const made = await kind.create(tenant);
  const touched = () => ({ entity: kind.entity, id: made.id, relatedIds: relate(made) });
  return { pathValues: { caseId: made.caseId }, recordParameters: ["caseId"], revision: null, touched };
};

const updated = (kind: Kind) => named(kind, { body: kind.changes, diff: kind.diff, revision: 1 });
const deleted = (kind: Kind) => named(kind, { diff: {}, revision: 1 });
const read = (kind: Kind) => named(kind, { revision: null });

const createdRecord: Scenario = async (tenant) => {
  const arranged = await created(kinds.record)(tenant);
  const caseId = arranged.touched?.({ medicalRecord: {} }).relatedIds[0]?.id ?? "";
  return { ...arranged, body: { ...arranged.body, documentId: await createCaseDocument(tenant, caseId), reviewed: true } };
};

export const partScenarios = {
  "medical.listTreatments": listed(kinds.treatment),
  "medical.listCaseTreatments": listedOfCase(kinds.treatment),
  "medical.createTreatment": created(kinds.treatment),
  "medical.getTreatment": read(kinds.treatment),
  "medical.updateTreatment": updated(kinds.treatment),
  "medical.deleteTreatment": deleted(kinds.treatment),
  "medical.listBills": listed(kinds.bill),
  "medical.listCaseBills": listedOfCase(kinds.bill),
  "medical.createBill": created(kinds.bill),
  "medical.getBill": read(kinds.bill),
  "medical.updateBill": updated(kinds.bill),
  "medical.deleteBill": deleted(kinds.bill),
  "medical.listRecords": listed(kinds.record),
  "medical.createRecord": createdRecord,
  "medical.getRecord": read(kinds.record),
  "medical.updateRecord": updated(kinds.record),
  "medical.deleteRecord": deleted(kinds.record),
} satisfies Record<string, Scenario>;
