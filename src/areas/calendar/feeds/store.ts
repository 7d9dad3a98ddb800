import { sql, type Insertable } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { isOneOf, selectRecord, selectRows } from "../../../platform/database/records.ts";
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

/** Without the digest of its token. */
export type FeedRow = Omit<Row<"CalendarFeed">, "tokenDigest" | "revokedBy" | "status"> & Pick<CalendarFeed, "revokedBy" | "status">;
const shown = ["organizationId", "id", "memberId", "name", "includeDeadlines", "status", "tokenPrefix", "createdAt", "rotatedAt", "revokedAt", "revokedBy", "lastFetchedAt", "lastUserAgent"] as const;

/** The active feeds of a member, newest first. */
export async function listActiveFeeds(context: Context, memberId: string): Promise<FeedRow[]> {
  return (await selectRows(context, "CalendarFeed").select(shown).where("memberId", "=", memberId).where("status", "=", "active").orderBy("id", "desc").execute()) as FeedRow[];
}

export async function findFeedRow(context: Context, feedId: string): Promise<FeedRow | undefined> {
  return (await selectRecord(context, "CalendarFeed", feedId).select(shown).executeTakeFirst()) as FeedRow | undefined;
}

export async function lockFeed(context: Context, feedId: string): Promise<FeedRow | undefined> {
  return (await selectRecord(context, "CalendarFeed", feedId).select(shown).forNoKeyUpdate().executeTakeFirst()) as FeedRow | undefined;
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

export async function noteFetch({ organizationId, transaction }: Context, feedId: string, at: string, userAgent: string | null): Promise<void> {
  await sql`UPDATE "CalendarFeed" SET "lastFetchedAt" = ${at}::timestamptz, "lastUserAgent" = ${userAgent}
    WHERE "organizationId" = ${organizationId} AND id = ${feedId}`.execute(transaction);
}
