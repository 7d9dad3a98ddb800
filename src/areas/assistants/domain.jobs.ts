import { runDueActions } from "../../rpc/due-actions.ts";
import { describeAction, type UnitOfWork } from "../../rpc/unit-of-work.ts";
import { endEvents, endUncollected } from "./domain.tokens.ts";
import { listUncollected } from "./store.ts";

const action = describeAction("assistants.endUncollected", { mayEmit: endEvents });

/**
 * Revokes the keys of connections whose code nobody collected: the person closed the page, or the client failed.
 *
 * @returns how many this process revoked
 */
export function endUncollectedAssistants(database: UnitOfWork["database"]): Promise<number> {
  return runDueActions(database, action, (batch) => listUncollected(database, batch), endUncollected);
}
