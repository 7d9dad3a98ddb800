import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import type { LimitationSource } from "./schema.input.ts";
import type { CaseDetail } from "./schema.ts";

/**
 * A case that was created, or that entered a stage otherwise than by being reopened into the stage that it was closed
 * from.
 */
export interface StageEntered {
  caseId: string;
  caseType: string;
  stage: string;
  entryId: string;
  isNewCase: boolean;
}

/** A date of limitation with which a case was created. */
export interface ProposedLimitation {
  caseId: string;
  on: string;
  source: LimitationSource;
  /** The lead whose estimate it was, if any. */
  leadId: string | null;
}

/**
 * What other areas do in the transaction of a case's change. Their events are declared by the operations of cases
 * (`mayEmit`).
 */
export interface CaseFollower {
  proposeLimitation?(context: Context, proposed: ProposedLimitation): Promise<void>;
  enterStage?(context: Context, entered: StageEntered): Promise<void>;
  /**
   * The case is locked FOR NO KEY UPDATE.
   *
   * @returns the case if it changed once more
   */
  changeCase?(context: Context, before: CaseDetail, after: CaseDetail): Promise<CaseDetail | undefined>;
}

declare module "../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    /** By area, in the order in which they lock. Areas have no circular dependencies, so none imports its followers. */
    readonly caseFollowers: Readonly<Record<"tasks" | "deadlines" | "referrals", CaseFollower>>;
  }
}

/** Proposes the limitation of a new case to what keeps deadlines. */
export async function followLimitation(context: Context, proposed: ProposedLimitation): Promise<void> {
  for (const follower of Object.values(context.hooks.caseFollowers))
    await follower.proposeLimitation?.(context, proposed);
}

/** Lets every follower enqueue what a stage that a case entered sets off. */
export async function followStage(context: Context, entered: StageEntered): Promise<void> {
  // Each enqueues jobs by one statement, and none locks: they are sent together.
  await settleInOrder(
    ...Object.values(context.hooks.caseFollowers).map(async (follower) => follower.enterStage?.(context, entered)),
  );
}

/** @returns the case after the change */
export async function followChange(context: Context, before: CaseDetail, after: CaseDetail): Promise<CaseDetail> {
  let latest = after;
  for (const follower of Object.values(context.hooks.caseFollowers))
    latest = (await follower.changeCase?.(context, before, after)) ?? latest;
  return latest;
}
