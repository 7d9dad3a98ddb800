import { randomBytes } from "node:crypto";
import type { Scope } from "../../../contract/scopes.ts";
import type { RecordReference } from "../../../rpc/context.ts";
import type { TestTenant } from "../tenant.ts";

/** The JSON of a response. */
export type ResponseBody = Record<string, unknown>;

/** An If-Match for whatever revision a new record has reached. */
export const anyRevision = Array.from({ length: 99 }, (_, index) => `"${index + 1}"`).join(", ");

/**
 * What stands between an operation's documented example and a request that succeeds in a tenant, and what the
 * conformance table must know of it.
 */
export interface Arrangement {
  /** A value for every parameter of the path; absent where it has none. */
  pathValues?: Record<string, string>;
  query?: Record<string, string>;
  /**
   * By values of the documented body: what stands in their place because the tenant has its own, such as ids, or
   * because it must be new.
   */
  ownValues?: Record<string, unknown>;
  /** Sent instead of the documented body. */
  otherBody?: { reason: string; body: Record<string, unknown> };
  /**
   * Called before a call with another key: what only its owner may change becomes that key's, which a secret names.
   * Absent where every key of the tenant may.
   */
  giveTo?(secret: string): Promise<void>;
  /** The path parameters that name records, all unless given: another organization's id must look like an unknown one. */
  recordParameters?: readonly string[];
  /** That of the record which the path names, where it is given once and never changes; tests give one to all others. */
  externalId?: string;
  /** The path names only values of the contract, such as a stage: they are the same for every organization. */
  pathNamesWords?: true;
  /** Scopes that it takes besides the operation's own: of the data that a report or an export is made of. */
  dataScopes?: readonly Scope[];
  /** The revision that If-Match may name; absent or null where the request has no record to name a revision of. */
  revision?: number | null;
  /** What the path names becomes deleted, so that the request fails with 404; absent where nothing can be deleted. */
  remove?: () => Promise<void>;
  /** For mutations: changes the record behind a success, past the API. */
  change?(body: ResponseBody): Promise<void>;
  /** For mutations and audited reads: the record that a success touches. */
  touched?(body: ResponseBody): RecordReference & { relatedIds: RecordReference[] };
  /** For mutations: the diff of the event, of the body sent. */
  diff?: object | ((body: ResponseBody) => object);
  /**
   * The member of the response that holds the record of the (first) event; the first member without it, and none with
   * null.
   */
  recordIn?: string | null;
  /** The record belongs to no case, so its event points to none. */
  standsAlone?: true;
  /** Event types that this request emits before the declared `emits`, in their order: some of `mayEmit`. */
  emitsBefore?: readonly string[];
  /** The same after the declared `emits`. */
  alsoEmits?: readonly string[];
}

/** Makes, in the given tenant, what a successful request needs: new records at every call. */
export type Scenario = (tenant: TestTenant) => Promise<Arrangement>;

type Completed = "pathValues" | "recordParameters" | "revision";

/** A request that succeeds: the documented body with the tenant's own values in place. */
export interface ExampleRequest
  extends Omit<Arrangement, "ownValues" | "diff" | Completed>, Required<Pick<Arrangement, Completed>> {
  body?: Record<string, unknown>;
  diff?: object;
}

/** A field of the record that stands beside `success` under this name. */
export function readRecord(body: ResponseBody, name: string): Record<string, unknown> {
  const record = body[name];
  if (typeof record !== "object" || record === null) throw new Error(`the response has no ${name}`);
  return record as Record<string, unknown>;
}

/** The id of a record of the response. */
export const readId = (body: ResponseBody, name: string) => String(readRecord(body, name)["id"]);

/** A name that no other record of the test has. */
export const newName = () => `record ${randomBytes(6).toString("hex")}`;

/** An `externalId` that no other record of the test has, with all that a path must encode. */
export const newExternalId = () => `CRM/${randomBytes(6).toString("hex")} %41 ü`;

/** Any instant, for the diff of an event. */
export const anInstant = {
  asymmetricMatch: (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
};

/** Any date, for the diff of an event: one that depends on the day of the test. */
export const aDay = {
  asymmetricMatch: (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value),
};

/** Whoever sent the request, for the diff of an event. */
export const anActor = {
  asymmetricMatch: (value: unknown) => typeof value === "object" && value !== null && "name" in value,
};

/** Any value, for the diff of an event: only that the member is in it. */
export const anything = { asymmetricMatch: (value: unknown) => value !== undefined };

/** The same request for a read, which touches nothing. */
export const asRead =
  (arrange: Scenario): Scenario =>
  async (tenant) => {
    const request = await arrange(tenant);
    delete request.touched;
    delete request.change;
    return request;
  };
