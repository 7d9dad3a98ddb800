import { invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { requireExpected } from "../../contract/revision.ts";
import type { Context } from "../../rpc/context.ts";
import { lockCaseForUpdate } from "../cases/domain.ts";
import { lockChainDeadlinesForUpdate } from "../deadlines/domain.chains.ts";
import { lockMatterForShare, type Matter } from "../deadlines/domain.locks.ts";
import { getChainRow } from "./domain.ts";
import { lockChainForUpdate, type ChainRow } from "./store.ts";

/**
 * Lock order as of deadlines: case; organization; party; deadlines by ID; chain.
 *
 * Locks the case of a chain, its deadlines and the chain.
 *
 * @param lockTriggerForShare locks the record that the chain follows
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION for an archived case, and for a canceled chain
 */
export async function lockChainWithDeadlinesForUpdate(
  context: Context,
  chainId: string,
  lockTriggerForShare: (found: ChainRow, matter: Matter) => Promise<void>,
) {
  const found = await getChainRow(context, chainId);
  await lockCaseForUpdate(context, found.caseId);
  const matter = await lockMatterForShare(context, found.caseId);
  await lockTriggerForShare(found, matter);
  const deadlines = await lockChainDeadlinesForUpdate(context, chainId);
  const chain = await lockChainForUpdate(context, chainId);
  if (chain === undefined) throw notFound("Deadline chain");
  requireExpected(context.expectedRevisions, "chain", chain.revision);
  if (chain.status === "cancelled") throw invalidState("The chain is cancelled");
  return { chain, deadlines, matter };
}
