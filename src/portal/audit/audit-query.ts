import { matchOrNull, omitNulls, writeUrlQuery, type UrlQuery } from "../client/url-query.ts";
import { entityTitles, type SecurityEntity } from "./audit-labels.ts";

export interface AuditQuery {
  actorId: string | null;
  entity: SecurityEntity | null;
  /** `YYYY-MM-DD`, both inclusive. */
  from: string | null;
  until: string | null;
  isWhole: boolean;
  keyId: string | null;
  requestId: string | null;
  address: string | null;
  search: string | null;
}

export const everything: AuditQuery = {
  actorId: null,
  entity: null,
  from: null,
  until: null,
  isWhole: false,
  keyId: null,
  requestId: null,
  address: null,
  search: null,
};

/** Reads the URL's query and ignores invalid values. */
export function readAuditQuery(parameters: UrlQuery): AuditQuery {
  const actorId = parameters.get("who");
  return {
    actorId: actorId !== null && /^[\w-]{1,128}$/.test(actorId) ? actorId : null,
    entity: (Object.keys(entityTitles) as SecurityEntity[]).find((entity) => entity === parameters.get("what")) ?? null,
    from: readDay(parameters.get("from")),
    until: readDay(parameters.get("until")),
    isWhole: parameters.get("records") === "1",
    keyId: matchOrNull(parameters.get("key"), /^key_[0-9A-Za-z]{1,60}$/),
    requestId: matchOrNull(parameters.get("request"), /^[\u0021-\u007E]{1,128}$/),
    address: matchOrNull(parameters.get("ip"), /^[\d.]{7,15}$|^[\da-fA-F]*:[\da-fA-F:.]*$/),
    search: matchOrNull(parameters.get("q"), /^.{1,100}$/),
  };
}

/** What was typed into the search: a key's ID, a request ID, an IP address, or a name. */
export function readAuditSearch(typed: string): Pick<AuditQuery, "keyId" | "requestId" | "address" | "search"> {
  const text = typed.trim();
  const found = { keyId: null, requestId: null, address: null, search: null };
  if (text.startsWith("key_")) return { ...found, keyId: text };
  if (text.startsWith("req_")) return { ...found, requestId: text };
  if (/^\d{1,3}(\.\d{1,3}){3}$|^[\da-fA-F]*:[\da-fA-F:.]+$/.test(text)) return { ...found, address: text };
  return { ...found, search: text === "" ? null : text.slice(0, 100) };
}

/** By IP address and by name only security-relevant actions are found. */
export function isSecurityOnly({ address, search }: AuditQuery): boolean {
  return address !== null || search !== null;
}

function readDay(value: string | null): string | null {
  if (value === null || !/^(19[7-9]\d|20\d\d)-\d{2}-\d{2}$/.test(value)) return null;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value) ? value : null;
}

export function writeAuditQuery({
  actorId,
  entity,
  from,
  until,
  isWhole,
  keyId,
  requestId,
  address,
  search,
}: AuditQuery): string {
  return writeUrlQuery({
    who: actorId,
    what: entity,
    from,
    until,
    records: isWhole ? "1" : null,
    key: keyId,
    request: requestId,
    ip: address,
    q: search,
  });
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
  const { actorId, entity, from, until, isWhole, keyId, requestId, address, search } = query;
  const start = from === null ? null : startOfDay(from, 0).toISOString();
  const end = until === null || isBackwards(query) ? null : startOfDay(until, 1).toISOString();
  return {
    securityOnly: !isWhole,
    ...omitNulls({ actorId, entity, from: start, until: end, keyId, requestId, address, search }),
  };
}

export type AuditInput = ReturnType<typeof toAuditInput>;
