import { entityTitles } from "./audit-labels.ts";
import type { SecurityEntity } from "./audit-labels.ts";

export interface AuditQuery {
  actorId: string | null;
  entity: SecurityEntity | null;
  /** `YYYY-MM-DD`, both inclusive. */
  from: string | null;
  until: string | null;
  isWhole: boolean;
}

export const everything: AuditQuery = { actorId: null, entity: null, from: null, until: null, isWhole: false };

/** Reads the URL's query and ignores invalid values. */
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

export function writeAuditQuery({ actorId, entity, from, until, isWhole }: AuditQuery): string {
  const parameters = new URLSearchParams();
  if (actorId !== null) parameters.set("who", actorId);
  if (entity !== null) parameters.set("what", entity);
  if (from !== null) parameters.set("from", from);
  if (until !== null) parameters.set("until", until);
  if (isWhole) parameters.set("records", "1");
  return parameters.toString();
}

/** Midnight in the reader's time zone, `days` after the start of this day. */
function startOfDay(day: string, days: number): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + days);
}

export function isBackwards({ from, until }: AuditQuery): boolean {
  return from !== null && until !== null && until < from;
}

/** The procedure's input. An end before the start is omitted; its field shows an error. */
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
