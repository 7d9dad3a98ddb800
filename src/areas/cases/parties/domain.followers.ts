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

declare module "../../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    /** By area. */
    readonly partyFollowers: Readonly<Record<"deadlines", PartyFollower>>;
  }
}

/**
 * Lets every follower follow a change of a party.
 *
 * @param after null for a deletion
 * @returns whether one of them changed something
 */
export async function followParty(
  context: Context,
  caseId: string,
  before: CaseParty,
  after: CaseParty | null,
): Promise<boolean> {
  let isChanged = false;
  for (const follower of Object.values(context.hooks.partyFollowers))
    isChanged = (await follower.changeParty(context, caseId, before, after)) || isChanged;
  return isChanged;
}
