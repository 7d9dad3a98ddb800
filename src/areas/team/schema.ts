import * as z from "zod";
import { MemberRecord, MemberStatus } from "../../contract/portal/member-record.ts";
import { pageInput } from "../../contract/page.ts";
import { permissions, roles, type Permission } from "../../contract/permissions.ts";
import { Email, Id, Instant, Revision, text, visibleName } from "../../contract/values.ts";

const permissionNames = permissions as [Permission, ...Permission[]];

/** One line of text, because it is part of mails. */
const PersonName = visibleName(100);

const attributes = {
  role: z.enum(roles),
  isAttorney: z.boolean(),
  permissions: z
    .array(z.enum(permissionNames))
    .max(permissionNames.length)
    .refine((given) => new Set(given).size === given.length, "must not contain a permission twice"),
};

export const TeamFilter = z.strictObject({
  ...pageInput({ maximum: 200, default: 50 }),
  search: text(1, 100).optional().meta({ description: "Part of the name or email address." }),
  status: MemberStatus.optional(),
});
export type TeamFilter = z.infer<typeof TeamFilter>;

export const TeamMember = MemberRecord.extend({
  effectivePermissions: z.array(z.enum(permissionNames)).meta({ description: "The permissions of the role and the additional ones." }),
  hasAccount: z.boolean(),
  twoFactorEnabled: z.boolean().nullable().meta({ description: "null without an account, for members who are not active, and for callers who do not manage members." }),
  actingFor: z.int().meta({ description: "The number of live keys that act on this attorney's behalf." }),
});
export type TeamMember = z.infer<typeof TeamMember>;

export const MemberChanges = z.strictObject({
  role: attributes.role.optional(),
  isAttorney: attributes.isAttorney.optional(),
  canActForKeysByApi: z.boolean().optional(),
  permissions: attributes.permissions.optional(),
});
export type MemberChanges = z.infer<typeof MemberChanges>;

export const MemberUpdate = MemberChanges.extend({ memberId: Id, expectedRevision: Revision }).refine(
  ({ role, isAttorney, canActForKeysByApi, permissions: given }) => [role, isAttorney, canActForKeysByApi, given].some((change) => change !== undefined),
  "must change at least one field",
);

export const MemberAtRevision = z.strictObject({ memberId: Id, expectedRevision: Revision });

export const Deactivation = MemberAtRevision.extend({
  reassignKeysTo: Id.optional().meta({ description: "The attorney who becomes the acting attorney of the keys that would stop; requires integrations:manage." }),
});

/** Email addresses are case-insensitive. */
export const Invitation = z.strictObject({
  firstName: PersonName,
  lastName: PersonName,
  email: Email.transform((email) => email.toLowerCase()),
  role: attributes.role,
  isAttorney: attributes.isAttorney.default(false),
  permissions: attributes.permissions.default([]),
});
export type Invitation = z.infer<typeof Invitation>;

export const StoppingKey = z.object({
  id: Id,
  name: z.string(),
  keyPrefix: z.string(),
  stoppedScopes: z.array(z.string()).meta({ description: "Scopes of the key that require an acting attorney." }),
  isPaused: z.boolean(),
  lastUsedAt: Instant.nullable(),
});
export type StoppingKey = z.infer<typeof StoppingKey>;
