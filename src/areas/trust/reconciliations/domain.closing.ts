import { notFound, invalidState } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { recordEvent, type Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { assertOwner, trustAccounts } from "../accounts/domain.ts";
import { lockTrustAccountForUpdate, type TrustAccountRow } from "../accounts/store.ts";
import { readNow } from "../bank-statements/store.ts";
import { calculate, describeClosed } from "./domain.ts";
import type { ClosedReconciliation, Closing, Reopening } from "./schema.ts";
import {
  endsStatement,
  findClosed,
  findClosedBefore,
  insertReconciliation,
  reopenRow,
  writeClosedThrough,
} from "./store.ts";

/** @throws NOT_FOUND */
async function lockAccountForUpdate(context: Context, id: string): Promise<TrustAccountRow> {
  const account = await lockTrustAccountForUpdate(context, id);
  if (account === undefined) throw notFound("Trust account");
  return account;
}

/**
 * Closes an account through the end of a bank statement: from then on nothing is dated on that day or before. The
 * account is locked, so what is compared stays until commit.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a day that is closed or ends no bank statement, and for an account that
 *   is not balanced
 */
export async function closeReconciliation(
  context: Context,
  { trustAccountId, asOfOn }: Closing,
): Promise<ClosedReconciliation> {
  const account = await lockAccountForUpdate(context, trustAccountId);
  const { closedThroughOn } = account;
  if (closedThroughOn !== null && asOfOn <= closedThroughOn)
    throw invalidState(`The account is already closed through ${closedThroughOn}`);
  const day = { accountId: trustAccountId, asOfOn };
  if (!(await endsStatement(context, day))) throw invalidState(`No bank statement ends on ${asOfOn}: import it first`);
  const compared = await calculate(context, account, asOfOn);
  const { bankCents, adjustedBankCents, differenceCents } = compared;
  if (!compared.isBalanced || bankCents === null || adjustedBankCents === null || differenceCents === null)
    throw invalidState(`The account is not balanced: ${compared.faults[0]?.message ?? "its sides differ"}`);
  const { inTransitCents, outstandingCents, bookCents, ledgersCents, unmatchedCount } = compared;
  const { inTransitCount, outstandingCount, ledgerCount, inTransit, outstanding, ledgers } = compared;
  const row = await insertReconciliation(context, {
    id: createId("reconciliation"),
    accountId: trustAccountId,
    asOfOn,
    bankCents,
    inTransitCents,
    outstandingCents,
    adjustedBankCents,
    bookCents,
    ledgersCents,
    differenceCents,
    unmatchedCount,
    items: JSON.stringify({ inTransitCount, outstandingCount, ledgerCount, inTransit, outstanding, ledgers }),
    closedBy: JSON.stringify(describeActor(context.principal)),
  });
  await closeThrough(context, trustAccountId, asOfOn);
  return record(context, "trust_reconciliation.closed", describeClosed(account, row));
}

/**
 * Opens the last closed period of an account again.
 *
 * @throws NOT_FOUND; FORBIDDEN unless the member is an owner; INVALID_STATE_TRANSITION for a day that is not the last
 *   closed one
 */
export async function reopenReconciliation(
  context: Context,
  { trustAccountId, asOfOn, reason }: Reopening,
): Promise<ClosedReconciliation> {
  await assertOwner(context);
  const account = await lockAccountForUpdate(context, trustAccountId);
  const day = { accountId: trustAccountId, asOfOn };
  const before = await findClosed(context, day);
  if (before === undefined) throw notFound("Closed reconciliation");
  if (account.closedThroughOn !== asOfOn)
    throw invalidState(
      `Only the last closed period can be reopened; it ends on ${account.closedThroughOn ?? "no day"}`,
    );
  const reopened = {
    reopenedAt: await readNow(context),
    reopenedBy: JSON.stringify(describeActor(context.principal)),
    reopenReason: reason,
  };
  await reopenRow(context, before.id, reopened);
  await closeThrough(context, trustAccountId, await findClosedBefore(context, day));
  const after = describeClosed(account, {
    ...before,
    ...reopened,
    reopenedBy: describeActor(context.principal),
    revision: before.revision + 1,
  });
  return record(context, "trust_reconciliation.reopened", after);
}

/** Writes through which day an account that is locked is closed, with its event. */
async function closeThrough(context: Context, accountId: string, on: string | null): Promise<void> {
  const recordChange = await trustAccounts.track(context, [accountId], ({ organizationId }) => [
    { entity: "organization", id: organizationId },
  ]);
  await writeClosedThrough(context, accountId, on);
  await recordChange();
}

function record(
  context: Context,
  eventType: "trust_reconciliation.closed" | "trust_reconciliation.reopened",
  payload: ClosedReconciliation,
): ClosedReconciliation {
  const { reopenedAt, reopenedBy, reopenReason } = payload;
  recordEvent(context, {
    eventType,
    entityId: payload.id,
    payload,
    diff:
      eventType === "trust_reconciliation.closed"
        ? {}
        : {
            isClosed: { from: true, to: false },
            reopenedAt: { from: null, to: reopenedAt },
            reopenedBy: { from: null, to: reopenedBy },
            reopenReason: { from: null, to: reopenReason },
          },
    relatedIds: [{ entity: "trust_account", id: payload.account.id }],
  });
  return payload;
}
