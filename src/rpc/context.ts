import type { EventType } from "../contract/event-types.ts";
import type { ExpectedRevisions } from "../contract/revision.ts";
import type { Tier } from "../contract/tiers.ts";
import type { DeclaredFile } from "../platform/storage/content-type.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { Storage } from "../platform/storage/storage.ts";
import type { RateVerdict } from "../platform/rate-limit/rate-limiter.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { Principal } from "./principal.ts";

/** A record, named by its kind in singular snake case. */
export interface RecordReference {
  entity: string;
  id: string;
}

/** What a mutation announces: one event, written with the change in one transaction. */
export interface EventToRecord {
  eventType: EventType;
  entityId: string;
  /** The record as its GET would show it. */
  payload: object;
  /** `{ field: { from, to } }`; empty for a creation. */
  diff: Readonly<Record<string, { from: unknown; to: unknown }>>;
  /** At least the case and the client. */
  relatedIds: readonly RecordReference[];
  /** The one webhook subscription that is told of it, by id; without it all that want it. */
  onlyTo?: string;
}

/** A record that was read or written, for the audit log. Ids only. */
export interface Access {
  record: RecordReference;
  relatedIds: readonly RecordReference[];
  /** What the audit log shows of it; never PHI. */
  changes: EventToRecord["diff"];
}

/** A read that found nothing and would rather wait for something than answer so. */
export interface LongPoll {
  /** The number of the organization's newest event when it looked. */
  newest: number;
  /** How long the caller would wait, in all. */
  seconds: number;
}

/** What an operation has done so far: written at the end of its transaction. */
export interface PendingRecords {
  eventsToRecord: EventToRecord[];
  accesses: Access[];
  /** Set by a read of the feed: the server then asks it again when there is something new. Only REST waits. */
  longPoll: LongPoll | null;
  /** Set by a read whose record shows what changes without raising its revision: it is not answered 304. */
  movesByItself?: boolean;
}

/** What nothing was done in yet. */
export function createPendingRecords(): PendingRecords {
  return { eventsToRecord: [], accesses: [], longPoll: null };
}

/** A file that came with the call: its bytes are in the storage, and garbage unless the operation names their object. */
export interface ReceivedFile extends DeclaredFile {
  objectId: string;
  sizeBytes: number;
  sha256: string;
  /** Its beginning. */
  head: Buffer;
}

/** An object that is going to arrive in parts: named, known to the storage, and garbage unless the operation names it. */
export interface BegunParts {
  objectId: string;
  /** What the storage calls the parts. */
  storageId: string;
}

/** Where the bytes of documents are, and the public address below which they are sent and fetched. */
export interface FileStore {
  storage: Storage;
  baseUrl: string;
}

/** What every domain and store function gets first. */
export interface Context {
  principal: Principal;
  organizationId: string;
  /** The one transaction of this request; row-level security shows this organization alone. */
  transaction: Transaction;
  requestId: string;
  /** Where it came from; null for what the installation does by itself. */
  address: string | null;
  /** What If-Match allows; null where it was not sent. */
  expectedRevisions: ExpectedRevisions;
  pending: PendingRecords;
  /** Encrypts what is kept encrypted at rest. */
  installationKeys: InstallationKeys;
  /** Of an operation that takes files (`OperationMeta.upload`), when one came with the call. */
  file?: ReceivedFile | undefined;
  /** Of an operation that takes files, when one was announced that comes in parts. */
  begunParts?: BegunParts | undefined;
  /** Absent where nothing is done with files. */
  files?: FileStore | undefined;
  /** What is left of the key's allowance in a tier, without counting. Absent where no key calls. */
  peekRate?: ((tier: Tier) => Promise<RateVerdict>) | undefined;
}

/** What a context is made of: who acts, in which request, with what of the process. */
export type ContextOrigin = Pick<Context, "principal" | "requestId" | "address"> &
  Partial<Pick<Context, "expectedRevisions" | "installationKeys" | "file" | "begunParts" | "files" | "peekRate">>;

/** Makes the context of one transaction, for whoever calls: REST, the portal, the worker. */
export function createContext(origin: ContextOrigin, transaction: Transaction): Context {
  const { principal, requestId, address, expectedRevisions = null, installationKeys = missingKeys, file, begunParts, files, peekRate } = origin;
  const { organizationId } = principal;
  return { principal, organizationId, transaction, requestId, address, expectedRevisions, pending: createPendingRecords(), installationKeys, file, begunParts, files, peekRate };
}

function failWithoutKeys(): never {
  throw new Error("this transaction has no installation keys");
}

/** For work that encrypts nothing. */
const missingKeys: InstallationKeys = {
  encrypt: failWithoutKeys,
  open: failWithoutKeys,
  digest: failWithoutKeys,
  pii: { current: 0, numbers: [], encrypt: failWithoutKeys, open: failWithoutKeys },
};

/** Announces a change: its event, and with it the audit entry. */
export function recordEvent(context: Context, eventToRecord: EventToRecord): void {
  context.pending.eventsToRecord.push(eventToRecord);
}

/** Notes a record that was read under an elevated scope, or a mutation that changed nothing, for the audit log. */
export function recordAccess(
  context: Context,
  record: RecordReference,
  relatedIds: readonly RecordReference[],
  changes: EventToRecord["diff"] = {},
): void {
  context.pending.accesses.push({ record, relatedIds, changes });
}

/** What every change moves: it tells nothing of what was changed. */
const housekeeping: ReadonlySet<string> = new Set(["updatedAt", "revision", "version"]);

/** The diff of an event: what differs between two shapes of one record, housekeeping fields left out. */
export function diffRecords<Shape extends object>(before: Shape, after: Shape): EventToRecord["diff"] {
  const changed = (Object.keys(after) as (keyof Shape & string)[]).filter(
    (field) => !housekeeping.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}
