import { runDueActions } from "../../../rpc/due-actions.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import { notifyOfTrust } from "../../notifications/domain.trust.ts";
import { findAccountName, listStaleAccounts, markStale } from "./store.stale.ts";

const action: DeclaredAction = { name: "trustDisbursements.reportStaleChecks", canRecordEvent: [] };

/** After how many days an outstanding check is reported, the last first. Banks need not pay one after six months. */
const staleDays = [180, 90] as const;

/**
 * Notifies members of checks that the bank has not paid for 90 days, and for 180: of each once.
 *
 * @returns of how many accounts
 * @throws the first failure, after all others were tried
 */
export function reportStaleChecks(database: UnitOfWork["database"]): Promise<number> {
  return runDueActions(database, action, (batch) => listStaleAccounts(database, batch), report);
}

async function report(context: Context, trustAccountId: string): Promise<boolean> {
  const accountName = await findAccountName(context, trustAccountId);
  if (accountName === undefined) return false;
  const today = await readToday(context);
  let isReported = false;
  for (const days of staleDays) {
    const count = await markStale(context, trustAccountId, { days, today });
    if (count === 0) continue;
    isReported = true;
    await notifyOfTrust(context, {
      kind: "trust.checks_stale",
      parameters: { trustAccountId, accountName, count, days },
    });
  }
  if (isReported) recordAuditEntry(context, { entity: "trust_account", id: trustAccountId }, []);
  return isReported;
}
