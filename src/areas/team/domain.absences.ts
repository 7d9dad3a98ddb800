import { invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { createRequestId } from "../../platform/database/ids.ts";
import { runDueWork } from "../../platform/jobs/due-work.ts";
import type { Context } from "../../rpc/context.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../rpc/unit-of-work.ts";
import { changeMember, getMemberRow } from "./domain.ts";
import type { Member, NewAbsence } from "./schema.ts";
import { findMember, listEndedAbsences, lockMembershipForUpdate, readToday, type EndedAbsence } from "./store.ts";

const maxDays = 366;
const none = { outOfOfficeStartOn: null, outOfOfficeEndOn: null, outOfOfficeDelegateId: null, outOfOfficeNote: null };

/**
 * Sets a member's absence, instead of the one before.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED for the dates or the delegate
 */
export async function setAbsence(
  context: Context,
  memberId: string,
  { startOn, endOn, delegateMemberId = null, note = null }: NewAbsence,
): Promise<Member> {
  await lockMembershipForUpdate(context);
  const before = await getMemberRow(context, memberId);
  if (endOn < startOn) throw invalidInput({ path: "endOn", message: "must not be before startOn" });
  if (Date.parse(endOn) - Date.parse(startOn) > maxDays * 86_400_000)
    throw invalidInput({ path: "endOn", message: `must be at most ${maxDays} days after startOn` });
  if (endOn < (await readToday(context))) throw invalidInput({ path: "endOn", message: "must not be in the past" });
  if (delegateMemberId !== null) await assertDelegate(context, { memberId, delegateMemberId, startOn, endOn });
  const values = {
    outOfOfficeStartOn: startOn,
    outOfOfficeEndOn: endOn,
    outOfOfficeDelegateId: delegateMemberId,
    outOfOfficeNote: note,
  };
  return changeMember(context, before, { values });
}

/** As {@link setAbsence}, for the member who calls it. */
export const setOwnAbsence = (context: Context, wanted: NewAbsence): Promise<Member> =>
  setAbsence(context, ownId(context), wanted);

/** As {@link endAbsence}, for the member who calls it. */
export const endOwnAbsence = (context: Context): Promise<void> => endAbsence(context, ownId(context));

/** Only the portal declares procedures on one's own absence. */
function ownId({ principal }: Context): string {
  if (principal.kind !== "member") throw new Error("only members have an absence of their own");
  return principal.memberId;
}

async function assertDelegate(
  context: Context,
  {
    memberId,
    delegateMemberId,
    startOn,
    endOn,
  }: { memberId: string; delegateMemberId: string; startOn: string; endOn: string },
): Promise<void> {
  const delegate = delegateMemberId === memberId ? undefined : await findMember(context, delegateMemberId);
  if (delegate?.status !== "active")
    throw invalidInput({ path: "delegateMemberId", message: "must be another active member" });
  const { outOfOfficeStartOn: from, outOfOfficeEndOn: until } = delegate;
  if (from !== null && until !== null && from <= endOn && until >= startOn)
    throw invalidInput({ path: "delegateMemberId", message: "must not be absent in that time" });
}

/**
 * Ends a member's absence.
 *
 * @throws NOT_FOUND, also if there is none; STALE_REVISION
 */
export async function endAbsence(context: Context, memberId: string): Promise<void> {
  await lockMembershipForUpdate(context);
  const before = await getMemberRow(context, memberId);
  if (before.outOfOfficeEndOn === null) throw notFound("Absence");
  await changeMember(context, before, { values: none });
}

const action: DeclaredAction = { name: "members.endAbsence", canRecordEvent: ["member.updated"] };

/**
 * Ends the absences that are over in their organization's time zone.
 *
 * @returns how many this process ended
 */
export function endPastAbsences(database: UnitOfWork["database"]): Promise<number> {
  return runDueWork({
    list: (batch) => listEndedAbsences(database, batch),
    execute: (ended) => endPastAbsence(database, ended),
  });
}

/** @returns whether it was still over */
function endPastAbsence(
  database: UnitOfWork["database"],
  { organizationId, memberId }: EndedAbsence,
): Promise<boolean> {
  const principal = systemPrincipal(organizationId);
  return runSystemAction(
    { database, principal, requestId: createRequestId(), clientIp: null, action },
    async (context) => {
      await lockMembershipForUpdate(context);
      const before = await getMemberRow(context, memberId);
      if (before.outOfOfficeEndOn === null || before.outOfOfficeEndOn >= (await readToday(context))) return false;
      await changeMember(context, before, { values: none });
      return true;
    },
  );
}
