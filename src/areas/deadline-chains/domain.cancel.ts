import { withoutIfMatch, type Context } from "../../rpc/context.ts";
import { cancelChained } from "../deadlines/domain.chains.ts";
import { lockChainWithDeadlinesForUpdate } from "./domain.locks.ts";
import { changeChainRow, withDeadlines, type WithDeadlines } from "./domain.ts";

/**
 * Cancels a chain with its open deadlines; what was missed or done stays.
 *
 * @throws as {@link lockChainWithDeadlinesForUpdate}
 */
export async function cancelChain(context: Context, chainId: string, reason: string): Promise<WithDeadlines> {
  const { chain, deadlines, matter } = await lockChainWithDeadlinesForUpdate(context, chainId, () => Promise.resolve());
  for (const deadline of deadlines.values())
    if (deadline.status === "open") await cancelChained(withoutIfMatch(context), matter, deadline, reason);
  return withDeadlines(
    context,
    await changeChainRow(context, "deadline_chain.cancelled", chain, { status: "cancelled" }),
  );
}
