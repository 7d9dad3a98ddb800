import {
  entityOf,
  eventEntityNames,
  eventTypeNames,
  type EventEntity,
  type EventType,
} from "../../contract/events/event-types.ts";
import { idPrefixes } from "../../contract/ids.ts";
import { omitNulls, writeUrlQuery, type UrlQuery } from "../client/url-query.ts";
import { eventsQuery as t } from "./strings.ts";

export const spans = [
  { value: "all", label: t.all, hours: null },
  { value: "hour", label: t.lastHour, hours: 1 },
  { value: "day", label: t.last24Hours, hours: 24 },
  { value: "week", label: t.last7Days, hours: 7 * 24 },
  { value: "between", label: t.customRange, hours: null },
] as const;
export type Span = (typeof spans)[number]["value"];

export interface EventsQuery {
  entity: EventEntity | null;
  eventType: EventType | null;
  actorId: string | null;
  entityId: string | null;
  span: Span;
  /** Instants of the span "between". */
  since: string | null;
  until: string | null;
}

export const everything: EventsQuery = {
  entity: null,
  eventType: null,
  actorId: null,
  entityId: null,
  span: "all",
  since: null,
  until: null,
};

/** Reads the URL's query and ignores invalid values. */
export function readEventsQuery(parameters: UrlQuery): EventsQuery {
  return narrow({
    entity: eventEntityNames.find((entity) => entity === parameters.get("entity")) ?? null,
    eventType: eventTypeNames.find((eventType) => eventType === parameters.get("type")) ?? null,
    actorId: readRecordId(parameters.get("actor") ?? ""),
    entityId: readRecordId(parameters.get("record") ?? ""),
    ...readSpan(parameters),
  });
}

/** The time in a URL's query. */
export function readSpan(parameters: UrlQuery): Pick<EventsQuery, "span" | "since" | "until"> {
  const span = spans.find(({ value }) => value === parameters.get("time"))?.value ?? "all";
  const isBetween = span === "between";
  return {
    span,
    since: isBetween ? readInstant(parameters.get("since")) : null,
    until: isBetween ? readInstant(parameters.get("until")) : null,
  };
}

/** Another entity resets the type; another span resets the instants. */
export function narrow(query: EventsQuery): EventsQuery {
  const { entity, eventType, span } = query;
  const fits = eventType === null || entity === null || entityOf(eventType) === entity;
  return { ...query, ...(!fits && { eventType: null }), ...(span !== "between" && { since: null, until: null }) };
}

export function writeEventsQuery({ entity, eventType, actorId, entityId, span, since, until }: EventsQuery): string {
  return writeUrlQuery({
    entity,
    type: eventType,
    actor: actorId,
    record: entityId,
    time: span === "all" ? null : span,
    since,
    until,
  });
}

const prefixes: ReadonlySet<string> = new Set(Object.values(idPrefixes));

/** A record's ID as it may appear in a URL, neither a name nor a key; otherwise null. */
export function readRecordId(text: string): string | null {
  const [, prefix = ""] = /^([a-z]{2,8})_[0-9A-Za-z]{1,60}$/.exec(text.trim()) ?? [];
  return prefixes.has(prefix) ? text.trim() : null;
}

function readInstant(text: string | null): string | null {
  if (text === null || !/^(19[7-9]|20\d)\d-\d{2}-\d{2}T/.test(text)) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

export function isBackwards({ since, until }: Pick<EventsQuery, "since" | "until">): boolean {
  return since !== null && until !== null && until < since;
}

/**
 * The procedure's input.
 *
 * @param now milliseconds since 1970
 */
export function toEventsInput(query: EventsQuery, now: number) {
  const { entity, eventType, actorId, entityId } = query;
  const { from, until } = startOfSpan(query, now);
  return omitNulls({ entity, eventType, actorId, entityId, since: from, until });
}

/**
 * The bounds of a time: spans start at the full minute, so that pages stay consistent; an end before the start is
 * omitted.
 */
export function startOfSpan(
  time: Pick<EventsQuery, "span" | "since" | "until">,
  now: number,
): { from: string | null; until: string | null } {
  const hours = spans.find(({ value }) => value === time.span)?.hours ?? null;
  const from =
    hours === null ? time.since : new Date(Math.floor(now / 60_000) * 60_000 - hours * 3_600_000).toISOString();
  return { from, until: isBackwards(time) ? null : time.until };
}

export type EventsInput = ReturnType<typeof toEventsInput>;

/**
 * An instant for <input type="datetime-local"> in the reader's time zone, and back; null for an empty or incomplete
 * field.
 */
export function toLocal(instant: string | null): string {
  if (instant === null) return "";
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fromLocal(text: string): string | null {
  return readInstant(text);
}
