import type { QueueWorker } from "../../platform/jobs/job-queue.ts";
import type { Context } from "../../rpc/context.ts";
import { createRequestId } from "../../platform/database/ids.ts";
import { hasOpenJob } from "../../platform/jobs/job-rows.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
import { describeAction, runInTransaction, type UnitOfWork } from "../../rpc/unit-of-work.ts";
import { lockOrganizationForUpdate } from "../administration/domain.ts";
import { getSandbox, recordSandboxEvent } from "./domain.ts";
import { madeUpMembers } from "./domain.members.ts";
import { enqueueSandbox, sandboxFailureQueue, sandboxQueue, type SandboxJob } from "./store.queue.ts";
import { emptySandbox, endCredentials, markSandbox, restoreMembers, type RestoredMember } from "./store.ts";

/**
 * Makes the example records of a sandbox with these members.
 *
 * @returns what inserts them
 */
export type PrepareExamples = (
  organizationId: string,
  people: readonly RestoredMember[],
) => Promise<(transaction: Context["transaction"]) => Promise<void>>;

export interface SandboxTools {
  database: UnitOfWork["database"];
  prepareExamples: PrepareExamples;
}

const filling = describeAction("sandbox.fill", { mayEmit: ["sandbox.ready"] });

export const createSandboxWorker = (tools: SandboxTools): QueueWorker => ({
  queue: sandboxQueue,
  pollSeconds: 1,
  execute: (data) => fillSandbox(tools, data as SandboxJob),
});

/** Ends the work of jobs that were given up. */
export const createSandboxFailureWorker = ({ database }: Pick<SandboxTools, "database">): QueueWorker => ({
  queue: sandboxFailureQueue,
  pollSeconds: 5,
  execute: (data) => giveUpSandbox(database, data as SandboxJob),
});

/** Emptying a deleted sandbox is not given up: it is tried again an hour later. */
const emptyAgainSeconds = 3_600;

/**
 * Marks a sandbox whose job was given up as failed: its records are as they were, and its keys work again. Not if
 * another job was requested meanwhile.
 */
export async function giveUpSandbox(
  database: SandboxTools["database"],
  { organizationId, requestId }: SandboxJob,
): Promise<void> {
  await runStep(database, organizationId, async (context) => {
    const { sandboxState: state } = await lockOrganizationForUpdate(context);
    if (await hasOpenJob(context.transaction, sandboxQueue.name, "organizationId", organizationId)) return;
    if (state === "deleted") return enqueueSandbox(context, requestId, emptyAgainSeconds);
    if (state === "filling" || state === "resetting") await markSandbox(context, { state: "failed" });
  });
}

/** Runs a step of the job in a transaction of its own, which need not record anything. */
async function runStep<Result>(
  database: SandboxTools["database"],
  organizationId: string,
  step: (context: Context) => Promise<Result>,
): Promise<Result> {
  const principal = systemPrincipal(organizationId);
  const unit = { database, principal, requestId: createRequestId(), clientIp: null, action: filling };
  const { result } = await runInTransaction(unit, async (context) => ({
    result: await step(context),
    mustRecord: false,
  }));
  return result;
}

/**
 * Does what the state of a sandbox says: fills it, empties and fills it, or empties it for good. The records go and
 * come in one transaction, so that a kill at any moment leaves the old ones or the new ones, and the job runs again.
 */
export async function fillSandbox(
  { database, prepareExamples }: SandboxTools,
  { organizationId, requestId }: SandboxJob,
): Promise<void> {
  const begun = await runStep(database, organizationId, async (context) => {
    const { sandboxState: state, sandboxContents: contents } = await lockOrganizationForUpdate(context);
    return {
      state,
      contents,
      people: state === "ready" || state === "failed" ? [] : await restoreMembers(context, madeUpMembers),
    };
  });
  if (begun.state === "ready" || begun.state === "failed") return;
  const isFilled = begun.contents === "examples" && begun.state !== "deleted";
  const insert = isFilled ? await prepareExamples(organizationId, begun.people) : null;
  await runStep(database, organizationId, async (context) => {
    const { sandboxState: state } = await lockOrganizationForUpdate(context);
    // Another worker was first, or the sandbox was reset or deleted meanwhile: that has a job of its own.
    if (state !== begun.state) return;
    if (state !== "filling") await emptySandbox(context, requestId);
    await insert?.(context.transaction);
    // A request that was under way when the sandbox was deleted may have created a key.
    if (state === "deleted") return endCredentials(context);
    await markSandbox(context, { state: "ready", isReset: state === "resetting" });
    recordSandboxEvent(context, "sandbox.ready", await getSandbox(context), { state: { from: state, to: "ready" } });
  });
}
