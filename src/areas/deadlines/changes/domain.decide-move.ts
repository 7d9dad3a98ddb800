import { invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import type { Context } from "../../../rpc/context.ts";
import { lockCaseForUpdate } from "../../cases/domain.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { decideRecalculation, lockVerifyingAttorneyForShare, checkVerifier } from "./domain.verify.ts";
import { listDeadlinesById } from "../domain.ts";
import { getPolicy } from "../policy/domain.ts";
import type { Deadline } from "../schema.ts";
import type { DecisionOnMove } from "../schema.input.ts";
import { lockMatterForShare } from "../store.changes.ts";
import { listItemSources, lockDeadlinesForUpdate } from "../triggers/store.ts";
import { findDeadlines, type DeadlineRow } from "../store.ts";

/**
 * A second person decides on the later dates of several deadlines of a case at once, such as all that a trial's new day
 * proposes: all of them, or none.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for deadlines of several cases; STALE_REVISION where another date waits than the
 *   one that was seen; FORBIDDEN for a member who is no attorney; INVALID_STATE_TRANSITION for an archived case, for
 *   the same person, and where nothing waits
 */
export async function decideMove(
  context: Context,
  { deadlines: chosen, decision, note }: DecisionOnMove,
): Promise<Deadline[]> {
  await lockVerifyingAttorneyForShare(context);
  const ids = chosen.map(({ deadlineId }) => deadlineId);
  const found = await findDeadlines(context, ids);
  const [caseId, ...others] = new Set(found.map((each) => each.caseId));
  if (caseId === undefined || found.length < ids.length) throw notFound("Deadline");
  if (others.length > 0) throw invalidInput({ path: "deadlines", message: "must be of one case" });
  await lockCaseForUpdate(context, caseId);
  const matter = await lockMatterForShare(context, caseId);
  await lockDeadlinesForUpdate(context, ids);
  const policy = await getPolicy(context);
  const persons = await listPersons(context);
  const seen = new Map(chosen.map((each) => [each.deadlineId, nameProposal(each)]));
  const waiting = await findDeadlines(context, ids);
  for (const row of waiting) {
    checkVerifier(context, policy, row);
    if (nameProposal(row.recalculation) !== seen.get(row.id)) throw staleRevision("deadline");
  }
  for (const id of await orderBySource(context, waiting)) {
    const [row] = await findDeadlines(context, [id]);
    // What is counted from a date that was rejected was dropped with it.
    if (row !== undefined && (row.recalculation !== null || decision === "confirm"))
      await decideRecalculation(context, matter, row, { persons, decision, note });
  }
  return listDeadlinesById(context, ids);
}

/** A later date with its time of day, to compare. */
const nameProposal = (proposal: { proposedOn: string; proposedTime?: string | null } | null): string =>
  proposal === null ? "" : `${proposal.proposedOn} ${proposal.proposedTime ?? ""}`;

/** Each after the one from which it is counted. */
async function orderBySource(context: Context, rows: readonly DeadlineRow[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  const items = (await listItemSources(context, ids)).map(({ id }) => id);
  return [...ids.filter((id) => !items.includes(id)), ...items];
}
