import type { Context } from "../../../rpc/context.ts";
import type { CaseParty } from "./schema.ts";

/** What other areas do in the transaction of a party's change. Their events are declared by the operations of parties (`mayEmit`). */
export interface PartyFollower {
  /** The case is locked for share, and the party. @param after null for a removal, which the follower rejects by throwing */
  changeParty(context: Context, caseId: string, before: CaseParty, after: CaseParty | null): Promise<void>;
}

/** By area. `src/case-followers.ts` sets it: areas have no circular dependencies. */
export const partyFollowers: Record<string, PartyFollower> = {};

export async function followParty(context: Context, caseId: string, before: CaseParty, after: CaseParty | null): Promise<void> {
  for (const follower of Object.values(partyFollowers)) await follower.changeParty(context, caseId, before, after);
}
