import { Temporal } from "temporal-polyfill";
import type { Logger } from "../../../platform/observability/logger.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import { recordAuditEntry, recordEvent, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { notifyOfTrust } from "../../notifications/domain.trust.ts";
import { TrustAccountInEvent } from "../accounts/schema.ts";
import { lockTrustAccountForUpdate } from "../accounts/store.ts";
import {
  countWrongLedgers,
  hasWrongSums,
  listAccountsToRemind,
  listAccountsToVerify,
  markReminded,
  markVerified,
} from "./store.ts";

const verification: DeclaredAction = {
  name: "trustAccounts.verify",
  canRecordEvent: ["trust_account.discrepancy_found"],
};
const pickForEvents = createOutputPicker(TrustAccountInEvent);

/**
 * Compares the sums of every trust account with what its postings add up to, once a day. It changes none of them: a
 * difference is an event, an error in the log and a notice to members.
 *
 * @returns how many accounts have a difference
 * @throws the first failure, after trying all others
 */
export function verifyTrustBooks(database: UnitOfWork["database"], logger: Logger): Promise<number> {
  return runDueActions(
    database,
    verification,
    (batch) => listAccountsToVerify(database, batch),
    (context, accountId) => verify(context, logger, accountId),
  );
}

async function verify(context: Context, logger: Logger, accountId: string): Promise<boolean> {
  const account = await lockTrustAccountForUpdate(context, accountId);
  const today = await readToday(context);
  if (account === undefined || account.verifiedOn >= today) return false;
  await markVerified(context, accountId, today);
  const wrongLedgers = await countWrongLedgers(context, accountId);
  if (wrongLedgers === 0 && !(await hasWrongSums(context, accountId))) return false;
  const { organizationId } = context;
  logger.error({ organizationId, accountId, wrongLedgers }, "the books of a trust account do not add up");
  recordEvent(context, {
    eventType: "trust_account.discrepancy_found",
    entityId: accountId,
    payload: pickForEvents(account),
    diff: {},
    relatedIds: [{ entity: "organization", id: organizationId }],
  });
  await notifyOfTrust(context, {
    kind: "trust.discrepancy_found",
    parameters: { trustAccountId: accountId, accountName: account.name },
  });
  return true;
}

/** Days after the end of a month until which it should be reconciled. */
const reconciliationDays = 30;

/** The last month's end that should be reconciled by a day. */
export function findMonthEndDue(today: string): string {
  const latest = Temporal.PlainDate.from(today).subtract({ days: reconciliationDays });
  const isEnd = latest.day === latest.daysInMonth;
  return (isEnd ? latest : latest.with({ day: 1 }).subtract({ days: 1 })).toString();
}

const reminder: DeclaredAction = { name: "trustAccounts.remind", canRecordEvent: [] };

/**
 * Reminds members of open accounts that nobody has reconciled 30 days after the end of a month, once for each month.
 *
 * @returns how many accounts
 * @throws the first failure, after trying all others
 */
export function remindOfReconciliations(database: UnitOfWork["database"]): Promise<number> {
  return runDueActions(database, reminder, (batch) => listAccountsToRemind(database, batch), remind);
}

async function remind(context: Context, accountId: string): Promise<boolean> {
  const account = await lockTrustAccountForUpdate(context, accountId);
  if (account === undefined || account.status === "closed") return false;
  const monthEndOn = findMonthEndDue(await readToday(context));
  const isDone = [account.lastReconciledOn, account.remindedForOn].some((on) => on !== null && on >= monthEndOn);
  if (isDone) return false;
  await markReminded(context, accountId, monthEndOn);
  await notifyOfTrust(context, {
    kind: "trust.reconciliation_due",
    parameters: { trustAccountId: accountId, accountName: account.name, monthEndOn },
  });
  recordAuditEntry(context, { entity: "trust_account", id: accountId }, []);
  return true;
}
