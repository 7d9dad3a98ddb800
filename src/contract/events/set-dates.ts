import type { EventEntity } from "./event-types.ts";

/** A date of a record. */
export interface RecordedDate {
  recordId: string;
  field: string;
}

/**
 * The dates from which deadlines are counted, or which become deadlines, by the entity of their record. Who set one is
 * behind each deadline that follows from it, and so is never the second person who verifies it.
 */
const datesOfDeadlines: Partial<Record<EventEntity, readonly string[]>> = {
  case: ["dateOfIncident"],
  case_party: ["servedOn"],
  incident: ["injuryDiscoveredOn", "deathOn", "treatmentEndedOn"],
  court_action: ["filedOn"],
  calendar_event: ["startOn"],
  client: ["dateOfBirth", "dateOfDeath"],
  lead: ["dateOfIncident", "dateOfBirth", "statuteOfLimitationsEstimateOn"],
};

interface DatedEvent {
  entity: string;
  entityId: string;
  eventType: string;
  payload: object;
  diff: object;
}

/**
 * @property replaces whether who set the date before no longer counts: not where a value was taken over from another
 *   record
 */
export interface SetDate extends RecordedDate {
  replaces: boolean;
}

/** The dates of deadlines that an event's change set. */
export function listSetDates({ entity, entityId: recordId, eventType, payload, diff }: DatedEvent): SetDate[] {
  const fields = datesOfDeadlines[entity as EventEntity] ?? [];
  const isNew = eventType === `${entity}.created`;
  const replaces = eventType === `${entity}.updated` || eventType === `${entity}.rescheduled`;
  const set = fields.filter((field) => (isNew ? isGiven(payload, field) : Object.hasOwn(diff, field)));
  return set.map((field) => ({ recordId, field, replaces }));
}

function isGiven(record: object, field: string): boolean {
  const value = (record as Record<string, unknown>)[field];
  return value !== null && value !== undefined;
}
