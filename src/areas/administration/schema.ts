import * as z from "zod";
import { maxNoteLength, ScopeRequest } from "../../contract/portal/scope-requests.ts";
import { shownProfile } from "../../contract/portal/organization-profile.ts";
import { TimeZone } from "../../contract/values/time-zones.ts";
import { SignInEmail, Id, Instant, Name, text } from "../../contract/values/values.ts";

export const QueuedRequest = ScopeRequest.extend({
  organizationId: Id,
  organizationName: z.string(),
  keyName: z.string(),
  keyPrefix: z.string().nullable(),
  keyExpiresAt: Instant,
  keyScopes: z.array(z.string()),
  /** The reader made the request and therefore cannot decide on it. */
  isOwn: z.boolean(),
});
export type QueuedRequest = z.infer<typeof QueuedRequest>;

/** The id becomes part of the setting that row-level security reads, so its characters are restricted. */
const OrganizationId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "not an id");

const Note = text(1, maxNoteLength).refine((note) => note.trim() !== "", "must not be blank");

export const RequestAddress = z.strictObject({ organizationId: OrganizationId, requestId: Id });

/** One decision on one scope, or on several of a key. A denial requires a note. */
export const ScopeDecision = z
  .strictObject({
    ...RequestAddress.shape,
    /** Further requests of the same key that are decided alike, all or none. */
    alsoRequestIds: z.array(Id).max(20).default([]),
    decision: z.enum(["grant", "deny"]),
    note: Note.nullable().default(null),
    /** The latest expiry of a key with this scope; a grant never extends the key's own. */
    latestExpiryAt: z.iso
      .datetime({ offset: true, message: "must be an instant such as 2027-03-14T00:00:00Z" })
      .nullable()
      .default(null),
  })
  .refine(({ decision, note }) => decision === "grant" || note !== null, {
    path: ["note"],
    message: "required: give a reason",
  })
  .refine(({ decision, latestExpiryAt }) => decision === "grant" || latestExpiryAt === null, {
    path: ["latestExpiryAt"],
    message: "allowed only when granting",
  });
export type ScopeDecision = z.infer<typeof ScopeDecision>;

export const DecidedRequest = z.object({
  requestId: Id,
  status: z.enum(["granted", "denied"]),
  keyExpiresAt: Instant,
  keyScopes: z.array(z.string()),
});
export type DecidedRequest = z.infer<typeof DecidedRequest>;

/** Requests per minute and key; null for the installation's limit. */
const RateLimit = z.int().min(1).max(1_000_000).nullable();

export const RateLimits = z.object({ read: RateLimit, write: RateLimit, sensitive: RateLimit });
export type RateLimits = z.infer<typeof RateLimits>;

export const ChangedOrganization = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  timezone: z.string(),
  parentOrganizationId: Id.nullable(),
  isHeadquarters: z.boolean(),
  reportsToHeadquarters: z.boolean(),
  ...shownProfile,
  rateLimits: RateLimits,
  note: z
    .string()
    .nullable()
    .meta({ description: "The platform administrator's reason; null where the organization changed itself." }),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ChangedOrganization = z.infer<typeof ChangedOrganization>;

/** The installation's limits, for organizations without their own. */
export const DefaultRateLimits = z.object({ read: z.int(), write: z.int(), sensitive: z.int() });

/** Requests of all keys of an organization in the current minute. */
export const RateUse = z.object({ organizationId: Id, read: z.int(), write: z.int(), sensitive: z.int() });
export type RateUse = z.infer<typeof RateUse>;

export const RateUseQuery = z.strictObject({ organizationIds: z.array(OrganizationId).max(1_000) });

export const RateLimitChange = z.strictObject({ organizationId: OrganizationId, ...RateLimits.shape, note: Note });
export type RateLimitChange = z.infer<typeof RateLimitChange>;

/** Whether parent organizations include it and its children in their reports. */
export const ReportingChange = z.strictObject({
  organizationId: OrganizationId,
  reportsToHeadquarters: z.boolean(),
  note: Note,
});
export type ReportingChange = z.infer<typeof ReportingChange>;

/** Whether keys of a sandbox get elevated scopes without a decision. */
export const SandboxScopesChange = z.strictObject({
  organizationId: OrganizationId,
  isAllowed: z.boolean(),
  note: Note,
});
export type SandboxScopesChange = z.infer<typeof SandboxScopesChange>;

const Slug = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, "must be lower-case letters, digits and hyphens, at most 63");

const placement = { timezone: TimeZone, parentOrganizationId: OrganizationId.nullable(), isHeadquarters: z.boolean() };

export const NewOrganization = z.strictObject({
  name: Name,
  slug: Slug.optional().meta({ description: "Default: made of the name." }),
  timezone: placement.timezone.default("America/New_York"),
  parentOrganizationId: placement.parentOrganizationId.default(null),
  isHeadquarters: placement.isHeadquarters.default(false),
  note: Note,
});
export type NewOrganization = z.infer<typeof NewOrganization>;

export const OwnedOrganization = NewOrganization.extend({
  owner: z.strictObject({ firstName: Name.max(100), lastName: Name.max(100), email: SignInEmail }),
});
export type OwnedOrganization = z.infer<typeof OwnedOrganization>;

/** What lies where in the hierarchy, and the time zone; an absent field stays. */
export const OrganizationChange = z.strictObject({
  organizationId: OrganizationId,
  ...z.object(placement).partial().shape,
  note: Note,
});
export type OrganizationChange = z.infer<typeof OrganizationChange>;

/**
 * What a change of an organization's place would be; an absent field stays, and null stands for an organization that is
 * to be created.
 */
export const WantedMove = z.strictObject({
  organizationId: OrganizationId.nullable(),
  ...z.object(placement).omit({ timezone: true }).partial().shape,
});
export type WantedMove = z.infer<typeof WantedMove>;

const Sight = z.object({
  id: Id,
  name: z.string(),
  count: z.int(),
  /** The first of them. */ names: z.array(z.string()),
});

export const MovePreview = z.object({
  /** Why the change would be rejected; null if it would not. */
  fault: z.string().nullable(),
  moving: z.int(),
  /** Headquarters that begin to see organizations in their reports, and those that cease to. */
  gains: z.array(Sight),
  losses: z.array(Sight),
  /** The organizations whose members who manage members are notified. */
  notified: z.array(z.string()),
});
export type MovePreview = z.infer<typeof MovePreview>;

export const OrganizationSummary = z.object({
  id: Id,
  name: z.string(),
  legalName: z.string(),
  slug: z.string(),
  parentOrganizationId: Id.nullable(),
  isHeadquarters: z.boolean(),
  timezone: z.string(),
  reportsToHeadquarters: z.boolean(),
  /** The firm of a sandbox; null for a firm. */
  sandboxOfOrganizationId: Id.nullable(),
  sandboxElevatedScopes: z.boolean(),
  createdAt: Instant,
  activeMembers: z.int(),
  liveKeys: z.int(),
  rateLimits: RateLimits,
});
export type OrganizationSummary = z.infer<typeof OrganizationSummary>;

/** The installation at a glance. */
export const InstallationOverview = z.object({
  /** The oldest pending requests, and how many there are. */
  requests: z.array(QueuedRequest),
  pendingCount: z.int(),
  /** The busiest organizations of the last 24 hours. */
  traffic: z.array(
    z.object({
      organizationId: Id,
      name: z.string(),
      slug: z.string(),
      succeeded: z.int(),
      refused: z.int(),
      limited: z.int(),
      failed: z.int(),
    }),
  ),
  health: z.object({
    version: z.string(),
    node: z.string(),
    migration: z.string().nullable(),
    databaseVersion: z.string(),
    databaseMs: z.number(),
    workerSeenAt: Instant.nullable(),
    isWorkerRunning: z.boolean(),
    /** Of the oldest job, and the oldest webhook delivery, that is due and that no worker has. */
    oldestJobAt: Instant.nullable(),
    oldestDeliveryAt: Instant.nullable(),
    missingPartitions: z.array(z.string()),
    isStorageAvailable: z.boolean(),
  }),
});
export type InstallationOverview = z.infer<typeof InstallationOverview>;
