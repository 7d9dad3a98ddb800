import { invalidInput } from "../../contract/error-codes.ts";
import { createId } from "../../platform/database/ids.ts";
import { replaceTagRows } from "../../platform/database/tag-rows.ts";
import type { Context } from "../../rpc/context.ts";
import type { ProposedLimitation } from "../cases/domain.followers.ts";
import { listPersons } from "../service-accounts/makers/domain.persons.ts";
import { chooseAssignees } from "./domain.create.ts";
import { openCourt, settleGiven } from "./domain.dates.ts";
import { describeSetter, recordChange } from "./domain.records.ts";
import { readDeadline } from "./domain.ts";
import { labelOf } from "./enumerations.ts";
import { getPolicy } from "./policy/domain.ts";
import { insertDeadline, readPlace } from "./store.changes.ts";

/** Beyond it there is no instant at which the date is over. */
const lastYear = 9_998;

/**
 * Records the date of limitation that a new case, or its lead, has: only a second person makes it one to rely on. It needs no acting attorney, because it adds a
 * date and moves none. Of a closed or archived case it is cancelled at once.
 * @throws VALIDATION_FAILED at `statuteOfLimitationsOn`
 */
export async function proposeLimitation(context: Context, { caseId, on, source }: ProposedLimitation): Promise<void> {
  if (Number(on.slice(0, 4)) > lastYear) throw invalidInput({ path: "statuteOfLimitationsOn", message: `must not be after the year ${lastYear}` });
  const place = await readPlace(context, caseId);
  const memberIds = await chooseAssignees(context, undefined, place);
  const date = settleGiven(place, await openCourt(context, place, undefined), { dueOn: on, dueTime: null, timeZone: null, conservativeDueOn: null });
  const { warningDays } = await getPolicy(context);
  const isShut = place.caseStatus === "closed" || place.caseStatus === "archived";
  const id = createId("deadline");
  await insertDeadline(context, {
    id, caseId, type: "statute_of_limitations", deadlineClass: "limitation", title: labelOf("statute_of_limitations"), ...date, originalDueOn: on, source, isJurisdictional: true, warningDays: warningDays.limitation,
    ...describeSetter(context, await listPersons(context)), ...(isShut && { status: "cancelled", statusReason: `The case is ${place.caseStatus}` }),
  });
  await replaceTagRows(context, "DeadlineAssignee", id, isShut ? [] : memberIds);
  await recordChange(context, { kind: "created", eventType: "deadline.created" }, null, await readDeadline(context, id));
}
