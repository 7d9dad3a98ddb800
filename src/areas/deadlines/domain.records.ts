import type { EventType } from "../../contract/events/event-types.ts";
import { staleRevision, type ExpectedRevisions } from "../../contract/revision.ts";
import { uniteSorted } from "../../contract/values/unite-sorted.ts";
import { createId } from "../../platform/database/ids.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor, onBehalfOf, type Actor } from "../../rpc/principal.ts";
import { mirrorAnswerDue } from "../cases/parties/domain.ts";
import { mirrorStatute, type CaseDetail } from "../cases/domain.statute.ts";
import { getDeadline, recordDeadlineEvent } from "./domain.ts";
import type { DeadlineChange } from "./schema.ts";
import {
  updateDeadlineRow,
  findAnswerDue,
  findStatute,
  insertChangeRow,
  type DeadlineColumns,
} from "./store.changes.ts";
import type { DeadlineRow } from "./store.ts";

/**
 * Whether the case, or a party of it, shows the date of a deadline as its own; or may show that of another one of its
 * chain.
 */
export const movesCase = ({ type, chainId }: Pick<DeadlineRow, "type" | "chainId">) =>
  type === "statute_of_limitations" || type === "answer_due" || chainId !== null;

/**
 * Events of what follows a statute of limitations: the case's own date, and tasks that are counted from it; and the
 * deadline of an answer: the party's date.
 */
export const caseFollows = ["case.updated", "task.updated", "case_party.updated"] as const;

type Kind = DeadlineChange["kind"];

/** What a history shows of a deadline. */
const snapshot = ({
  dueOn,
  dueTime,
  timeZone,
  effectiveOn,
  status,
  verificationStatus,
  triggerOn,
  calculation,
}: DeadlineRow) =>
  JSON.stringify({
    dueOn,
    dueTime,
    timeZone,
    effectiveOn,
    status,
    verificationStatus,
    triggerOn,
    tolledDays: calculation?.tolledDays ?? 0,
    steps: calculation?.steps ?? [],
  });

const otherEvents = {
  overridden: "deadline.corrected",
  recalculation_rejected: "deadline.updated",
  verification_reset: "deadline.updated",
  trigger_restored: "deadline.updated",
} as const;
const eventOf = (kind: Kind): EventType => (isOther(kind) ? otherEvents[kind] : `deadline.${kind}`);
const isOther = (kind: Kind): kind is keyof typeof otherEvents => kind in otherEvents;

export interface Change {
  kind: Kind;
  /** Unless it is the kind's. */
  eventType?: EventType;
  reason?: string | null | undefined;
  causedBy?: Actor | null;
  /** Whether somebody gave the date itself. */
  isGiven?: boolean;
  /** The caller has the case follow when all have changed. */
  isOneOfSeveral?: boolean;
  /** Of the deadline: those of the request, unless given; null for any. */
  expectedRevisions?: ExpectedRevisions;
}

/**
 * Adds to the history of a deadline, records its event, and has the case's date of limitation follow: all in the
 * transaction of the change.
 *
 * @param before null for a creation
 */
export async function recordChange(
  context: Context,
  { kind, eventType = eventOf(kind), reason = null, causedBy = null, isOneOfSeveral = false }: Change,
  before: DeadlineRow | null,
  after: DeadlineRow,
): Promise<void> {
  const { principal } = context;
  await insertChangeRow(context, {
    id: createId("deadlineChange"),
    deadlineId: after.id,
    kind,
    reason,
    before: before === null ? null : snapshot(before),
    after: snapshot(after),
    actor: JSON.stringify(describeActor(principal)),
    onBehalfOfAttorneyId: onBehalfOf(principal),
    causedBy: asJson(causedBy),
  });
  recordDeadlineEvent(context, eventType, { before, after });
  if (!isOneOfSeveral) await mirror(context, after.caseId, before === null ? [after] : [before, after]);
}

/**
 * Has the case's date of limitation and its parties' dates of answers follow changed deadlines. The case is locked FOR
 * NO KEY UPDATE.
 *
 * @returns the case if it changed
 */
export async function mirror(
  context: Context,
  caseId: string,
  changed: readonly DeadlineRow[],
): Promise<CaseDetail | undefined> {
  const partyIds = new Set(
    changed.flatMap(({ type, adversePartyId }) =>
      type === "answer_due" && adversePartyId !== null ? [adversePartyId] : [],
    ),
  );
  for (const partyId of [...partyIds].toSorted())
    await mirrorAnswerDue(context, caseId, partyId, await findAnswerDue(context, partyId));
  if (!changed.some(({ type }) => type === "statute_of_limitations")) return undefined;
  const found = await findStatute(context, caseId);
  if (found === undefined || (found.shown.on === found.actual.on && found.shown.status === found.actual.status))
    return undefined;
  return mirrorStatute(context, caseId, found.actual);
}

/**
 * Changes a locked deadline, with its history and event.
 *
 * @returns it as it is now
 * @throws STALE_REVISION
 */
export async function applyChange(
  context: Context,
  before: DeadlineRow,
  columns: DeadlineColumns,
  change: Change,
): Promise<DeadlineRow> {
  const { expectedRevisions = context.expectedRevisions } = change;
  if (!(await updateDeadlineRow(context, before.id, columns, expectedRevisions))) throw staleRevision("deadline");
  const after = await getDeadline(context, before.id);
  await recordChange(context, change, before, after);
  return after;
}

/** Who determined a date, as a deadline stores it. */
export function describeSetter({ principal }: Context, persons: readonly string[]) {
  return {
    setBy: JSON.stringify(describeActor(principal)),
    onBehalfOfAttorneyId: onBehalfOf(principal),
    causedBy: null,
    setByPersons: [...persons],
  };
}

export type Setter = ReturnType<typeof describeSetter>;

/**
 * The persons behind a date once somebody has changed one of the things that it is determined by: whoever set any of
 * them since a second person verified the date the last time.
 */
export function addPersons(
  { verificationStatus, setByPersons }: Pick<DeadlineRow, "verificationStatus" | "setByPersons">,
  persons: readonly string[],
): string[] {
  return verificationStatus === "verified" ? [...persons] : uniteSorted(setByPersons, persons);
}

/** A date that changed has to be verified anew. */
export const unverified = { verificationStatus: "unverified", recalculation: null } as const;
