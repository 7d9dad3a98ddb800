import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { fingerprint } from "../crypto/digest.ts";
import { decrypt, encrypt } from "../crypto/encryption.ts";
import { findWith, type Secrets } from "../crypto/secrets.ts";

/**
 * A browser in which a person completed a sign-in. Limits count its attempts by themselves. See
 * src/decisions/0035-known-devices.md.
 */
export interface KnownDevice {
  id: string;
  userId: string;
  /** The person's, in lower case. */
  email: string;
}

interface DeviceToken {
  id: string;
  userId: string;
  /** Of the person's `DeviceState`: a token of an earlier state is void. */
  state: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** Marks requests from known devices for Better Auth's hooks; a header of the client is removed. */
export const knownDeviceHeader = "x-caseport-known-device";

/** Counted from the last sign-in. */
const lifetimeSeconds = 180 * 86_400;

const purpose = "caseport known device 1";

/**
 * @returns the cookie's attributes, and its value: encrypted, so that it shows neither the person nor the device; null
 *   without a password
 */
export async function createDeviceToken(
  database: Database,
  [secret]: Secrets,
  userId: string,
): Promise<{ token: string; maxAge: number } | null> {
  const person = await findDeviceState(database, userId);
  if (person === null) return null;
  const contents: DeviceToken = {
    id: randomBytes(16).toString("base64url"),
    userId,
    state: person.state,
    expiresAt: Date.now() + lifetimeSeconds * 1_000,
  };
  return {
    token: encrypt({ secret, purpose }, "", JSON.stringify(contents)).toString("base64url"),
    maxAge: lifetimeSeconds,
  };
}

/** @returns null for a token that is forged, expired or void. A forged one causes no database query */
export async function findKnownDevice(
  database: Database,
  secrets: Secrets,
  token: string,
): Promise<KnownDevice | null> {
  const text = findWith(secrets, (secret) => decrypt({ secret, purpose }, "", Buffer.from(token, "base64url")));
  if (text === null) return null;
  const { id, userId, state, expiresAt } = JSON.parse(text) as DeviceToken;
  if (expiresAt <= Date.now()) return null;
  const person = await findDeviceState(database, userId);
  return person !== null && person.state === state ? { id, userId, email: person.email } : null;
}

/** Makes all tokens of the person void; of everybody for null. */
export async function voidKnownDevices(
  { withoutTenant }: Pick<Database, "withoutTenant">,
  userId: string | null,
): Promise<void> {
  const isTheirs = userId === null ? sql`true` : sql`id = ${userId}`;
  await sql`UPDATE "User" SET "deviceGeneration" = "deviceGeneration" + 1 WHERE ${isTheirs}`.execute(withoutTenant);
}

/** The state changes with the password's hash, in the same statement, and when sessions are ended. */
async function findDeviceState(database: Database, userId: string): Promise<{ email: string; state: string } | null> {
  const { rows } = await sql<{ email: string; generation: number; password: string }>`
    SELECT u.email, u."deviceGeneration" AS generation, a.password
    FROM "User" u JOIN "Account" a ON a."userId" = u.id
    WHERE u.id = ${userId} AND a."providerId" = 'credential' AND a.password IS NOT NULL`.execute(
    database.withoutTenant,
  );
  const [person] = rows;
  if (person === undefined) return null;
  return {
    email: person.email,
    state: fingerprint([person.password, String(person.generation)]).toString("base64url"),
  };
}
