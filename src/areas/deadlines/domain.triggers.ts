import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import type { Context, RecordReference } from "../../rpc/context.ts";
import { listPersonsBehindDates } from "../service-accounts/makers/domain.persons.ts";
import { openCourt } from "./domain.dates.ts";
import { countClosed, isClosed } from "./domain.closed.ts";
import { eventTriggers, isEventTrigger } from "./enumerations.ts";
import { findStartTime } from "./domain.start-times.ts";
import type { GivenTrigger } from "./schema.input.ts";
import { readParty, type Place } from "./store.changes.ts";
import { findSource, findTriggerEvent } from "./store.triggers.ts";
import type { DeadlineRow } from "./store.ts";

export type TriggerColumns = Pick<DeadlineRow, "triggerRecordId" | "triggerLabel"> & {
  triggerSource: string;
  triggerOn: string;
};

/** Where the day of a trigger is looked for. */
interface Search {
  caseId: string;
  place: Place;
  source: string;
  /** Empty where the request names none. */
  recordId: string;
  /** Locks the record FOR SHARE. */
  isLocked: boolean;
  /** Whether it is followed already: then only its day is needed, whatever else became of it. */
  isFollowed: boolean | undefined;
}

/**
 * A kind of record that has the day of a trigger. Whoever changes such a record calls `followTrigger`
 * (`recalculation/domain.ts`).
 */
interface TriggerRecord {
  /** Its entity in `relatedIds` of events. */
  entity: string;
  /** Its field, for whom is behind the day (`contract/events/set-dates.ts`), and for messages. */
  field: string;
  noun: string;
  /** Whether a trigger of the source may name none, and then has a day alone. */
  isOptional: boolean;
  /**
   * @returns its day; null where it is not recorded
   * @throws NOT_FOUND for one of another case
   */
  readDay(context: Context, search: Search): Promise<string | null>;
}

const incident: TriggerRecord = {
  entity: "case",
  field: "dateOfIncident",
  noun: "case",
  isOptional: false,
  readDay: (_context, { place }) => Promise.resolve(place.dateOfIncident),
};

const service: TriggerRecord = {
  entity: "case_party",
  field: "servedOn",
  noun: "party",
  isOptional: false,
  readDay: async (context, { caseId, recordId, isLocked }) => {
    const party = await readParty(context, caseId, recordId, isLocked);
    if (party === undefined) throw notFound("Party");
    return party.servedOn;
  },
};

const calledOff: ReadonlySet<string> = new Set(["cancelled", "adjourned", "continued"]);

const event: TriggerRecord = {
  entity: "calendar_event",
  field: "startOn",
  noun: "event",
  isOptional: true,
  readDay: async (context, { caseId, source, recordId, isLocked, isFollowed }) => {
    const found = await findTriggerEvent(context, caseId, recordId, isLocked);
    // What a private event is, and of which case, is for its organizer and attendees alone.
    if (found === undefined || (isFollowed !== true && found.visibility === "private"))
      throw notFound("Calendar event");
    const fault = (path: string, message: string) => invalidInput({ path: `trigger.${path}`, message });
    if (isFollowed !== true && found.type !== source) throw fault("source", `must be the event’s type, ${found.type}`);
    if (found.rule !== null) throw fault("recordId", "must be a single event: a series has no one day");
    if (calledOff.has(found.status))
      throw new AppError("INVALID_STATE_TRANSITION", `The event is ${found.status}; name one that takes place`, {
        detail: found.status,
      });
    return found.startOn;
  },
};

/**
 * By source. A record of another area, such as the trial date of a court action, is one line here and a follower in
 * `composition/transaction-hooks.ts`.
 */
const triggerRecords: Readonly<Record<string, TriggerRecord>> = {
  incident,
  service,
  ...Object.fromEntries(eventTriggers.map((type) => [type, event])),
};

/** Whether a record decides the day of a trigger, so that nobody sets it by hand. */
export const followsRecord = ({ triggerRecordId }: Pick<DeadlineRow, "triggerRecordId">): boolean =>
  triggerRecordId !== null;

/** The record of a trigger for `relatedIds`, where its changes are events of their own. */
export function relateTrigger(source: string | null, recordId: string | null): RecordReference[] {
  return recordId !== null && isEventTrigger(source) ? [{ entity: event.entity, id: recordId }] : [];
}

/** Who set the day of a trigger's record. */
export function listPersonsBehindTrigger(
  context: Context,
  { triggerSource = null, triggerRecordId = null }: Partial<Pick<DeadlineRow, "triggerSource" | "triggerRecordId">>,
): Promise<string[]> {
  const record = triggerRecords[triggerSource ?? ""];
  return record === undefined || triggerRecordId === null
    ? Promise.resolve([])
    : listPersonsBehindDates(context, [{ recordId: triggerRecordId, field: record.field }]);
}

/** A calendar event decides when the hours of its deadlines begin. */
const followsEvent = ({ triggerSource, triggerRecordId }: FollowedTrigger): boolean =>
  triggerRecordId !== null && isEventTrigger(triggerSource);

type FollowedTrigger = Pick<TriggerColumns, "triggerRecordId"> & { triggerSource: string | null };

/** The instant at which the event of a trigger begins, and its time zone. */
export interface EventStart {
  on: string;
  at: string;
  timeZone: string;
}

/** Null where a trigger is no event, and for an event that takes whole days. */
export async function findTriggerStart(
  context: Context,
  caseId: string,
  trigger: FollowedTrigger,
): Promise<EventStart | null> {
  if (!followsEvent(trigger)) return null;
  const found = await findTriggerEvent(context, caseId, trigger.triggerRecordId ?? "", false);
  if (found === undefined || found.allDay) return null;
  return { on: found.startOn, at: found.startAt, timeZone: found.timeZone };
}

/**
 * The time of day from which the hours of a deadline run: that of the event of its trigger, which nobody sets
 * otherwise.
 *
 * @param given in the deadline's time zone, where it is given
 * @returns it in that time zone; the given one where no event has a time, else null
 * @throws VALIDATION_FAILED for another time than the event's
 */
export async function readStartTime(
  context: Context,
  caseId: string,
  trigger: FollowedTrigger,
  { given, timeZone }: { given: string | null; timeZone: string },
): Promise<string | null> {
  const start = await findTriggerStart(context, caseId, trigger);
  if (start === null) return given;
  const startTime = findStartTime(start, timeZone);
  if (given !== null && given !== startTime)
    throw invalidInput({ path: "startTime", message: `must be the start of the event in ${timeZone}, ${startTime}` });
  return startTime;
}

/**
 * The day from which a locked deadline is counted, as what it follows has it now: its record, or a deadline of its
 * chain. Undefined where that has none, or nothing has it.
 */
export async function findTriggerDay(
  context: Context,
  place: Place,
  { id, caseId, triggerSource, triggerRecordId, chainId }: DeadlineRow,
): Promise<string | undefined> {
  const { dateOfIncident } = place;
  if (triggerSource === "incident") return dateOfIncident ?? undefined;
  if (triggerRecordId !== null && triggerSource === "service")
    return (await readParty(context, caseId, triggerRecordId, false))?.servedOn ?? undefined;
  if (triggerRecordId !== null) return (await findTriggerEvent(context, caseId, triggerRecordId, false))?.startOn;
  if (chainId === null) return undefined;
  const source = await findSource(context, id);
  if (source === undefined || !isClosed(source)) return source?.dueOn;
  const on = await findTriggerDay(context, place, source);
  return on === undefined
    ? source.dueOn
    : countClosed(await openCourt(context, place, undefined, source), place, source, { triggerOn: on }).dueOn;
}

/**
 * @property dayPath where the request has its day
 * @property isLocked locks the record for share
 * @property isFollowed whether the record is that of a chain already
 */
interface HowToRead {
  caseId: string;
  place: Place;
  dayPath?: string;
  isLocked?: boolean;
  isFollowed?: boolean;
}

/**
 * The columns of a trigger; the day of a record is read from it.
 *
 * @throws NOT_FOUND for a record of another case; VALIDATION_FAILED; INVALID_STATE_TRANSITION for an event that was
 *   called off
 */
export async function readTrigger(
  context: Context,
  { source, recordId = null, label = null, on }: GivenTrigger,
  { caseId, place, dayPath = "trigger.on", isLocked = true, isFollowed }: HowToRead,
): Promise<TriggerColumns> {
  const record = triggerRecords[source];
  const named = { triggerSource: source, triggerLabel: label };
  if (recordId !== null && (record === undefined || source === "incident"))
    throw invalidInput({ path: "trigger.recordId", message: `not allowed with ${source}` });
  if (record === undefined || (record.isOptional && recordId === null)) {
    if (on === undefined)
      throw invalidInput({
        path: "trigger.on",
        message: `required for ${source}${record === undefined ? "" : ", or recordId"}`,
      });
    return { ...named, triggerRecordId: null, triggerOn: on };
  }
  const search = { caseId, place, source, recordId: recordId ?? "", isLocked, isFollowed };
  const recorded = await record.readDay(context, search);
  const triggerOn = requireRecorded(`${record.field} of the ${record.noun}`, recorded, on, dayPath);
  return { ...named, triggerRecordId: source === "incident" ? caseId : recordId, triggerOn };
}

/** @throws VALIDATION_FAILED where the date is not recorded, or another was given */
function requireRecorded(field: string, recorded: string | null, given: string | undefined, dayPath: string): string {
  if (recorded === null)
    throw invalidInput({
      path: dayPath === "trigger.on" ? "trigger.source" : dayPath,
      message: `${field} is not recorded`,
    });
  if (given !== undefined && given !== recorded) throw invalidInput({ path: dayPath, message: `must be ${field}` });
  return recorded;
}
