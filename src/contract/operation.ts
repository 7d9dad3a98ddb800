import type { Deprecation } from "./deprecation.ts";
import type { ErrorCode } from "./errors/error-codes.ts";
import type { EventType } from "./events/event-types.ts";
import type { Confirmation } from "./portal/operation.ts";
import type { Scope } from "./scopes.ts";
import type { Tier } from "./tiers.ts";

/**
 * Whether assistants can use an operation over MCP: `optIn` only with keys that have `mcpSensitiveRecords`; `never` for
 * what an assistant must not get, because it returns or takes a secret, manages keys, reveals identifiers or decides
 * where data is sent.
 */
export type McpPolicy = "allow" | "optIn" | "never";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * The declaration of an operation. Route, scope check, rate tier, idempotency, OpenAPI entry, docs page
 * and the rows of the conformance table are derived from it and from the procedure's input and output.
 */
export interface OperationMeta {
  method: Method;
  /** Below /api/v1, parameters in braces: `/clients/{clientId}`. */
  path: `/${string}`;
  summary: string;
  description?: string;
  area: string;
  /** The required scope; null if any valid key is accepted. */
  scope: Scope | null;
  /** Alternative scopes. The domain decides what the caller then sees. */
  orScopes?: readonly Scope[];
  /**
   * A scope with which, held beside its own, the response shows more, or the operation allows more; its description
   * says what.
   */
  showsMoreWith?: Scope;
  /**
   * For mutations: the scope that reads the records in the response, by member of the response where they differ. A
   * caller without it gets the echo form (`rpc/echo-form.ts`): `write` never implies `read`.
   */
  readBy?: Scope | Readonly<Record<string, Scope>>;
  /**
   * Paths in the response that the echo form shows too, because this request obtained or decided them: `secret`; of a
   * transition `invoice.status`.
   */
  echoes?: readonly string[];
  tier: Tier;
  /**
   * `required` for mutations; `ignored` for the three legacy mutations; `none` for reads. A read whose input must not
   * appear in a URL (names, phone numbers) is a POST: a `.query` with a body, without idempotency and events.
   */
  idempotency: "required" | "ignored" | "none";
  /** The events that a success records. A mutation declares at least one. */
  emits?: readonly EventType[];
  /** Events that a success can also record. */
  mayEmit?: readonly EventType[];
  /** Error codes of its domain, in addition to those that every operation can have. */
  errors?: readonly ErrorCode[];
  /** The path of the ETag's source in the response: `facility.version`. */
  etag?: `${string}.${string}`;
  /**
   * Whether the response to a success is 201 with the Location made from this template and the response:
   * `/folders/{folder.id}`.
   */
  created?: { location: `/${string}` };
  /**
   * `required`: a missing If-Match is rejected, and so is `*`, which is not a revision. Without this member mutations
   * honor a sent If-Match; creations (`created`) and reads ignore it, malformed or not. `honored` is for a creation
   * that changes its parent record, such as a document's version.
   */
  ifMatch?: "required" | "honored";
  /**
   * Whether the operation accepts a file: it then accepts `multipart/form-data` in addition to JSON, with the body's
   * members as fields and one `file`.
   */
  upload?: true;
  /**
   * A member of the input with thousands of elements, which are read in turns of the event loop; and how large the body
   * may be therefore, in bytes.
   */
  manyItems?: { member: string; maxBodyBytes: number };
  /** Input members in the query although there is a body: filters of a read that is a POST. */
  queryParameters?: readonly string[];
  /** Whether it completes the upload of the document in its path: storage is called before the transaction. */
  completes?: true;
  /** For mutations other than DELETE: whether no other operation can undo it, such as a merge or a revocation. */
  destroys?: true;
  /**
   * For reads: whether it can take seconds. A process runs a bounded number of such requests and rejects others with
   * 429 before they wait for a connection.
   */
  slow?: true;
  /** For reads: whether all statements run in one transaction, because they take another role or must see one snapshot. */
  sharesTransaction?: true;
  /**
   * Whether a key that is bound to a vendor can use it, because of retrieval requests it shows and changes only that
   * vendor's, or none. Operations without a scope are open.
   */
  openToVendors?: true;
  /** Whether keys of a sandbox can use it while that is being reset. */
  duringReset?: true;
  /** Whether partner keys and bearer tokens are also accepted. */
  legacyCredentials?: true;
  /** That it is to go: its responses say so, and when. */
  deprecated?: Deprecation;
  /**
   * Whether a member in the portal must have confirmed with the second factor within the last ten minutes. Does not
   * apply to keys.
   */
  confirm?: Confirmation;
  /**
   * For reads: the record includes values that change without a new revision, such as a status that depends on the
   * date. Its ETag is only for If-Match, and the response is never 304.
   */
  isVolatile?: true;
  /** Whether assistants can use it; by default, this follows from scope and kind (`mcpPolicyOf`). */
  mcp?: McpPolicy;
  /** By what assistants find it besides its own words: names of what it can run or return. */
  searchWords?: readonly string[];
  /** False if it cannot be an item of a bulk job although its other members allow it (`canBeBulkItem`). */
  bulk?: false;
  /**
   * Whether the response contains a secret that is returned once: the stored response is then encrypted with the
   * caller's key secret.
   */
  returnsSecret?: true;
}

/**
 * A declaration as areas write it: method and path are one line, `GET /clients/{clientId}`. A path parameter adds
 * NOT_FOUND to `errors`. Defaults: a GET is in the read tier without idempotency, others are in the write tier and
 * require an idempotency key.
 */
export interface OperationDeclaration
  extends
    Omit<OperationMeta, "method" | "path" | "tier" | "idempotency">,
    Partial<Pick<OperationMeta, "tier" | "idempotency">> {
  route: `${Method} ${OperationMeta["path"]}`;
}

/** Whether a read can be 304. */
export function readsIfNoneMatch(meta: OperationMeta): boolean {
  return meta.method === "GET" && meta.etag !== undefined && meta.isVolatile !== true;
}

/** Whether an operation uses the storage before its transaction. */
export function takesUpload({ upload, completes }: Pick<OperationMeta, "upload" | "completes">): boolean {
  return upload === true || completes === true;
}

/** Whether the operation reads If-Match: mutations of existing records do; a POST that only reads (a search) does not. */
export function readsIfMatch(meta: OperationMeta): boolean {
  return meta.idempotency !== "none" && (meta.created === undefined || meta.ifMatch !== undefined);
}

/** Keys and members are managed one at a time; webhooks and exports are not made in number. */
const notInBulk: ReadonlySet<Scope> = new Set<Scope>([
  "org:manage",
  "members:write",
  "webhooks:write",
  "exports:write",
]);

/**
 * Whether the operation can be an item of a bulk job: a mutation without file and secret, of records that come in
 * number.
 */
export function canBeBulkItem({ idempotency, scope, bulk, returnsSecret, upload, completes }: OperationMeta): boolean {
  const isWrite = idempotency !== "none" && scope !== null && !notInBulk.has(scope);
  return isWrite && bulk !== false && returnsSecret !== true && upload !== true && completes !== true;
}
