import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { assertNotFuture, readToday } from "../../../platform/database/organization-day.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { findRow } from "../../../rpc/resource/store.ts";
import { lockLiveCaseForUpdate } from "../../cases/domain.ts";
import { lockNamedForShare } from "../../settlements/domain.named.ts";
import { trustAccounts } from "../accounts/domain.ts";
import type { HoldBusinessDays } from "../accounts/schema.ts";
import type { TrustAccountRow } from "../accounts/store.ts";
import { matchUnmatched } from "../bank-statements/domain.match.ts";
import {
  assertAvailable,
  assertWithinFirmLimit,
  lockLedgersOfForUpdate,
  nameOwner,
  type LockedLedgers,
} from "../ledgers/domain.ts";
import type { Whose } from "../ledgers/store.ts";
import { clearsAtOnce, findExpectedClearOn } from "./domain.clearing.ts";
import { applyParts } from "./domain.funds.ts";
import { lockOpenAccountForUpdate, recordTrustTransaction, type PostingToRecord } from "./domain.record.ts";
import { isDeposit, validateNew } from "./domain.rules.ts";
import { describeTrustTransaction } from "./domain.ts";
import type { Allocation, NewTrustTransaction, TrustTransaction } from "./schema.ts";
import { listDepositParts, lockTransactionForUpdate, statements } from "./store.ts";

const whoseOf = ({ caseId, claimantPartyId = null }: Allocation): Whose => ({ caseId, claimantPartyId });

/**
 * Locks cases FOR NO KEY UPDATE, in the order of IDs: what is deposited moves what they have recovered.
 *
 * @returns the cases and their clients
 * @throws NOT_FOUND
 */
export async function lockCasesForUpdate(
  context: Context,
  caseIds: readonly (string | null)[],
): Promise<RecordReference[]> {
  const wanted = new Set(caseIds.filter((id) => id !== null));
  const ofCases: RecordReference[] = [];
  for (const caseId of [...wanted].toSorted()) ofCases.push(...(await lockLiveCaseForUpdate(context, caseId)));
  return ofCases;
}

/** Money of an unidentified deposit: how much of it is left, and whether it has cleared. */
interface Source {
  depositId: string;
  isCleared: boolean;
}

/**
 * Locks the deposit that an identification names.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION where less is left of it
 */
async function lockSourceForUpdate(
  context: Context,
  accountId: string,
  { depositId, amountCents }: NewTrustTransaction,
): Promise<Source | null> {
  if (depositId === undefined) return null;
  const deposit = await lockTransactionForUpdate(context, depositId);
  if (deposit === undefined || deposit.accountId !== accountId) throw notFound("Trust transaction");
  const parts = deposit.type === "deposit" ? await listDepositParts(context, depositId) : [];
  const left = parts.find(({ kind }) => kind === "unidentified")?.amountCents ?? 0;
  if (left < amountCents) throw invalidState(`The deposit has ${left} cents that are not identified`);
  return { depositId, isCleared: deposit.clearedOn !== null };
}

/**
 * Records money that came into a trust account or left it otherwise than by a disbursement.
 *
 * @throws NOT_FOUND for the account and what it names; VALIDATION_FAILED; DUPLICATE_ENTRY for the externalId;
 *   INVALID_STATE_TRANSITION for a closed account or period, a payer who owes less, a ledger that has less, and more of
 *   the firm's own money than the account's limit
 */
export async function createTrustTransaction(
  context: Context,
  accountId: string,
  given: NewTrustTransaction,
): Promise<TrustTransaction> {
  const { holdBusinessDays } = await trustAccounts.getRow(context, { id: accountId });
  const ownKind = validateNew(given);
  const { allocations = [], amountCents, type, method } = given;
  await assertNotFuture(context, { occurredOn: given.occurredOn });
  const occurredOn = given.occurredOn ?? (await readToday(context));
  const ofCases = await lockCasesForUpdate(
    context,
    allocations.map(({ caseId }) => caseId),
  );
  for (const { caseId, claimantPartyId } of allocations) await lockNamedForShare(context, caseId, { claimantPartyId });
  const source = await lockSourceForUpdate(context, accountId, given);
  const isCleared = source === null ? !isDeposit(type) || clearsAtOnce(method) : source.isCleared;
  await applyParts(context, allocations, { received: 1, cleared: isCleared ? 1 : 0, on: occurredOn });
  const ledgers = await lockLedgersOfForUpdate(context, accountId, {
    owners: allocations.map(whoseOf),
    kinds: ownKind === null ? [] : [ownKind],
  });
  const account = await lockOpenAccountForUpdate(context, accountId, occurredOn);
  const postings = composePostings(given, ownKind, ledgers);
  if (ownKind !== null) assertOwnLedger(account, { type, amountCents, ownKind }, ledgers);
  const { allocations: _allocations, ledgerKind: _kind, amountCents: _amount, depositId: _deposit, ...members } = given;
  const holds = isDeposit(type);
  const row = await recordTrustTransaction(context, {
    ...members,
    accountId,
    occurredOn,
    postings,
    ofCases,
    depositId: source?.depositId,
    expectedClearOn: holds
      ? await findExpectedClearOn(context, holdBusinessDays as HoldBusinessDays, { method, occurredOn })
      : null,
    clearedOn: holds && clearsAtOnce(method) ? occurredOn : null,
  });
  // The bank may have posted it before: its line finds it now.
  const matched = await matchUnmatched(context, accountId, { amountCents: row.bankCents });
  const isPosted = matched.includes(row.id);
  return describeTrustTransaction((isPosted ? await findRow(context, statements, { id: row.id }) : undefined) ?? row);
}

function composePostings(
  { type, amountCents, allocations = [] }: NewTrustTransaction,
  ownKind: string | null,
  ledgers: LockedLedgers,
): PostingToRecord[] {
  const toClaimants = allocations.map((allocation) => ({
    ledgerId: ledgers.get(nameOwner(whoseOf(allocation))).id,
    amountCents: allocation.amountCents,
    settlementPayerId: allocation.settlementPayerId,
  }));
  if (ownKind === null) return toClaimants;
  const goesOut = type === "identification" || type === "bank_fee" || type === "interest_remittance";
  return [{ ledgerId: ledgers.get(ownKind).id, amountCents: goesOut ? -amountCents : amountCents }, ...toClaimants];
}

/** @throws INVALID_STATE_TRANSITION */
function assertOwnLedger(
  account: TrustAccountRow,
  { type, amountCents, ownKind }: { type: string; amountCents: number; ownKind: string },
  ledgers: LockedLedgers,
): void {
  const ledger = ledgers.get(ownKind);
  if (type === "bank_fee" || type === "interest_remittance") assertAvailable(ledger, amountCents);
  else assertWithinFirmLimit(account, ledger, amountCents);
}
