import { limitReached, notFound } from "../../contract/errors/error-codes.ts";
import { requireExpected } from "../../contract/revision.ts";
import { lockActiveMemberForShare } from "../../rpc/authorize.ts";
import type { Context } from "../../rpc/context.ts";
import { lockCaseForShare, lockCaseForUpdate } from "../cases/domain.ts";
import { assertMembersActive } from "../team/domain.ts";
import { listPersons } from "../service-accounts/makers/domain.persons.ts";
import { describeSetter, movesCase, type Setter } from "./domain.records.ts";
import { getDeadline } from "./domain.ts";
import { getPolicy } from "./policy/domain.ts";
import type { DeadlinePolicy } from "./policy/schema.ts";
import type { NewDeadline } from "./schema.input.ts";
import {
  countDeadlines,
  findPartyOfCase,
  lockMatterForShare,
  lockPartyOfCaseForShare,
  type Matter,
} from "./store.changes.ts";
import { lockDeadlineForUpdate, type DeadlineRow } from "./store.ts";

export { getMatter, lockMatterForShare, type Matter } from "./store.changes.ts";

/** Lock order, against deadlocks: case; organization; documents; party; deadlines by ID. */

/**
 * Locks the case of a deadline, and the organization for share. The deadline is not locked yet.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case
 */
export async function lockMatterForShareOrUpdate(
  context: Context,
  deadlineId: string,
): Promise<{ found: DeadlineRow; matter: Matter }> {
  const found = await getDeadline(context, deadlineId);
  await lockCaseForShareOrUpdate(context, found.caseId, [found.type], found.chainId);
  return { found, matter: await lockMatterForShare(context, found.caseId) };
}

/**
 * Locks a deadline whose case is locked, before anything of it is checked.
 *
 * @throws NOT_FOUND; STALE_REVISION
 */
export async function lockExpectedDeadlineForUpdate(context: Context, deadlineId: string): Promise<DeadlineRow> {
  const row = await lockDeadlineForUpdate(context, deadlineId);
  if (row === undefined) throw notFound("Deadline");
  requireExpected(context.expectedRevisions, "deadline", row.revision);
  return row;
}

/** What the new deadlines of one request share. */
export interface DeadlineParents {
  caseId: string;
  matter: Matter;
  claimantPartyId: string | null;
  adversePartyId: string | null;
  adverseName: string | null;
  assignedMemberIds: readonly string[];
  policy: DeadlinePolicy;
  setter: Setter;
}

const maxPerCase = 500;

/**
 * Locks what new deadlines belong to: the case, for share or for update; the organization, the parties and the members
 * for share.
 *
 * @param types of each of the new deadlines
 * @throws NOT_FOUND for the case, a party or a member; INVALID_STATE_TRANSITION for an archived case, or beyond 500
 *   deadlines
 */
export async function lockParentsForShareOrUpdate(
  context: Context,
  caseId: string,
  types: readonly DeadlineRow["type"][],
  {
    claimantPartyId = null,
    adversePartyId = null,
    assignedMemberIds,
  }: Pick<NewDeadline, "claimantPartyId" | "adversePartyId" | "assignedMemberIds">,
): Promise<DeadlineParents> {
  await lockCaseForShareOrUpdate(context, caseId, types);
  const matter = await lockMatterForShare(context, caseId);
  if ((await countDeadlines(context, caseId)) + types.length > maxPerCase)
    throw limitReached(`A case has at most ${maxPerCase} deadlines`);
  if (claimantPartyId !== null) await lockPartyNameForShare(context, caseId, claimantPartyId);
  const adverseName = adversePartyId === null ? null : await lockPartyNameForShare(context, caseId, adversePartyId);
  if (assignedMemberIds !== undefined) await assertMembersActive(context, assignedMemberIds);
  return {
    caseId,
    matter,
    claimantPartyId,
    adversePartyId,
    adverseName,
    assignedMemberIds: assignedMemberIds ?? (await lockDefaultAssigneeForShare(context, matter)),
    policy: await getPolicy(context),
    setter: describeSetter(context, await listPersons(context)),
  };
}

/**
 * Locks the case of deadlines for update where its own row may follow them, else for share.
 *
 * @param chainId of a deadline that others may be counted from
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case
 */
async function lockCaseForShareOrUpdate(
  context: Context,
  caseId: string,
  types: readonly DeadlineRow["type"][],
  chainId: string | null = null,
): Promise<void> {
  if (types.some((type) => movesCase({ type, chainId }))) await lockCaseForUpdate(context, caseId);
  else await lockCaseForShare(context, caseId);
}

/** The case's lead attorney, where active. */
export async function lockDefaultAssigneeForShare(
  context: Context,
  { leadAttorneyId }: Matter,
): Promise<readonly string[]> {
  return leadAttorneyId !== null && (await lockActiveMemberForShare(context, leadAttorneyId)) ? [leadAttorneyId] : [];
}

/** @throws NOT_FOUND for a party of another case */
export async function getPartyName(context: Context, caseId: string, partyId: string): Promise<string> {
  const party = await findPartyOfCase(context, caseId, partyId);
  if (party === undefined) throw notFound("Party");
  return party.name;
}

/** @throws NOT_FOUND for a party of another case */
export async function lockPartyNameForShare(context: Context, caseId: string, partyId: string): Promise<string> {
  const party = await lockPartyOfCaseForShare(context, caseId, partyId);
  if (party === undefined) throw notFound("Party");
  return party.name;
}
