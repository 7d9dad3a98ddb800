import type { CallToolResult } from "@modelcontextprotocol/server";
import { detailHeader, reasonHeader } from "../contract/errors/error-reasons.ts";
import type { HttpResponse } from "../http/request/response.ts";
import { createTree, pickMembers } from "../rpc/member-tree.ts";
import { listHidden, removeWithheld } from "./withheld.ts";

/** What an assistant gets of one response; clients cut or reject longer ones. */
export const maxCharacters = 40_000;

export function describeError(message: string): CallToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}

export function describeValue(value: unknown): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}

export interface Shape {
  /** Dotted members to keep of each record; all without them. */
  fields?: readonly string[] | undefined;
  hasSensitive: boolean;
}

/** A response as a tool's result: the chosen fields of its records, at most `maxCharacters`. */
export function shapeResponse(
  { status, headers, body }: HttpResponse,
  { fields, hasSensitive }: Shape,
): CallToolResult {
  const whole = JSON.parse(body) as Record<string, unknown>;
  const facts = { status, ...describeHeaders(headers), ...describeHidden(whole, hasSensitive) };
  const response = removeWithheld(whole, hasSensitive) as Record<string, unknown>;
  if (status >= 400) return { ...describeValue({ ...facts, ...response }), isError: true };
  const chosen = fields === undefined ? response : chooseFields(response, fields);
  const shaped = JSON.stringify({ ...facts, response: chosen });
  return shaped.length <= maxCharacters ? { content: [{ type: "text", text: shaped }] } : cut(facts, chosen);
}

/** What a result says of a response's headers. */
export function describeHeaders(headers: HttpResponse["headers"]): Record<string, string> {
  return pickHeaders(headers, {
    reason: reasonHeader,
    detail: detailHeader,
    retryAfterSeconds: "Retry-After",
    etag: "ETag",
    replayed: "Idempotent-Replayed",
    requestId: "X-Request-Id",
  });
}

/**
 * Tells which members were left out, and whether the key's switch would show them: an assistant must not take them for
 * empty.
 */
function describeHidden(
  response: unknown,
  hasSensitive: boolean,
): { hidden?: { always?: string[]; bySwitch?: string[] } } {
  const { always, bySwitch } = listHidden(response, hasSensitive);
  if (always.length + bySwitch.length === 0) return {};
  return { hidden: { ...(always.length > 0 && { always }), ...(bySwitch.length > 0 && { bySwitch }) } };
}

/** Of one of several responses: the identifiers of its records, or the chosen fields; of a rejection, all of it. */
export function describeItem(
  response: Record<string, unknown>,
  status: number,
  { fields = ["id"], hasSensitive }: Shape,
): Record<string, unknown> {
  if (status >= 400) return response;
  return chooseFields(removeWithheld(response, hasSensitive) as Record<string, unknown>, fields);
}

function pickHeaders(headers: HttpResponse["headers"], names: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, header]) => (headers[header] === undefined ? [] : [[name, headers[header]]])),
  );
}

/**
 * Keeps the fields of the records in a response: its objects and lists of objects. Other members, such as nextCursor,
 * stay, and so do the related records that `expand` names: `fields` chooses of the records, as in REST.
 */
function chooseFields(response: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  const tree = createTree(fields);
  return Object.fromEntries(
    Object.entries(response).map(([name, value]) => [name, name === "expanded" ? value : pickMembers(value, tree)]),
  );
}

/** Whole records of a list that is too long; of a single record, the sizes of its members. */
function cut(facts: object, response: Record<string, unknown>): CallToolResult {
  const list = Object.entries(response).find(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 1,
  );
  const advice = "Choose `fields`, or a smaller `limit`.";
  if (list !== undefined) {
    const [name, records] = list;
    // Without the cursor, which would skip the records that are left out.
    const { nextCursor: _skips, ...rest } = response;
    let length = JSON.stringify({ ...facts, response: { ...rest, [name]: [] } }).length + 200;
    const kept = records.filter((record) => (length += JSON.stringify(record).length + 1) <= maxCharacters);
    if (kept.length > 0)
      return describeValue({
        ...facts,
        note: `Cut to ${kept.length} of ${records.length} ${name}. ${advice}`,
        response: { ...rest, [name]: kept },
      });
  }
  const record =
    Object.values(response).find((value): value is object => typeof value === "object" && value !== null) ?? response;
  const sizes = Object.entries(record).map(([name, value]) => `${name}: ${JSON.stringify(value)?.length ?? 0}`);
  return describeError(
    `The response has more than ${maxCharacters} characters. ${advice} Characters by member: ${sizes.slice(0, 100).join(", ")}`,
  );
}
