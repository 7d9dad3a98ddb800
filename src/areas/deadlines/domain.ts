import { notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import type { StateMachine } from "../../contract/state-machine.ts";
import { isOlderThanAYear } from "../../contract/values/rule-age.ts";
import { commonSorts, listRecords, type Sort } from "../../platform/database/lists/sorted-list.ts";
import { mapInTurns } from "../../platform/event-loop-turn.ts";
import { diffRecords, recordEvent, type Context, type EventToRecord, type RecordReference } from "../../rpc/context.ts";
import { lacksRejection } from "./calculation/domain.limitation.ts";
import type { DeadlineWarning } from "./calculation/schema.ts";
import { relateTrigger } from "./triggers/domain.ts";
import { longestClosed } from "./enumerations.ts";
import { noteChange } from "./notices/domain.ts";
import {
  Deadline,
  DeadlineChange,
  DeadlineInEvent,
  type DeadlineQuery,
  type DeadlineStatus,
  type HistoryQuery,
} from "./schema.ts";
import { findDeadlines, nearness, selectChangePage, selectDeadlinePage, type DeadlineRow } from "./store.ts";

/** Only the system marks a deadline as missed. */
export const deadlineStates = {
  noun: "A deadline",
  operation: "deadlines.transition",
  transitions: {
    open: ["satisfied", "waived", "superseded", "cancelled"],
    missed: ["satisfied", "satisfied_late", "waived", "superseded", "cancelled"],
    satisfied: ["open"],
    satisfied_late: ["open"],
    waived: ["open"],
    superseded: ["open"],
    cancelled: ["open"],
  },
} as const satisfies StateMachine<DeadlineStatus>;

function urgencyOf({
  status,
  isOpen,
  isTolled,
  verificationStatus,
  daysLeft,
  actInDays,
  isPast,
}: DeadlineRow): Deadline["urgency"] {
  if (!isOpen) return "done";
  if (status === "open" && isTolled && verificationStatus === "verified") return "tolled";
  if (status === "missed" || isPast || daysLeft < 0) return "overdue";
  const away = Math.max(actInDays, daysLeft - longestClosed);
  return (Object.keys(nearness) as (keyof typeof nearness)[]).find((name) => away <= nearness[name][1]) ?? "later";
}

/**
 * What is to be checked of an open deadline by a rule because of what the rule needs, and of the day: it comes without
 * a change of the record.
 */
function listStandingWarnings({
  isOpen,
  isOverridden,
  rule,
  limitation,
  calculation,
  today,
}: DeadlineRow): DeadlineWarning[] {
  if (!isOpen || isOverridden) return [];
  const ofMinority = (calculation?.minority ?? null) === null ? undefined : limitation?.minority?.asOf;
  const texts = [rule?.asOf, ofMinority];
  const warnings: DeadlineWarning[] = [];
  if (texts.some((asOf) => asOf !== undefined && isOlderThanAYear(asOf, today)))
    warnings.push("rule_older_than_a_year");
  // Recorded before November 2026, when such a rule ran from the incident.
  if (limitation !== null && lacksRejection(limitation)) warnings.push("rejection_missing");
  return warnings;
}

function showCalculation(row: DeadlineRow): Deadline["calculation"] {
  const { calculation } = row;
  if (calculation === null) return null;
  return { ...calculation, warnings: [...new Set([...calculation.warnings, ...listStandingWarnings(row)])] };
}

/** A deadline as callers see it: with its urgency today, and the warnings that come with the day. */
export function showDeadline(row: DeadlineRow): Deadline {
  const {
    triggerSource,
    triggerRecordId,
    triggerLabel,
    triggerOn,
    setBy,
    onBehalfOf,
    causedBy,
    status,
    rule,
    ruleVerification,
    recalculation,
  } = row;
  return Deadline.parse({
    ...row,
    rule: rule === null ? null : { ...rule, verification: ruleVerification ?? "unverified" },
    calculation: showCalculation(row),
    urgency: urgencyOf(row),
    availableTransitions: deadlineStates.transitions[status],
    trigger:
      triggerSource === null
        ? null
        : { source: triggerSource, recordId: triggerRecordId, label: triggerLabel, on: triggerOn },
    setBy: { ...setBy, onBehalfOf, causedBy },
    // Of those that waited before triggers were recorded, none is known.
    recalculation: recalculation === null ? null : { movedTrigger: null, ...recalculation },
  });
}

const deadlineSorts = {
  ...commonSorts,
  due: { column: "effectiveOn", type: "date", descending: false },
} as const satisfies Record<string, Sort>;

/**
 * A page of deadlines.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listDeadlines(
  context: Context,
  { after, limit, sort, ...filters }: DeadlineQuery,
): Promise<{ deadlines: Deadline[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await listRecords(
    context,
    { name: "deadlines", alias: "d", sorts: deadlineSorts },
    { after, limit, sort },
    (page) => selectDeadlinePage(context, filters, page),
  );
  return { deadlines: await mapInTurns(rows, showDeadline), nextCursor };
}

/** These deadlines as callers see them, by ID; without those of deleted cases. */
export async function listDeadlinesById(context: Context, deadlineIds: readonly string[]): Promise<Deadline[]> {
  return (await findDeadlines(context, deadlineIds)).map(showDeadline);
}

/** @throws NOT_FOUND, also in a deleted case */
export async function getDeadline(context: Context, deadlineId: string): Promise<DeadlineRow> {
  const [row] = await findDeadlines(context, [deadlineId]);
  if (row === undefined) throw notFound("Deadline");
  return row;
}

/** The records that a deadline is about or counted from, and its assignees, as an event's relatedIds. */
export function relateDeadline(row: DeadlineRow): RecordReference[] {
  const {
    id,
    caseId,
    caseClientId,
    claimantPartyId,
    adversePartyId,
    chainId,
    chainTrigger,
    triggerSource,
    triggerRecordId,
    assignees,
  } = row;
  const others = [
    ["case", caseId],
    ["client", caseClientId],
    ["case_party", claimantPartyId],
    ["case_party", adversePartyId],
    ["deadline_chain", chainId],
  ] as const;
  const related = others.flatMap(([entity, other]) => (other === null ? [] : [{ entity, id: other }]));
  // What is counted from another item of its chain follows the chain's event, too.
  const events =
    triggerRecordId === null
      ? relateTrigger(chainTrigger?.source ?? null, chainTrigger?.recordId ?? null)
      : relateTrigger(triggerSource, triggerRecordId);
  return [
    { entity: "deadline", id },
    ...related,
    ...events,
    ...assignees.map((member) => ({ entity: "member", id: member.id })),
  ];
}

/**
 * A deadline before and after a change.
 *
 * @property before null for a creation
 * @property metadata what the event says besides the record
 */
interface ChangedDeadline {
  before: DeadlineRow | null;
  after: DeadlineRow;
  metadata?: NonNullable<EventToRecord["metadata"]>;
}

/** Every change of a deadline passes here: its members are notified of it. */
export function recordDeadlineEvent(
  context: Context,
  eventType: EventType,
  { before, after, metadata = {} }: ChangedDeadline,
): void {
  const now = showDeadline(after);
  const payload = DeadlineInEvent.parse(now);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload,
    diff: before === null ? {} : diffRedacted(showDeadline(before), now),
    relatedIds: relateDeadline(after),
    metadata,
  });
  noteChange(context, eventType, before, after);
}

/** A text that became another reads the same in events: the diff still says that it changed. */
function diffRedacted(before: Deadline, now: Deadline) {
  const [from, to] = [DeadlineInEvent.parse(before), DeadlineInEvent.parse(now)];
  const names = Object.keys(diffRecords(before, now)).filter((name): name is keyof DeadlineInEvent =>
    Object.hasOwn(to, name),
  );
  return Object.fromEntries(names.map((name) => [name, { from: from[name], to: to[name] }]));
}

const byNumber = { column: "number", type: "bigint" } as const;
const changeSorts = {
  newest: { ...byNumber, descending: true },
  oldest: { ...byNumber, descending: false },
} as const satisfies Record<string, Sort>;

/**
 * A page of what became of a deadline.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listChanges(
  context: Context,
  { deadlineId, ...query }: HistoryQuery,
): Promise<{ changes: DeadlineChange[]; nextCursor: string | null }> {
  await getDeadline(context, deadlineId);
  const { rows, nextCursor } = await listRecords(
    context,
    { name: `changes of ${deadlineId}`, alias: "h", sorts: changeSorts },
    query,
    (page) => selectChangePage(context, deadlineId, page),
  );
  return {
    changes: rows.map(({ actor, onBehalfOf, ...row }) =>
      DeadlineChange.parse({ ...row, actor: { ...actor, onBehalfOf } }),
    ),
    nextCursor,
  };
}
