import { invalidInput, notFound } from "../../contract/error-codes.ts";
import { readPage } from "../../platform/list-cursor.ts";
import type { PageQuery } from "../../platform/list-cursor.ts";
import { announce, diffRecords } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { actInOrganization } from "../../rpc/entrance.ts";
import type { PersonContext } from "../../rpc/entrance.ts";
import { administratorPrincipal } from "../../rpc/principal.ts";
import { OrganizationSummary, QueuedRequest } from "./schema.ts";
import type { ChangedOrganization, RateLimitChange, RateLimits } from "./schema.ts";
import { countQueue, listAll, listQueue, lockOrganization, writeRateLimits } from "./store.ts";
import type { OrganizationRow } from "./store.ts";

/** Lists over all organizations: their cursors are bound to none. */
const everywhere = "";

/** How many requests of all organizations wait for a decision. */
export function countWaitingRequests(person: PersonContext): Promise<number> {
  return countQueue(person);
}

/** The queue: what waits, oldest first; what was decided, newest first. */
export async function readQueue(
  person: PersonContext,
  query: PageQuery & { status: string },
): Promise<{ requests: QueuedRequest[]; nextCursor: string | null; pendingCount: number }> {
  const { rows, nextCursor } = await readPage({ organizationId: everywhere, name: `scope-requests ${query.status}` }, query, (page) => listQueue(person, query.status, page));
  const { userId } = person.session;
  return {
    requests: rows.map((row) => QueuedRequest.parse({ ...row, isOwn: row.requestedByUserId === userId })),
    nextCursor,
    pendingCount: await countQueue(person),
  };
}

/** Every organization with its counts and its rate limits. */
export async function readOrganizations(person: PersonContext, query: PageQuery) {
  const { rows, nextCursor } = await readPage({ organizationId: everywhere, name: "organizations" }, query, (page) => listAll(person, page));
  return { organizations: rows.map((row) => OrganizationSummary.parse({ ...row, rateLimits: describeLimits(row) })), nextCursor };
}

type LimitColumns = Pick<OrganizationRow, "rateLimitRead" | "rateLimitWrite" | "rateLimitSensitive">;

function describeLimits({ rateLimitRead, rateLimitWrite, rateLimitSensitive }: LimitColumns): RateLimits {
  return { read: rateLimitRead, write: rateLimitWrite, sensitive: rateLimitSensitive };
}

/** Changes something in an organization as the platform administrator who is signed in: one transaction with its traces. */
export function actAsAdministrator<Result>(
  { database, session, requestId, address, act }: PersonContext,
  organizationId: string,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const principal = administratorPrincipal(organizationId, session);
  return actInOrganization({ database, principal, requestId, address, act }, work);
}

/**
 * Gives an organization's keys other rate limits than the installation's, or these again. Holds from the next request.
 * @throws NOT_FOUND; VALIDATION_FAILED when nothing would change
 */
export function setRateLimits(person: PersonContext, change: RateLimitChange): Promise<RateLimits> {
  const { organizationId, note, ...limits } = change;
  return actAsAdministrator(person, organizationId, async (context) => {
    const organization = await lockOrganization(context);
    if (organization === undefined) throw notFound("Organization");
    const diff = diffRecords(describeLimits(organization), limits);
    if (Object.keys(diff).length === 0) throw invalidInput({ path: "read", message: "these are the limits already" });
    await writeRateLimits(context, limits);
    const payload: ChangedOrganization = { id: organizationId, name: organization.name, rateLimits: limits, note };
    announce(context, {
      eventType: "organization.updated",
      entityId: organizationId,
      payload,
      // The audit trail keeps what the diff says: also why.
      diff: { ...diff, note: { from: null, to: note } },
      relatedIds: [],
    });
    return limits;
  });
}
