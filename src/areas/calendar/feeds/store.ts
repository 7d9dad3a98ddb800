import { sql, type Insertable } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { isOneOf, selectRecord } from "../../../platform/database/records.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CalendarFeed } from "./schema.ts";

export interface FoundFeed {
  organizationId: string;
  feedId: string;
  memberId: string;
}

/** The active feed of an active member with this digest. */
export async function findFeedByDigest(database: Database, digest: Buffer): Promise<FoundFeed | undefined> {
  return (await sql<FoundFeed>`SELECT * FROM find_calendar_feed(${digest}::bytea)`.execute(database.withoutTenant)).rows[0];
}

function selectFeeds({ organizationId, transaction }: Context) {
  return transaction
    .selectFrom("CalendarFeed as f")
    .leftJoin("CalendarFeedFetch as l", (join) => join.on("l.organizationId", "=", organizationId).onRef("l.feedId", "=", "f.id"))
    .select([
      "f.id", "f.memberId", "f.name", "f.includeDeadlines", "f.status", "f.tokenPrefix", "f.createdAt", "f.rotatedAt", "f.revokedAt", "f.revokedBy",
      "l.fetchedAt as lastFetchedAt", "l.userAgent as lastUserAgent", "l.eventsThroughOn",
    ])
    .where("f.organizationId", "=", organizationId);
}

/** The active feeds of a member, newest first. */
export async function listActiveFeeds(context: Context, memberId: string): Promise<CalendarFeed[]> {
  return (await selectFeeds(context).where("f.memberId", "=", memberId).where("f.status", "=", "active").orderBy("f.id", "desc").execute()) as CalendarFeed[];
}

export async function findFeedRow(context: Context, feedId: string): Promise<CalendarFeed | undefined> {
  return (await selectFeeds(context).where("f.id", "=", feedId).executeTakeFirst()) as CalendarFeed | undefined;
}

export async function lockFeed(context: Context, feedId: string): Promise<CalendarFeed | undefined> {
  // By itself: beside a firm's tables a cluster locks the copy on the firm's node (0074).
  const locked = await selectRecord(context, "CalendarFeed", feedId).select("id").forNoKeyUpdate().executeTakeFirst();
  return locked === undefined ? undefined : findFeedRow(context, feedId);
}

/** Locks a member, so that a suspension and the creation of a feed take turns. @returns whether the member is active */
export async function lockActiveMember(context: Context, memberId: string): Promise<boolean> {
  return (await selectRecord(context, "Member", memberId).select("status").forNoKeyUpdate().executeTakeFirst())?.status === "active";
}

export async function insertFeed({ organizationId, transaction }: Context, row: Omit<Insertable<Tables["CalendarFeed"]>, "organizationId">): Promise<void> {
  await transaction.insertInto("CalendarFeed").values({ organizationId, ...row }).execute();
}

export async function replaceToken({ organizationId, transaction }: Context, feedId: string, { prefix, digest }: { prefix: string; digest: Buffer }): Promise<void> {
  await transaction.updateTable("CalendarFeed").set({ tokenPrefix: prefix, tokenDigest: digest, rotatedAt: new Date().toISOString() })
    .where("organizationId", "=", organizationId).where("id", "=", feedId).execute();
}

/** @param revokedBy `{ type, id, name }` as JSON */
export async function revokeFeeds({ organizationId, transaction }: Context, feedIds: readonly string[], revokedBy: string): Promise<void> {
  await sql`UPDATE "CalendarFeed" SET status = 'revoked', "revokedAt" = ${new Date().toISOString()}::timestamptz, "revokedBy" = ${revokedBy}::jsonb
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", feedIds)}`.execute(transaction);
}

type Fetch = Pick<Row<"CalendarFeedFetch">, "fetchedAt" | "userAgent" | "eventsThroughOn">;

export async function noteFetch({ organizationId, transaction }: Context, feedId: string, fetch: Fetch): Promise<void> {
  await transaction.insertInto("CalendarFeedFetch").values({ organizationId, feedId, ...fetch })
    .onConflict((conflict) => conflict.columns(["organizationId", "feedId"]).doUpdateSet(fetch))
    .execute();
}
