import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { NewTrustTransaction, TrustTransactionStatus, TrustTransactionTransition } from "./schema.ts";

type NewType = NewTrustTransaction["type"];
type OwnKind = NonNullable<NewTrustTransaction["ledgerKind"]>;

/** What may be taken back by a reversal; disbursements are voided, and what came back was returned. */
const reversible: ReadonlySet<string> = new Set([
  "opening_balance",
  "deposit",
  "identification",
  "firm_deposit",
  "firm_cover",
  "bank_fee",
  "interest",
  "interest_remittance",
]);

/** Deposits that may have to clear. */
export const isDeposit = (type: string): boolean => type === "deposit" || type === "firm_deposit";

/** The transitions of a transaction that the API offers. */
export function listTrustTransitions({
  type,
  clearedOn,
  reversedById,
}: {
  type: string;
  clearedOn: string | null;
  reversedById: string | null;
}): TrustTransactionStatus[] {
  if (reversedById !== null || !reversible.has(type)) return [];
  if (!isDeposit(type)) return ["reversed"];
  return clearedOn === null ? ["cleared", "returned", "reversed"] : ["returned", "reversed"];
}

/** Which own ledger of the account a transaction moves, where it moves no claimant's. */
const ownKinds: Partial<Record<NewType, OwnKind>> = {
  firm_deposit: "firm",
  bank_fee: "firm",
  interest: "interest",
  interest_remittance: "interest",
};

const ownKindsAllowed: Partial<Record<NewType, readonly OwnKind[]>> = {
  deposit: ["unidentified"],
  opening_balance: ["unidentified", "firm", "interest"],
};

/**
 * The account's own ledger that a new transaction moves; null where it moves claimants' ledgers alone.
 *
 * @throws VALIDATION_FAILED for members that do not belong together
 */
export function validateNew(given: NewTrustTransaction): OwnKind | null {
  const { type, allocations, ledgerKind, method } = given;
  if (isDeposit(type) && method === undefined) throw invalidInput({ path: "method", message: `required for ${type}` });
  if ((type === "identification") !== (given.depositId !== undefined))
    throw invalidInput({ path: "depositId", message: "required for identification, and allowed only for it" });
  validateAllocations(given);
  const own = ownKinds[type];
  if (own !== undefined) {
    if (ledgerKind !== undefined && ledgerKind !== own)
      throw invalidInput({ path: "ledgerKind", message: `must be ${own} for ${type}` });
    return own;
  }
  if (type === "identification") return "unidentified";
  if ((allocations === undefined) === (ledgerKind === undefined))
    throw invalidInput({ path: "allocations", message: "send either allocations or ledgerKind" });
  if (ledgerKind !== undefined && ownKindsAllowed[type]?.includes(ledgerKind) !== true)
    throw invalidInput({ path: "ledgerKind", message: `a ${type} does not move this ledger` });
  return ledgerKind ?? null;
}

/** @throws VALIDATION_FAILED */
function validateAllocations({ type, allocations, amountCents }: NewTrustTransaction): void {
  if (type === "identification" && allocations === undefined)
    throw invalidInput({ path: "allocations", message: "required for identification" });
  if (allocations === undefined) return;
  if (ownKinds[type] !== undefined) throw invalidInput({ path: "allocations", message: `not allowed for ${type}` });
  const sum = allocations.reduce((total, allocation) => total + allocation.amountCents, 0);
  if (sum !== amountCents)
    throw invalidInput({
      path: "allocations",
      message: `sum to ${sum} cents, not to the ${amountCents} of amountCents`,
    });
}

/** @throws VALIDATION_FAILED for members that do not belong together */
export function validateTransition({ status, basis, reason, firmCover }: TrustTransactionTransition): void {
  if ((status === "cleared") !== (basis !== undefined))
    throw invalidInput({ path: "basis", message: "required for cleared, and allowed only with it" });
  if ((status !== "cleared") !== (reason !== undefined))
    throw invalidInput({ path: "reason", message: "required for returned and reversed, and allowed only with them" });
  if (firmCover !== undefined && status !== "returned")
    throw invalidInput({ path: "firmCover", message: "allowed only with returned" });
}
