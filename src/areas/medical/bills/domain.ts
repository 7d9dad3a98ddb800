import type * as z from "zod";
import { AppError, invalidInput } from "../../../contract/errors/error-codes.ts";
import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import type { Context } from "../../../rpc/context.ts";
import { createPart, updatePart, type Part } from "../parts/domain.ts";
import { validateSpan, overlay, requireCaseDocument } from "../domain.rules.ts";
import { MedicalBill, type BillChanges, type BillStatus, type NewBill } from "../parts/schema.ts";
import { addUpBills } from "../facilities/store.ts";

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

export const billPart: Part<"MedicalBill", MedicalBill> = {
  table: "MedicalBill",
  entity: "medical_bill",
  kind: "medicalBill",
  noun: "Bill",
  describe: (row) =>
    MedicalBill.parse({
      ...row,
      balanceCents: balanceOf(row),
      availableTransitions: billTransitions[row.status as BillStatus],
    }),
  settle: addUpBills,
};

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
  if (bill.status === "paid" && balance > 0)
    throw new AppError("INVALID_STATE_TRANSITION", "A bill with a balance cannot be paid");
}

/**
 * @throws NOT_FOUND for facility or document; VALIDATION_FAILED for more taken off than billed; DUPLICATE_ENTRY;
 *   INVALID_STATE_TRANSITION
 */
export function createBill(context: Context, facilityId: string, values: NewBill): Promise<MedicalBill> {
  return createPart(context, billPart, facilityId, async ({ caseId }) => {
    validateBill(overlay(blank, values));
    await requireCaseDocument(context, caseId, values.documentId);
    return values;
  });
}

/** @throws as a creation; STALE_REVISION; INVALID_STATE_TRANSITION for a status that may not follow */
export function updateBill(
  context: Context,
  of: { facilityId: string; id: string },
  changes: z.infer<typeof BillChanges>,
): Promise<MedicalBill> {
  return updatePart(context, billPart, of, async (row) => {
    const from = row.status as BillStatus;
    const { status: to = from } = changes;
    if (to !== from) requireTransition(billStates, from, to);
    validateBill(overlay<CheckedBill>(row, changes));
    await requireCaseDocument(context, row.caseId, changes.documentId);
    return changes;
  });
}
