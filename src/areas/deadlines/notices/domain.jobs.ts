import type { DeadlineNews } from "../../../contract/closed-sets/deadline-news.ts";
import { createTurn } from "../../../platform/event-loop-turn.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import {
  listVerifiers,
  notifyOfDeadlineChanges,
  readAudience,
  type Audience,
  type ChangedDeadline,
} from "../../notifications/domain.deadline-changes.ts";
import { labelOf } from "../enumerations.ts";
import { findDeadlines, type DeadlineRow } from "../store.ts";
import { listDueNotices, takeUnsent, type UnsentNotice } from "./store.ts";

const sending: DeclaredAction = { name: "deadlines.notify", canRecordEvent: [] };
/** What one transaction sends. */
const mostAtOnce = 500;

/**
 * Notifies members of the deadlines that changed: each of all changes since the last time together, an organization in
 * one transaction.
 *
 * @param at an instant
 * @returns for how many organizations this process did
 */
export function sendDeadlineNotices(
  database: UnitOfWork["database"],
  at: string = new Date().toISOString(),
): Promise<number> {
  return runDueActions(database, sending, (batch) => listDueNotices(database, at, batch), send);
}

/**
 * One transaction deletes the rows and writes notifications and mails.
 *
 * @returns whether this process took any
 */
async function send(context: Context): Promise<boolean> {
  const taken = await takeUnsent(context, mostAtOnce);
  if (taken.length === 0) return false;
  const { organizationId } = context;
  const organization = { entity: "organization", id: organizationId };
  recordAuditEntry(context, organization, [organization]);
  const deadlineIds = new Set(taken.map(({ deadlineId }) => deadlineId));
  const rows = new Map((await findDeadlines(context, [...deadlineIds])).map((row) => [row.id, row]));
  // Of a case that was deleted meanwhile nobody is notified.
  const notices = taken.filter(({ deadlineId }) => rows.has(deadlineId));
  const audience = await readAudience(
    context,
    notices.flatMap(({ memberIds }) => memberIds),
  );
  const verifiers = notices.some(({ isToDecide }) => isToDecide) ? await listVerifiers(context) : [];
  const byMember = await sortByMember(notices, audience, verifiers);
  const turn = createTurn();
  const changed: { memberId: string; asConcerned: ChangedDeadline[]; toDecide: ChangedDeadline[] }[] = [];
  for (const [memberId, { asConcerned, toDecide }] of byMember) {
    await turn.end();
    changed.push({ memberId, asConcerned: describeAll(asConcerned, rows), toDecide: describeAll(toDecide, rows) });
  }
  await notifyOfDeadlineChanges(context, changed);
  return true;
}

interface Concerning {
  asConcerned: UnsentNotice[];
  /** What they do not hear of anyway. */
  toDecide: UnsentNotice[];
}

/**
 * Who is notified of what: those whom it concerns, while active, or else those who manage deadlines; and who can decide
 * on it. Not the one who did it.
 */
async function sortByMember(
  notices: readonly UnsentNotice[],
  { active, managerIds }: Audience,
  verifierIds: readonly string[],
): Promise<Map<string, Concerning>> {
  const byMember = new Map<string, Concerning>();
  const add = (memberId: string, part: keyof Concerning, notice: UnsentNotice) => {
    const own = byMember.get(memberId) ?? { asConcerned: [], toDecide: [] };
    own[part].push(notice);
    byMember.set(memberId, own);
  };
  const turn = createTurn();
  for (const notice of notices) {
    await turn.end();
    const { memberIds, exceptMemberId, isToDecide, undecidingPersons } = notice;
    const activeIds = memberIds.filter((id) => active.has(id));
    const concerned = new Set((activeIds.length > 0 ? activeIds : managerIds).filter((id) => id !== exceptMemberId));
    for (const memberId of concerned) add(memberId, "asConcerned", notice);
    if (!isToDecide) continue;
    const others = new Set([...undecidingPersons, ...concerned, exceptMemberId]);
    for (const memberId of verifierIds) if (!others.has(memberId)) add(memberId, "toDecide", notice);
  }
  return byMember;
}

/** Of a deadline that changed several times, one line: what it is by now, and the date from before. */
function describeAll(notices: readonly UnsentNotice[], rows: ReadonlyMap<string, DeadlineRow>): ChangedDeadline[] {
  return [...Map.groupBy(notices, ({ deadlineId }) => deadlineId)].flatMap(([deadlineId, ofOne]) => {
    const row = rows.get(deadlineId);
    return row === undefined ? [] : describeOne(row, ofOne);
  });
}

/** What says more than a later move of the same deadline. */
const lasting: ReadonlySet<string> = new Set(["set", "assigned", "reopened"]);
const moves: ReadonlySet<string> = new Set(["moved", "extended"]);

function describeOne(row: DeadlineRow, notices: readonly UnsentNotice[]): ChangedDeadline[] {
  const [first, last] = [notices[0], notices.at(-1)];
  if (first === undefined || last === undefined) return [];
  const isMoved = moves.has(last.change);
  const kept = isMoved ? notices.findLast(({ change }) => lasting.has(change)) : undefined;
  // Moved there and back.
  const isOnlyMoved = notices.every(({ change }) => moves.has(change));
  if (isOnlyMoved && notices.length > 1 && first.fromOn === last.toOn) return [];
  const change = (kept ?? last).change as DeadlineNews;
  const fromOn = kept === undefined ? (isMoved ? first : last).fromOn : null;
  const { id: deadlineId, verificationStatus, actByOn, effectiveOn, isOpen, dueTime, timeZone } = row;
  const isActedEarlier = isOpen && last.toOn === effectiveOn && actByOn !== effectiveOn;
  const typeName = labelOf(row.type);
  const isVerified = verificationStatus === "verified";
  const days = { fromOn, toOn: last.toOn, actByOn: isActedEarlier ? actByOn : null };
  return [{ deadlineId, typeName, caseNumber: row.case.sequenceId, isVerified, dueTime, timeZone, change, ...days }];
}
