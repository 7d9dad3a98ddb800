import type { Logger } from "../../../platform/observability/logger.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import { recordEvent, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { TrustAccountInEvent } from "../accounts/schema.ts";
import { lockTrustAccountForUpdate } from "../accounts/store.ts";
import { countWrongLedgers, hasWrongSums, listAccountsToVerify, markVerified } from "./store.ts";

const verification: DeclaredAction = {
  name: "trustAccounts.verify",
  canRecordEvent: ["trust_account.discrepancy_found"],
};
const pickForEvents = createOutputPicker(TrustAccountInEvent);

/**
 * Compares the sums of every trust account with what its postings add up to, once a day. It changes none of them: a
 * difference is an event and an error in the log.
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
  return true;
}
