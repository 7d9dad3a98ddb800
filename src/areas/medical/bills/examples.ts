import { ids } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { examplesOfPart, ofFacility, recorded } from "../parts/examples.ts";
import type { MedicalBill } from "../parts/schema.ts";

const { caseId } = ids;

export const bill = {
  id: ids.billId,
  ...ofFacility,
  accountNumber: "MG-558210",
  billDate: "2026-02-10",
  receivedOn: "2026-02-24",
  serviceStartOn: "2026-01-19",
  serviceEndOn: "2026-01-21",
  billedCents: 1_845_000,
  adjustmentCents: 145_000,
  insurancePaidCents: 0,
  clientPaidCents: 0,
  medPayPaidCents: 0,
  writeOffCents: 0,
  reductionNegotiatedCents: 145_000,
  balanceCents: 1_700_000,
  isLien: false,
  cptCodes: ["99284", "72141"],
  document: null,
  status: "reduced",
  availableTransitions: ["disputed", "paid", "waived"],
  notes: null,
  ...recorded,
} satisfies MedicalBill;

const examples = examplesOfPart("medicalBill", "billId", bill, {
  body: { billedCents: bill.billedCents, accountNumber: bill.accountNumber, billDate: bill.billDate },
  changes: { status: "reduced", adjustmentCents: 145_000, reductionNegotiatedCents: 145_000 },
});

export const billExamples = {
  "medicalFacilities.bills.list": examples.list,
  "medicalFacilities.bills.create": examples.create,
  "medicalFacilities.bills.get": examples.get,
  "medicalFacilities.bills.update": examples.update,
  "medicalFacilities.bills.delete": examples.delete,
  "cases.medicalBills.list": { parameters: { caseId }, response: { medicalBills: [bill], nextCursor: null } },
} satisfies Record<string, OperationExample>;
