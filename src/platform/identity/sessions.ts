import { confirmationMinutes } from "../../contract/portal/operation.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { sha256 } from "../crypto/digest.ts";
import { voidKnownDevices } from "./known-devices.ts";

export interface PortalSession {
  sessionId: string;
  userId: string;
  name: string;
  email: string;
  isPlatformAdministrator: boolean;
  twoFactorEnabled: boolean;
  /** When the second factor was last verified in this session. */
  secondFactorAt: string | null;
  /** Whether that was within the last `confirmationMinutes`, by the database's clock. */
  isSecondFactorFresh: boolean;
  /**
   * Whether the session began with the password alone, and within the last `confirmationMinutes`: the person is not
   * asked for it again.
   */
  isPasswordFresh: boolean;
  createdAt: string;
  expiresAt: string;
}

/** The absolute lifetime of a session. */
export const sessionHours = 12;

/**
 * Valid sessions `s` of people `u`: within twelve hours, for a platform administrator (`a`) not idle for fifteen
 * minutes, and with the second factor verified if the person has one. The caller can append conditions.
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
 * The valid session of a token. One statement.
 *
 * @param isSeen whether the request is a person's activity: updates `lastSeenAt`, at most once a minute
 */
export async function findLiveSession(
  database: Database,
  token: string,
  isSeen: boolean,
): Promise<PortalSession | null> {
  const { rows } = await sql<PortalSession>`
    WITH live AS (
      SELECT s.id AS "sessionId", u.id AS "userId", u.name, u.email, a."userId" IS NOT NULL AS "isPlatformAdministrator",
             u."twoFactorEnabled", s."secondFactorAt", s."createdAt", s."expiresAt", s."lastSeenAt",
             coalesce(s."secondFactorAt" > now() - make_interval(mins => ${confirmationMinutes}::integer), false) AS "isSecondFactorFresh",
             NOT u."twoFactorEnabled" AND s."createdAt" > now() - make_interval(mins => ${confirmationMinutes}::integer) AS "isPasswordFresh"
      ${fromLiveSessions} AND s.token = ${token}
    ), seen AS (
      UPDATE "Session" s SET "lastSeenAt" = now() FROM live l
      WHERE ${isSeen}::boolean AND s.id = l."sessionId" AND s."lastSeenAt" < now() - interval '1 minute'
    )
    SELECT "sessionId", "userId", name, email, "isPlatformAdministrator", "twoFactorEnabled", "secondFactorAt",
           "isSecondFactorFresh", "isPasswordFresh", "createdAt", "expiresAt"
    FROM live`.execute(database.withoutTenant);
  return rows[0] ?? null;
}

export async function deleteSession(database: Database, sessionId: string): Promise<void> {
  await database.withoutTenant.deleteFrom("Session").where("id", "=", sessionId).execute();
}

export async function deleteOtherSessions(database: Database, userId: string, token: string): Promise<void> {
  await database.withoutTenant.deleteFrom("Session").where("userId", "=", userId).where("token", "<>", token).execute();
}

/**
 * Ends the sessions of a person, of everybody for null, and makes their known devices void.
 *
 * @returns the number of sessions
 */
export function endSessions(database: Database, userId: string | null): Promise<number> {
  const isTheirs = userId === null ? sql`true` : sql`"userId" = ${userId}`;
  return database.withoutTenant.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`DELETE FROM "Session" WHERE ${isTheirs}`.execute(transaction);
    await voidKnownDevices({ withoutTenant: transaction }, userId);
    return Number(numAffectedRows ?? 0n);
  });
}

export async function noteSecondFactor(database: Database, token: string): Promise<void> {
  await sql`UPDATE "Session" SET "secondFactorAt" = now() WHERE token = ${token}`.execute(database.withoutTenant);
}

/**
 * Deletes a batch of expired sessions or links.
 *
 * @returns their number
 */
export async function purgeOver(database: Database, table: "Session" | "Verification", batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE "expiresAt" < now() ORDER BY "expiresAt" LIMIT ${batch}::integer))`.execute(
    database.withoutTenant,
  );
  return Number(numAffectedRows ?? 0n);
}

/**
 * The person of a pending sign-in or password link.
 *
 * @param identifier from the cookie or link; the table has its digest (Better Auth's `storeIdentifier: "hashed"`)
 */
export async function findAwaitedPerson(database: Database, identifier: string): Promise<string | null> {
  const digest = sha256(identifier).toString("base64url");
  const { rows } = await sql<{ value: string }>`
    SELECT value FROM "Verification" WHERE identifier = ${digest} AND "expiresAt" > now() ORDER BY "createdAt" DESC LIMIT 1`.execute(
    database.withoutTenant,
  );
  return rows[0]?.value ?? null;
}
