import type { Due } from "../platform/database/due-rows.ts";
import { runDueWork } from "../platform/jobs/due-work.ts";
import type { Context } from "./context.ts";
import { runAsSystem, type DeclaredAction, type UnitOfWork } from "./unit-of-work.ts";

/**
 * Does as the system what is due in any organization, each in its own transaction.
 *
 * @param work decides again, with the record locked
 * @returns whether it changed anything
 * @returns how many this process changed
 * @throws the first failure, after all others were tried
 */
export function runDueActions(
  database: UnitOfWork["database"],
  action: DeclaredAction,
  list: (batch: number) => Promise<readonly Due[]>,
  work: (context: Context, id: string) => Promise<boolean>,
): Promise<number> {
  return runDueWork({
    list,
    execute: ({ organizationId, id }) => runAsSystem(database, organizationId, action, (context) => work(context, id)),
  });
}
