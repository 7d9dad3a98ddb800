import type * as z from "zod";
import { ignoreNotFound } from "../../../contract/errors/error-codes.ts";
import type { JobLogger, QueueWorker } from "../../../platform/jobs/job-queue.ts";
import { createSharedWorker } from "../../../platform/jobs/repeated-worker.ts";
import type { Context } from "../../../rpc/context.ts";
import { runAsSystem, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import type { CaseFollower } from "../../cases/domain.followers.ts";
import { getProfile } from "../profile/domain.ts";
import { lockReferralForUpdate } from "../referrals/domain.ts";
import type { ReferralPhase } from "../referrals/schema.ts";
import { postUpdate } from "./domain.ts";
import { enqueuePhase, phaseQueue, type PhaseJob } from "./store.queue.ts";
import { findCaseStage, findLastPhase } from "./store.ts";

/**
 * What a stage of a case is for the firm that referred it. A file that is closed is no phase: closing the referral says
 * more.
 */
const phaseOfStage: Readonly<Record<string, z.infer<typeof ReferralPhase>>> = {
  intake: "evaluating",
  investigation: "evaluating",
  treatment: "treating",
  records_collection: "treating",
  demand_preparation: "demand",
  demand_sent: "demand",
  negotiation: "negotiation",
  pre_suit_mediation: "negotiation",
  litigation_filed: "litigation",
  service: "litigation",
  discovery: "litigation",
  depositions: "litigation",
  expert_disclosure: "litigation",
  mediation: "litigation",
  arbitration: "litigation",
  trial_preparation: "trial",
  trial: "trial",
  appeal: "trial",
  settlement_pending: "settled",
  lien_resolution: "settled",
  disbursement: "disbursing",
};

/** The case is locked, and a referral is locked before its case: a job posts the phase. */
export const phaseFollower: CaseFollower = {
  async enterStage(context, entered) {
    // No referral has a case that was just created.
    if (!entered.isNewCase) await enqueuePhase(context, entered);
  },
};

const action: DeclaredAction = { name: "referrals.updates.follow", canRecordEvent: ["referral.update_posted"] };

/**
 * Posts the phase in which the case of a referral is now, unless the handling firm said so last. Stages that follow
 * each other quickly are one update.
 *
 * @returns whether it did
 */
async function postPhase(context: Context, referralId: string): Promise<boolean> {
  if (!(await getProfile(context)).autoUpdates) return false;
  const referral = await lockReferralForUpdate(context, referralId).catch(ignoreNotFound);
  if (referral === undefined || referral.caseId === null) return false;
  if (referral.status !== "accepted" && referral.status !== "engaged") return false;
  const stage = await findCaseStage(context, referral.caseId);
  const phase = stage === null ? undefined : phaseOfStage[stage];
  if (phase === undefined || phase === (await findLastPhase(context, referralId))) return false;
  await postUpdate(context, referralId, { by: "handling", phase, text: null, nextUpdateOn: null });
  return true;
}

/** Does the job of a referral, in a transaction of its own. @returns whether it posted a phase */
export const followPhase = (database: UnitOfWork["database"], { organizationId, referralId }: PhaseJob) =>
  runAsSystem(database, organizationId, action, (context) => postPhase(context, referralId));

/** Posts phases of referrals; what fails is logged and tried again. */
export const createPhaseWorker = (database: UnitOfWork["database"], logger: JobLogger): QueueWorker =>
  createSharedWorker(phaseQueue, logger, {
    pollSeconds: 2,
    failure: "the phase of a referral could not be posted",
    execute: async (data) => void (await followPhase(database, data as PhaseJob)),
  });
