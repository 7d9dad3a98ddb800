import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { listPersonsWhoSetDates } from "../../service-accounts/makers/domain.persons.ts";
import { getCourt } from "../domain.courts.ts";
import { countClosed, isClosed } from "../domain.closed.ts";
import type { TriggerColumns } from "../domain.dates.ts";
import { eventTriggers, incidentTriggers, isEventTrigger, isIncidentTrigger } from "../enumerations.ts";
import type { EventStart } from "./domain.start-times.ts";
import type { GivenTrigger } from "../schema.input.ts";
import { findPartyOfCase, lockPartyOfCaseForShare, type Matter } from "../store.changes.ts";
import {
  findSource,
  findTriggerAction,
  findTriggerEvent,
  findTriggerIncident,
  lockTriggerActionForShare,
  lockTriggerEventForShare,
  lockTriggerIncidentForShare,
  type TriggerEvent,
} from "./store.ts";
import type { DeadlineRow } from "../store.ts";

/** How the records of triggers are read. */
interface TriggerRecords {
  getParty: typeof findPartyOfCase;
  getAction: typeof findTriggerAction;
  getIncident: typeof findTriggerIncident;
  getEvent: typeof findTriggerEvent;
}
const unlocked: TriggerRecords = {
  getParty: findPartyOfCase,
  getAction: findTriggerAction,
  getIncident: findTriggerIncident,
  getEvent: findTriggerEvent,
};
const lockedForShare: TriggerRecords = {
  getParty: lockPartyOfCaseForShare,
  getAction: lockTriggerActionForShare,
  getIncident: lockTriggerIncidentForShare,
  getEvent: lockTriggerEventForShare,
};

/** Where the day of a trigger is looked for. */
interface Search {
  caseId: string;
  matter: Matter;
  source: string;
  /** Empty where the request names none. */
  recordId: string;
  records: TriggerRecords;
  /** Whether it is followed already: then only its day is needed, whatever else became of it. */
  isFollowed: boolean;
}

/**
 * The day of a trigger's record.
 *
 * @property on null where it is not recorded
 * @property start of an event with a time of day
 */
interface RecordedDay {
  on: string | null;
  start: EventStart | null;
}

/**
 * A kind of record that has the day of a trigger. Whoever changes such a record calls `followTrigger`
 * (`recalculation/domain.follow-trigger.ts`).
 */
interface TriggerRecord {
  /** Its entity in `relatedIds` of events. */
  entity: string;
  /** Its field, for whom is behind the day (`contract/events/set-dates.ts`), and for messages. */
  field: string;
  noun: string;
  /** Whether a trigger of the source may name none, and then has a day alone. */
  isOptional: boolean;
  /** @throws NOT_FOUND for one of another case */
  getDay(context: Context, search: Search): Promise<RecordedDay>;
}

const incident: TriggerRecord = {
  entity: "case",
  field: "dateOfIncident",
  noun: "case",
  isOptional: false,
  getDay: (_context, { matter }) => Promise.resolve({ on: matter.dateOfIncident, start: null }),
};

const service: TriggerRecord = {
  entity: "case_party",
  field: "servedOn",
  noun: "party",
  isOptional: false,
  getDay: async (context, { caseId, recordId, records }) => {
    const party = await records.getParty(context, caseId, recordId);
    if (party === undefined) throw notFound("Party");
    return { on: party.servedOn, start: null };
  },
};

const filing: TriggerRecord = {
  entity: "court_action",
  field: "filedOn",
  noun: "court action",
  isOptional: false,
  getDay: async (context, { caseId, recordId, records }) => {
    const action = await records.getAction(context, caseId, recordId);
    if (action === undefined) throw notFound("Court action");
    return { on: action.filedOn, start: null };
  },
};

/** A day of the incident that a case has a record of. */
const dayOfIncident = (field: (typeof incidentTriggers)[keyof typeof incidentTriggers]): TriggerRecord => ({
  entity: "incident",
  field,
  noun: "incident",
  isOptional: true,
  getDay: async (context, { caseId, recordId, records }) => {
    const found = await records.getIncident(context, caseId, recordId);
    if (found === undefined) throw notFound("Incident");
    return { on: found[field], start: null };
  },
});

const calledOff: ReadonlySet<string> = new Set(["cancelled", "adjourned", "continued"]);

const event: TriggerRecord = {
  entity: "calendar_event",
  field: "startOn",
  noun: "event",
  isOptional: true,
  getDay: async (context, { caseId, source, recordId, records, isFollowed }) => {
    const found = await records.getEvent(context, caseId, recordId);
    // What a private event is, and of which case, is for its organizer and attendees alone.
    if (found === undefined || (!isFollowed && found.visibility === "private")) throw notFound("Calendar event");
    const fault = (path: string, message: string) => invalidInput({ path: `trigger.${path}`, message });
    if (!isFollowed && found.type !== source) throw fault("source", `must be the event’s type, ${found.type}`);
    if (found.rule !== null) throw fault("recordId", "must be a single event: a series has no one day");
    if (calledOff.has(found.status))
      throw invalidState(`The event is ${found.status}; name one that takes place`, {
        detail: found.status,
      });
    return { on: found.startOn, start: startOf(found) };
  },
};

const startOf = ({ allDay, startOn, startAt, timeZone }: TriggerEvent): EventStart | null =>
  allDay ? null : { on: startOn, at: startAt, timeZone };

/** By source. A record of another area is one line here and a follower in `composition/transaction-hooks.ts`. */
const triggerRecords: Readonly<Record<string, TriggerRecord>> = {
  incident,
  service,
  filed: filing,
  ...Object.fromEntries(Object.entries(incidentTriggers).map(([source, field]) => [source, dayOfIncident(field)])),
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
export function listPersonsWhoSetTrigger(
  context: Context,
  { triggerSource = null, triggerRecordId = null }: Partial<Pick<DeadlineRow, "triggerSource" | "triggerRecordId">>,
): Promise<string[]> {
  const record = triggerRecords[triggerSource ?? ""];
  return record === undefined || triggerRecordId === null
    ? Promise.resolve([])
    : listPersonsWhoSetDates(context, [{ recordId: triggerRecordId, field: record.field }]);
}

/** A calendar event decides when the hours of its deadlines begin. */
const followsEvent = ({ triggerSource, triggerRecordId }: FollowedTrigger): boolean =>
  triggerRecordId !== null && isEventTrigger(triggerSource);

type FollowedTrigger = Pick<DeadlineRow, "triggerRecordId" | "triggerSource">;

/** Null where a trigger is no event, and for an event that takes whole days. */
export async function findTriggerStart(
  context: Context,
  caseId: string,
  trigger: FollowedTrigger,
): Promise<EventStart | null> {
  if (!followsEvent(trigger)) return null;
  const found = await findTriggerEvent(context, caseId, trigger.triggerRecordId ?? "");
  return found === undefined ? null : startOf(found);
}

/**
 * The day from which a locked deadline is counted, as what it follows has it now: its record, or a deadline of its
 * chain. Undefined where that has none, or nothing has it.
 */
export async function findTriggerDay(
  context: Context,
  matter: Matter,
  { id, caseId, triggerSource, triggerRecordId, chainId }: DeadlineRow,
): Promise<string | undefined> {
  const { dateOfIncident } = matter;
  if (triggerSource === "incident") return dateOfIncident ?? undefined;
  if (triggerRecordId !== null) return findFollowedDay(context, { caseId, triggerSource, triggerRecordId });
  if (chainId === null) return undefined;
  const source = await findSource(context, id);
  if (source === undefined || !isClosed(source)) return source?.dueOn;
  const on = await findTriggerDay(context, matter, source);
  return on === undefined
    ? source.dueOn
    : countClosed(await getCourt(context, matter, source), matter, source, { triggerOn: on }).dueOn;
}

async function findFollowedDay(
  context: Context,
  {
    caseId,
    triggerSource,
    triggerRecordId,
  }: Pick<DeadlineRow, "caseId" | "triggerSource"> & { triggerRecordId: string },
): Promise<string | undefined> {
  if (triggerSource === "service")
    return (await findPartyOfCase(context, caseId, triggerRecordId))?.servedOn ?? undefined;
  if (triggerSource === "filed")
    return (await findTriggerAction(context, caseId, triggerRecordId))?.filedOn ?? undefined;
  if (isIncidentTrigger(triggerSource))
    return (
      (await findTriggerIncident(context, caseId, triggerRecordId))?.[incidentTriggers[triggerSource]] ?? undefined
    );
  return (await findTriggerEvent(context, caseId, triggerRecordId))?.startOn;
}

/**
 * Where a trigger is read from.
 *
 * @property dayPath where the request has its day
 * @property isFollowed whether the record is that of a chain already
 */
interface TriggerSearch {
  caseId: string;
  matter: Matter;
  dayPath?: string;
  isFollowed?: boolean;
}

/** The columns of a trigger, and when its event begins; null without an event that has a time of day. */
interface FoundTrigger {
  columns: TriggerColumns;
  start: EventStart | null;
}

/**
 * The columns of a trigger, whose record is not locked.
 *
 * @throws NOT_FOUND for a record of another case; VALIDATION_FAILED; INVALID_STATE_TRANSITION for an event that was
 *   called off
 */
export const getTrigger = (context: Context, trigger: GivenTrigger, search: TriggerSearch): Promise<FoundTrigger> =>
  findTrigger(context, trigger, { ...search, records: unlocked });

/**
 * The columns of a trigger; its record is locked for share.
 *
 * @throws as {@link getTrigger}
 */
export const lockTriggerForShare = (
  context: Context,
  trigger: GivenTrigger,
  search: TriggerSearch,
): Promise<FoundTrigger> => findTrigger(context, trigger, { ...search, records: lockedForShare });

async function findTrigger(
  context: Context,
  { source, recordId = null, label = null, on }: GivenTrigger,
  { caseId, matter, dayPath = "trigger.on", isFollowed = false, records }: TriggerSearch & Pick<Search, "records">,
): Promise<FoundTrigger> {
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
    return { columns: { ...named, triggerRecordId: null, triggerOn: on }, start: null };
  }
  const recorded = await record.getDay(context, {
    caseId,
    matter,
    source,
    recordId: recordId ?? "",
    records,
    isFollowed,
  });
  const triggerOn = checkRecordedDay(`${record.field} of the ${record.noun}`, recorded.on, on, dayPath);
  const triggerRecordId = source === "incident" ? caseId : recordId;
  return { columns: { ...named, triggerRecordId, triggerOn }, start: recorded.start };
}

/** @throws VALIDATION_FAILED where the date is not recorded, or another was given */
function checkRecordedDay(field: string, recorded: string | null, given: string | undefined, dayPath: string): string {
  if (recorded === null)
    throw invalidInput({
      path: dayPath === "trigger.on" ? "trigger.source" : dayPath,
      message: `${field} is not recorded`,
    });
  if (given !== undefined && given !== recorded) throw invalidInput({ path: dayPath, message: `must be ${field}` });
  return recorded;
}
