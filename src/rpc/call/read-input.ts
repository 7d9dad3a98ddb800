import * as z from "zod";
import { AppError } from "../../contract/errors/error-codes.ts";
import { readsIfMatch } from "../../contract/operation.ts";
import { foreignCursorMessage } from "../../contract/page.ts";
import { readIfMatch, type ExpectedRevisions } from "../../contract/revision.ts";
import { isInQuery, canOmitBody, takesBody, type Declaration } from "../declarations.ts";
import { createTurn } from "../../platform/event-loop-turn.ts";
import { parseJsonInTurns } from "./parse-json-in-turns.ts";
import { parseJson, type ParsedJson } from "./parse-json.ts";
import type { Route } from "./route.ts";
import { isJsonObject } from "../../contract/values/json-text.ts";

export const idempotencyHeader = "X-Idempotency-Key";

/** What a caller sends of an operation's input, besides the values of its path. */
export interface SentInput {
  /** The query's text without the `?`, or its pairs. */
  query: string | readonly (readonly [name: string, value: string])[];
  /** The bytes of a JSON body, or its members; empty or undefined without one. */
  body: Buffer | Record<string, unknown> | undefined;
  ifMatch: string | undefined;
  idempotencyKey: string | string[] | undefined;
}

export interface RequestInput {
  /** Path, query and body in one flat object, as sent. */
  values: Record<string, unknown>;
  /** The same as the operation's schema reads it: the procedure's input. */
  parsed: Record<string, unknown>;
  /** The parsed body; undefined if the operation takes none, so that `{}` and no body are the same request. */
  body: unknown;
  /** The query's pairs, decoded, in the order of names. */
  query: readonly (readonly [string, string])[];
  expectedRevisions: ExpectedRevisions;
  /** null if the operation takes none. */
  idempotencyKey: string | null;
}

/** A path and what is wrong there; for the log, the path without what only the client named. */
type Fault = readonly [path: string, message: string, logged?: string];

const maxFaults = 50;
const weakRevisionMessage =
  'a weak ETag (W/"3") matches no revision: a proxy between you and the API has changed it; send the revision without W/, and let the proxy pass responses on unchanged';
/** Stands in the log for a property that the operation does not have. */
const unnamed = "(unknown property)";

/**
 * Reads path, query, headers and body into the operation's input.
 *
 * @throws VALIDATION_FAILED listing every fault with its path
 */
export function readInput(route: Route, sent: SentInput): RequestInput {
  const { body } = sent;
  const sentValues = collectSent(route, sent, Buffer.isBuffer(body) && body.length > 0 ? parseJson(body) : wrap(body));
  return checkSent(route, sent, sentValues, route.declaration.input.safeParse(sentValues.values));
}

/**
 * {@link readInput} for an operation that declares `manyItems`: its body is parsed, and its items are checked, in turns
 * of the event loop.
 *
 * @throws as readInput
 */
export async function readInputInTurns(route: Route, sent: SentInput): Promise<RequestInput> {
  const { body } = sent;
  const isText = Buffer.isBuffer(body) && body.length > 0;
  const sentValues = collectSent(route, sent, isText ? await parseJsonInTurns(body) : wrap(body));
  return checkSent(route, sent, sentValues, await parseInTurns(route.declaration, sentValues.values));
}

/** A body that is no text. */
const wrap = (body: SentInput["body"]): ParsedJson | undefined =>
  body === undefined || Buffer.isBuffer(body) ? undefined : { value: body };

/** What a request sends, before it is checked against the schema. */
interface SentValues {
  query: RequestInput["query"];
  body: Record<string, unknown> | null;
  values: Record<string, unknown>;
  idempotencyKey: string | null;
  faults: Fault[];
}

function collectSent({ declaration, pathValues }: Route, sent: SentInput, parsed: ParsedJson | undefined): SentValues {
  const faults: Fault[] = [];
  const query = typeof sent.query === "string" ? readQuery(sent.query, faults) : sortPairs(sent.query);
  const body = readBodyObject(declaration, parsed, faults);
  const values = collectValues(declaration, query, body, faults);
  Object.assign(values, pathValues);
  const idempotencyKey = readIdempotencyKey(declaration, sent.idempotencyKey, faults);
  return { query, body, values, idempotencyKey, faults };
}

type Parsed =
  | { success: true; data: Record<string, unknown> }
  | { success: false; error: { issues: readonly z.core.$ZodIssue[] } };

function checkSent(
  { declaration }: Route,
  sent: SentInput,
  { query, body, values, idempotencyKey, faults }: SentValues,
  parsed: Parsed,
): RequestInput {
  if (!parsed.success) faults.push(...describeIssues(declaration, parsed.error.issues, body !== null));
  if (parsed.success) widenView(values, parsed.data, faults);
  const expectedRevisions = readExpectedRevisions(declaration, sent.ifMatch, faults);
  if (faults.length > 0 || !parsed.success) throw reject(faults);
  return {
    values,
    parsed: parsed.data,
    body: takesBody(declaration) ? body : undefined,
    query,
    expectedRevisions,
    idempotencyKey,
  };
}

/** Fields are chosen from the widest view, so that one that a narrower view lacks is not missing silently. */
function widenView(values: Record<string, unknown>, parsed: Record<string, unknown>, faults: Fault[]): void {
  if (parsed["fields"] === undefined || parsed["view"] === undefined) return;
  if (values["view"] === undefined) parsed["view"] = "full";
  else if (values["view"] !== "full") faults.push(["view", "must be full with fields, or left out"]);
}

/** Checks the elements of the declared list in turns, and all else with a copy of the schema that takes any element. */
async function parseInTurns({ input, meta }: Declaration, values: Record<string, unknown>): Promise<Parsed> {
  const member = meta.manyItems?.member ?? "";
  const list = values[member];
  const schema: unknown = input.shape[member];
  if (!Array.isArray(list) || !(schema instanceof z.ZodArray)) return input.safeParse(values);
  const ofAny = z.core.clone(schema, { ...schema.def, element: z.unknown() });
  const whole = input.extend({ [member]: ofAny }).safeParse(values);
  const isTooLong = whole.error?.issues.some(({ code, path }) => code === "too_big" && path.length === 1);
  if (isTooLong === true) return whole;
  const issues: z.core.$ZodIssue[] = [];
  const elements: unknown[] = [];
  const turn = createTurn();
  for (const [index, element] of list.entries()) {
    const parsed = z.safeParse(schema.element, element);
    if (parsed.success) elements.push(parsed.data);
    else issues.push(...parsed.error.issues.map((issue) => ({ ...issue, path: [member, index, ...issue.path] })));
    if (issues.length > maxFaults) break;
    const pause = turn.end();
    if (pause !== undefined) await pause;
  }
  if (whole.success && issues.length === 0) return { success: true, data: { ...whole.data, [member]: elements } };
  return { success: false, error: { issues: [...(whole.error?.issues ?? []), ...issues] } };
}

/** The body as an object; null if it is unreadable, missing, not an object, or not accepted. */
function readBodyObject(
  declaration: Declaration,
  parsed: ParsedJson | undefined,
  faults: Fault[],
): Record<string, unknown> | null {
  const isTaken = takesBody(declaration);
  if (parsed === undefined) {
    if (!isTaken) return null;
    if (canOmitBody(declaration)) return {};
    faults.push(["body", "required"]);
    return null;
  }
  if ("fault" in parsed) faults.push(["body", parsed.fault]);
  else if (isTaken && isJsonObject(parsed.value)) return parsed.value;
  else if (isTaken) faults.push(["body", "must be an object"]);
  else if (!isJsonObject(parsed.value) || Object.keys(parsed.value).length > 0)
    faults.push(["body", "this operation accepts none"]);
  return null;
}

/** The schema's issues. For a missing body one fault was reported; its members are not listed. */
function describeIssues(declaration: Declaration, all: readonly z.core.$ZodIssue[], hasBody: boolean): Fault[] {
  const { pathParameters } = declaration;
  const issues =
    hasBody || !takesBody(declaration)
      ? withoutLooserBounds(all)
      : all.filter(
          ({ path: [name] }) =>
            typeof name === "string" && (pathParameters.includes(name) || isInQuery(declaration, name)),
        );
  return issues.flatMap((issue) => describeFaults(issue, takesBody(declaration)));
}

/** For a number outside two bounds (the integer's, then its own: adjacent issues) only the tighter is reported. */
function withoutLooserBounds(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const isLooser = (issue: z.core.$ZodIssue, other: z.core.$ZodIssue) =>
    issue.path.join(".") === other.path.join(".") &&
    ((issue.code === "too_big" && other.code === "too_big" && issue.maximum > other.maximum) ||
      (issue.code === "too_small" && other.code === "too_small" && issue.minimum < other.minimum));
  return issues.filter((issue, index) =>
    [issues[index - 1], issues[index + 1]].every((neighbor) => neighbor === undefined || !isLooser(issue, neighbor)),
  );
}

function readQuery(search: string, faults: Fault[]): RequestInput["query"] {
  const pairs = new Map<string, string>();
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const [name, value] = decodePair(pair);
    if (name === null || value === null) faults.push(["query", "must be percent-encoded UTF-8"]);
    else if (pairs.has(name)) faults.push([nameProperty(name), "sent more than once", "query"]);
    else pairs.set(name, value);
  }
  return sortPairs([...pairs]);
}

function sortPairs(pairs: Exclude<SentInput["query"], string>): RequestInput["query"] {
  return pairs.toSorted(([left], [right]) => (left < right ? -1 : 1));
}

function decodePair(pair: string): [string | null, string | null] {
  const equals = pair.indexOf("=");
  const halves = equals === -1 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
  const [name = null, value = null] = halves.map((half) => {
    try {
      return decodeURIComponent(half.replaceAll("+", " "));
    } catch {
      return null;
    }
  });
  return [name, value];
}

/** Merges body or query into one object. Path parameters are accepted only in the path. */
function collectValues(
  declaration: Declaration,
  query: RequestInput["query"],
  body: Record<string, unknown> | null,
  faults: Fault[],
): Record<string, unknown> {
  const typed = query.map(([name, value]) => [name, convertQueryValue(declaration, name, value)] as const);
  if (!takesBody(declaration))
    return withoutNames(typed, (name) => declaration.pathParameters.includes(name), unknownName(false), faults);
  const fromQuery = withoutNames(typed, (name) => !isInQuery(declaration, name), unknownName(false), faults);
  const isElsewhere = (name: string) => declaration.pathParameters.includes(name) || isInQuery(declaration, name);
  return { ...withoutNames(Object.entries(body ?? {}), isElsewhere, unknownName(true), faults), ...fromQuery };
}

/**
 * A name that is not allowed here is a fault; so is `__proto__`, which object literals and libraries do not keep as an
 * own property.
 */
function withoutNames(
  entries: readonly (readonly [string, unknown])[],
  isRejected: (name: string) => boolean,
  fault: string,
  faults: Fault[],
): Record<string, unknown> {
  const allowed = entries.filter(([name]) => {
    const rejected = isRejected(name) || name === "__proto__";
    if (rejected) faults.push([nameProperty(name), fault, unnamed]);
    return !rejected;
  });
  return Object.fromEntries(allowed);
}

/**
 * A query contains only text: values are converted to the declared number or boolean. Digits
 * beyond the safe integers can be rounded here; the schema rejects such numbers.
 */
function convertQueryValue(declaration: Declaration, name: string, value: string): unknown {
  const schema: z.core.$ZodType | undefined = Object.hasOwn(declaration.input.shape, name)
    ? declaration.input.shape[name]
    : undefined;
  const type = schema === undefined ? undefined : innermostType(schema);
  if (type === "number" && /^-?\d+$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

function innermostType(schema: z.core.$ZodType): string {
  const { def } = schema._zod;
  if ((def.type === "optional" || def.type === "default") && "innerType" in def) {
    return innermostType(def.innerType as z.core.$ZodType);
  }
  return def.type;
}

function readIdempotencyKey({ meta }: Declaration, value: SentInput["idempotencyKey"], faults: Fault[]): string | null {
  if (meta.idempotency !== "required") return null;
  if (typeof value !== "string" || value === "") {
    faults.push([idempotencyHeader, "required"]);
    return null;
  }
  if (!/^[\x20-\x7e]{1,200}$/.test(value)) {
    faults.push([idempotencyHeader, "must be 1 to 200 printable ASCII characters"]);
    return null;
  }
  return value;
}

function readExpectedRevisions({ meta }: Declaration, header: string | undefined, faults: Fault[]): ExpectedRevisions {
  if (!readsIfMatch(meta)) return null;
  if (header === undefined) {
    if (meta.ifMatch === "required") faults.push(["If-Match", "required; send the quoted revision of the last ETag"]);
    return null;
  }
  const expected = readIfMatch(header);
  if (expected === "any-existing" && meta.ifMatch === "required") {
    faults.push(["If-Match", 'must be the quoted revision of the last ETag, such as "3"; `*` is not a revision']);
    return null;
  }
  if (expected === "weak") {
    faults.push(["If-Match", weakRevisionMessage]);
    return null;
  }
  if (expected === undefined) faults.push(["If-Match", 'must be the quoted revision of the last ETag, such as "3"']);
  return expected ?? null;
}

function unknownName(inBody: boolean): string {
  return inBody ? "unknown property" : "unknown query parameter";
}

function describeFaults(issue: z.core.$ZodIssue, inBody: boolean): Fault[] {
  const path = issue.path.map((step) => (typeof step === "string" ? nameProperty(step) : String(step))).join(".");
  if (issue.code === "invalid_key") return [[path, issue.message, unnamed]];
  if (issue.code !== "unrecognized_keys") return [[path === "" ? "body" : path, issue.message]];
  const parent = path === "" ? "" : `${path}.`;
  return issue.keys.map((key) => [`${parent}${nameProperty(key)}`, unknownName(inBody), `${parent}${unnamed}`]);
}

/** A name shortened for a message, without control characters for logs or terminals. */
function nameProperty(name: string): string {
  const plain = name.toWellFormed().replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?");
  return plain.length > 60 ? `${plain.slice(0, 60).toWellFormed()}…` : plain;
}

/**
 * The message names every fault; the log and `X-Error-Detail` have paths, without a value or a name that is not
 * declared.
 */
function reject(faults: readonly Fault[]): AppError {
  const isEach = (sought: string) => faults.every(([, message]) => message === sought);
  const ofWeakTag = isEach(weakRevisionMessage) ? "weak_revision" : "invalid_input";
  return new AppError("VALIDATION_FAILED", joinFaults(faults), {
    errorReason: isEach(foreignCursorMessage) ? "cursor_invalid" : ofWeakTag,
    faults: faults.map(([path, message, logged = path]) => ({ path: logged, message })),
  });
}

function joinFaults(faults: readonly Fault[]): string {
  const shown = faults.slice(0, maxFaults).map(([path, message]) => `${path}: ${message}`);
  if (faults.length > maxFaults) shown.push(`and ${faults.length - maxFaults} more`);
  return shown.join("; ");
}
