import type { EventFollower } from "../calendar/domain.followers.ts";
import { changeChainRow } from "./domain.ts";
import { listFollowingChains, lockChainForUpdate } from "./store.ts";
import { withoutIfMatch } from "../../rpc/context.ts";

/**
 * A chain shows the day of the event that it follows, also of the one in which that goes on. Its deadlines follow by
 * themselves.
 */
export const chainFollower: EventFollower = {
  changeEvent: async (context, before, after) => {
    if (after === null || before.caseId === null || (after.id === before.id && after.startOn === before.startOn))
      return;
    for (const chainId of await listFollowingChains(context, before.caseId, before.id)) {
      const chain = await lockChainForUpdate(context, chainId);
      if (chain?.status !== "active") continue;
      await changeChainRow(withoutIfMatch(context), "deadline_chain.recalculated", chain, {
        triggerOn: after.startOn,
        triggerRecordId: after.id,
      });
    }
  },
};
