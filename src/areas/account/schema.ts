import * as z from "zod";
import { permissions } from "../../contract/permissions.ts";
import { Id, Instant } from "../../contract/values.ts";

/** Who is signed in, where the person is a member, and what may be done there. */
export const AccountSummary = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string() }),
  isPlatformAdministrator: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** When the second factor was last shown in this session. */
  secondFactorAt: Instant.nullable(),
  session: z.object({ id: Id, expiresAt: Instant }),
  memberships: z.array(
    z.object({
      organizationId: Id,
      organizationName: z.string(),
      slug: z.string(),
      timezone: z.string(),
      memberId: Id,
      role: z.string(),
      permissions: z.array(z.enum(permissions as [(typeof permissions)[number], ...typeof permissions])),
    }),
  ),
  /** Organizations that wait for the person to join. Of the account they learn nothing before. */
  invitations: z.array(z.object({ organizationId: Id, organizationName: z.string() })),
  /** How many elevated scopes wait for a decision; 0 for everybody who decides on none. */
  pendingScopeRequests: z.int(),
});
export type AccountSummary = z.infer<typeof AccountSummary>;

/** A sign-in of the person. Never its token. */
export const AccountSession = z.object({
  id: Id,
  isCurrent: z.boolean(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: Instant,
  lastSeenAt: Instant,
});
export type AccountSession = z.infer<typeof AccountSession>;
