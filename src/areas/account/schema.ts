import * as z from "zod";
import { permissions } from "../../contract/permissions.ts";
import { Id, Instant } from "../../contract/values/values.ts";

export const AccountSummary = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string() }),
  isPlatformAdministrator: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** When the second factor was last verified in this session. */
  secondFactorAt: Instant.nullable(),
  session: z.object({ id: Id, expiresAt: Instant }),
  memberships: z.array(
    z.object({
      organizationId: Id,
      organizationName: z.string(),
      slug: z.string(),
      timezone: z.string(),
      isHeadquarters: z.boolean(),
      isOffice: z.boolean(),
      isSandbox: z.boolean(),
      memberId: Id,
      role: z.string(),
      isAttorney: z.boolean(),
      permissions: z.array(z.enum(permissions as [(typeof permissions)[number], ...typeof permissions])),
    }),
  ),
  /** Pending invitations. The organizations learn nothing of the account before the person accepts. */
  invitations: z.array(z.object({ organizationId: Id, organizationName: z.string() })),
  /** Elevated scopes awaiting a decision; 0 for persons who cannot decide. */
  pendingScopeRequests: z.int(),
});
export type AccountSummary = z.infer<typeof AccountSummary>;

/** A session, without its token. */
export const AccountSession = z.object({
  id: Id,
  isCurrent: z.boolean(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: Instant,
  lastSeenAt: Instant,
});
export type AccountSession = z.infer<typeof AccountSession>;

/** A passkey of the person, without its key. */
export const AccountPasskey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type AccountPasskey = z.infer<typeof AccountPasskey>;
