import { notFound } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { CaseNumbers } from "./schema.ts";
import { findCaseNumbers } from "./store.ts";

/**
 * Counts of a case; null where the caller lacks the scope.
 *
 * @throws NOT_FOUND, also for a deleted case
 */
export async function getCaseNumbers(context: Context, caseId: string): Promise<CaseNumbers> {
  const { scopes } = context.principal;
  const found = await findCaseNumbers(context, caseId, {
    documents: scopes.has("documents:read"),
    notes: scopes.has("notes:read"),
    tasks: scopes.has("tasks:read"),
    deadlines: scopes.has("deadlines:read"),
    calendar: scopes.has("calendar:read"),
    intake: scopes.has("intake:read"),
    billing: scopes.has("billing:read"),
    settlements: scopes.has("settlements:read"),
    trust: scopes.has("trust:read"),
    referrals: scopes.has("referrals:read"),
    communications: scopes.has("communications:read"),
    medical: scopes.has("medical:read"),
    esign: scopes.has("esign:read"),
  });
  if (found === undefined) throw notFound("Case");
  return CaseNumbers.parse({ ...found, money: found });
}
