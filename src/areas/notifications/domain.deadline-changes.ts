import type { Context } from "../../rpc/context.ts";
import { notifyMembers } from "./domain.ts";
import { listChangeChannels, type ChangeChannels } from "./preferences/store.ts";
import type { ChangedDeadline, DeadlineNotice } from "./schema.ts";
import { listRecipients, type Recipient } from "./store.ts";

export type { ChangedDeadline } from "./schema.ts";
export { listVerifiers } from "./store.ts";

/** So many deadlines are listed in a notice; the others are counted. */
const mostListed = 50;

export interface Audience {
  /** Those of the members who are active. */
  active: ReadonlySet<string>;
  /** Who hears of a deadline that concerns nobody who is active. */
  managerIds: string[];
}

/** Who of these members is active, and those who manage deadlines. */
export async function readAudience(context: Context, memberIds: readonly string[]): Promise<Audience> {
  const active = await listChangeChannels(context, [...new Set(memberIds)]);
  const managers = await listRecipients(context, "deadlines:manage", [], null);
  const idsOf = (members: readonly Recipient[]) => members.map(({ memberId }) => memberId);
  return { active: new Set(idsOf(active)), managerIds: idsOf(managers) };
}

interface OwnChanges {
  memberId: string;
  /** Of deadlines that concern the member. */
  asConcerned: readonly ChangedDeadline[];
  /** Of others, what waits for somebody who can verify dates. */
  toDecide: readonly ChangedDeadline[];
}

/**
 * Notifies each member of their changed deadlines together, and mails those who want it; equal notices in one
 * statement.
 */
export async function notifyOfDeadlineChanges(context: Context, changes: readonly OwnChanges[]): Promise<void> {
  const found = await listChangeChannels(
    context,
    changes.map(({ memberId }) => memberId),
  );
  const channels = new Map(found.map((each) => [each.memberId, each]));
  const groups = new Map<string, { notice: DeadlineNotice; recipients: Recipient[]; mailed: Recipient[] }>();
  for (const own of changes) {
    const recipient = channels.get(own.memberId);
    const chosen = recipient === undefined ? null : choose(own, recipient);
    if (recipient === undefined || chosen === null) continue;
    const key = JSON.stringify(chosen.notice);
    const group = groups.get(key) ?? { notice: chosen.notice, recipients: [], mailed: [] };
    group.recipients.push(recipient);
    if (chosen.isMailed) group.mailed.push(recipient);
    groups.set(key, group);
  }
  for (const { notice, recipients, mailed } of groups.values()) {
    await notifyMembers(context, notice, recipients, mailed);
  }
}

/** What a member is notified of as they prefer; null of nothing. */
function choose(
  { asConcerned, toDecide }: OwnChanges,
  { deadlineChange, deadlineReminder, hasDocket }: ChangeChannels,
): { notice: DeadlineNotice; isMailed: boolean } | null {
  const own = deadlineChange === "none" ? [] : asConcerned;
  const others = deadlineReminder === "none" ? [] : toDecide;
  if (own.length + others.length === 0) return null;
  // Without a docket that would list them, changes are mailed at once.
  const isOwnMailed = deadlineChange === "email" || (deadlineChange === "daily" && !hasDocket);
  const isMailed = (own.length > 0 && isOwnMailed) || (others.length > 0 && deadlineReminder === "email");
  return { notice: describeChanges([...own, ...others]), isMailed };
}

const dayOf = ({ toOn, fromOn }: ChangedDeadline) => toOn ?? fromOn ?? "";

function describeChanges(deadlines: readonly ChangedDeadline[]): DeadlineNotice {
  const cases = new Set(deadlines.map(({ caseNumber }) => caseNumber));
  const kinds = new Set(deadlines.map(({ change }) => change));
  const [onlyCase, onlyKind] = [[...cases][0], [...kinds][0]];
  const placeOf = (each: ChangedDeadline) => `${dayOf(each)} ${each.deadlineId}`;
  const sorted = deadlines.toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)));
  const parameters = {
    dateCount: deadlines.length,
    caseCount: cases.size,
    caseNumber: cases.size === 1 ? (onlyCase ?? null) : null,
    change: kinds.size === 1 ? (onlyKind ?? null) : null,
    deadlines: sorted.slice(0, mostListed),
  };
  return { kind: "deadline.changed", parameters };
}
