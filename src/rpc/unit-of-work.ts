import { AppError, invalidState } from "../contract/errors/error-codes.ts";
import { areaOf, entityOf, scopesThatSee, type EventType } from "../contract/events/event-types.ts";
import {
  commitAsynchronously,
  enterOrganization,
  enterOrganizationWithCommit,
  type Database,
  type Precondition,
  type Transaction,
  type TransactionOptions,
} from "../platform/database/database.ts";
import { nameOwnRecord } from "../platform/database/duplicate-entry.ts";
import { createRequestId } from "../platform/database/ids.ts";
import type { Replica, Served } from "../platform/database/replica/replica.ts";
import {
  isGathered,
  writeTransactionRecords,
  type TransactionRecords,
  type StoredResponse,
} from "../platform/database/transaction-records.ts";
import { createContext, type Context, type ContextOrigin } from "./context.ts";
import { describeActor, onBehalfOf, systemPrincipal, type Principal } from "./principal.ts";

const sources: Record<Principal["kind"], TransactionRecords["source"]> = {
  integration_key: "api",
  partner_key: "api",
  oidc_client: "api",
  member: "portal",
  platform_administrator: "portal",
  system: "system",
  esign_recipient: "portal",
};

/** Organization and webhook records contain no PHI, so their audit entries include the changed values. */
export function includesValuesInAudit(eventType: EventType): boolean {
  return ["org", "webhooks"].includes(areaOf(entityOf(eventType)));
}

export interface DeclaredAction {
  /** The operation's name: `clients.update`. */
  name: string;
  canRecordEvent: readonly EventType[];
}

export function describeAction(
  name: string,
  { emits = [], mayEmit = [] }: { emits?: readonly EventType[]; mayEmit?: readonly EventType[] },
): DeclaredAction {
  return { name, canRecordEvent: [...emits, ...mayEmit] };
}

/** A transaction in an organization: principal, request and declared action. */
export interface UnitOfWork extends Omit<ContextOrigin, "hooks"> {
  database: Database;
  action: DeclaredAction;
  /** `slow` for a read that can take seconds. */
  pace?: "slow" | undefined;
  /** A statement that fails if the work must not run. */
  guard?: TransactionOptions["guard"];
  /** Checked before the result counts. */
  precondition?: Precondition | undefined;
}

/** A read in an organization. */
export interface Reading extends UnitOfWork {
  /** Whether its statements need one transaction, because they take another role or must see one snapshot. */
  sharesTransaction?: true | undefined;
  /** Whether it reads one record by its ID. */
  isOfOne?: boolean;
  /** Set if a replica may serve it. */
  replica?: Replica | null;
  /** Called with what served it, if a replica may. */
  onServed?: ((served: Served<unknown>) => void) | undefined;
}

export interface WorkResult<Result> {
  result: Result;
  /** Whether the transaction must have recorded an event or an audit entry to commit. */
  mustRecord: boolean;
  /** The response that a retry with the same idempotency key gets. */
  storedResponse?: StoredResponse;
}

/**
 * Runs work in one transaction of the principal's organization: its changes, events, audit entries and stored response
 * commit together. The last three are written by one statement, the last of the transaction.
 *
 * @param work runs again after a deadlock: it must have no effects besides its statements
 * @returns the result, and the expiry of the stored response
 * @throws what the work threw, after the rollback
 */
export async function runInTransaction<Result>(
  unit: UnitOfWork,
  work: (context: Context) => Promise<WorkResult<Result>>,
): Promise<{ result: Result; storedUntil: string | null }> {
  let storedUntil: string | null = null;
  const done = unit.database.withTenantTransaction(
    unit.principal.organizationId,
    async (transaction) => {
      const context = createContext({ ...unit, hooks: unit.database.hooks }, transaction);
      const { result: produced, mustRecord, storedResponse = null } = await work(context);
      const { eventsToRecord, auditEntries } = context.pending;
      if (!mustRecord && eventsToRecord.length + auditEntries.length === 0) return produced;
      for (const write of context.pending.writes) await write(context);
      writeAllRecords(context, unit.action, storedResponse, (expiresAt) => (storedUntil = expiresAt));
      return produced;
    },
    { pace: unit.pace, guard: unit.guard, precondition: unit.precondition },
  );
  const result = await done.catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw await nameOwnRecord(
      unit.database,
      { organizationId: unit.principal.organizationId, actorId: describeActor(unit.principal).id },
      error,
    );
  });
  return { result, storedUntil };
}

/**
 * Runs a read: each statement in its own transaction, unless they share one. Its audit entries are committed before it
 * resolves; a crash can lose them together with the response, so that commit does not wait for the disk.
 *
 * @param work as of `runInTransaction`
 */
export async function runRead<Result>(
  unit: Reading,
  work: (context: Context) => Promise<WorkResult<Result>>,
): Promise<Result> {
  const {
    database,
    principal: { organizationId },
    pace,
    precondition,
  } = unit;
  const run = async (reads: Transaction) => {
    const begun = createContext({ ...unit, hooks: database.hooks }, reads);
    return { context: begun, ...(await work(begun)) };
  };
  const served = await unit.replica?.read(organizationId, run, { pace, precondition });
  if (served !== undefined) unit.onServed?.(served);
  const fromReplica = served?.by === "replica" ? served.result : null;
  if (fromReplica === null && unit.sharesTransaction === true) {
    const { result } = await runInTransaction(unit, async (context) => {
      await commitAsynchronously(context.transaction);
      return work(context);
    });
    return result;
  }
  const { context, result, mustRecord } =
    fromReplica ??
    (await database.withTenantReads(organizationId, run, {
      pace: unit.isOfOne === true ? "quick" : pace,
      precondition,
    }));
  const { eventsToRecord, auditEntries } = context.pending;
  if (!mustRecord && eventsToRecord.length + auditEntries.length === 0) return result;
  await database.withTenantTransaction(organizationId, async (transaction) => {
    await commitAsynchronously(transaction);
    const writing = { ...context, transaction };
    for (const write of context.pending.writes) await write(writing);
    writeRecords(writing, unit.action, null, () => undefined);
  });
  return result;
}

/**
 * Runs a change that is not an operation: of a job, or of a person who is not a member.
 *
 * @param work resolves to false if there was nothing to do; otherwise it must record an event or an audit entry
 */
export async function runSystemAction<Result>(
  unit: UnitOfWork,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { result } = await runInTransaction(unit, async (context) => {
    const done = await work(context);
    return { result: done, mustRecord: done !== false };
  });
  return result;
}

/**
 * Runs a change of a job, as the system.
 *
 * @param work as of {@link runSystemAction}
 */
export function runAsSystem<Result>(
  database: UnitOfWork["database"],
  organizationId: string,
  action: DeclaredAction,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  return runSystemAction(
    { database, principal: systemPrincipal(organizationId), requestId: createRequestId(), clientIp: null, action },
    work,
  );
}

/**
 * Writes the records of a transaction in the order of the organizations' IDs, its own among them: each locks its event
 * counter until commit, and two organizations that change each other's records at once would wait for one another.
 */
function writeAllRecords(
  context: Context,
  action: DeclaredAction,
  storedResponse: StoredResponse | null,
  onStored: (expiresAt: string) => void,
): void {
  const { transaction, organizationId, pending } = context;
  const parts = [
    ...pending.elsewhere.map(({ there, action: name }) => ({
      id: there.organizationId,
      write: () => writeRecords(there, { ...action, name }, null, () => undefined),
    })),
    { id: organizationId, write: () => writeRecords(context, action, storedResponse, onStored) },
  ].toSorted((one, other) => compareIds(one.id, other.id));
  let entered = organizationId;
  for (const { id, write } of parts) {
    if (id !== entered) enterOrganizationWithCommit(transaction, id);
    write();
    entered = id;
  }
}

function compareIds(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Runs a part of a change in another organization, in the same transaction: row-level security shows only that one
 * meanwhile. It must record an event or an audit entry.
 *
 * @param action what the other organization's audit log shows
 */
export async function runInOrganization(
  context: Context,
  organizationId: string,
  action: string,
  work: (there: Context) => Promise<void>,
): Promise<void> {
  const { principal, transaction, pending } = context;
  const there = createContext({ ...context, principal: { ...principal, organizationId } }, transaction);
  pending.elsewhere.push({ there, action });
  await enter(context, there, work);
}

/**
 * As {@link runInOrganization}, as the system of the other organization: no name of a key or a member, no address and no
 * request ID of the caller passes to it.
 *
 * @throws INVALID_STATE_TRANSITION in a batch of a bulk job, whose records are written in one organization
 */
export async function runInOrganizationAsSystem(
  context: Context,
  organizationId: string,
  action: string,
  work: (there: Context) => Promise<void>,
): Promise<void> {
  if (isGathered(context.transaction))
    throw invalidState("This also changes the other firm's record: send it alone, not as an item of a bulk job");
  const there = createSystemContext(context, organizationId);
  context.pending.elsewhere.push({ there, action });
  await enter(context, there, work);
}

/** Reads and locks in another organization, as its system; what it records is lost. */
export function visitOrganization<Result>(
  context: Context,
  organizationId: string,
  work: (there: Context) => Promise<Result>,
): Promise<Result> {
  return enter(context, createSystemContext(context, organizationId), work);
}

function createSystemContext({ transaction, hooks, installationKeys }: Context, organizationId: string): Context {
  const principal = systemPrincipal(organizationId);
  return createContext(
    { principal, hooks, installationKeys, requestId: createRequestId(), clientIp: null },
    transaction,
  );
}

async function enter<Result>(
  context: Context,
  there: Context,
  work: (there: Context) => Promise<Result>,
): Promise<Result> {
  await enterOrganization(context.transaction, there.organizationId);
  const result = await work(there);
  for (const write of there.pending.writes) await write(there);
  await enterOrganization(context.transaction, context.organizationId);
  return result;
}

/** @throws if the action recorded nothing, or an event that it does not declare */
function writeRecords(
  context: Context,
  { name: action, canRecordEvent }: DeclaredAction,
  storedResponse: StoredResponse | null,
  onStored: (expiresAt: string) => void,
): void {
  const { principal, pending } = context;
  const { eventsToRecord, auditEntries } = pending;
  if (eventsToRecord.length + auditEntries.length === 0)
    throw new Error(`${action} named no record for the audit trail`);
  const undeclared = eventsToRecord.find(({ eventType }) => !canRecordEvent.includes(eventType));
  if (undeclared !== undefined) throw new Error(`${action} recorded ${undeclared.eventType} without declaring it`);
  const events = eventsToRecord.map(({ eventType, onlyTo = null, ...event }) => ({
    ...event,
    eventType,
    entity: entityOf(eventType),
    visibleTo: scopesThatSee(entityOf(eventType)),
    onlyTo,
  }));
  writeTransactionRecords(
    context.transaction,
    {
      organizationId: context.organizationId,
      requestId: context.requestId,
      action,
      clientIp: context.clientIp,
      actor: describeActor(principal),
      onBehalfOfAttorneyId: onBehalfOf(principal),
      source: principal.kind === "integration_key" && principal.isAssistant === true ? "mcp" : sources[principal.kind],
      events,
      fanOut: context.hooks.fanOut,
      auditEntries: [
        ...events.map(({ entity, entityId, relatedIds, eventType, diff }) => ({
          entity,
          entityId,
          relatedIds,
          changes: includesValuesInAudit(eventType) ? diff : {},
        })),
        ...auditEntries.map(({ record, relatedIds, changes }) => ({
          entity: record.entity,
          entityId: record.id,
          relatedIds,
          changes,
        })),
      ],
      storedResponse,
    },
    onStored,
  );
}
