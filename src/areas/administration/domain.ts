import type { EventType } from "../../contract/events/event-types.ts";
import { invalidInput, invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { readPage, type PageQuery } from "../../platform/database/lists/cursor.ts";
import { recordEvent, diffRecords, type EventToRecord, type Context } from "../../rpc/context.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { runSystemAction } from "../../rpc/unit-of-work.ts";
import { administratorPrincipal } from "../../rpc/principal.ts";
import {
  ChangedOrganization,
  OrganizationSummary,
  QueuedRequest,
  type RateLimitChange,
  type RateLimits,
  type RateUse,
  type ReportingChange,
  type SandboxScopesChange,
} from "./schema.ts";
import {
  countQueue,
  listAll,
  listQueue,
  lockOrganizationRowForUpdate,
  writeOrganization,
  type LockedOrganization,
  type OrganizationRow,
} from "./store.ts";

/** These lists span organizations, so their cursors are bound to none. */
const everywhere = "";

export function countWaitingRequests(person: PersonContext): Promise<number> {
  return countQueue(person);
}

/** Pending requests oldest first, decided ones newest first. */
export async function readQueue(
  person: PersonContext,
  query: PageQuery & { status: string },
): Promise<{ requests: QueuedRequest[]; nextCursor: string | null; pendingCount: number }> {
  const { rows, nextCursor } = await readPage(
    { organizationId: everywhere, name: `scope-requests ${query.status}` },
    query,
    (page) => listQueue(person, query.status, page),
  );
  const { userId } = person.session;
  return {
    requests: rows.map((row) => QueuedRequest.parse({ ...row, isOwn: row.requestedByUserId === userId })),
    nextCursor,
    pendingCount: await countQueue(person),
  };
}

export async function readOrganizations(person: PersonContext, query: PageQuery) {
  const { rows, nextCursor } = await readPage({ organizationId: everywhere, name: "organizations" }, query, (page) =>
    listAll(person, page),
  );
  return {
    organizations: rows.map((row) => OrganizationSummary.parse({ ...row, rateLimits: describeLimits(row) })),
    nextCursor,
  };
}

/** What the keys of each organization used in this minute, by tier. */
export async function readRateUse(person: PersonContext, organizationIds: readonly string[]): Promise<RateUse[]> {
  const [read, write, sensitive] = await Promise.all(
    (["read", "write", "sensitive"] as const).map((tier) => person.countRates(tier, organizationIds)),
  );
  return organizationIds.map((organizationId, place) => ({
    organizationId,
    read: read?.[place] ?? 0,
    write: write?.[place] ?? 0,
    sensitive: sensitive?.[place] ?? 0,
  }));
}

type LimitColumns = Pick<OrganizationRow, "rateLimitRead" | "rateLimitWrite" | "rateLimitSensitive">;

function describeLimits({ rateLimitRead, rateLimitWrite, rateLimitSensitive }: LimitColumns): RateLimits {
  return { read: rateLimitRead, write: rateLimitWrite, sensitive: rateLimitSensitive };
}

/**
 * Changes an organization as the signed-in platform administrator, in one transaction with its events and audit
 * entries.
 */
export function runAsAdministrator<Result>(
  { database, session, requestId, clientIp, action }: PersonContext,
  organizationId: string,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const principal = administratorPrincipal(organizationId, session);
  return runSystemAction({ database, principal, requestId, clientIp, action }, work);
}

/**
 * Locks the organization until commit.
 *
 * @throws NOT_FOUND
 */
export async function lockOrganizationForUpdate(context: Context): Promise<LockedOrganization> {
  const organization = await lockOrganizationRowForUpdate(context);
  if (organization === undefined) throw notFound("Organization");
  return organization;
}

/**
 * @param diff the fields that changed; the audit entry keeps them with the note that gives a platform administrator's
 *   reason
 */
export function recordOrganizationEvent(
  context: Context,
  eventType: Extract<EventType, `organization.${string}`>,
  organization: LockedOrganization,
  { diff, note }: { diff: EventToRecord["diff"]; note: string | null },
): void {
  const payload = ChangedOrganization.parse({ ...organization, rateLimits: describeLimits(organization), note });
  recordEvent(context, {
    eventType,
    entityId: context.organizationId,
    payload,
    diff: { ...diff, ...(note !== null && { note: { from: null, to: note } }) },
    relatedIds: [{ entity: "organization", id: context.organizationId }],
  });
}

/**
 * Writes changes to the locked organization and records them.
 *
 * @throws STALE_REVISION
 */
export async function changeOrganization(
  context: Context,
  values: Parameters<typeof writeOrganization>[1],
  recorded: Parameters<typeof recordOrganizationEvent>[3],
): Promise<LockedOrganization> {
  const after = await writeOrganization(context, values);
  if (after === undefined) throw staleRevision("organization");
  recordOrganizationEvent(context, "organization.updated", after, recorded);
  return after;
}

/**
 * Sets or resets an organization's own rate limits, effective from the next request on.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED if nothing would change
 */
export function setRateLimits(person: PersonContext, change: RateLimitChange): Promise<RateLimits> {
  const { organizationId, note, ...limits } = change;
  return runAsAdministrator(person, organizationId, async (context) => {
    const before = await lockOrganizationForUpdate(context);
    const diff = diffRecords(describeLimits(before), limits);
    if (Object.keys(diff).length === 0) throw invalidInput({ path: "read", message: "must change the limits" });
    await changeOrganization(
      context,
      { rateLimitRead: limits.read, rateLimitWrite: limits.write, rateLimitSensitive: limits.sensitive },
      { diff, note },
    );
    return limits;
  });
}

/**
 * Sets whether parent organizations include this organization and its children in their reports, effective from the
 * next page of a run.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED if nothing would change
 */
export function setReporting(
  person: PersonContext,
  { organizationId, reportsToHeadquarters, note }: ReportingChange,
): Promise<{ reportsToHeadquarters: boolean }> {
  return runAsAdministrator(person, organizationId, async (context) => {
    const before = await lockOrganizationForUpdate(context);
    const diff = diffRecords({ reportsToHeadquarters: before.reportsToHeadquarters }, { reportsToHeadquarters });
    if (Object.keys(diff).length === 0)
      throw invalidInput({ path: "reportsToHeadquarters", message: "must change the setting" });
    await changeOrganization(context, { reportsToHeadquarters }, { diff, note });
    return { reportsToHeadquarters };
  });
}

/**
 * Sets whether keys of a sandbox get elevated scopes at once: a standing grant for made-up records. What was granted
 * stays granted.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a firm; VALIDATION_FAILED if nothing would change
 */
export function setSandboxElevatedScopes(
  person: PersonContext,
  { organizationId, isAllowed, note }: SandboxScopesChange,
): Promise<{ isAllowed: boolean }> {
  return runAsAdministrator(person, organizationId, async (context) => {
    const before = await lockOrganizationForUpdate(context);
    if (before.sandboxOfOrganizationId === null)
      throw invalidState("Only a sandbox can have elevated scopes without a decision");
    const diff = diffRecords(
      { elevatedScopesAllowed: before.sandboxElevatedScopes },
      { elevatedScopesAllowed: isAllowed },
    );
    if (Object.keys(diff).length === 0) throw invalidInput({ path: "isAllowed", message: "must change the setting" });
    await changeOrganization(context, { sandboxElevatedScopes: isAllowed }, { diff, note });
    return { isAllowed };
  });
}
