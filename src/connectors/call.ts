import { openClock } from "../contract/values/zone-clock.ts";
import type { ConnectorAction, ConnectorField } from "./description.ts";
import { writeForm, type FormFile } from "./form.ts";
import { ConnectorError, toConnectorError } from "./errors.ts";
import type { HttpRequest, Transport } from "./transport.ts";

export interface Connection {
  /** The server without a path, such as https://caseport.example.com. */
  serverUrl: string;
  send: Transport;
}

export type Values = Readonly<Record<string, unknown>>;
export type Json = Record<string, unknown>;

export interface CallOptions {
  /** What makes repeated attempts of a step one effect. */
  idempotencyKey?: string | undefined;
  /** Of an action with a field of type `file`. */
  file?: FormFile | undefined;
  /** Where a time without an offset is meant, such as America/Chicago. */
  timeZone?: string | undefined;
}

/**
 * The address of the API on a server, whatever path a person has copied with it.
 *
 * @throws ConnectorError
 */
export function apiUrlOf(serverUrl: string): string {
  const text = serverUrl.trim();
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConnectorError("The server URL must be an address such as https://caseport.example.com.");
  return `${new URL(text).origin}/api/v1`;
}

/**
 * Executes an action.
 *
 * @returns the body of the response
 * @throws ConnectorError
 */
export async function callAction(
  connection: Connection,
  action: ConnectorAction,
  values: Values,
  options: CallOptions = {},
): Promise<Json> {
  const { idempotencyKey } = options;
  const send = (given: Values) => sendRequest(connection, buildRequest(connection.serverUrl, action, given, options));
  return action.idempotency === "externalId" && isMissing(values["externalId"]) && idempotencyKey !== undefined
    ? createByExternalId(connection, action, idempotencyKey, (externalId) => send({ ...values, externalId }))
    : send(values);
}

/** How long the attempts of a step are one: as long as the server keeps idempotency keys. */
const sameStepMilliseconds = 86_400_000;

/** A step that has made so many equal records in the course of time is no longer a person's. */
const maxEqualRecords = 50;

/**
 * Creates a record that takes no idempotency key: that becomes its external ID. One that is there within a day is of an
 * earlier attempt of this step. An older or a deleted one is another: a form that is sent again after a year is a new
 * lead, whose external ID has the number of the repetition at its end.
 */
async function createByExternalId(
  connection: Connection,
  action: ConnectorAction,
  idempotencyKey: string,
  create: (externalId: string) => Promise<Json>,
): Promise<Json> {
  for (let number = 1; ; number += 1) {
    const externalId = number === 1 ? idempotencyKey : `${idempotencyKey}-${number}`;
    try {
      return await create(externalId);
    } catch (error) {
      if (!isTaken(error)) throw error;
      const existing = await findPath(connection, `${action.path}/${encodeURIComponent(`external:${externalId}`)}`);
      if (existing !== null && !isOfEarlierStep(readRecord(action, existing))) return existing;
      if (number === maxEqualRecords) throw error;
    }
  }
}

/** Whether a rejection says that another record has the external ID. */
const isTaken = (error: unknown) =>
  error instanceof ConnectorError && error.code === "DUPLICATE_ENTRY" && error.message.includes("externalId");

const isOfEarlierStep = ({ createdAt }: Json) => Date.now() - Date.parse(String(createdAt)) >= sameStepMilliseconds;

/** The same as {@link readPath}; null for what is not there, or no longer. */
async function findPath(connection: Connection, path: string): Promise<Json | null> {
  try {
    return await readPath(connection, path);
  } catch (error) {
    if (error instanceof ConnectorError && error.status === 404) return null;
    throw error;
  }
}

const isMissing = (value: unknown) => value === undefined || value === null || value === "";

/** @throws ConnectorError for a response that is not a success */
export async function sendRequest(connection: Connection, request: HttpRequest): Promise<Json> {
  const reply = await connection.send(request);
  if (reply.status >= 200 && reply.status < 300) return readObject(reply.body);
  throw toConnectorError(reply, readObject(reply.body));
}

/** A GET of a path below /api/v1. */
export function readPath(connection: Connection, path: string, query: Values = {}): Promise<Json> {
  return sendRequest(connection, {
    method: "GET",
    url: `${apiUrlOf(connection.serverUrl)}${path}${writeQuery(query)}`,
    headers: { Accept: "application/json" },
  });
}

/** A POST or DELETE of a path below /api/v1. */
export function changePath(
  connection: Connection,
  method: "POST" | "DELETE",
  path: string,
  { idempotencyKey, body }: { idempotencyKey: string; body?: Json },
): Promise<Json> {
  return sendRequest(connection, {
    method,
    url: `${apiUrlOf(connection.serverUrl)}${path}`,
    headers: {
      Accept: "application/json",
      "X-Idempotency-Key": idempotencyKey,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** The request of an action with its values. A value that is undefined or an empty text is not sent; null clears. */
export function buildRequest(
  serverUrl: string,
  action: ConnectorAction,
  values: Values,
  { idempotencyKey, file, timeZone }: CallOptions,
): HttpRequest {
  const query: Record<string, unknown> = {};
  const body: Json = {};
  let path = action.path;
  for (const field of action.fields) {
    if (field.type === "file") continue;
    const value = convert(field, values[field.name], timeZone);
    if (value === undefined) {
      if (field.place === "path") throw new ConnectorError(`${field.label} is required.`);
      continue;
    }
    if (field.place === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(asText(value)));
    else if (field.place === "query") query[field.name] = value;
    else place(body, field.name.split("__"), value);
  }
  const headers: Record<string, string> = { Accept: "application/json" };
  if (action.idempotency === "header" && idempotencyKey !== undefined) headers["X-Idempotency-Key"] = idempotencyKey;
  const request: HttpRequest = {
    method: action.method,
    url: `${apiUrlOf(serverUrl)}${path}${writeQuery(query)}`,
    headers,
  };
  if (file !== undefined) {
    const form = writeForm(body, file);
    return { ...request, headers: { ...headers, "Content-Type": form.contentType }, body: form.bytes };
  }
  if (action.method === "GET" || action.method === "DELETE") return request;
  return { ...request, headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function place(target: Json, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[name] = value;
  else {
    const inner = (target[name] ??= {}) as Json;
    place(inner, rest, value);
  }
}

/** @returns undefined for what is not sent */
function convert(field: ConnectorField, value: unknown, timeZone = "UTC"): unknown {
  if (value === undefined || value === "") return undefined;
  if (value === null) return field.place === "body" ? null : undefined;
  return converters[field.type](value, field.label, timeZone);
}

const converters: Record<ConnectorField["type"], (value: unknown, label: string, timeZone: string) => unknown> = {
  text: asText,
  longText: asText,
  file: asText,
  date: (value) => asText(value).slice(0, 10),
  instant: (value, _, timeZone) => readInstant(asText(value), timeZone),
  integer: readNumber,
  number: readNumber,
  boolean: (value) => value === true || value === "true",
  texts: readTexts,
  json: readJson,
};

/** Luxon's and JavaScript's times have a text of their own. */
function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && value !== null && "toISO" in value && typeof value.toISO === "function")
    return String((value.toISO as () => unknown)());
  return typeof value === "string" ? value : JSON.stringify(value);
}

function readNumber(value: unknown, label: string): number {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new ConnectorError(`${label} must be a number.`);
  return number;
}

/** A list, or a text with commas. */
function readTexts(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(asText) : asText(value).split(",");
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function readJson(value: unknown, label: string): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new ConnectorError(`${label} must be JSON.`);
  }
}

/** A time without an offset is one on the clock of a time zone. Other texts are left to the server. */
export function readInstant(text: string, timeZone: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/.exec(text);
  if (match === null) return text;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const wanted = Date.UTC(year, month - 1, day, hour, minute, second);
  const clock = openClock(timeZone);
  // The second round is right on both sides of a change of the clock.
  const first = wanted - clock(wanted);
  return new Date(wanted - clock(first)).toISOString();
}

/** The query of a URL with its question mark; a list is repeated, and what has no value is left out. */
export function writeQuery(query: Values): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, asText(each));
  }
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

function readObject(body: unknown): Json {
  if (typeof body === "object" && body !== null && !Buffer.isBuffer(body)) return body as Json;
  try {
    const parsed: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString("utf8") : asText(body));
    return typeof parsed === "object" && parsed !== null ? (parsed as Json) : {};
  } catch {
    return {};
  }
}

/** What a step outputs: the record, or the response without what every response has. */
export function readRecord(action: Pick<ConnectorAction, "record">, body: Json): Json {
  const record = action.record === null ? undefined : body[action.record];
  if (typeof record === "object" && record !== null) return record as Json;
  const { success: _, ...rest } = body;
  return rest;
}

/** The records of a list, page by page, until there are no more or as many as wanted. */
export async function readList(
  connection: Connection,
  action: ConnectorAction & { items: string },
  values: Values,
  { limit, timeZone }: { limit: number | null; timeZone?: string | undefined },
): Promise<Json[]> {
  const records: Json[] = [];
  let after: string | null = null;
  do {
    const size = limit === null ? 200 : Math.min(200, limit - records.length);
    const request = buildRequest(connection.serverUrl, action, values, { timeZone });
    const url = new URL(request.url);
    url.searchParams.set("limit", String(size));
    if (after !== null) url.searchParams.set("after", after);
    const body = await sendRequest(connection, { ...request, url: url.href });
    records.push(...((body[action.items] ?? []) as Json[]));
    after = (body["nextCursor"] ?? null) as string | null;
  } while (after !== null && (limit === null || records.length < limit));
  return records;
}
