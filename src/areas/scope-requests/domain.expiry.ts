import { runDueWork } from "../../platform/jobs/due-work.ts";
import { createRequestId } from "../../platform/database/ids.ts";
import { actInOrganization } from "../../rpc/portal-context.ts";
import type { OutsideActor } from "../../rpc/portal-context.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
import type { Act } from "../../rpc/unit-of-work.ts";
import { expireScopeRequest } from "./domain.ts";
import { listOverdueRequests } from "./store.ts";

const act: Act = { action: "scopeRequests.lapse", canRecordEvent: ["scope_request.lapsed"] };

/**
 * Ends every request whose fourteen days are over, in all organizations: each in its own transaction, each once.
 * @returns how many were ended here
 * @throws the first failure, after all others were ended
 */
export function expireOverdueRequests(database: OutsideActor["database"]): Promise<number> {
  return runDueWork({
    list: (batch) => listOverdueRequests(database, batch),
    perform: ({ organizationId, id }) => {
      const principal = systemPrincipal(organizationId);
      const actor = { database, principal, requestId: createRequestId(), address: null, act };
      return actInOrganization(actor, (context) => expireScopeRequest(context, id));
    },
  });
}
