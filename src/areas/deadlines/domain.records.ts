import { AppError, notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { requireExpected, staleRevision } from "../../contract/revision.ts";
import { uniteSorted } from "../../contract/values/unite-sorted.ts";
import { createId } from "../../platform/database/ids.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor, onBehalfOf, type Actor } from "../../rpc/principal.ts";
import { lockCaseForUpdate, lockCaseForShare } from "../cases/domain.ts";
import { mirrorAnswerDue } from "../cases/parties/domain.ts";
import { mirrorStatute, type CaseDetail } from "../cases/domain.statute.ts";
import { changeTogether, lockLiveDocumentForUpdate } from "../documents/domain.locks.ts";
import { readDeadline, recordDeadlineEvent } from "./domain.ts";
import type { DeadlineChange } from "./schema.ts";
import {
  changeDeadline,
  findAnswerDue,
  findStatute,
  insertChange,
  readPlace,
  type DeadlineColumns,
  type Place,
} from "./store.changes.ts";
import { lockDeadline, type DeadlineRow } from "./store.ts";

/**
 * Lock order, against deadlocks: case; organization; documents; party; deadlines by ID.
 *
 * Locks the case of a deadline, open to changes, and what its date depends on. The deadline itself is not locked yet.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case
 */
export async function openDeadline(
  context: Context,
  deadlineId: string,
): Promise<{ found: DeadlineRow; place: Place }> {
  const found = await readDeadline(context, deadlineId);
  await lockCaseOf(context, found.caseId, [found.type], found.chainId);
  return { found, place: await readPlace(context, found.caseId) };
}

/**
 * Locks the case of deadlines; FOR NO KEY UPDATE where its own row may follow them.
 *
 * @param chainId of a deadline that others may be counted from
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case
 */
export async function lockCaseOf(
  context: Context,
  caseId: string,
  types: readonly string[],
  chainId: string | null = null,
): Promise<void> {
  await (types.some((type) => movesCase({ type, chainId })) ? lockCaseForUpdate : lockCaseForShare)(context, caseId);
}

/**
 * Whether the case, or a party of it, shows the date of a deadline as its own; or may show that of another one of its
 * chain.
 */
export const movesCase = ({ type, chainId }: Pick<DeadlineRow, "type" | "chainId">) =>
  type === "statute_of_limitations" || type === "answer_due" || chainId !== null;

/**
 * What the dates of a case depend on.
 *
 * @param isLocked as the case is
 */
export const openPlace = (context: Context, caseId: string, isLocked = true): Promise<Place> =>
  readPlace(context, caseId, isLocked);

/**
 * Events of what follows a statute of limitations: the case's own date, and tasks that are counted from it; and the
 * deadline of an answer: the party's date.
 */
export const caseFollows = ["case.updated", "task.updated", "case_party.updated"] as const;

/**
 * Locks a deadline whose case is locked, before anything of it is checked.
 *
 * @throws NOT_FOUND, STALE_REVISION
 */
export async function lockOpenDeadline(context: Context, deadlineId: string): Promise<DeadlineRow> {
  const row = await lockDeadline(context, deadlineId);
  if (row === undefined) throw notFound("Deadline");
  requireExpected(context.expectedRevisions, "deadline", row.revision);
  return row;
}

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
  await insertChange(context, {
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
  recordDeadlineEvent(context, eventType, before, after);
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
  expected = context.expectedRevisions,
): Promise<DeadlineRow> {
  if (!(await changeDeadline(context, before.id, columns, expected))) throw staleRevision("deadline");
  const after = await readDeadline(context, before.id);
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

export const conflict = (message: string) => new AppError("INVALID_STATE_TRANSITION", message);

/**
 * Puts a document of the case on legal hold, as evidence.
 *
 * @throws NOT_FOUND for one of another case, or that is not there yet
 */
export async function holdDocument(context: Context, caseId: string, documentId: string): Promise<void> {
  const row = await lockLiveDocumentForUpdate(context, documentId);
  if (row.caseId !== caseId || row.status !== "available") throw notFound("Document");
  if (!row.legalHold) await changeTogether(context, "document.updated", [documentId], { changes: { legalHold: true } });
}
