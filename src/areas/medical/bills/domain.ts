import type * as z from "zod";
import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import type { Context } from "../../../rpc/context.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { validateSpan, overlay, lockCaseDocumentForShare } from "../domain.rules.ts";
import { facilityInPath, relateToFacility } from "../facilities/domain.ts";
import { addUpBills, type FacilityRow } from "../facilities/store.ts";
import { MedicalBill, type BillChanges, type BillStatus, type NewBill } from "../parts/schema.ts";
import { selectBills, type BillRow } from "../parts/store.ts";

export const billTransitions = {
  received: ["itemized", "disputed", "reduced", "paid", "waived"],
  itemized: ["disputed", "reduced", "paid", "waived"],
  disputed: ["itemized", "reduced", "paid", "waived"],
  reduced: ["disputed", "paid", "waived"],
  paid: [],
  waived: [],
} as const satisfies Record<BillStatus, readonly BillStatus[]>;

export const billStates: StateMachine<BillStatus> = {
  noun: "A bill",
  operation: "medicalFacilities.bills.update",
  transitions: billTransitions,
};

interface Amounts {
  billedCents: number;
  adjustmentCents: number;
  insurancePaidCents: number;
  clientPaidCents: number;
  medPayPaidCents: number;
  writeOffCents: number;
  reductionNegotiatedCents: number;
}

interface CheckedBill extends Amounts {
  status: string;
  serviceStartOn: string | null;
  serviceEndOn: string | null;
}

const blank: CheckedBill = {
  status: "received",
  serviceStartOn: null,
  serviceEndOn: null,
  billedCents: 0,
  adjustmentCents: 0,
  insurancePaidCents: 0,
  clientPaidCents: 0,
  medPayPaidCents: 0,
  writeOffCents: 0,
  reductionNegotiatedCents: 0,
};

export function balanceOf(amounts: Amounts): number {
  const { billedCents, adjustmentCents, insurancePaidCents, clientPaidCents, medPayPaidCents, writeOffCents } = amounts;
  return billedCents - adjustmentCents - insurancePaidCents - clientPaidCents - medPayPaidCents - writeOffCents;
}

export const bills = defineResource({
  table: "MedicalBill",
  noun: "Bill",
  idKind: "medicalBill",
  schema: MedicalBill,
  select: selectBills,
  describe: (row) =>
    MedicalBill.parse({ ...row, balanceCents: balanceOf(row), availableTransitions: billTransitions[row.status] }),
  events: { created: "medical_bill.created", updated: "medical_bill.updated", deleted: "medical_bill.deleted" },
  relate: relateToFacility,
  parent: facilityInPath,
  liveOwners: ["facilityId", "caseId"],
  auditReads: relateToFacility,
  prepareInsert: prepareNew,
  prepareUpdate: prepareChanges,
  afterWrite: (context, { facilityId }) => addUpBills(context, facilityId),
  unique: { MedicalBill_organizationId_externalId_key: "externalId: used by another record" },
});

function validateBill(bill: CheckedBill): void {
  validateSpan("serviceEndOn", bill.serviceStartOn, bill.serviceEndOn);
  const balance = balanceOf(bill);
  if (balance < 0)
    throw invalidInput({
      path: "billedCents",
      message: "must be at least the sum of adjustment, payments and write-off",
    });
  if (bill.reductionNegotiatedCents > bill.adjustmentCents)
    throw invalidInput({ path: "reductionNegotiatedCents", message: "must be at most adjustmentCents" });
  if (bill.status === "paid" && balance > 0) throw invalidState("A bill with a balance cannot be paid");
}

/** @throws VALIDATION_FAILED for more taken off than billed; NOT_FOUND for the document; INVALID_STATE_TRANSITION */
async function prepareNew(context: Context, values: NewBill, { caseId }: FacilityRow) {
  validateBill(overlay(blank, values));
  await lockCaseDocumentForShare(context, caseId, values.documentId);
  return { ...values, caseId };
}

/** @throws as for a new one; INVALID_STATE_TRANSITION for a status that may not follow */
async function prepareChanges(context: Context, changes: z.infer<typeof BillChanges>, before: BillRow) {
  const { status = before.status } = changes;
  if (status !== before.status) requireTransition(billStates, before.status, status);
  validateBill(overlay<CheckedBill>(before, changes));
  await lockCaseDocumentForShare(context, before.caseId, changes.documentId);
  return changes;
}
