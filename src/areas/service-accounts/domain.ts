import { notFound } from "../../contract/errors/error-codes.ts";
import { isElevated, isScope, scopeCatalog, type Scope } from "../../contract/scopes.ts";
import { readPage } from "../../platform/database/lists/cursor.ts";
import { recordEvent, diffRecords, createPendingRecords, type EventToRecord, type Context } from "../../rpc/context.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { listProblems } from "../metadata/domain.ts";
import { listPendingScopes } from "../scope-requests/domain.ts";
import { listMadeNames } from "./makers/store.ts";
import type { ServiceAccount } from "./schema.ts";
import { findKey, findKeys, listKeyRows, listSecrets, type KeyQuery, type KeyRow, type SecretRow } from "./store.ts";

export interface KeyListQuery extends Omit<KeyQuery, "after"> {
  after?: string | undefined;
}

/** The cursor is bound to the sort and the filters. */
export async function listKeys(
  context: Context,
  query: KeyListQuery,
): Promise<{ serviceAccounts: ServiceAccount[]; nextCursor: string | null }> {
  const name = `service-accounts ${JSON.stringify([query.sort, query.status ?? null, query.scope ?? null, query.ownerMemberId ?? null, query.tag ?? null, query.search ?? null, query.createdByKeyId ?? null, query.rotatedByKeyId ?? null])}`;
  const { rows, nextCursor } = await readPage({ organizationId: context.organizationId, name }, query, (page) =>
    listKeyRows(context, { ...query, ...page }),
  );
  return { serviceAccounts: await describeKeys(context, rows), nextCursor };
}

/** @throws NOT_FOUND */
export async function getKey(context: Context, keyId: string): Promise<ServiceAccount> {
  const row = await findKey(context, keyId);
  if (row === undefined) throw notFound("Service account");
  return describeKey(context, row);
}

/** In the order of their ids; unknown ones are left out. */
export async function listKeysByIds(context: Context, keyIds: readonly string[]): Promise<ServiceAccount[]> {
  return describeKeys(context, await findKeys(context, keyIds));
}

const shownNames = 20;

/** Per key, what its revocation also ends; "and more" stands for the rest of a long list. */
export async function listMade(context: Context, keyIds: readonly string[]) {
  const bound = (names: readonly string[]) =>
    names.length > shownNames ? [...names.slice(0, shownNames), "and more"] : [...names];
  const rows = await listMadeNames(context, keyIds, shownNames);
  return rows.map(({ keyId, created, rotated }) => ({ keyId, created: bound(created), rotated: bound(rotated) }));
}

export async function describeKey(context: Context, row: KeyRow): Promise<ServiceAccount> {
  const [key] = await describeKeys(context, [row]);
  if (key === undefined) throw new Error("describeKeys returned no key");
  return key;
}

/** One statement for all secrets and one for all pending scopes, however many keys. */
async function describeKeys(context: Context, rows: readonly KeyRow[]): Promise<ServiceAccount[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const secrets = Map.groupBy(await listSecrets(context, ids), ({ keyId }) => keyId);
  const pending = await listPendingScopes(context, ids);
  return rows.map((row) => ({
    ...describeRow(row, secrets.get(row.id) ?? []),
    pendingScopes: pending.get(row.id) ?? [],
  }));
}

/** In the catalog's order, without unknown names. */
export function sortScopes(scopes: Iterable<string>): Scope[] {
  const held = new Set(scopes);
  return [...scopeCatalog.keys()].filter((scope) => held.has(scope));
}

function describeRow(row: KeyRow, secrets: readonly SecretRow[]): Omit<ServiceAccount, "pendingScopes"> {
  const scopes = sortScopes(row.scopes);
  const problems = listProblems({ ...row, scopes: new Set(scopes) });
  const isOver = row.revokedAt !== null;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ownerMemberId: row.ownerMemberId,
    owner: describeOwner(row),
    tags: row.tags,
    status: row.status,
    keyPrefix: secrets[0]?.prefix ?? "",
    secrets: secrets
      .filter(({ isLive }) => isLive && !isOver)
      .map(({ prefix, createdAt, expiresAt }) => ({ prefix, createdAt, expiresAt })),
    scopes,
    elevatedScopes: scopes.filter((scope) => isElevated(scope)),
    unconfirmedScopes: sortScopes(row.unconfirmedScopes),
    actingAttorneyId: row.actingAttorneyId,
    actingAttorney: describeAttorney(row),
    integrationConfigured: problems.length === 0,
    configurationProblems: problems,
    reportIncludeChildOrganizations: row.reportIncludeChildOrganizations,
    mcpSensitiveRecords: row.mcpSensitiveRecords,
    webhookAllowedHosts: row.webhookAllowedHosts,
    allowedNetworks: row.allowedNetworks,
    vendorContactId: row.vendorContactId,
    vendorContact: row.vendorContactId === null ? null : { id: row.vendorContactId, name: row.vendorName ?? "" },
    validUntil: row.expiresAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.usedAt,
    lastUsedAddress: row.usedFrom,
    lastUsedRoute: row.usedRoute,
    createdBy: row.createdBy as ServiceAccount["createdBy"],
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    pausedAt: row.pausedAt,
    revokedAt: row.revokedAt,
    revokedBy: row.revokedBy as ServiceAccount["revokedBy"],
    revokeReason: row.revokeReason,
    revision: row.revision,
  };
}

function describeAttorney({
  attorneyId,
  firstName,
  lastName,
  attorneyStatus,
}: KeyRow): ServiceAccount["actingAttorney"] {
  if (attorneyId === null || firstName === null || lastName === null || attorneyStatus === null) return null;
  return { attorneyId, firstName, lastName, status: attorneyStatus };
}

function describeOwner({
  ownerMemberId,
  ownerFirstName,
  ownerLastName,
  ownerEmail,
  ownerStatus,
}: KeyRow): ServiceAccount["owner"] {
  if (
    ownerMemberId === null ||
    ownerFirstName === null ||
    ownerLastName === null ||
    ownerEmail === null ||
    ownerStatus === null
  )
    return null;
  return {
    memberId: ownerMemberId,
    firstName: ownerFirstName,
    lastName: ownerLastName,
    email: ownerEmail,
    status: ownerStatus,
  };
}

export function listPendingNames({ pendingScopes }: Pick<ServiceAccount, "pendingScopes">): Set<Scope> {
  return new Set(pendingScopes.map(({ scope }) => scope).filter(isScope));
}

/** Every request changes the last use, so it is not part of a diff. */
const uses: ReadonlySet<string> = new Set(["lastUsedAt", "lastUsedAddress", "lastUsedRoute"]);

function diffKeys(before: ServiceAccount, after: ServiceAccount): EventToRecord["diff"] {
  return Object.fromEntries(Object.entries(diffRecords(before, after)).filter(([field]) => !uses.has(field)));
}

/** Records `integration_key.updated` for each. */
export function trackKeyChanges(context: Context, keyIds: readonly string[]): Promise<() => Promise<void>> {
  const read = () => listKeysByIds(context, keyIds);
  return trackChanges(read, (before, payload) => {
    recordChange(context, { eventType: "integration_key.updated", before, after: payload });
  });
}

/** A change to record; `before` is null for a new key. */
interface KeyChange {
  eventType: EventToRecord["eventType"];
  keyId: string;
  before: ServiceAccount | null;
  requestId?: string;
  /** Elevated scopes that it got without a decision, by the standing grant of its sandbox. */
  standingGrant?: readonly Scope[];
}

/**
 * Runs the consequences of a key's change (scope requests, withdrawals), then records the change's event before theirs,
 * with the key's final state.
 */
export async function recordKeyEvent(
  context: Context,
  change: KeyChange,
  consequences?: (context: Context) => Promise<void>,
): Promise<ServiceAccount> {
  const [after] = await recordKeyEvents(context, [change], consequences);
  if (after === undefined) throw notFound("Service account");
  return after;
}

/** The same for several keys, in their order. */
export async function recordKeyEvents(
  context: Context,
  changes: readonly KeyChange[],
  consequences: (context: Context) => Promise<void> = () => Promise.resolve(),
): Promise<ServiceAccount[]> {
  const following: Context = { ...context, pending: createPendingRecords() };
  await consequences(following);
  const read = new Map(
    (
      await listKeysByIds(
        context,
        changes.map(({ keyId }) => keyId),
      )
    ).map((key) => [key.id, key]),
  );
  const changed = changes.map((change) => {
    const after = read.get(change.keyId);
    if (after === undefined) throw notFound("Service account");
    return { ...change, after };
  });
  for (const change of changed) recordChange(context, change);
  context.pending.eventsToRecord.push(...following.pending.eventsToRecord);
  context.pending.auditEntries.push(...following.pending.auditEntries);
  return changed.map(({ after }) => after);
}

function recordChange(
  context: Context,
  { eventType, before, after, requestId, standingGrant = [] }: Omit<KeyChange, "keyId"> & { after: ServiceAccount },
): void {
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload: after,
    diff: {
      ...(before !== null && diffKeys(before, after)),
      ...(standingGrant.length > 0 && { standingGrant: { from: null, to: standingGrant } }),
    },
    relatedIds: [
      { entity: "integration_key", id: after.id },
      ...(requestId === undefined ? [] : [{ entity: "scope_request", id: requestId }]),
    ],
  });
}
