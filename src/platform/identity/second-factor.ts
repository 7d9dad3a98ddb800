import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { findTotpStep } from "./totp.ts";

export interface SecondFactor {
  id: string;
  /** Encrypted. */
  secret: string;
  /** Whether a code was ever verified: false during set-up. */
  verified: boolean;
  isLocked: boolean;
}

/** Consecutive wrong codes that lock the second factor, at sign-in (counted by Better Auth) and afterwards. */
export const maxWrongCodes = 10;
export const lockSeconds = 900;

export async function findSecondFactor(database: Database, userId: string): Promise<SecondFactor | null> {
  const { rows } = await sql<SecondFactor>`
    SELECT id, secret, verified IS NOT FALSE AS verified, coalesce("lockedUntil" > now(), false) AS "isLocked"
    FROM "TwoFactor" WHERE "userId" = ${userId}`.execute(database.withoutTenant);
  return rows[0] ?? null;
}

/**
 * Accepts a code once (RFC 6238, 5.2): codes of an accepted time step, or of an earlier one, are rejected.
 * @param secret decrypted
 * @returns false for a right code that was used; true also for a wrong code, which Better Auth rejects
 */
export async function claimCode(database: Database, factor: SecondFactor, secret: string, code: string): Promise<boolean> {
  const step = findTotpStep(secret, code, Date.now());
  if (step === null) return true;
  const { rows } = await sql`
    UPDATE "TwoFactor" SET "lastStep" = ${step}
    WHERE id = ${factor.id} AND ("lastStep" IS NULL OR "lastStep" < ${step}) RETURNING id`.execute(database.withoutTenant);
  return rows.length === 1;
}

/** Counts a wrong code within a session, where Better Auth does not. The count starts again after a lock. */
export async function countWrongCode(database: Database, userId: string): Promise<void> {
  await sql`
    UPDATE "TwoFactor" t SET "failedVerificationCount" = n.wrong,
      "lockedUntil" = CASE WHEN n.wrong >= ${maxWrongCodes}::integer THEN now() + make_interval(secs => ${lockSeconds}::integer) END
    FROM (SELECT id, CASE WHEN "lockedUntil" <= now() THEN 1 ELSE coalesce("failedVerificationCount", 0) + 1 END AS wrong
          FROM "TwoFactor" WHERE "userId" = ${userId} FOR UPDATE) n
    WHERE t.id = n.id`.execute(database.withoutTenant);
}

export async function forgetWrongCodes(database: Database, userId: string): Promise<void> {
  await sql`
    UPDATE "TwoFactor" SET "failedVerificationCount" = 0, "lockedUntil" = NULL
    WHERE "userId" = ${userId} AND "failedVerificationCount" > 0`.execute(database.withoutTenant);
}
