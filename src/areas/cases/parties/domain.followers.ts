import type { Context } from "../../../rpc/context.ts";
import type { CaseParty } from "./schema.ts";

/**
 * What other areas do in the transaction of a party's change. Their events are declared by the operations of parties
 * (`mayEmit`).
 */
export interface PartyFollower {
  /**
   * The party is locked, and the case: FOR NO KEY UPDATE if `servedOn` changes, else for share.
   *
   * @param after null for a removal, which the follower rejects by throwing
   * @returns whether the party changed once more
   */
  changeParty(context: Context, caseId: string, before: CaseParty, after: CaseParty | null): Promise<boolean>;
}

/** By area. `src/case-followers.ts` sets it: areas have no circular dependencies. */
export const partyFollowers: Record<string, PartyFollower> = {};

export async function followParty(
  context: Context,
  caseId: string,
  before: CaseParty,
  after: CaseParty | null,
): Promise<boolean> {
  let isChanged = false;
  for (const follower of Object.values(partyFollowers))
    isChanged = (await follower.changeParty(context, caseId, before, after)) || isChanged;
  return isChanged;
}
