import { errorReasonNames, type ErrorReason } from "../../contract/errors/error-reasons.ts";
import {
  loggedMethods,
  requestSources,
  type LoggedMethod,
  type RequestSource,
} from "../../contract/portal/request-log.ts";
import { matchOrNull, omitNulls, type UrlQuery } from "../client/url-query.ts";
import { readSpan, startOfSpan, type EventsQuery } from "../events/events-query.ts";

/** The filters of a list of requests, as in the URL. null: all. */
export interface RequestsQuery extends Pick<EventsQuery, "span" | "since" | "until"> {
  /** A class such as 4xx, or a status. */
  status: string | null;
  keyId: string | null;
  /** A part of an ID, a path or a reason. */
  text: string | null;
  method: LoggedMethod | null;
  /** A path template, or a path of it. */
  route: string | null;
  reason: ErrorReason | null;
  address: string | null;
  bulkJobId: string | null;
  source: RequestSource | null;
}

export const everything: RequestsQuery = {
  status: null,
  keyId: null,
  text: null,
  method: null,
  route: null,
  reason: null,
  address: null,
  bulkJobId: null,
  source: null,
  span: "all",
  since: null,
  until: null,
};

/** Reads the URL's query and ignores invalid values. */
export function readRequestsQuery(parameters: UrlQuery): RequestsQuery {
  const reason = parameters.get("reason");
  return {
    status: matchOrNull(parameters.get("status"), /^([245]xx|[2-5]\d\d)$/),
    keyId: matchOrNull(parameters.get("key"), /^key_[0-9A-Za-z]{1,60}$/),
    text: readText(parameters.get("q") ?? ""),
    method: loggedMethods.find((name) => name === parameters.get("method")) ?? null,
    route: readRoute(parameters.get("route") ?? ""),
    reason: errorReasonNames.find((name) => name === reason) ?? null,
    address: readAddress(parameters.get("ip") ?? ""),
    bulkJobId: readBulkJob(parameters.get("job") ?? ""),
    source: requestSources.find((name) => name === parameters.get("source")) ?? null,
    ...readSpan(parameters),
  };
}

const maxTextLength = 100;

/** What is searched for. */
function readText(text: string): string | null {
  const trimmed = text.trim().slice(0, maxTextLength);
  return trimmed === "" ? null : trimmed;
}

/** A path or its template, also if it was pasted with the API's prefix; otherwise null. */
export function readRoute(text: string): string | null {
  return matchOrNull(text.trim().replace(/^\/api\/v1(?=\/)/, ""), /^\/[\w{}/.-]{1,199}$/);
}

/** A text in the form of an IP address; otherwise null. */
export function readAddress(text: string): string | null {
  return matchOrNull(text.trim(), /^(\d{1,3}(\.\d{1,3}){3}|[\da-fA-F]*:[\da-fA-F:.]{1,44})$/);
}

/** The ID of a bulk job, also from the request ID of one of its items; otherwise null. */
export function readBulkJob(text: string): string | null {
  return matchOrNull(text.trim().replace(/\.\d+$/, ""), /^blk_[0-9a-z]{1,60}$/);
}

/** The URL's query with these filters; other parameters stay. */
export function writeRequestsQuery(
  search: string,
  { status, keyId, text, method, route, reason, address, bulkJobId, source, span, since, until }: RequestsQuery,
): string {
  const parameters = new URLSearchParams(search);
  const own = {
    status,
    key: keyId,
    q: text,
    method,
    route,
    reason,
    ip: address,
    job: bulkJobId,
    source,
    time: span === "all" ? null : span,
    since,
    until,
  };
  for (const [name, value] of Object.entries(own)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.toString();
}

/** @param now milliseconds since 1970 */
export function toRequestsInput(
  { status, keyId, text, method, route, reason, address, bulkJobId, source, ...time }: RequestsQuery,
  now: number,
) {
  return omitNulls({
    status,
    keyId,
    q: text,
    method,
    route,
    reason,
    address,
    bulkJobId,
    source,
    ...startOfSpan(time, now),
  });
}

export type RequestsInput = ReturnType<typeof toRequestsInput>;
