import { confirmationMinutes } from "../../contract/portal/operation.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { sha256 } from "../crypto/digest.ts";

/** Who is signed in, and how. */
export interface PortalSession {
  sessionId: string;
  userId: string;
  name: string;
  email: string;
  isPlatformAdministrator: boolean;
  twoFactorEnabled: boolean;
  /** When the second factor was last shown in this session. */
  secondFactorAt: string | null;
  /** Whether that was within the last `confirmationMinutes`, by the database's clock. */
  isSecondFactorFresh: boolean;
  createdAt: string;
  expiresAt: string;
}

/** How long a session lives, whatever is done in it. */
export const sessionHours = 12;

/**
 * Sessions `s` of people `u` that are not over: within their twelve hours, with a platform administrator (`a`) not idle for
 * fifteen minutes, and with the second factor shown where the person has one. More conditions may follow.
 */
export const fromLiveSessions = sql`
  FROM "Session" s
  JOIN "User" u ON u.id = s."userId"
  LEFT JOIN "PlatformAdministrator" a ON a."userId" = u.id
  WHERE s."expiresAt" > now()
    AND s."createdAt" > now() - make_interval(hours => ${sessionHours}::integer)
    AND (a."userId" IS NULL OR s."lastSeenAt" > now() - interval '15 minutes')
    AND (NOT u."twoFactorEnabled" OR s."secondFactorAt" IS NOT NULL)`;

/**
 * The live session behind a token. One statement.
 * @param isSeen whether somebody is there: moves `lastSeenAt`, at most once a minute
 */
export async function findLiveSession(database: Database, token: string, isSeen: boolean): Promise<PortalSession | null> {
  const { rows } = await sql<PortalSession>`
    WITH live AS (
      SELECT s.id AS "sessionId", u.id AS "userId", u.name, u.email, a."userId" IS NOT NULL AS "isPlatformAdministrator",
             u."twoFactorEnabled", s."secondFactorAt", s."createdAt", s."expiresAt", s."lastSeenAt",
             coalesce(s."secondFactorAt" > now() - make_interval(mins => ${confirmationMinutes}::integer), false) AS "isSecondFactorFresh"
      ${fromLiveSessions} AND s.token = ${token}
    ), seen AS (
      UPDATE "Session" s SET "lastSeenAt" = now() FROM live l
      WHERE ${isSeen}::boolean AND s.id = l."sessionId" AND s."lastSeenAt" < now() - interval '1 minute'
    )
    SELECT "sessionId", "userId", name, email, "isPlatformAdministrator", "twoFactorEnabled", "secondFactorAt",
           "isSecondFactorFresh", "createdAt", "expiresAt"
    FROM live`.execute(database.withoutTenant);
  return rows[0] ?? null;
}

export async function deleteSession(database: Database, sessionId: string): Promise<void> {
  await database.withoutTenant.deleteFrom("Session").where("id", "=", sessionId).execute();
}

/** Ends the sessions of a person other than this one. */
export async function deleteOtherSessions(database: Database, userId: string, token: string): Promise<void> {
  await database.withoutTenant.deleteFrom("Session").where("userId", "=", userId).where("token", "<>", token).execute();
}

/** Records that the second factor was shown in this session just now. */
export async function noteSecondFactor(database: Database, token: string): Promise<void> {
  await sql`UPDATE "Session" SET "secondFactorAt" = now() WHERE token = ${token}`.execute(database.withoutTenant);
}

/** Deletes sessions that are over, or links. @returns how many, at most as many as a batch has */
export async function purgeOver(database: Database, table: "Session" | "Verification", batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE "expiresAt" < now() ORDER BY "expiresAt" LIMIT ${batch}::integer))`.execute(database.withoutTenant);
  return Number(numAffectedRows ?? 0n);
}

/**
 * The person for whom something waits for proof: a second factor, or a new password.
 * @param identifier what stands in the cookie or link; the table has its digest, as Better Auth's `storeIdentifier: "hashed"` makes it
 */
export async function findAwaitedPerson(database: Database, identifier: string): Promise<string | null> {
  const digest = sha256(identifier).toString("base64url");
  const { rows } = await sql<{ value: string }>`
    SELECT value FROM "Verification" WHERE identifier = ${digest} AND "expiresAt" > now() ORDER BY "createdAt" DESC LIMIT 1`.execute(
    database.withoutTenant,
  );
  return rows[0]?.value ?? null;
}
