import { invalidState } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import type { TrustAccountRow } from "../accounts/store.ts";
import { recordBooksRead } from "../domain.audit.ts";
import { TrustLedger, type TrustLedgerFilter } from "./schema.ts";
import {
  ensureClientLedger,
  listLedgersOf,
  lockTrustLedgersForUpdate,
  selectLedgerPage,
  type ShownLedgerRow,
  type TrustLedgerRow,
  type Whose,
} from "./store.ts";

type Sums = Pick<TrustLedgerRow, "balanceCents" | "unclearedCents" | "reservedCents">;

/** What can be paid out of a ledger. */
export const findAvailableCents = ({ balanceCents, unclearedCents, reservedCents }: Sums): number =>
  balanceCents - unclearedCents - reservedCents;

const describeLedger = (row: ShownLedgerRow): TrustLedger =>
  TrustLedger.parse({ ...row, availableCents: findAvailableCents(row) });

/** A page of the ledgers of the firm's trust accounts. */
export async function listTrustLedgers(
  context: Context,
  { after, limit, sort, ...filter }: TrustLedgerFilter,
): Promise<{ trustLedgers: TrustLedger[]; nextCursor: string | null }> {
  const list = { name: "trust-ledgers", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectLedgerPage(context, filter, page),
  );
  recordBooksRead(context, filter);
  return { trustLedgers: rows.map(describeLedger), nextCursor };
}

/** @throws INVALID_STATE_TRANSITION unless so much is available */
export function assertAvailable(ledger: Sums, cents: number): void {
  const available = findAvailableCents(ledger);
  if (cents > available) throw invalidState(`The ledger has ${available} cents available`);
}

/** @throws INVALID_STATE_TRANSITION where the firm would keep more of its own money in the account than its limit */
export function assertWithinFirmLimit(
  { firmFundsLimitCents }: Pick<TrustAccountRow, "firmFundsLimitCents">,
  { kind, balanceCents }: TrustLedgerRow,
  cents: number,
): void {
  if (kind === "firm" && cents > 0 && balanceCents + cents > firmFundsLimitCents)
    throw invalidState(
      `The firm may keep ${firmFundsLimitCents} cents of its own in the account, and has ${balanceCents}`,
    );
}

/** As a key: whose ledger it is. */
export const nameOwner = ({ caseId, claimantPartyId }: Whose): string => `${caseId} ${claimantPartyId ?? ""}`;

/** Ledgers of an account by {@link nameOwner}, its own by their kind. */
export interface LockedLedgers {
  /** @throws where it was not locked */
  get: (name: string) => TrustLedgerRow;
}

/**
 * Ledgers of an account, claimants' made where there are none, each locked FOR NO KEY UPDATE until commit. The cases
 * are locked.
 *
 * @param wanted claimants' ledgers by their owners, the account's own by their kinds
 */
export async function lockLedgersOfForUpdate(
  context: Context,
  accountId: string,
  { owners, kinds }: { owners: readonly Whose[]; kinds: readonly string[] },
): Promise<LockedLedgers> {
  const byName = new Map(owners.map((owner) => [nameOwner(owner), owner]));
  // In one order, so that of two deposits one waits.
  for (const [, { caseId, claimantPartyId }] of [...byName].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    await ensureClientLedger(context, { id: createId("trustLedger"), accountId, caseId, claimantPartyId });
  const caseIds = [...new Set(owners.map(({ caseId }) => caseId))];
  const found = await listLedgersOf(context, accountId, { caseIds, kinds });
  const ids = found.filter((row) => row.kind !== "client" || byName.has(nameLedger(row))).map(({ id }) => id);
  const locked = new Map((await lockTrustLedgersForUpdate(context, ids)).map((row) => [nameLedger(row), row]));
  return {
    get: (name) => {
      const row = locked.get(name);
      if (row === undefined) throw new Error(`the ledger ${name} was not locked`);
      return row;
    },
  };
}

const nameLedger = ({ kind, caseId, claimantPartyId }: TrustLedgerRow): string =>
  caseId === null ? kind : nameOwner({ caseId, claimantPartyId });
