import type { EventType } from "../contract/events/event-types.ts";
import type { Scope } from "../contract/scopes.ts";
import type { ExpectedRevisions } from "../contract/revision.ts";
import type { Tier } from "../contract/tiers.ts";
import type { DeclaredFile } from "../platform/storage/content-type.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { TransactionHooks } from "../platform/database/transaction-hooks.ts";
import type { Storage } from "../platform/storage/storage.ts";
import type { RateVerdict } from "../platform/rate-limit/rate-limiter.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { Principal } from "./principal.ts";

/** A record, named by its kind in singular snake case. */
export interface RecordReference {
  entity: string;
  id: string;
}

/** Each record once, at its first place. */
export function distinctRecords(records: readonly RecordReference[]): RecordReference[] {
  return [...new Map(records.map((each) => [`${each.entity} ${each.id}`, each])).values()];
}

/** An event to record, written in the transaction of its change. */
export interface EventToRecord {
  eventType: EventType;
  entityId: string;
  /** The record as its GET operation returns it. */
  payload: object;
  /** `{ field: { from, to } }`; empty for a creation. */
  diff: Readonly<Record<string, { from: unknown; to: unknown }>>;
  /** At least the case and the client. */
  relatedIds: readonly RecordReference[];
  /** The ID of the only webhook subscription that gets it; by default all that match. */
  onlyTo?: string;
  /**
   * What the event says of the moment besides the record, beside the metadata of every event. Keys without the record's
   * scope read it, too.
   */
  metadata?: Readonly<Record<string, string | number | boolean>>;
}

/** An entry of the audit log besides those of events: IDs only. */
export interface AuditEntry {
  record: RecordReference;
  relatedIds: readonly RecordReference[];
  /** The changes in the audit log; never PHI. */
  changes: EventToRecord["diff"];
}

/** A read that found no events and can wait for some. */
export interface LongPoll {
  /** The number of the organization's newest event at the time of the read. */
  newest: number;
  /** How long the client waits in total. */
  seconds: number;
}

/** What an operation has recorded so far; written at the end of its transaction. */
export interface PendingRecords {
  eventsToRecord: EventToRecord[];
  auditEntries: AuditEntry[];
  /** Writes of a read, in the transaction of its records: a replica cannot make them. */
  writes: ((context: Context) => Promise<void>)[];
  /** Of other organizations, with the action that their audit logs show: see `runInOrganization`. */
  elsewhere: { there: Context; action: string }[];
  /** Scopes with which the operation read or changed something, besides that of its declaration. */
  usedScopes: Set<Scope>;
  /** Set by a read of the feed: the server repeats the read when there are new events. Only for REST. */
  longPoll: LongPoll | null;
  /** Set by a read whose record includes values that change without a new revision: it is never 304. */
  isVolatile?: boolean;
}

export function createPendingRecords(): PendingRecords {
  return { eventsToRecord: [], auditEntries: [], writes: [], elsewhere: [], usedScopes: new Set(), longPoll: null };
}

/** A file of the request. Its object is already stored, and is purged unless the operation uses it. */
export interface ReceivedFile extends DeclaredFile {
  objectId: string;
  sizeBytes: number;
  sha256: string;
  /** Its first bytes. */
  head: Buffer;
}

/** A started multipart upload. Its object is purged unless the operation uses it. */
export interface MultipartUpload {
  objectId: string;
  multipartUploadId: string;
  partSizeBytes: number;
}

/** The storage of documents, and the public base URL of uploads and downloads. */
export interface FileStore {
  storage: Storage;
  baseUrl: string;
}

/** The first parameter of every domain and store function. */
export interface Context {
  principal: Principal;
  organizationId: string;
  /** The transaction of this request; row-level security limits it to this organization. */
  transaction: Transaction;
  requestId: string;
  /** The client's IP address; null for jobs. */
  clientIp: string | null;
  /** The revisions that If-Match allows; null if it was not sent. */
  expectedRevisions: ExpectedRevisions;
  pending: PendingRecords;
  installationKeys: InstallationKeys;
  /** What other areas do in the transaction of a change. */
  hooks: TransactionHooks;
  /** The file of the request, for operations with `OperationMeta.upload`. */
  file?: ReceivedFile | undefined;
  /** The started multipart upload, for operations with `OperationMeta.upload`. */
  multipartUpload?: MultipartUpload | undefined;
  /** Absent if no files are used. */
  files?: FileStore | undefined;
  /** The key's remaining allowance in a tier, without counting. Absent without a key. */
  peekRate?: ((tier: Tier, keyId: string) => Promise<RateVerdict>) | undefined;
}

export type ContextOrigin = Pick<Context, "principal" | "requestId" | "clientIp" | "hooks"> &
  Partial<Pick<Context, "expectedRevisions" | "installationKeys" | "file" | "multipartUpload" | "files" | "peekRate">>;

/** Creates the context of a transaction, for REST, portal and worker. */
export function createContext(origin: ContextOrigin, transaction: Transaction): Context {
  const {
    principal,
    requestId,
    clientIp,
    hooks,
    expectedRevisions = null,
    installationKeys = missingKeys,
    file,
    multipartUpload,
    files,
    peekRate,
  } = origin;
  const { organizationId } = principal;
  return {
    principal,
    organizationId,
    transaction,
    requestId,
    clientIp,
    hooks,
    expectedRevisions,
    pending: createPendingRecords(),
    installationKeys,
    file,
    multipartUpload,
    files,
    peekRate,
  };
}

function failWithoutKeys(): never {
  throw new Error("this transaction has no installation keys");
}

const missingKeys: InstallationKeys = {
  encrypt: failWithoutKeys,
  decrypt: failWithoutKeys,
  digest: failWithoutKeys,
  hasDigest: failWithoutKeys,
  mark: Buffer.alloc(0),
  pii: { current: 0, numbers: [], encrypt: failWithoutKeys, decrypt: failWithoutKeys },
};

/** For changes of other records than the one that If-Match names: their revisions are not checked. */
export const withoutIfMatch = (context: Context): Context => ({ ...context, expectedRevisions: null });

/** As if the caller had sent the revision as If-Match: the portal has it in the input. */
export const withIfMatch = (context: Context, revision: number): Context => ({
  ...context,
  expectedRevisions: [revision],
});

/** The installation's public URL, without a slash at its end. @throws Error in a transaction that uses no files */
export function getBaseUrl({ files }: Context): string {
  if (files === undefined) throw new Error("the public URL of the installation is not known here");
  return files.baseUrl;
}

/**
 * Notes that the operation used scopes of the caller: the request log has them, and they count as used. Where several
 * scopes are enough for an operation, it notes those with which it in fact read.
 */
export function noteUsedScopes({ pending }: Pick<Context, "pending">, scopes: readonly Scope[]): void {
  for (const scope of scopes) pending.usedScopes.add(scope);
}

/** Records a change: its event and its audit entry. */
export function recordEvent(context: Context, eventToRecord: EventToRecord): void {
  context.pending.eventsToRecord.push(eventToRecord);
}

/** Records in the audit log a read under an elevated scope, or a mutation that changed nothing. */
export function recordAuditEntry(
  context: Context,
  record: RecordReference,
  relatedIds: readonly RecordReference[],
  changes: EventToRecord["diff"] = {},
): void {
  context.pending.auditEntries.push({ record, relatedIds, changes });
}

/** Fields that every change updates; left out of diffs. */
const housekeeping: ReadonlySet<string> = new Set(["updatedAt", "revision", "version"]);

/** The diff of an event: what differs between two shapes of one record, housekeeping fields left out. */
export function diffRecords<Shape extends object>(before: Shape, after: Shape): EventToRecord["diff"] {
  const changed = (Object.keys(after) as (keyof Shape & string)[]).filter(
    (field) => !housekeeping.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}

/**
 * The diff of an event that says less of a record than a response: of what it redacts, that it changed.
 *
 * @param describeInEvent the record as its events have it
 */
export function diffInEvents<Shape extends object>(
  before: Shape,
  after: Shape,
  describeInEvent: (record: Shape) => object,
): EventToRecord["diff"] {
  const from = new Map<string, unknown>(Object.entries(describeInEvent(before)));
  const to = new Map<string, unknown>(Object.entries(describeInEvent(after)));
  const changed = Object.keys(diffRecords(before, after)).filter((field) => to.has(field));
  return Object.fromEntries(changed.map((field) => [field, { from: from.get(field), to: to.get(field) }]));
}
