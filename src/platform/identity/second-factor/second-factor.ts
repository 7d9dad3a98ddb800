import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { findTotpStep } from "./totp.ts";

export interface SecondFactor {
  id: string;
  /** Encrypted. */
  secret: string;
  /** Whether a code was ever verified: false during set-up. */
  verified: boolean;
  isLocked: boolean;
}

/** Consecutive wrong codes that lock the second factor for a lane. */
const maxWrongCodes = 10;
export const lockSeconds = 900;

/**
 * Who guesses at codes is counted and locked in one of two lanes: sessions and known devices, or everybody else who has
 * the password.
 */
export type CodeLane = "known" | "unknown";

const laneColumns = {
  known: { wrong: sql.ref("knownFailureCount"), until: sql.ref("knownLockedUntil") },
  unknown: { wrong: sql.ref("failedVerificationCount"), until: sql.ref("lockedUntil") },
} as const;

export async function findSecondFactor(
  database: Database,
  userId: string,
  lane: CodeLane,
): Promise<SecondFactor | null> {
  const { until } = laneColumns[lane];
  const { rows } = await sql<SecondFactor>`
    SELECT id, secret, verified IS NOT FALSE AS verified, coalesce(${until} > now(), false) AS "isLocked"
    FROM "TwoFactor" WHERE "userId" = ${userId}`.execute(database.withoutTenant);
  return rows[0] ?? null;
}

/**
 * Accepts a code once (RFC 6238, 5.2): codes of an accepted time step, or of an earlier one, are rejected.
 *
 * @param secret decrypted
 * @returns false for a right code that was used; true also for a wrong code, which Better Auth rejects
 */
export async function claimCode(
  database: Database,
  factor: SecondFactor,
  secret: string,
  code: string,
): Promise<boolean> {
  const step = findTotpStep(secret, code, Date.now());
  if (step === null) return true;
  const { rows } = await sql`
    UPDATE "TwoFactor" SET "lastStep" = ${step}
    WHERE id = ${factor.id} AND ("lastStep" IS NULL OR "lastStep" < ${step}) RETURNING id`.execute(
    database.withoutTenant,
  );
  return rows.length === 1;
}

/** The count starts again after a lock. */
export async function countWrongCode(database: Database, userId: string, lane: CodeLane): Promise<void> {
  const { wrong, until } = laneColumns[lane];
  const {
    rows: [time],
  } = await sql<{ now: string; locked: string }>`
    SELECT now() AS now, now() + make_interval(secs => ${lockSeconds}::integer) AS locked`.execute(
    database.withoutTenant,
  );
  await sql`
    UPDATE "TwoFactor" t SET ${wrong} = n.wrong,
      ${until} = CASE WHEN n.wrong >= ${maxWrongCodes}::integer THEN ${time?.locked}::timestamptz END
    FROM (SELECT id, CASE WHEN ${until} <= ${time?.now}::timestamptz THEN 1 ELSE coalesce(${wrong}, 0) + 1 END AS wrong
          FROM "TwoFactor" WHERE "userId" = ${userId} FOR UPDATE) n
    WHERE t.id = n.id`.execute(database.withoutTenant);
}

export async function forgetWrongCodes(database: Database, userId: string, lane: CodeLane): Promise<void> {
  const { wrong, until } = laneColumns[lane];
  await sql`
    UPDATE "TwoFactor" SET ${wrong} = 0, ${until} = NULL
    WHERE "userId" = ${userId} AND ${wrong} > 0`.execute(database.withoutTenant);
}

/** When the second factor is turned off: passkeys exist only beside it. */
export async function deletePasskeys(database: Database, userId: string): Promise<void> {
  await database.withoutTenant.deleteFrom("Passkey").where("userId", "=", userId).execute();
}
