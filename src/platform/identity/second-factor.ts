import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { findTotpStep } from "./totp.ts";

/** A person's second factor as far as a code is checked by it. */
export interface SecondFactor {
  id: string;
  /** Encrypted. */
  secret: string;
  /** Whether a code was ever shown: false while it is being set up. */
  verified: boolean;
  isLocked: boolean;
}

/** Wrong codes in a row until no code is taken for a while: the same for sign-in (there Better Auth counts) and afterwards. */
export const maximumWrongCodes = 10;
export const lockSeconds = 900;

export async function findSecondFactor(database: Database, userId: string): Promise<SecondFactor | null> {
  const { rows } = await sql<SecondFactor>`
    SELECT id, secret, verified IS NOT FALSE AS verified, coalesce("lockedUntil" > now(), false) AS "isLocked"
    FROM "TwoFactor" WHERE "userId" = ${userId}`.execute(database.withoutTenant);
  return rows[0] ?? null;
}

/**
 * Takes a code once: the step of an accepted code is kept, and no code of it or of one before is taken again.
 * Source: RFC 6238, section 5.2.
 * @param secret decrypted
 * @returns false for a code that is right and was used; true also for a wrong code, which is for others to reject
 */
export async function claimCode(database: Database, factor: SecondFactor, secret: string, code: string): Promise<boolean> {
  const step = findTotpStep(secret, code, Date.now());
  if (step === null) return true;
  const { rows } = await sql`
    UPDATE "TwoFactor" SET "lastStep" = ${step}
    WHERE id = ${factor.id} AND ("lastStep" IS NULL OR "lastStep" < ${step}) RETURNING id`.execute(database.withoutTenant);
  return rows.length === 1;
}

/** Counts a wrong code within a session, where Better Auth counts none. A lock that is over begins the count again. */
export async function countWrongCode(database: Database, userId: string): Promise<void> {
  await sql`
    UPDATE "TwoFactor" t SET "failedVerificationCount" = n.wrong,
      "lockedUntil" = CASE WHEN n.wrong >= ${maximumWrongCodes}::integer THEN now() + make_interval(secs => ${lockSeconds}::integer) END
    FROM (SELECT id, CASE WHEN "lockedUntil" <= now() THEN 1 ELSE coalesce("failedVerificationCount", 0) + 1 END AS wrong
          FROM "TwoFactor" WHERE "userId" = ${userId} FOR UPDATE) n
    WHERE t.id = n.id`.execute(database.withoutTenant);
}

/** After a right code within a session: wrong ones are counted in a row. */
export async function forgetWrongCodes(database: Database, userId: string): Promise<void> {
  await sql`
    UPDATE "TwoFactor" SET "failedVerificationCount" = 0, "lockedUntil" = NULL
    WHERE "userId" = ${userId} AND "failedVerificationCount" > 0`.execute(database.withoutTenant);
}
