import { runDueWork } from "../../platform/jobs/due-work.ts";
import { runAsSystem, type DeclaredAction, type UnitOfWork } from "../../rpc/unit-of-work.ts";
import { expireScopeRequest } from "./domain.ts";
import { listOverdueRequests } from "./store.ts";

const action: DeclaredAction = { name: "scopeRequests.lapse", canRecordEvent: ["scope_request.lapsed"] };

/**
 * Expires every request older than fourteen days, in all organizations, each in its own transaction.
 * @returns how many expired here
 * @throws the first failure, after all others were tried
 */
export function expireOverdueRequests(database: UnitOfWork["database"]): Promise<number> {
  return runDueWork({
    list: (batch) => listOverdueRequests(database, batch),
    execute: ({ organizationId, id }) => runAsSystem(database, organizationId, action, (context) => expireScopeRequest(context, id)),
  });
}
