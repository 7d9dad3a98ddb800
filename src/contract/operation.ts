import type { ErrorCode } from "./error-codes.ts";
import type { EventType } from "./event-types.ts";
import type { Confirmation } from "./portal/operation.ts";
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
  /** Scopes of which each does as well. What the caller then sees, the domain decides. */
  orScopes?: readonly Scope[];
  tier: Tier;
  /**
   * `required` for every mutation; `ignored` for the legacy operations of the specification; `none` for reads. A read may be a
   * POST where what is asked may not stand in a URL (names, phone numbers): a `.query` with a body, no idempotency and no events.
   */
  idempotency: "required" | "ignored" | "none";
  /** The events that a success emits. A mutation declares at least one. */
  emits?: readonly EventType[];
  /** Events that a success emits besides, where it has such consequences. */
  mayEmit?: readonly EventType[];
  /** What its domain can reject with, beyond what the server rejects for every operation. */
  errors?: readonly ErrorCode[];
  /** Where the response holds what the ETag is made of: `facility.version`. */
  etag?: `${string}.${string}`;
  /** Whether the response to a success is 201 with the Location made from this template and the response: `/folders/{folder.id}`. */
  created?: { location: `/${string}` };
  /**
   * `required`: a missing If-Match is rejected. Without this member a mutation honours it when it is sent. Creations (`created`)
   * and reads ignore it, malformed or not: there is no record yet, or no change, that it could guard. `honoured` is for a creation
   * below a record that it changes, such as a document's version.
   */
  ifMatch?: "required" | "honoured";
  /** Whether a file may come with the call: it then takes `multipart/form-data` besides JSON, the body's members as fields and one `file`. */
  upload?: true;
  /** Members of the input that travel in the query although there is a body: what narrows a read that is a POST. */
  queryParameters?: readonly string[];
  /** Whether it completes the upload of the document in its path: what has arrived is settled before its transaction, which asks no storage. */
  completes?: true;
  /** For reads: whether it may take seconds. A process answers a bounded number of such calls at once and rejects others with 429, before they wait for a connection. */
  slow?: true;
  /** Whether partner keys and bearer tokens are taken too. Source: specification, "Authentication" 10. */
  legacyCredentials?: true;
  deprecated?: { successor: `/${string}` };
  /** Whether a member in the portal must have shown the second factor within the last ten minutes. A key has none. */
  confirm?: Confirmation;
  /**
   * For reads: the record shows what changes without raising its revision, such as a status that follows the clock. Its ETag
   * is for If-Match alone, and the response is never 304.
   */
  movesByItself?: true;
  /** Whether the response holds a secret that is shown once: what is stored for a retry is then encrypted with the caller's own secret. */
  returnsSecret?: true;
}

/**
 * Whether a read is answered 304 when If-None-Match names its ETag. Not where the record shows what moves without its revision.
 */
export function readsIfNoneMatch(meta: OperationMeta): boolean {
  return meta.method === "GET" && meta.etag !== undefined && meta.movesByItself !== true;
}

/** Whether the operation reads If-Match: mutations of a record that may exist do. A POST that only reads (a search) does not. */
export function readsIfMatch(meta: OperationMeta): boolean {
  return meta.idempotency !== "none" && (meta.created === undefined || meta.ifMatch !== undefined);
}
