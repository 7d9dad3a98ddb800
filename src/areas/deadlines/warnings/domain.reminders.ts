import { createRequestId } from "../../../platform/database/ids.ts";
import { runDueWork } from "../../../platform/jobs/due-work.ts";
import { lockAttorneyForShare } from "../../../rpc/authorize.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { remindOfUnverified } from "../../notifications/domain.deadlines.ts";
import { getPolicy } from "../policy/domain.ts";
import { countWaiting, listDueReminders, markReminded } from "./store.reminders.ts";

const action: DeclaredAction = { name: "deadlines.remind", canRecordEvent: [] };

/**
 * Reminds the attorneys who verify dates of what waits for them as the second person: each at most once a week, of all of it together.
 * @param at an instant @returns how many members this process reminded
 */
export function remindVerifiers(database: UnitOfWork["database"], at: string = new Date().toISOString()): Promise<number> {
  return runDueWork({
    list: (batch) => listDueReminders(database, at, batch),
    execute: ({ organizationId, id }) =>
      runSystemAction({ database, principal: systemPrincipal(organizationId), requestId: createRequestId(), clientIp: null, action }, (context) => remind(context, id, at)),
  });
}

/** The week commits with the mail. @returns whether the member was reminded */
async function remind(context: Context, memberId: string, at: string): Promise<boolean> {
  if (!(await lockAttorneyForShare(context, memberId))) return false;
  const { week, dateCount, pendingCount, earliestOn } = await countWaiting(context, memberId, await getPolicy(context), at);
  if (earliestOn === null || !(await markReminded(context, memberId, week))) return false;
  recordAuditEntry(context, { entity: "member", id: memberId }, [{ entity: "member", id: memberId }]);
  await remindOfUnverified(context, { kind: "deadline.unverified", parameters: { dateCount, pendingCount, earliestOn } }, memberId);
  return true;
}
