import { entityTitles } from "./audit-labels.ts";
import type { SecurityEntity } from "./audit-labels.ts";

/** What the trail is narrowed to; it stands in the URL, so that Back and a sent link show the same. Days are the reader's. */
export interface AuditQuery {
  actorId: string | null;
  entity: SecurityEntity | null;
  /** `YYYY-MM-DD`; both days are in it. */
  from: string | null;
  until: string | null;
  /** With reads and writes of records. */
  isWhole: boolean;
}

export const everything: AuditQuery = { actorId: null, entity: null, from: null, until: null, isWhole: false };

/** Reads the URL's query; what does not fit counts as not there. */
export function readAuditQuery(parameters: { get: (name: string) => string | null }): AuditQuery {
  const actorId = parameters.get("who");
  return {
    actorId: actorId !== null && /^[\w-]{1,128}$/.test(actorId) ? actorId : null,
    entity: (Object.keys(entityTitles) as SecurityEntity[]).find((entity) => entity === parameters.get("what")) ?? null,
    from: readDay(parameters.get("from")),
    until: readDay(parameters.get("until")),
    isWhole: parameters.get("records") === "1",
  };
}

function readDay(value: string | null): string | null {
  if (value === null || !/^(19[7-9]\d|20\d\d)-\d{2}-\d{2}$/.test(value)) return null;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value) ? value : null;
}

/** The URL's query without the question mark; what is as usual is left out. */
export function writeAuditQuery({ actorId, entity, from, until, isWhole }: AuditQuery): string {
  const parameters = new URLSearchParams();
  if (actorId !== null) parameters.set("who", actorId);
  if (entity !== null) parameters.set("what", entity);
  if (from !== null) parameters.set("from", from);
  if (until !== null) parameters.set("until", until);
  if (isWhole) parameters.set("records", "1");
  return parameters.toString();
}

/** Midnight in the reader's zone, `days` after this day begins. */
function startOfDay(day: string, days: number): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + days);
}

/** Whether the span ends before it begins. */
export function isBackwards({ from, until }: AuditQuery): boolean {
  return from !== null && until !== null && until < from;
}

/** What the procedure takes. A span that ends before it begins shows an error at its field, and its end is left out. */
export function toAuditInput(query: AuditQuery) {
  const { actorId, entity, from, until, isWhole } = query;
  return {
    securityOnly: !isWhole,
    ...(actorId !== null && { actorId }),
    ...(entity !== null && { entity }),
    ...(from !== null && { from: startOfDay(from, 0).toISOString() }),
    ...(until !== null && !isBackwards(query) && { until: startOfDay(until, 1).toISOString() }),
  };
}

export type AuditInput = ReturnType<typeof toAuditInput>;
