import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import type { ProposedLimitation } from "../../cases/domain.followers.ts";
import { listPersons, listPersonsWhoSetDates } from "../../service-accounts/makers/domain.persons.ts";
import { getCourtOfNewDeadline } from "../domain.courts.ts";
import { determineNewDate } from "../domain.dates.ts";
import { insertDeadline, type DeadlineToInsert } from "./domain.insert.ts";
import { lockDefaultAssigneeForShare, type DeadlineParents } from "../domain.locks.ts";
import { describeSetter } from "../domain.records.ts";
import { getPolicy } from "../policy/domain.ts";
import { lockMatterForShare } from "../store.changes.ts";

/** Beyond it there is no instant at which the date is over. */
const lastYear = 9_998;

/**
 * Creates a deadline from the date of limitation that a new case, or its lead, has: only a second person makes it one
 * to rely on. It needs no acting attorney, because it adds a date and moves none. Of a closed or archived case it is
 * canceled at once.
 *
 * @throws VALIDATION_FAILED at `statuteOfLimitationsOn`
 */
export async function proposeLimitation(
  context: Context,
  { caseId, on, source, leadId }: ProposedLimitation,
): Promise<void> {
  if (Number(on.slice(0, 4)) > lastYear)
    throw invalidInput({ path: "statuteOfLimitationsOn", message: `must not be after the year ${lastYear}` });
  const matter = await lockMatterForShare(context, caseId);
  const isShut = matter.caseStatus === "closed" || matter.caseStatus === "archived";
  const estimate =
    leadId === null || source !== "lead_estimate"
      ? []
      : [{ recordId: leadId, field: "statuteOfLimitationsEstimateOn" }];
  const parents: DeadlineParents = {
    caseId,
    matter,
    claimantPartyId: null,
    adversePartyId: null,
    adverseName: null,
    assignedMemberIds: isShut ? [] : await lockDefaultAssigneeForShare(context, matter),
    policy: await getPolicy(context),
    setter: describeSetter(context, await listPersons(context)),
  };
  const deadline: DeadlineToInsert = {
    type: "statute_of_limitations",
    dueOn: on,
    source,
    personsWhoSetBasis: await listPersonsWhoSetDates(context, estimate),
    ...(isShut && { status: "cancelled", statusReason: `The case is ${matter.caseStatus}` }),
  };
  const court = await getCourtOfNewDeadline(context, matter, {});
  const date = determineNewDate({ ...deadline, trigger: null, limitation: null }, matter, court);
  await insertDeadline(context, parents, deadline, date);
}
