import { randomInt } from "node:crypto";
import { staleRevision } from "../../../contract/revision.ts";
import { diffRecords, recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { lockOrganizationForUpdate } from "../../administration/domain.ts";
import { ReferralProfile, type ReferralProfileChanges } from "./schema.ts";
import { findProfile, saveProfile } from "./store.ts";

const defaults = {
  code: null,
  accepts: "nobody",
  answerWithinBusinessDays: 3,
  expiresAfterDays: 7,
  needsConflictCheck: false,
  autoUpdates: false,
  revision: 1,
} as const;

/** How the firm takes referrals of this installation, with the defaults of what it has not set. */
export async function getProfile(context: Context): Promise<ReferralProfile> {
  const found = await findProfile(context);
  if (found === undefined) throw new Error("the organization is gone");
  const set = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null));
  return ReferralProfile.parse({
    id: context.organizationId,
    displayName: found.organizationName,
    ...defaults,
    updatedAt: found.createdAt,
    ...set,
  });
}

/** Letters and digits that nobody takes for one another. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `7QXM-2KTD-9F`: 49 random bits. */
function createCode(): string {
  const signs = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
  return `${signs.slice(0, 4)}-${signs.slice(4, 8)}-${signs.slice(8)}`;
}

async function save(
  context: Context,
  expectedRevision: number,
  change: { [Name in keyof ReferralProfile]?: ReferralProfile[Name] | undefined },
): Promise<ReferralProfile> {
  // Serializes changes, also of a firm without a row.
  await lockOrganizationForUpdate(context);
  const before = await getProfile(context);
  if (expectedRevision !== before.revision) throw staleRevision("profile");
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  await saveProfile(context, { ...before, code: before.code ?? createCode(), ...given });
  const after = await getProfile(context);
  const organization = { entity: "organization", id: context.organizationId };
  // The code is what other firms add the firm by: it is in no log.
  const { code: _before, ...from } = before;
  const { code: _after, ...to } = after;
  recordAuditEntry(
    context,
    { entity: "referral_profile", id: context.organizationId },
    [organization],
    diffRecords(from, to),
  );
  return after;
}

/**
 * Changes how the firm takes referrals; the first change draws its code.
 *
 * @throws STALE_REVISION
 */
export const editProfile = (
  context: Context,
  { expectedRevision, ...changes }: ReferralProfileChanges,
): Promise<ReferralProfile> => save(context, expectedRevision, changes);

/**
 * Draws another code. Firms that added the firm keep it.
 *
 * @throws STALE_REVISION
 */
export const rotateCode = (context: Context, expectedRevision: number): Promise<ReferralProfile> =>
  save(context, expectedRevision, { code: createCode() });
