import { runDueWork } from "../../platform/jobs/due-work.ts";
import { createRequestId } from "../../platform/database/ids.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../rpc/unit-of-work.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
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
    execute: ({ organizationId, id }) => {
      const principal = systemPrincipal(organizationId);
      const actor = { database, principal, requestId: createRequestId(), clientIp: null, action };
      return runSystemAction(actor, (context) => expireScopeRequest(context, id));
    },
  });
}
