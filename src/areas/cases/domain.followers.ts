import type { Context } from "../../rpc/context.ts";
import type { CaseDetail } from "./schema.ts";

/** A case that was created, or that entered a stage otherwise than by being reopened into the stage that it was closed from. */
export interface StageEntered {
  caseId: string;
  caseType: string;
  stage: string;
  entryId: string;
  isNewCase: boolean;
}

/** What other areas do in the transaction of a case's change. Their events are declared by the operations of cases (`mayEmit`). */
export interface CaseFollower {
  enterStage(context: Context, entered: StageEntered): Promise<void>;
  changeCase(context: Context, before: CaseDetail, after: CaseDetail): Promise<void>;
}

/** By area. `src/case-followers.ts` sets it: areas have no circular dependencies. */
export const caseFollowers: Record<string, CaseFollower> = {};

export async function followStage(context: Context, entered: StageEntered): Promise<void> {
  for (const follower of Object.values(caseFollowers)) await follower.enterStage(context, entered);
}

/** @returns the case after the change */
export async function followChange(context: Context, before: CaseDetail, after: CaseDetail): Promise<CaseDetail> {
  for (const follower of Object.values(caseFollowers)) await follower.changeCase(context, before, after);
  return after;
}
