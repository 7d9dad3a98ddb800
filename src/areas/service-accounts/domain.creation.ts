import { invalidInput } from "../../contract/errors/error-codes.ts";
import { createId } from "../../platform/database/ids.ts";
import { lockAttorneyForShare } from "../../rpc/authorize.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import { lockContactsForShare } from "../contacts/domain.ts";
import { recordKeyEvent, sortScopes } from "./domain.ts";
import { describeStandingGrant, obtainElevatedScopes, planElevatedScopes } from "./domain.elevated.ts";
import { notifyManagers } from "../notifications/domain.ts";
import {
  attorneyNeeded,
  ceilingBroken,
  validateExpiry,
  validateNetworks,
  needAttorney,
  notAnAttorney,
  assertVendorScopes,
  sortRequested,
} from "./domain.rules.ts";
import { lockMakerForShare, assertWithinMaker } from "./makers/domain.ts";
import { issueSecret } from "./domain.secrets.ts";
import type { NewServiceAccount, ServiceAccount } from "./schema.ts";
import { insertKey, isActiveMember, readClock } from "./store.ts";

/** A key and its secret, which is shown only once. */
export interface ShownKey {
  serviceAccount: ServiceAccount;
  secret: string;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Creates a key that works immediately with its standard scopes; elevated ones are requested. Managers are notified of
 * a key that a key created.
 *
 * @param issue creates its secret
 * @throws FORBIDDEN for an elevated scope without a purpose, or beyond the limits of the creating key; UNAUTHORIZED if
 *   that was revoked meanwhile; NOT_FOUND for the vendor; VALIDATION_FAILED at `scopes`, `validUntil`,
 *   `actingAttorneyId`, `ownerMemberId` or `allowedNetworks`
 */
export async function issueKey(
  context: Context,
  wanted: NewServiceAccount,
  issue: typeof issueSecret = issueSecret,
): Promise<ShownKey> {
  const plan = await planElevatedScopes(context, wanted.scopes, wanted.purpose);
  const { scopes, requested } = sortRequested(wanted.scopes, { scopes: nothing, pending: nothing }, plan.purpose);
  const elevated = { ...plan, scopes: requested };
  const allowedNetworks = validateNetworks(wanted.allowedNetworks);
  const maker = await lockMakerForShare(context);
  const { vendorContactId } = wanted;
  assertVendorScopes(vendorContactId, wanted.scopes);
  await lockContactsForShare(context, [vendorContactId]);
  await lockActingAttorneyForShare(context, wanted.actingAttorneyId, { isNeeded: needAttorney(wanted.scopes) });
  await assertActiveOwner(context, wanted.ownerMemberId);
  const clock = await readClock(context);
  const expiresAt = validateExpiry(wanted.validUntil, { ...clock, granted: null }, requested.length > 0);
  await assertWithinMaker(context, maker, { ...wanted, allowedNetworks, expiresAt });
  const keyId = createId("integrationKey");
  const inserted = await insertKey(context, {
    id: keyId,
    name: wanted.name,
    actorName: wanted.name,
    description: wanted.description,
    ownerMemberId: wanted.ownerMemberId,
    tags: wanted.tags,
    scopes: sortScopes(scopes),
    actingAttorneyId: wanted.actingAttorneyId,
    reportIncludeChildOrganizations: wanted.reportIncludeChildOrganizations,
    mcpSensitiveRecords: wanted.mcpSensitiveRecords,
    webhookAllowedHosts: [...new Set(wanted.webhookAllowedHosts)],
    allowedNetworks,
    vendorContactId,
    expiresAt,
    expirySetAt: clock.now,
    createdBy: JSON.stringify(describeActor(context.principal)),
  });
  if (inserted === "ceiling") throw invalidInput({ path: "validUntil", message: ceilingBroken });
  const secret = await issue(context, keyId, describeActor(context.principal));
  const change = {
    eventType: "integration_key.created",
    keyId,
    before: null,
    ...describeStandingGrant(elevated),
  } as const;
  const serviceAccount = await recordKeyEvent(context, change, (following) =>
    obtainElevatedScopes(following, { id: keyId, name: wanted.name }, elevated),
  );
  if (maker !== null) {
    const parameters = { keyName: wanted.name, createdByName: context.principal.actorName, expiresAt };
    await notifyManagers(context, { kind: "integration_key.created", parameters, keyId });
  }
  return { serviceAccount, secret };
}

/** @throws VALIDATION_FAILED at `ownerMemberId` */
export async function assertActiveOwner(context: Context, memberId: string | null): Promise<void> {
  if (memberId === null || (await isActiveMember(context, memberId))) return;
  throw invalidInput({ path: "ownerMemberId", message: "must be an active member of the organization" });
}

/**
 * Locks the acting attorney FOR SHARE, so that they stay an active attorney until commit.
 *
 * @throws VALIDATION_FAILED at `actingAttorneyId`, with one message for unknown, foreign, deactivated and not an
 *   attorney
 */
export async function lockActingAttorneyForShare(
  context: Context,
  memberId: string | null,
  { isNeeded }: { isNeeded: boolean },
): Promise<void> {
  const path = "actingAttorneyId";
  if (memberId === null) {
    if (isNeeded) throw invalidInput({ path, message: attorneyNeeded });
    return;
  }
  if (!(await lockAttorneyForShare(context, memberId))) throw invalidInput({ path, message: notAnAttorney });
}
