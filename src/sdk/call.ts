import { DuplicateEntryError, ForbiddenError } from "./errors.ts";
import { operationNamed, type Operation } from "./operations.ts";
import { send, type OutgoingRequest, type Reply, type RequestOptions, type Transport } from "./send.ts";
import { sdkVersion } from "./operations.generated.ts";

/** For operations that can be 304. */
export interface ReadOptions extends RequestOptions {
  /** The `etag` of your copy: if it is current, the call throws a NotModifiedError. */
  ifNoneMatch?: string;
}

/** For reads of records. */
export interface FieldOptions {
  /**
   * Members of the records to return, such as `plaintiff.lastName`; the ID always is. The result's type has all of
   * them: read those that you chose.
   */
  fields?: readonly string[];
}

/** For reads of one record: of one that is gone. */
export interface ShowOptions {
  /** A deleted record, with its `deletedAt`, instead of a NotFoundError. */
  includeDeleted?: boolean;
  /** A record that was merged into another, instead of a NotFoundError. */
  includeMerged?: boolean;
}

export interface WriteOptions extends RequestOptions {
  /**
   * The `etag`, or the `revision`, of the record that you change: if it has a newer one, the call throws a
   * StaleRevisionError.
   */
  ifMatch?: string | number;
  /** Default: a new one for each call. With your own, a call repeated after a crash takes effect once. */
  idempotencyKey?: string;
}

export type CallOptions = ReadOptions & WriteOptions & FieldOptions & ShowOptions;

export interface Settings extends Transport {
  apiKey: string;
  /** Ends with /api/v1. */
  apiUrl: string;
}

/** A request of one operation. */
export interface Call {
  operation: Operation;
  /** Values of the path's parameters, in order. */
  ids: readonly unknown[];
  input?: Readonly<Record<string, unknown>> | undefined;
  /** Sent instead of the input as JSON. */
  form?: FormData;
  options: CallOptions;
}

/** Sends one logical call. All its attempts are the same request, with the same idempotency key. */
export async function execute(settings: Settings, call: Call): Promise<Record<string, unknown>> {
  const { operation, options } = call;
  if (isLeadCreation(operation)) return createLead(settings, call);
  const isSafe = operation.idempotency !== "ignored" || options.ifMatch !== undefined;
  return toResult(await send(settings, write(settings, call, isSafe), options));
}

/** The response without its `success`, and with the record's `etag`. */
function toResult({ body, headers }: Reply): Record<string, unknown> {
  const { success: _success, ...result } = body;
  const etag = headers.get("etag");
  return etag === null ? result : { ...result, etag };
}

function write(
  { apiKey, apiUrl }: Settings,
  { operation, ids, input = {}, form, options }: Call,
  canRepeat: boolean,
): OutgoingRequest {
  const { name, method, takes, inQuery } = operation;
  const isQuery = (member: string) => takes === "query" || inQuery.includes(member);
  const members = Object.entries(input);
  const query = new URLSearchParams(
    members
      .filter(([member, value]) => isQuery(member) && value !== undefined)
      .map(([member, value]) => [member, String(value)]),
  );
  if (options.fields !== undefined) query.set("fields", options.fields.join());
  for (const option of ["includeDeleted", "includeMerged"] as const)
    if (options[option] !== undefined) query.set(option, String(options[option]));
  const body =
    method === "GET" || method === "DELETE"
      ? undefined
      : (form ?? JSON.stringify(Object.fromEntries(members.filter(([member]) => !isQuery(member)))));
  return {
    operation: name,
    method,
    url: `${apiUrl}${fill(operation, ids)}${query.size > 0 ? `?${query}` : ""}`,
    headers: {
      "x-api-key": apiKey,
      "User-Agent": `caseport-sdk/${sdkVersion}`,
      ...(typeof body === "string" && { "Content-Type": "application/json" }),
      ...(operation.idempotency === "key" && { "X-Idempotency-Key": options.idempotencyKey ?? crypto.randomUUID() }),
      ...(options.ifMatch !== undefined && { "If-Match": quote(options.ifMatch) }),
      ...(options.ifNoneMatch !== undefined && { "If-None-Match": options.ifNoneMatch }),
      ...(options.requestId !== undefined && { "X-Request-Id": options.requestId }),
      ...options.headers,
    },
    body,
    canRepeat,
  };
}

function quote(revision: string | number): string {
  return typeof revision === "number" ? `"${revision}"` : revision;
}

/** @throws TypeError for an ID that would change the path */
function fill({ name, path, parameters }: Operation, ids: readonly unknown[]): string {
  return parameters.reduce((filled, parameter, place) => {
    const id = ids[place];
    if ((typeof id !== "string" && typeof id !== "number") || id === "" || id === "." || id === "..")
      throw new TypeError(`${name}: ${parameter} must be an ID`);
    return filled.replace(`{${parameter}}`, encodeURIComponent(id));
  }, path);
}

function isLeadCreation({ idempotency, method }: Operation): boolean {
  return idempotency === "ignored" && method === "POST";
}

/**
 * Leads have no idempotency keys; an `externalId` takes their place. If a repeated request is rejected as a duplicate
 * and there is a lead with the ID that this call made, an earlier attempt created it.
 *
 * @throws DuplicateEntryError if the key cannot read leads
 */
async function createLead(settings: Settings, call: Call): Promise<Record<string, unknown>> {
  const { input = {}, options } = call;
  const made = input["externalId"] === undefined ? `sdk_${crypto.randomUUID()}` : undefined;
  try {
    return toResult(
      await send(
        settings,
        write(settings, made === undefined ? call : { ...call, input: { ...input, externalId: made } }, true),
        options,
      ),
    );
  } catch (error) {
    const lead =
      made !== undefined && error instanceof DuplicateEntryError && error.attempts > 1
        ? await findLead(settings, made, options)
        : undefined;
    if (lead === undefined) throw error;
    return { lead, etag: quote(lead.revision) };
  }
}

async function findLead(
  settings: Settings,
  externalId: string,
  { signal, timeoutMs, maxRetries }: CallOptions,
): Promise<{ revision: number } | undefined> {
  const options = dropUndefined({ signal, timeoutMs, maxRetries });
  const reading = write(
    settings,
    { operation: operationNamed("leads.list"), ids: [], input: { externalId, limit: 1 }, options },
    true,
  );
  const { body } = await send(settings, reading, options).catch((error: unknown) => {
    if (error instanceof ForbiddenError) return { body: { leads: [] } };
    throw error;
  });
  return (body["leads"] as { revision: number }[])[0];
}

/** A copy whose absent members are absent. */
export function dropUndefined<Values extends object>(
  values: Values,
): { [Name in keyof Values]: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
