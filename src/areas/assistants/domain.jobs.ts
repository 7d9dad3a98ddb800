import { runDueActions } from "../../rpc/due-actions.ts";
import { describeAction, type UnitOfWork } from "../../rpc/unit-of-work.ts";
import { endUncollected } from "./domain.tokens.ts";
import { listUncollected } from "./store.ts";

const action = describeAction("assistants.endUncollected", {
  mayEmit: ["integration_key.revoked", "integration_key.updated", "scope_request.withdrawn"],
});

/**
 * Revokes the keys of connections whose code nobody collected: the person closed the page, or the client failed.
 *
 * @returns how many this process revoked
 */
export function endUncollectedAssistants(database: UnitOfWork["database"]): Promise<number> {
  return runDueActions(database, action, (batch) => listUncollected(database, batch), endUncollected);
}
