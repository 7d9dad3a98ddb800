import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { findIdentitySecret } from "../src/platform/identity/secret.ts";
import { createTotpSecret, encodeTotpSecret } from "../src/platform/identity/second-factor/totp.ts";
import { dataFolder, onDatabase } from "./database.ts";

/** A second factor for a new person: what `createPerson` stores, and what the test signs in with. */
export function createSecondFactor() {
  const secret = createTotpSecret();
  const key = findIdentitySecret({ secret: null, dataDirectory: dataFolder });
  if (key === null) throw new Error("the server under test has no secret yet");
  return { stored: { secondFactor: { secret, key } }, known: { totpSecret: encodeTotpSecret(secret) } };
}

/**
 * Sets the second factor of a person's sessions to be older than the ten minutes for which it counts, by the database's
 * own clock.
 */
export async function ageSecondFactor(email: string): Promise<void> {
  await onDatabase(({ withoutTenant }) =>
    sql`
    UPDATE "Session" SET "secondFactorAt" = now() - interval '11 minutes' WHERE "userId" = (SELECT id FROM "User" WHERE email = ${email})`.execute(
      withoutTenant,
    ),
  );
}

/**
 * A code that the server accepts now. It accepts each code once; the used ones are deleted, because the next would take
 * up to 30 seconds. A code handed out before must not be in use at the same time.
 */
export async function createCode({ email, totpSecret }: { email: string; totpSecret?: string }): Promise<string> {
  if (totpSecret === undefined) throw new Error(`${email} has no second factor`);
  await onDatabase(({ withoutTenant }) =>
    sql`
    UPDATE "TwoFactor" SET "lastStep" = NULL WHERE "userId" = (SELECT id FROM "User" WHERE email = ${email})`.execute(
      withoutTenant,
    ),
  );
  return new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate();
}
