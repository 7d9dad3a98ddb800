import type { ErrorCode } from "./error-codes.ts";
import type { EventType } from "./event-types.ts";
import type { Scope } from "./scopes.ts";
import type { Tier } from "./tiers.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * What an operation declares of itself. Route, scope check, rate tier, idempotency, OpenAPI entry, docs page
 * and the rows of the conformance table are made from this and from the procedure's input and output.
 */
export interface OperationMeta {
  method: Method;
  /** Below /api/v1, parameters in braces: `/clients/{clientId}`. */
  path: `/${string}`;
  summary: string;
  description?: string;
  /** The tag of the specification's functional areas. */
  area: string;
  /** The one scope it needs; null where any valid key may call it. */
  scope: Scope | null;
  tier: Tier;
  /** `required` for every mutation; `ignored` for the legacy operations of the specification; `none` for reads. */
  idempotency: "required" | "ignored" | "none";
  /** The events that a success emits. A mutation declares at least one. */
  emits?: readonly EventType[];
  /** What its domain may refuse with, beyond what the kernel refuses for every operation. */
  errors?: readonly ErrorCode[];
  /** Where the answer holds what the ETag is made of: `facility.version`. */
  etag?: `${string}.${string}`;
  /** Whether the answer to a success is 201 with the Location made from this template and the answer: `/folders/{folder.id}`. */
  created?: { location: `/${string}` };
  /**
   * Needed: a missing If-Match is refused. Without this member a mutation honours it when it is sent. Creations (`created`)
   * and reads ignore it, malformed or not: there is no record yet, or no change, that it could guard.
   */
  ifMatch?: "required";
  deprecated?: { successor: `/${string}` };
}

/** Whether the operation reads If-Match: mutations of a record that may exist do. */
export function readsIfMatch(meta: OperationMeta): boolean {
  return meta.method !== "GET" && meta.created === undefined;
}
