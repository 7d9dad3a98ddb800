import { runDueActions } from "../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../rpc/unit-of-work.ts";
import { expireScopeRequest } from "./domain.ts";
import { listOverdueRequests } from "./store.ts";

const action: DeclaredAction = {
  name: "scopeRequests.expire",
  canRecordEvent: ["scope_request.expired", "scope_request.lapsed"],
};

/**
 * Expires every request older than fourteen days, in all organizations, each in its own transaction.
 *
 * @returns how many expired here
 * @throws the first failure, after all others were tried
 */
export function expireOverdueRequests(database: UnitOfWork["database"]): Promise<number> {
  return runDueActions(database, action, (batch) => listOverdueRequests(database, batch), expireScopeRequest);
}
