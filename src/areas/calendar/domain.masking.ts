import { AppError } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { onBehalfOf } from "../../rpc/principal.ts";
import { eventTypeLabels } from "./enumerations.ts";
import type { CalendarEvent, Exception } from "./schema.ts";
import type { EventRow, Reader } from "./store.ts";

/** Who reads: the member in the portal, else the acting attorney of the key, while active. */
export function readerOf({ principal }: Pick<Context, "principal">): Reader {
  return {
    memberId: principal.kind === "member" ? principal.memberId : onBehalfOf(principal),
    readsMedical: principal.scopes.has("medical:read"),
  };
}

export type Masking = "private" | "medical" | null;
export const isMedical = (type: EventRow["type"]) => type === "ime" || type === "medical_appointment";

/**
 * What is withheld of an event from a reader: of a private one all but its time, of a medical one what says more than
 * its type.
 */
export function maskingOf(
  row: Pick<EventRow, "visibility" | "organizerMemberId" | "attendees" | "type">,
  { memberId, readsMedical }: Reader,
): Masking {
  const isOwn =
    memberId !== null &&
    (row.organizerMemberId === memberId || row.attendees.some((attendee) => attendee.memberId === memberId));
  if (row.visibility === "private" && !isOwn) return "private";
  return isMedical(row.type) && !readsMedical ? "medical" : null;
}

const withheldMembers = { description: null, location: null, virtualMeeting: null, statusReason: null, outcome: null };
const kept: ReadonlySet<string> = new Set([
  "id",
  "organizationId",
  "startAt",
  "endAt",
  "startOn",
  "endOn",
  "localStart",
  "localEnd",
  "allDay",
  "timeZone",
  "status",
  "showAs",
  "visibility",
  "organizer",
  "recurrence",
  "revision",
  "createdAt",
  "updatedAt",
  "deletedAt",
] satisfies (keyof CalendarEvent)[]);

const maskException = (exception: Exception, masking: Masking): Exception => ({
  ...exception,
  ...withheldMembers,
  title: null,
  ...(masking === "private" && { attendees: null, rescheduledTo: null }),
});

export function maskEvent(event: CalendarEvent, masking: Masking): CalendarEvent {
  if (masking === null) return event;
  const exceptions = event.exceptions?.map((exception) => maskException(exception, masking)) ?? null;
  if (masking === "medical")
    return {
      ...event,
      ...withheldMembers,
      title: eventTypeLabels[event.type ?? "other"],
      address: null,
      court: null,
      tags: [],
      documents: [],
      exceptions,
      isMasked: true,
    };
  const withhold = (value: unknown) => (Array.isArray(value) ? [] : null);
  const hidden = Object.entries(event).map(([name, value]) => [name, kept.has(name) ? value : withhold(value)]);
  return { ...(Object.fromEntries(hidden) as CalendarEvent), title: "Private", exceptions, isMasked: true };
}

const redacted = "[redacted]";
const freeText = ["description", "statusReason", "virtualMeeting"];

/** Members of an event's payload, without free text. */
export function redact<Members extends Readonly<Record<string, unknown>>>(members: Members): Members {
  const hidden = freeText.flatMap((name) => (typeof members[name] === "string" ? [[name, redacted]] : []));
  const outcome = members["outcome"];
  const hasText = typeof outcome === "object" && outcome !== null && "summary" in outcome && outcome.summary !== null;
  const shown = hasText ? { outcome: { ...outcome, summary: redacted } } : {};
  return { ...members, ...Object.fromEntries(hidden), ...shown };
}

/** @throws FORBIDDEN for a private event of others */
export function assertWritable(context: Context, row: EventRow): void {
  if (maskingOf(row, readerOf(context)) === "private")
    throw new AppError("FORBIDDEN", "Only the organizer or an attendee may change a private event");
}
