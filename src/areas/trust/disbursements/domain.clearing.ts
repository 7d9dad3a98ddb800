import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { changeDisbursement, getDisbursementRow } from "./domain.ts";
import type { Disbursement } from "./schema.ts";
import type { DisbursementRow } from "./store.ts";

/**
 * The bank paid a disbursement that is locked.
 *
 * @param on the day on which it did
 * @throws VALIDATION_FAILED
 */
export function clearDisbursement(context: Context, row: DisbursementRow, on: string): Promise<Disbursement> {
  if (row.issuedOn !== null && on < row.issuedOn)
    throw invalidInput({ path: "on", message: "must not be before issuedOn" });
  return changeDisbursement(context, row, { status: "cleared", clearedOn: on }, "trust_disbursement.cleared");
}

/** A line of the bank was matched with a disbursement that is locked: it is cleared, unless it was. */
export async function clearMatched(context: Context, disbursementId: string, postedOn: string): Promise<void> {
  const row = await getDisbursementRow(context, disbursementId);
  if (row.status !== "issued" || row.issuedOn === null) return;
  // The bank may post it up to three days before the firm's date of issue.
  await clearDisbursement(context, row, postedOn < row.issuedOn ? row.issuedOn : postedOn);
}

/** The match that cleared a disbursement was undone: it is outstanding again. The disbursement is locked. */
export async function undoClearing(context: Context, disbursementId: string): Promise<void> {
  const row = await getDisbursementRow(context, disbursementId);
  if (row.status === "cleared")
    await changeDisbursement(context, row, { status: "issued", clearedOn: null }, "trust_disbursement.issued");
}
