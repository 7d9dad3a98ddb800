import { sql, type Insertable, type RawBuilder } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { isOneOf, selectRecord, selectRows } from "../../../platform/database/records.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CalendarFeed } from "./schema.ts";

/** A feed as it is stored, with its last read. */
export type FeedRow = Omit<CalendarFeed, "subjectNames" | "problem">;

export interface FoundFeed {
  organizationId: string;
  feedId: string;
  memberId: string;
}

/** The active feed of an active member with this digest. */
export async function findFeedByDigest(database: Database, digest: Buffer): Promise<FoundFeed | undefined> {
  return (await sql<FoundFeed>`SELECT * FROM find_calendar_feed(${digest}::bytea)`.execute(database.withoutTenant))
    .rows[0];
}

function selectFeeds({ organizationId, transaction }: Context) {
  return transaction
    .selectFrom("CalendarFeed as f")
    .leftJoin("CalendarFeedFetch as l", (join) =>
      join.on("l.organizationId", "=", organizationId).onRef("l.feedId", "=", "f.id"),
    )
    .select([
      "f.id",
      "f.memberId",
      "f.name",
      "f.includeDeadlines",
      "f.scope",
      "f.subjectIds",
      "f.eventTypes",
      "f.status",
      "f.tokenPrefix",
      "f.createdAt",
      "f.rotatedAt",
      "f.revokedAt",
      "f.revokedBy",
      "l.fetchedAt as lastFetchedAt",
      "l.userAgent as lastUserAgent",
      "l.eventsThroughOn",
      "l.bytes",
    ])
    .where("f.organizationId", "=", organizationId);
}

/** The active feeds of a member, newest first. */
export async function listActiveFeeds(context: Context, memberId: string): Promise<FeedRow[]> {
  return (await selectFeeds(context)
    .where("f.memberId", "=", memberId)
    .where("f.status", "=", "active")
    .orderBy("f.id", "desc")
    .execute()) as FeedRow[];
}

export async function findFeedRow(context: Context, feedId: string): Promise<FeedRow | undefined> {
  return (await selectFeeds(context).where("f.id", "=", feedId).executeTakeFirst()) as FeedRow | undefined;
}

export async function lockFeedRowForUpdate(context: Context, feedId: string): Promise<FeedRow | undefined> {
  // By itself: beside a firm's tables a cluster locks the copy on the firm's node (0074).
  const locked = await selectRecord(context, "CalendarFeed", feedId).select("id").forNoKeyUpdate().executeTakeFirst();
  return locked === undefined ? undefined : findFeedRow(context, feedId);
}

/**
 * Locks a member, so that a suspension and the creation of a feed take turns.
 *
 * @returns whether the member is active
 */
export async function lockActiveMemberForUpdate(context: Context, memberId: string): Promise<boolean> {
  return (
    (await selectRecord(context, "Member", memberId).select("status").forNoKeyUpdate().executeTakeFirst())?.status ===
    "active"
  );
}

export async function insertFeed(
  { organizationId, transaction }: Context,
  row: Omit<Insertable<Tables["CalendarFeed"]>, "organizationId">,
): Promise<void> {
  await transaction
    .insertInto("CalendarFeed")
    .values({ organizationId, ...row })
    .execute();
}

/** The feed's former URL opens nothing from now on. */
export async function replaceToken(
  { organizationId, transaction }: Context,
  feedId: string,
  { prefix, digest }: { prefix: string; digest: Buffer },
): Promise<void> {
  await transaction
    .updateTable("CalendarFeed")
    .set({ tokenPrefix: prefix, tokenDigest: digest, rotatedAt: new Date().toISOString() })
    .where("organizationId", "=", organizationId)
    .where("id", "=", feedId)
    .execute();
}

/** @param revokedBy `{ type, id, name }` as JSON */
export async function revokeFeeds(
  { organizationId, transaction }: Context,
  feedIds: readonly string[],
  revokedBy: string,
): Promise<void> {
  await sql`UPDATE "CalendarFeed" SET status = 'revoked', "revokedAt" = ${new Date().toISOString()}::timestamptz, "revokedBy" = ${revokedBy}::jsonb
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", feedIds)}`.execute(transaction);
}

type Fetch = Pick<Row<"CalendarFeedFetch">, "fetchedAt" | "userAgent" | "eventsThroughOn" | "bytes">;

/** Keeps the last fetch of a feed alone. */
export async function noteFetch({ organizationId, transaction }: Context, feedId: string, fetch: Fetch): Promise<void> {
  await transaction
    .insertInto("CalendarFeedFetch")
    .values({ organizationId, feedId, ...fetch })
    .onConflict((conflict) => conflict.columns(["organizationId", "feedId"]).doUpdateSet(fetch))
    .execute();
}

/** A member whose calendar is in a feed. */
export interface FeedMember {
  id: string;
  firstName: string;
  lastName: string;
  absentFromOn: string | null;
  absentToOn: string | null;
  revision: number;
  updatedAt: string;
}

type Whose = Pick<FeedRow, "scope" | "subjectIds" | "memberId">;

/** Of a member `m`, that a feed has their calendar. */
function isInFeed(organizationId: string, { scope, subjectIds, memberId }: Whose): RawBuilder<unknown> {
  if (scope === "organization") return sql`true`;
  if (scope === "office") return isOneOf("m.officeId", subjectIds);
  if (scope !== "team") return isOneOf("m.id", scope === "member" ? [memberId] : subjectIds);
  return sql`m.id IN (SELECT x."memberId" FROM "TeamMember" x
    WHERE x."organizationId" = ${organizationId} AND ${isOneOf("x.teamId", subjectIds)})`;
}

/** The members whose calendars a feed has, whatever their status, in the order of their IDs. */
export async function listFeedMembers({ organizationId, transaction }: Context, whose: Whose): Promise<FeedMember[]> {
  const { rows } = await sql<FeedMember>`
    SELECT m.id, m."firstName", m."lastName", m."outOfOfficeStartOn" AS "absentFromOn",
      m."outOfOfficeEndOn" AS "absentToOn", m.revision, m."updatedAt"
    FROM "Member" m WHERE m."organizationId" = ${organizationId} AND ${isInFeed(organizationId, whose)}
    ORDER BY m.id`.execute(transaction);
  return rows;
}

/** The present rights of an active member. */
export async function findOwnerRights(
  context: Context,
  memberId: string,
): Promise<{ role: string; permissions: string[] } | undefined> {
  return selectRecord(context, "Member", memberId)
    .select(["role", "permissions"])
    .where("status", "=", "active")
    .executeTakeFirst();
}

/** An office or a team that is not deleted. */
export async function findSubject(
  context: Context,
  scope: "office" | "team",
  id: string,
): Promise<{ name: string } | undefined> {
  return selectRecord(context, scope === "office" ? "Office" : "Team", id)
    .select("name")
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

/** The members whom a feed can be of, by name. */
export async function listChoosableMembers({
  organizationId,
  transaction,
}: Context): Promise<Pick<FeedMember, "id" | "firstName" | "lastName">[]> {
  const { rows } = await sql<Pick<FeedMember, "id" | "firstName" | "lastName">>`
    SELECT m.id, m."firstName", m."lastName" FROM "Member" m
    WHERE m."organizationId" = ${organizationId} AND m.status IN ('active', 'suspended')
    ORDER BY lower(m."lastName"), lower(m."firstName"), m.id`.execute(transaction);
  return rows;
}

/** Offices or teams that are not deleted, by name. */
export async function listNamed(context: Context, table: "Office" | "Team"): Promise<{ id: string; name: string }[]> {
  return selectRows(context, table)
    .select(["id", "name"])
    .where("deletedAt", "is", null)
    .orderBy("name")
    .orderBy("id")
    .execute();
}
