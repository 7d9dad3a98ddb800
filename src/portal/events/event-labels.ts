import { capitalize } from "../../contract/values/capitalize.ts";
import { eventTypes } from "../../contract/events/event-catalog.generated.ts";
import {
  entityOf,
  eventEntityNames,
  readingScope,
  type EventEntity,
  type EventType,
} from "../../contract/events/event-types.ts";
import { requestDays } from "../../contract/portal/request-log.ts";
import type { PortalOutputs } from "../client/trpc.ts";

export type EventPage = PortalOutputs["events"]["listNewest"];
export type EventRecord = EventPage["events"][number];

/** Replaces a hidden value. */
export const redacted = "[redacted]";

/** "document.created" → "Document created" */
export function nameEvent(eventType: string): string {
  return capitalize(nameRecords(eventType.replaceAll(/[._]/g, " ")));
}

/** "medical_facility" → "Medical facility", "integration_key" → "API key" */
export function nameEntity(entity: string): string {
  return capitalize(nameRecords(entity.replaceAll("_", " ")));
}

/** What the portal calls the records that the API names otherwise (0230). */
const nameRecords = (words: string) =>
  words
    .replace(/^integration key\b/, "API key")
    .replace(/^webhook subscription\b/, "webhook")
    .replace(/^esign\b/, "signature")
    .replace(/^hipaa\b/, "HIPAA");

/** An unknown type shows its name. */
export function formatEvent(eventType: string): string {
  return Object.hasOwn(eventTypes, eventType) ? eventTypes[eventType as EventType] : `${nameEvent(eventType)}.`;
}

const sources: Readonly<Record<string, string>> = { api: "API", mcp: "Assistant", portal: "Portal", system: "System" };

export function nameSource({ metadata }: Pick<EventRecord, "metadata">): string {
  const { source } = metadata;
  return typeof source === "string" ? (sources[source] ?? source) : "unknown";
}

export function readMetadata({ metadata }: Pick<EventRecord, "metadata">, name: string): string | null {
  const value = metadata[name];
  return typeof value === "string" && value !== "" ? value : null;
}

export function isRequestKept(occurredAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(occurredAt) < requestDays * 86_400_000;
}

export function listTypes(entity: EventEntity | null): { entity: EventEntity; types: EventType[] }[] {
  const all = Object.keys(eventTypes) as EventType[];
  return eventEntityNames
    .filter((each) => entity === null || each === entity)
    .map((each) => ({ entity: each, types: all.filter((type) => entityOf(type) === each) }));
}

export function isRedacted(value: unknown): boolean {
  if (value === redacted) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isRedacted);
}

export function whyRedacted(entity: string): string {
  const scope = eventEntityNames.includes(entity as EventEntity) ? readingScope(entity as EventEntity) : null;
  const holders = scope === null ? "the scope for such records" : `the scope ${scope}`;
  return `Redacted values are returned only to API keys with ${holders}. The portal does not show them.`;
}
