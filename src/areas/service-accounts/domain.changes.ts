import { AppError, invalidInput, invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { isElevated } from "../../contract/scopes.ts";
import { withoutIfMatch, type Context } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import { lockContactsForShare } from "../contacts/domain.ts";
import { findExpiryLimit, withdrawPendingScopes } from "../scope-requests/domain.ts";
import { describeStandingGrant, obtainElevatedScopes, planElevatedScopes } from "./domain.elevated.ts";
import { lockActingAttorneyForShare, assertActiveOwner, type ShownKey } from "./domain.creation.ts";
import {
  recordKeyEvent,
  recordKeyEvents,
  describeKey,
  listPendingNames,
  getKey,
  listKeysByIds,
  sortScopes,
} from "./domain.ts";
import { findMaker, lockMakerForShare, assertWithinMaker } from "./makers/domain.ts";
import {
  ceilingBroken,
  isItself,
  validateExpiry,
  validateNetworks,
  needAttorney,
  rejectItself,
  rejectWidening,
  assertRevision,
  assertVendorScopes,
  sortRequested,
  type RequestedScopes,
} from "./domain.rules.ts";
import { findHolder, issueSecret, rejectMaker, assertKnownHolders } from "./domain.secrets.ts";
import { isOfAssistant, type KeyStatus } from "../../contract/integration-keys.ts";
import type { Revoking, ServiceAccount, ServiceAccountChanges } from "./schema.ts";
import { endIssuedSecrets, lockCreatedKeysForUpdate, lockRotatedKeysForUpdate } from "./makers/store.ts";
import {
  addScope,
  endSecret,
  endSecrets,
  findKey,
  listSecrets,
  lockKeyRowForUpdate,
  readClock,
  revokeKeys,
  updateKeyRow,
  type KeyChanges,
} from "./store.ts";

/** A key locked by lockKeyForUpdate. */
export type LockedKey = ServiceAccount;

/**
 * Locks the key until commit.
 *
 * @throws NOT_FOUND
 */
export async function lockKeyForUpdate(context: Context, keyId: string): Promise<LockedKey> {
  const row = await lockKeyRowForUpdate(context, keyId);
  if (row === undefined) throw notFound("Service account");
  return describeKey(context, row);
}

export function rejectState(key: ServiceAccount, action: string): AppError {
  return invalidState(`A key that is ${describeState(key)} cannot be ${action}`);
}

/**
 * A revocation is final.
 *
 * @throws INVALID_STATE_TRANSITION
 */
function assertUnrevoked(key: ServiceAccount, action: string): void {
  if (key.revokedAt !== null) throw rejectState(key, action);
}

const states: Record<KeyStatus, string> = {
  revoked: "revoked",
  expired: "expired",
  paused: "paused",
  needs_attention: "not paused",
  expiring: "not paused",
  active: "not paused",
};

function describeState({ status }: ServiceAccount): string {
  return states[status];
}

/** @throws STALE_REVISION; VALIDATION_FAILED at `validUntil` */
export async function writeKey(context: Context, keyId: string, changes: KeyChanges): Promise<void> {
  const outcome = await updateKeyRow(context, keyId, changes);
  if (outcome === "stale") throw staleRevision("service account");
  if (outcome === "ceiling") throw invalidInput({ path: "validUntil", message: ceilingBroken });
}

/**
 * Changes a key without a new secret. `scopes` replaces the list: missing scopes are removed or withdrawn, new elevated
 * ones requested.
 *
 * @throws NOT_FOUND, also for the vendor; FORBIDDEN if a key widens itself, widens another key beyond its own limits or
 *   changes one that created it, or for an elevated scope without a purpose; INVALID_STATE_TRANSITION if it is revoked;
 *   VALIDATION_FAILED at `scopes`, `actingAttorneyId`, `ownerMemberId` or `allowedNetworks`; STALE_REVISION
 */
export async function updateKey(
  context: Context,
  keyId: string,
  changes: ServiceAccountChanges,
  expectedRevision?: number,
): Promise<ServiceAccount> {
  // Locked before the key, as a merge of contacts locks them.
  await lockContactsForShare(context, [changes.vendorContactId]);
  const before = await lockKeyForUpdate(context, keyId);
  if (isItself(context.principal, keyId)) rejectWidening(before, changes);
  await rejectMaker(context, keyId, "change");
  assertUnrevoked(before, "changed");
  assertRevision(before, expectedRevision);
  const { purpose, scopes: wanted, webhookAllowedHosts, allowedNetworks, ...plain } = changes;
  const networks = allowedNetworks === undefined ? undefined : validateNetworks(allowedNetworks);
  const { sorted, elevated } = await sortWanted(context, before, wanted, purpose);
  validateVendor(before, changes);
  await lockNeededAttorneyForShare(context, before, changes, sorted);
  if (changes.ownerMemberId !== undefined && changes.ownerMemberId !== before.ownerMemberId)
    await assertActiveOwner(context, changes.ownerMemberId);
  const restrictions = {
    ...(plain.actingAttorneyId !== undefined && { actingAttorneyId: plain.actingAttorneyId }),
    ...(sorted !== null && {
      scopes: sortScopes(sorted.scopes),
      unconfirmedScopes: before.unconfirmedScopes.filter((scope) => !sorted.scopes.some((held) => held === scope)),
    }),
    ...(networks !== undefined && { allowedNetworks: networks }),
    ...(webhookAllowedHosts !== undefined && { webhookAllowedHosts: [...new Set(webhookAllowedHosts)] }),
  };
  await assertWithinMaker(context, await findMaker(context, keyId), { ...before, ...restrictions }, before);
  if (restrictions.scopes?.includes("org:manage") === true && !before.scopes.includes("org:manage"))
    await assertKnownHolders(context, before, null);
  await writeKey(context, keyId, { ...plain, ...restrictions });
  const change = {
    eventType: "integration_key.updated",
    keyId,
    before,
    ...describeStandingGrant(elevated),
  } as const;
  return recordKeyEvent(context, change, async (following) => {
    if (sorted === null) return;
    await withdrawPendingScopes(following, keyId, sorted.kept);
    await obtainElevatedScopes(following, { id: keyId, name: plain.name ?? before.name }, elevated);
  });
}

/**
 * An unchanged vendor with unchanged scopes is not validated again, so that a key from before this rule can still be
 * renamed.
 */
function validateVendor(before: ServiceAccount, { vendorContactId, scopes }: ServiceAccountChanges): void {
  if (vendorContactId === undefined && scopes === undefined) return;
  assertVendorScopes(
    vendorContactId === undefined ? before.vendorContactId : vendorContactId,
    scopes ?? sortScopes([...before.scopes, ...listPendingNames(before)]),
  );
}

/** The wanted scopes as {@link sortRequested} splits them, and how the elevated ones among them are obtained. */
async function sortWanted(
  context: Context,
  key: ServiceAccount,
  wanted: ServiceAccountChanges["scopes"],
  given: string | undefined,
) {
  const plan = await planElevatedScopes(context, wanted ?? [], given);
  const sorted = wanted === undefined ? null : sortScopesOf(key, wanted, plan.purpose);
  return { sorted, elevated: { ...plan, scopes: sorted?.requested ?? [] } };
}

function sortScopesOf(
  key: ServiceAccount,
  wanted: NonNullable<ServiceAccountChanges["scopes"]>,
  purpose: string | undefined,
): RequestedScopes {
  return sortRequested(wanted, { scopes: new Set(key.scopes), pending: listPendingNames(key) }, purpose);
}

/**
 * Validates a new attorney, and requires one if a scope needs it. An unchanged attorney is not validated again, so that
 * a key that needs attention can still be renamed or narrowed.
 */
async function lockNeededAttorneyForShare(
  context: Context,
  before: ServiceAccount,
  changes: ServiceAccountChanges,
  sorted: RequestedScopes | null,
): Promise<void> {
  const present = new Set<string>([...before.scopes, ...listPendingNames(before)]);
  const wanted = sorted === null ? sortScopes(present) : [...sorted.scopes, ...sorted.kept, ...sorted.requested];
  if (changes.actingAttorneyId !== undefined)
    return lockActingAttorneyForShare(context, changes.actingAttorneyId, { isNeeded: needAttorney(wanted) });
  const added = wanted.filter((scope) => !present.has(scope));
  if (needAttorney(added)) await lockActingAttorneyForShare(context, before.actingAttorneyId, { isNeeded: true });
}

/**
 * Pauses the key until it is resumed.
 *
 * @throws NOT_FOUND; FORBIDDEN for the key itself and keys that created it; INVALID_STATE_TRANSITION; STALE_REVISION
 */
export async function pauseKey(context: Context, keyId: string): Promise<ServiceAccount> {
  const before = await lockKeyForUpdate(context, keyId);
  rejectItself(context.principal, keyId, "pause");
  await rejectMaker(context, keyId, "pause");
  if (before.status === "revoked" || before.status === "expired" || before.pausedAt !== null)
    throw rejectState(before, "paused");
  await writeKey(context, keyId, { pausedAt: (await readClock(context)).now });
  return recordKeyEvent(context, { eventType: "integration_key.paused", keyId, before });
}

/** @throws NOT_FOUND; FORBIDDEN for the key itself and keys that created it; INVALID_STATE_TRANSITION; STALE_REVISION */
export async function resumeKey(context: Context, keyId: string): Promise<ServiceAccount> {
  const before = await lockKeyForUpdate(context, keyId);
  rejectItself(context.principal, keyId, "resume");
  await rejectMaker(context, keyId, "resume");
  if (before.revokedAt !== null || before.pausedAt === null) throw rejectState(before, "resumed");
  await writeKey(context, keyId, { pausedAt: null, leakReportedBy: null });
  return recordKeyEvent(context, { eventType: "integration_key.resumed", keyId, before });
}

/** A revoked key, and what it created and rotated with its state afterwards. */
interface Revocation {
  serviceAccount: ServiceAccount;
  createdKeys: ServiceAccount[];
  rotatedKeys: ServiceAccount[];
}

interface Made {
  /** The key itself, and all that it created. */
  makers: string[];
  created: ServiceAccount[];
  rotated: ServiceAccount[];
}

/**
 * Locks the keys that a locked key created, directly or through other keys, and the keys that any of these rotated.
 * Returns those that are not revoked, including keys created by revoked keys.
 */
async function lockMadeKeysForUpdate(context: Context, keyId: string): Promise<Made> {
  const makers = [keyId];
  for (let level = makers; level.length > 0; makers.push(...level))
    level = await lockCreatedKeysForUpdate(context, level);
  const rotated = await lockRotatedKeysForUpdate(context, makers);
  const created = (await listKeysByIds(context, makers.slice(1))).filter(({ revokedAt }) => revokedAt === null);
  return { makers, created, rotated: await listKeysByIds(context, rotated) };
}

/**
 * Revokes the key for good, from the next request on, and, unless they are to be kept, the keys that it created,
 * directly or through other keys, and the secrets that these received by rotating other keys. Pending requests of
 * revoked keys are withdrawn.
 *
 * @returns also the keys that it created and that were not revoked before, and those that it rotated
 * @throws NOT_FOUND; FORBIDDEN for the key itself and keys that created it; INVALID_STATE_TRANSITION; STALE_REVISION
 */
export async function revokeKey(
  context: Context,
  keyId: string,
  { reason, keepCreatedKeys, expectedRevision }: Omit<Revoking, "serviceAccountId">,
): Promise<Revocation> {
  const before = await lockKeyForUpdate(context, keyId);
  assertRevision(before, expectedRevision);
  rejectItself(context.principal, keyId, "revoke");
  await rejectMaker(context, keyId, "revoke");
  assertUnrevoked(before, "revoked");
  const { makers, created, rotated } = await lockMadeKeysForUpdate(context, keyId);
  const ending = keepCreatedKeys ? [] : created;
  const losing = keepCreatedKeys ? [] : rotated;
  const revocation = {
    revokedAt: (await readClock(context)).now,
    revokedBy: JSON.stringify(describeActor(context.principal)),
    revokeReason: reason,
  };
  await writeKey(context, keyId, revocation);
  if (ending.length > 0)
    await revokeKeys(
      context,
      ending.map(({ id }) => id),
      revocation,
    );
  await endIssuedSecrets(
    context,
    losing.map(({ id }) => id),
    makers,
    revocation.revokedAt,
  );
  // If-Match is about the revoked key alone.
  for (const { id } of losing) await writeKey(withoutIfMatch(context), id, {});
  const revocations = [before, ...ending].map((key) => ({
    eventType: "integration_key.revoked" as const,
    keyId: key.id,
    before: key,
  }));
  const losses = losing.map((key) => ({ eventType: "integration_key.updated" as const, keyId: key.id, before: key }));
  const [serviceAccount, ...changed] = await recordKeyEvents(
    context,
    [...revocations, ...losses],
    async (following) => {
      await withdrawPendingScopes(following, keyId, []);
      for (const { id, pendingScopes } of ending)
        if (pendingScopes.length > 0) await withdrawPendingScopes(following, id, []);
    },
  );
  if (serviceAccount === undefined) throw new Error("a revocation recorded nothing");
  if (keepCreatedKeys) return { serviceAccount, createdKeys: created, rotatedKeys: rotated };
  return { serviceAccount, createdKeys: changed.slice(0, ending.length), rotatedKeys: changed.slice(ending.length) };
}

/**
 * Grants a locked key an elevated scope, effective from its next request; shortens its expiry if required.
 *
 * @param requestId the granted request
 */
export async function grantScope(
  context: Context,
  before: ServiceAccount,
  granted: { requestId: string; scope: string; latestExpiryAt: string | null },
): Promise<ServiceAccount> {
  await addScope(context, before.id, granted.scope, granted.latestExpiryAt);
  return recordKeyEvent(context, {
    eventType: "integration_key.updated",
    keyId: before.id,
    before,
    requestId: granted.requestId,
  });
}

export interface RotationChoice {
  overlapHours: number;
  validUntil?: string | undefined;
  expectedRevision?: number | undefined;
}

/**
 * Creates a new secret; the newest old one works for the overlap, older ones end now.
 *
 * @throws NOT_FOUND; FORBIDDEN if a key extends its own expiry, or would get the secret of another key that created it,
 *   is beyond its own limits, or holds or requests elevated scopes; INVALID_STATE_TRANSITION; VALIDATION_FAILED at
 *   `validUntil`; STALE_REVISION
 */
export async function rotateKey(
  context: Context,
  keyId: string,
  { overlapHours, validUntil, expectedRevision }: RotationChoice,
): Promise<ShownKey> {
  if (context.principal.kind === "integration_key" && !isItself(context.principal, keyId)) {
    // Before a lock, so that keys that rotate each other are rejected instead of waiting in a circle.
    await assertRotatable(context, await getKey(context, keyId), validUntil);
    await lockMakerForShare(context);
  }
  const before = await lockKeyForUpdate(context, keyId);
  if (isOfAssistant(before))
    throw invalidState("The key of a connected assistant has no secret to rotate. Connect the assistant again");
  await assertRotatable(context, before, validUntil);
  assertRevision(before, expectedRevision);
  assertUnrevoked(before, "rotated");
  if (before.status === "expired" && validUntil === undefined) {
    throw invalidState("A key that is expired cannot be rotated without a new `validUntil`");
  }
  const clock = await readClock(context);
  const renewal = validUntil === undefined ? {} : await renew(context, before, validUntil, clock);
  const holder = await findHolder(context, keyId);
  await writeKey(context, keyId, renewal);
  await endSecrets(context, keyId, clock.now, overlapHours);
  const secret = await issueSecret(context, keyId, holder);
  const serviceAccount = await recordKeyEvent(context, { eventType: "integration_key.rotated", keyId, before });
  return { serviceAccount, secret };
}

/**
 * Ends the previous secret of a rotation before its overlap is over.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION if it is not such a secret; STALE_REVISION
 */
export async function endPreviousSecret(context: Context, keyId: string, prefix: string): Promise<ServiceAccount> {
  const before = await lockKeyForUpdate(context, keyId);
  if (!before.secrets.some((secret) => secret.prefix === prefix && secret.expiresAt !== null)) {
    throw invalidState("Only the previous secret of a rotation can be ended, while it works");
  }
  await writeKey(context, keyId, {});
  await endSecret(context, keyId, prefix, (await readClock(context)).now);
  return recordKeyEvent(context, { eventType: "integration_key.updated", keyId, before });
}

/**
 * When each live secret was last used, newest secret first.
 *
 * @throws NOT_FOUND
 */
export async function readSecretUses(
  context: Context,
  keyId: string,
): Promise<{ prefix: string; lastUsedAt: string | null }[]> {
  if ((await findKey(context, keyId)) === undefined) throw notFound("Service account");
  return (await listSecrets(context, [keyId]))
    .filter(({ isLive }) => isLive)
    .map(({ prefix, lastUsedAt }) => ({ prefix, lastUsedAt }));
}

/** A new expiry, with its notices reset. */
async function renew(
  context: Context,
  key: ServiceAccount,
  validUntil: string,
  clock: Awaited<ReturnType<typeof readClock>>,
): Promise<KeyChanges> {
  const held = sortScopes(key.elevatedScopes);
  const granted = held.length === 0 ? null : await findExpiryLimit(context, key.id, held);
  const hasElevated = held.length > 0 || [...listPendingNames(key)].some(isElevated);
  return {
    expiresAt: validateExpiry(validUntil, { ...clock, granted }, hasElevated),
    expirySetAt: clock.now,
    noticedDays: null,
  };
}

/** @throws FORBIDDEN */
async function assertRotatable(context: Context, key: ServiceAccount, validUntil: string | undefined): Promise<void> {
  rejectRotation(context, key, validUntil);
  await assertWithinMaker(context, await findMaker(context, key.id), {
    ...key,
    expiresAt: validUntil ?? key.expiresAt,
  });
  await rejectMaker(context, key.id, "rotate");
}

/** @throws FORBIDDEN */
function rejectRotation(context: Context, key: ServiceAccount, validUntil: string | undefined): void {
  const { principal } = context;
  if (principal.kind !== "integration_key") return;
  if (!isItself(principal, key.id)) {
    if (key.elevatedScopes.length === 0 && key.pendingScopes.length === 0) return;
    throw new AppError(
      "FORBIDDEN",
      "A key cannot rotate another key with a granted or pending elevated scope, because it would get its secret; a member must",
    );
  }
  if (validUntil !== undefined && Date.parse(validUntil) > Date.parse(key.expiresAt)) {
    throw new AppError("FORBIDDEN", "A key cannot extend its own expiry; another key or a member must");
  }
}
