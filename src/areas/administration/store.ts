import { sql, type Updateable } from "kysely";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { personOf } from "../../rpc/principal.ts";
import { isExpected } from "../../platform/database/expected-revision.ts";
import { selectRows } from "../../platform/database/records.ts";
import { readInstallationHealth, type InstallationHealth } from "../../platform/observability/installation-health.ts";

export interface Page {
  after: string | null;
  limit: number;
}

export interface QueueRow extends Row<"ScopeRequest"> {
  organizationName: string;
  keyName: string;
  keyPrefix: string | null;
  keyExpiresAt: string;
  keyScopes: string[];
}

/** The SECURITY DEFINER function returns rows to platform administrators only. */
export async function listQueue({ database, session }: PersonContext, status: string, page: Page): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    SELECT * FROM list_scope_requests(${session.userId}, ${status}, ${page.after}, ${page.limit}::integer)`.execute(
    database.withoutTenant,
  );
  return rows;
}

export async function countQueue({ database, session }: PersonContext): Promise<number> {
  const { rows } = await sql<{
    waiting: number;
  }>`SELECT count_pending_scope_requests(${session.userId}) AS waiting`.execute(database.withoutTenant);
  return rows[0]?.waiting ?? 0;
}

type RateLimitColumns = Pick<Row<"Organization">, "rateLimitRead" | "rateLimitWrite" | "rateLimitSensitive">;

export type OrganizationRow = RateLimitColumns &
  Pick<
    Row<"Organization">,
    | "id"
    | "name"
    | "legalName"
    | "slug"
    | "parentOrganizationId"
    | "isHeadquarters"
    | "timezone"
    | "reportsToHeadquarters"
    | "sandboxOfOrganizationId"
    | "sandboxElevatedScopes"
    | "createdAt"
  > & {
    activeMembers: number;
    liveKeys: number;
  };

/** The SECURITY DEFINER function returns rows to platform administrators only. */
export async function listAll({ database, session }: PersonContext, page: Page): Promise<OrganizationRow[]> {
  const { rows } = await sql<OrganizationRow>`
    SELECT * FROM list_organizations(${session.userId}, ${page.after}, ${page.limit}::integer)`.execute(
    database.withoutTenant,
  );
  return rows;
}

/** Whether an instant is in the future by the database's clock. */
export async function isAhead(context: Context, instant: string): Promise<boolean> {
  const { rows } = await sql<{ ahead: boolean }>`SELECT ${instant}::timestamptz > clock_timestamp() AS ahead`.execute(
    context.transaction,
  );
  return rows[0]?.ahead ?? false;
}

export async function isActiveMember(context: Context, userId: string): Promise<boolean> {
  const member = await selectRows(context, "Member")
    .select("id")
    .where("userId", "=", userId)
    .where("status", "=", "active")
    .executeTakeFirst();
  return member !== undefined;
}

export type LockedOrganization = Row<"Organization">;

export function lockOrganizationRowForUpdate(context: Context): Promise<LockedOrganization | undefined> {
  return context.transaction
    .selectFrom("Organization")
    .selectAll()
    .where("id", "=", context.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Changes the organization where its revision is one that the caller expects; undefined where it is not. */
export function writeOrganization(
  context: Context,
  changes: Updateable<Tables["Organization"]>,
): Promise<LockedOrganization | undefined> {
  return context.transaction
    .updateTable("Organization")
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where("id", "=", context.organizationId)
    .where(isExpected("revision", context.expectedRevisions))
    .returningAll()
    .executeTakeFirst();
}

/** @throws a unique violation of the slug */
export async function insertOrganization(
  context: Context,
  values: Pick<Row<"Organization">, "name" | "slug" | "timezone" | "parentOrganizationId" | "isHeadquarters">,
): Promise<void> {
  await context.transaction
    .insertInto("Organization")
    .values({ id: context.organizationId, legalName: values.name, ...values })
    .execute();
}

/** Serializes moves of organizations until commit: otherwise two moves could form a ring together. */
export async function lockHierarchyForUpdate({ transaction }: Context): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('organization hierarchy', 0))`.execute(transaction);
}

/** An organization's place in a hierarchy: level 0 for the requested one, negative above it, positive below it. */
export type Place = Pick<
  Row<"Organization">,
  "id" | "name" | "parentOrganizationId" | "isHeadquarters" | "reportsToHeadquarters"
> & { level: number };

/**
 * The organization with an id or slug, those above it and those below it, from the top down. The SECURITY DEFINER
 * function returns rows to platform administrators and to commands only.
 */
export async function readHierarchy({ transaction, principal }: Context, given: string): Promise<Place[]> {
  const administrator = principal.kind === "system" ? null : (personOf(principal) ?? "");
  const { rows } = await sql<Place>`SELECT * FROM read_hierarchy(${administrator}::text, ${given})`.execute(
    transaction,
  );
  return rows;
}

/** The same outside a transaction, for a preview. */
export async function previewHierarchy({ database, session }: PersonContext, given: string): Promise<Place[]> {
  const { rows } = await sql<Place>`SELECT * FROM read_hierarchy(${session.userId}::text, ${given})`.execute(
    database.withoutTenant,
  );
  return rows;
}

/** The name is compared exactly: PostgreSQL and the rest of the server must mean the same zone. */
export async function isKnownTimeZone({ transaction }: Context, timezone: string): Promise<boolean> {
  const { rows } = await sql<{
    known: boolean;
  }>`SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = ${timezone}) AS known`.execute(transaction);
  return rows[0]?.known === true;
}

export interface TrafficRow {
  organizationId: string;
  name: string;
  slug: string;
  succeeded: number;
  refused: number;
  limited: number;
  failed: number;
}

/** The organizations with the most requests. The SECURITY DEFINER function returns rows to platform administrators only. */
export async function listTraffic(
  { database, session }: PersonContext,
  since: string,
  limit: number,
): Promise<TrafficRow[]> {
  const { rows } = await sql<TrafficRow>`
    SELECT * FROM list_organization_traffic(${session.userId}, ${since}::timestamptz, ${limit}::integer)`.execute(
    database.withoutTenant,
  );
  return rows;
}

export function readHealth({ database, session }: PersonContext): Promise<InstallationHealth | undefined> {
  return readInstallationHealth(database, session.userId);
}
